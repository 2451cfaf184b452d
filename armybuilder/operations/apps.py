"""The operations app: commands, without tables or pages."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Commands, backups, health and monitoring of the site."""

    name = "armybuilder.operations"
