"""The printing app."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """Print-outs of lists: pages, previews, PDFs, bundles in the background."""

    name = "armybuilder.printing"

    def ready(self) -> None:
        from armybuilder.printing import adopting  # noqa: F401  # it hears when somebody signs in
