"""Addresses of the page of access tokens. The API's own: `v1.py`."""

from django.urls import path

from armybuilder.api import pages

app_name = "tokens"

urlpatterns = [
    path("", pages.index, name="index"),
    path("<int:pk>/revoke/", pages.revoke, name="revoke"),
]
