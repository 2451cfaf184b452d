"""The app of people's own rules."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OwnRulesConfig(AppConfig):
    """Variants of games, and games, that people write in the browser."""

    name = "armybuilder.own_rules"
    verbose_name = _("Own rules")
