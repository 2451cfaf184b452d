"""The site's addresses; each app keeps its own."""

from django.contrib import admin
from django.urls import include, path

from armybuilder import offline, pages
from armybuilder.api.v1 import api

urlpatterns = [
    path("", include("armybuilder.lists.urls")),
    path("lists/<uuid:list_id>/copy/", offline.copy, name="copy"),
    path("lists/print/", include("armybuilder.printing.bundle_urls")),
    path("lists/<uuid:list_id>/print/", include("armybuilder.printing.urls")),
    path("rules/", include("armybuilder.printing.booklet.urls")),
    path("", include("armybuilder.sharing.urls")),
    path("", include("armybuilder.clubs.urls")),
    path("rules/", include("rules.urls")),
    path("sources/", pages.sources, name="sources"),
    path("privacy/", pages.privacy, name="privacy"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("worker.js", offline.worker, name="worker"),
    path("offline/", offline.fallback, name="offline"),
    path("accounts/", include("armybuilder.backup.urls")),
    path("api/v1/", api.urls),
    path("accounts/tokens/", include("armybuilder.api.urls")),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
