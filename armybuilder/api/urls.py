"""Addresses of the access token page. Those of the API are in `v1.py`."""

from django.urls import path

from armybuilder.api import pages

app_name = "tokens"

urlpatterns = [
    path("", pages.index, name="index"),
    path("<int:pk>/revoke/", pages.revoke, name="revoke"),
]
