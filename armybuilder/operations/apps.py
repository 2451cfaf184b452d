"""The app of running the site: commands, no tables, no pages."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Listens for sign-ins and rate limits once the apps are ready."""

    name = "armybuilder.operations"

    def ready(self) -> None:
        from armybuilder.operations.monitoring import security  # noqa: F401  # it connects its signals
