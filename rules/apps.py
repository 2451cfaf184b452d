"""The rules app."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    """The games: rulesets as data, the engine, the reference."""

    name = "rules"
