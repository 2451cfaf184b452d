"""The lists app."""

from django.apps import AppConfig


class ListsConfig(AppConfig):
    """Lists, their history, the builder, import and export."""

    name = "armybuilder.lists"

    def ready(self) -> None:
        from armybuilder.lists import visitors  # noqa: F401  # it hears when somebody signs in
