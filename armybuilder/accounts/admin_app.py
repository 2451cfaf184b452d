"""Django's admin, with our sign-in."""

from django.contrib.admin import apps

from armybuilder.admin_reading import name_tables


class AdminConfig(apps.AdminConfig):
    """The admin, whose site asks staff for their second step."""

    default_site = "armybuilder.accounts.admin_site.AdminSite"

    def ready(self) -> None:
        super().ready()
        name_tables()
