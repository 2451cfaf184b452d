"""The printing app."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """See ARCHITECTURE: `armybuilder.printing`."""

    name = "armybuilder.printing"
