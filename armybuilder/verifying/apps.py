"""The app has a command and nothing else."""

from django.apps import AppConfig


class VerifyingConfig(AppConfig):
    """No tables, no pages."""

    name = "armybuilder.verifying"
