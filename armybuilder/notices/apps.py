"""The notices app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    """Notices. Who is told what: the apps where it happens."""

    name = "armybuilder.notices"
    verbose_name = _("Notices")

    def ready(self) -> None:
        from armybuilder.notices import account, languages  # noqa: F401  # they hear of sign-ins and changes
