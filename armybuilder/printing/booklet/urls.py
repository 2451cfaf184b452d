"""Addresses of the booklets, below those of the rules."""

from django.urls import path

from armybuilder.printing.booklet import views

app_name = "booklet"
urlpatterns = [path("<slug:ruleset_id>/booklet.pdf", views.booklet, name="pdf")]
