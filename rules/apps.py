"""The rules app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RulesConfig(AppConfig):
    """The games: rulesets as data, the engine, the reference."""

    name = "rules"
    verbose_name = _("Rules")
