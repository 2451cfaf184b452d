"""The forces app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ForcesConfig(AppConfig):
    """Forces that lists may be held to: ours, and those that clubs describe."""

    name = "armybuilder.forces"
    verbose_name = _("Forces")
