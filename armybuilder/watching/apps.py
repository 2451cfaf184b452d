"""The app has a command and nothing else."""

from django.apps import AppConfig


class WatchingConfig(AppConfig):
    """No tables, no pages."""

    name = "armybuilder.watching"
