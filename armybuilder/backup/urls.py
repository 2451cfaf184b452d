"""Addresses of an account as a whole, beside those of django-allauth."""

from django.urls import path

from armybuilder.backup.views import deletion

app_name = "backup"

urlpatterns = [
    path("delete/", deletion.delete, name="delete"),
]
