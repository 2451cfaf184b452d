"""Addresses of the forces of clubs."""

from django.urls import path

from armybuilder.forces import views

app_name = "forces"

urlpatterns = [
    path("clubs/<uuid:club_id>/forces/", views.index, name="club"),
    path("clubs/<uuid:club_id>/forces/<int:pk>/", views.force, name="force"),
    path("clubs/<uuid:club_id>/forces/<int:pk>/remove/", views.remove, name="remove"),
    path("clubs/<uuid:club_id>/forces/<int:pk>/edit/", views.edit, name="edit"),
    path("clubs/<uuid:club_id>/forces/drafts/<int:pk>/", views.show, name="draft"),
    path("clubs/<uuid:club_id>/forces/drafts/<int:pk>/change/", views.change, name="change"),
    path("clubs/<uuid:club_id>/forces/drafts/<int:pk>/undo/", views.undo, name="undo"),
    path("clubs/<uuid:club_id>/forces/drafts/<int:pk>/keep/", views.keep, name="keep"),
    path("clubs/<uuid:club_id>/forces/drafts/<int:pk>/discard/", views.discard, name="discard"),
    path("clubs/<uuid:club_id>/forces/drafts/<int:pk>/text/", views.text, name="draft-text"),
]
