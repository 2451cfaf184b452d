"""The notices app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    """Notifications. Each app decides whom to notify."""

    name = "armybuilder.notices"
    verbose_name = _("Notifications")
