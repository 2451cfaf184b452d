"""Addresses of an account as a whole, beside those of django-allauth."""

from django.urls import path

from armybuilder.personal_data.views import data, deletion, settings

app_name = "backup"

urlpatterns = [
    path("settings/", settings.settings, name="settings"),
    path("data/", data.data, name="data"),
    path("data/backup.json", data.download, name="download"),
    path("data/restore/", data.restore_backup, name="restore"),
    path("delete/", deletion.delete, name="delete"),
]
