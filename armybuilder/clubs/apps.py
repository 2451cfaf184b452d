"""The clubs app."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Clubs and their people. What they share of their lists: `armybuilder.sharing`."""

    name = "armybuilder.clubs"
