"""The clubs app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs and their members. Sharing of lists: `armybuilder.sharing`."""

    name = "armybuilder.clubs"
    verbose_name = _("Clubs")
