"""Sharing lists."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SharingConfig(AppConfig):
    """Links for others, public lists, and the origins of copies."""

    name = "armybuilder.sharing"
    verbose_name = _("Public lists")
