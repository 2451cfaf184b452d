"""The app of running the site: commands, no tables, no pages."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Commands, backups, health and monitoring of the site."""

    name = "armybuilder.operations"
