"""The printing app."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """Printouts of lists: pages, previews, PDFs, bundles in the background."""

    name = "armybuilder.printing"
