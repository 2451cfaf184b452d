"""The app of logs and figures."""

from django.apps import AppConfig


class WatchingConfig(AppConfig):
    """No tables, no pages."""

    name = "armybuilder.watching"

    def ready(self) -> None:
        from armybuilder.watching import security  # noqa: F401  # it hears of sign-ins and limits
