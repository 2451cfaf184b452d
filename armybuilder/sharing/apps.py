"""Sharing lists."""

from django.apps import AppConfig


class SharingConfig(AppConfig):
    """Links that others open, public lists, and where copies come from."""

    name = "armybuilder.sharing"
    default_auto_field = "django.db.models.BigAutoField"
