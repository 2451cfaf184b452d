"""Addresses of the printing app, below those of a list."""

from django.urls import path

from armybuilder.printing import views
from armybuilder.printing.kinds import FORMS, PACKS

app_name = "printing"
urlpatterns = [
    path("", views.index, name="index"),
    path("preview/", views.first_preview, name="preview"),
    path("download/", views.download, name="download"),
    path("pair.pdf", views.pair, name="pair"),
    *(path(f"{form}.pdf", views.sheet, {"form": form}, name=form) for form in FORMS),
    *(path(f"{form}.pdf", views.pack, {"form": form}, name=form) for form in PACKS),
    path("<slug:form>/<int:number>.png", views.picture, name="picture"),
]
