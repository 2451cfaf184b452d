"""Addresses of the printing app, below those of a list."""

from django.urls import path

from armybuilder.printing.formats.registry import FORMATS, PACKS
from armybuilder.printing.views import lists

app_name = "printing"
urlpatterns = [
    path("", lists.index, name="index"),
    path("preview/", lists.first_preview, name="preview"),
    path("download/", lists.download, name="download"),
    path("pair.pdf", lists.pair, name="pair"),
    *(path(f"{form}.pdf", lists.sheet, {"form": form}, name=form) for form in FORMATS),
    *(path(f"{form}.pdf", lists.pack, {"form": form}, name=form) for form in PACKS),
    path("<slug:form>/<int:number>.png", lists.picture, name="picture"),
]
