"""The lists app."""

from django.apps import AppConfig


class ListsConfig(AppConfig):
    """See ARCHITECTURE: `armybuilder.lists`."""

    name = "armybuilder.lists"
