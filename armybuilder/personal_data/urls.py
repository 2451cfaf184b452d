"""Addresses of the account pages that django-allauth does not have."""

from django.urls import path

from armybuilder.personal_data import views

app_name = "backup"

urlpatterns = [
    path("settings/", views.settings, name="settings"),
    path("data/", views.data, name="data"),
    path("data/backup.json", views.download, name="download"),
    path("data/restore/", views.restore_backup, name="restore"),
    path("delete/", views.delete, name="delete"),
]
