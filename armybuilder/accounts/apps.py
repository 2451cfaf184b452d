"""The accounts app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Users, and django-allauth's pages around them."""

    name = "armybuilder.accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from armybuilder.accounts import guessing  # noqa: F401  # it hears when a password is set anew
