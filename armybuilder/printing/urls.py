"""Addresses of the printing app, below those of a list."""

from django.urls import path

from armybuilder.printing import views

app_name = "printing"
urlpatterns = [
    path("", views.index, name="index"),
    path("roster.pdf", views.roster, name="roster"),
]
