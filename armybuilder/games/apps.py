"""The games app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Games at the table: what both phones record."""

    name = "armybuilder.games"
    verbose_name = _("Games")
