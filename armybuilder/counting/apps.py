"""The counting app."""

from django.apps import AppConfig


class CountingConfig(AppConfig):
    """How often what was done: buckets that `armybuilder.limits` takes from."""

    name = "armybuilder.counting"
