"""The forces app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ForcesConfig(AppConfig):
    """Forces that lists can follow: ours, and those of clubs."""

    name = "armybuilder.forces"
    verbose_name = _("Forces")
