"""Addresses of notifications."""

from django.urls import path

from armybuilder.notices import views

app_name = "notices"

urlpatterns = [
    path("notices/", views.index, name="index"),
    path("notices/<int:pk>/", views.follow, name="follow"),
    path("notices/read/", views.read_all, name="read-all"),
    path("notices/settings/", views.edit_settings, name="switches"),
]
