"""Addresses of the forces of clubs."""

from django.urls import path

from armybuilder.forces import views

app_name = "forces"

urlpatterns = [
    path("clubs/<uuid:club_id>/forces/", views.index, name="club"),
    path("clubs/<uuid:club_id>/forces/new/", views.create, name="create"),
    path("clubs/<uuid:club_id>/forces/<int:pk>/", views.force, name="force"),
    path("clubs/<uuid:club_id>/forces/<int:pk>/remove/", views.remove, name="remove"),
]
