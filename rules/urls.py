"""Addresses of the rules app."""

from django.urls import path

from rules import views

app_name = "rules"
urlpatterns = [
    path("", views.index, name="index"),
    path("search/", views.search_rules, name="search"),
    path("compare/<slug:ruleset_id>/<slug:other_id>/", views.compare_rulesets, name="compare"),
    path("<slug:ruleset_id>/ranges/", views.ranges, name="ranges"),
    path("<slug:ruleset_id>/", views.ruleset, name="ruleset"),
]
