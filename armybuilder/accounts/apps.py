"""The accounts app."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Users, and django-allauth's pages around them."""

    name = "armybuilder.accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Load the `hooks` module of each app: the signals that it handles, and what it registers with other apps."""
        autodiscover_modules("hooks")
