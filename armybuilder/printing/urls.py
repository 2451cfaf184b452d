"""Addresses of the printing app, below those of a list."""

from django.urls import path

from armybuilder.printing.formats.registry import FORMATS, OLD_FORMATS
from armybuilder.printing.views import lists

app_name = "printing"
urlpatterns = [
    path("", lists.index, name="index"),
    path("preview/", lists.first_preview, name="preview"),
    path("download/", lists.download, name="download"),
    path("pack.pdf", lists.pdf, name="pack"),
    path("pair.pdf", lists.moved_pair, name="pair"),
    *(path(f"{form}.pdf", lists.pdf, {"form": form}, name=form) for form in FORMATS),
    *(path(f"{form}.pdf", lists.moved, {"form": form}, name=form) for form in OLD_FORMATS),
    path("<slug:form>/<int:number>.png", lists.picture, name="picture"),
]
