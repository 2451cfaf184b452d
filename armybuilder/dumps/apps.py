"""The app has a command and nothing else."""

from django.apps import AppConfig


class DumpsConfig(AppConfig):
    """No tables, no pages."""

    name = "armybuilder.dumps"
