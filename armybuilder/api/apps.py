"""The API's app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Access tokens, and what programs do with them."""

    name = "armybuilder.api"
    default_auto_field = "django.db.models.BigAutoField"
