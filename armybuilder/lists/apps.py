"""The lists app."""

from django.apps import AppConfig


class ListsConfig(AppConfig):
    """Lists, their history, the builder, import and export."""

    name = "armybuilder.lists"
