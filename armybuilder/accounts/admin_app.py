"""Django's admin, with our sign-in."""

from django.contrib.admin import apps


class AdminConfig(apps.AdminConfig):
    """The admin, whose site asks staff for their second step."""

    default_site = "armybuilder.accounts.admin_site.AdminSite"
