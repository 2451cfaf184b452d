"""Addresses of the forces of clubs."""

from django.urls import path

from armybuilder.forces.views import drafts, forces

app_name = "forces"

urlpatterns = [
    path("clubs/<uuid:club_id>/forces/", forces.index, name="club"),
    path("clubs/<uuid:club_id>/forces/<int:pk>/", forces.force, name="force"),
    path("clubs/<uuid:club_id>/forces/<int:pk>/remove/", forces.remove, name="remove"),
    path("clubs/<uuid:club_id>/forces/<int:pk>/edit/", drafts.edit, name="edit"),
    path("clubs/<uuid:club_id>/forces/drafts/<int:pk>/", drafts.show, name="draft"),
    path("clubs/<uuid:club_id>/forces/drafts/<int:pk>/change/", drafts.change, name="change"),
    path("clubs/<uuid:club_id>/forces/drafts/<int:pk>/undo/", drafts.undo, name="undo"),
    path("clubs/<uuid:club_id>/forces/drafts/<int:pk>/keep/", drafts.keep, name="keep"),
    path("clubs/<uuid:club_id>/forces/drafts/<int:pk>/discard/", drafts.discard, name="discard"),
    path("clubs/<uuid:club_id>/forces/drafts/<int:pk>/text/", drafts.text, name="draft-text"),
]
