"""The evenings app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EveningsConfig(AppConfig):
    """Games nights of a club: announced, answered, called off."""

    name = "armybuilder.evenings"
    verbose_name = _("Games nights")
