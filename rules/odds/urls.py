"""Addresses of the odds pages."""

from django.urls import path

from rules.odds import views

app_name = "odds"
urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:ruleset_id>/", views.fire, name="fire"),
    path("<slug:ruleset_id>/weapon/", views.weapon, name="weapon"),
    path("<slug:ruleset_id>/<slug:question>/", views.other, name="question"),
]
