"""Addresses of the site; each app has its own."""

from allauth.account.decorators import reauthentication_required
from allauth.usersessions.views import list_usersessions
from django.contrib import admin
from django.contrib.auth.decorators import login_required
from django.contrib.sitemaps.views import index, sitemap
from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from armybuilder import pages
from armybuilder.api.v1 import api
from armybuilder.operations import health
from armybuilder.pages import SITEMAPS

_again_to_change = reauthentication_required(app="allauth.account", enabled=lambda request: request.method == "POST")

urlpatterns = [
    path("", include("armybuilder.games.urls")),  # the first: phones ask for news every few seconds
    path("", include("armybuilder.lists.urls")),
    path("lists/<uuid:list_id>/copy/", pages.copy, name="copy"),
    path("lists/print/", include("armybuilder.printing.bundle_urls")),
    path("lists/<uuid:list_id>/print/", include("armybuilder.printing.urls")),
    path("rules/", include("armybuilder.printing.booklet.urls")),
    path("", include("armybuilder.sharing.urls")),
    path("", include("armybuilder.clubs.urls")),
    path("", include("armybuilder.forces.urls")),
    path("", include("armybuilder.evenings.urls")),
    path("", include("armybuilder.notices.urls")),
    path("rules/", include("armybuilder.own_rules.urls")),
    path("rules/", include("rules.urls")),
    path("odds/", include("rules.odds.urls")),
    path(
        "sitemap.xml",
        require_safe(index),
        {"sitemaps": SITEMAPS, "sitemap_url_name": "sitemap"},
        name="sitemaps",
    ),
    path("sitemap-<section>.xml", require_safe(sitemap), {"sitemaps": SITEMAPS}, name="sitemap"),
    path("about/", pages.about, name="about"),
    path("terms/", pages.terms, name="terms"),
    path("sources/", pages.sources, name="sources"),
    path("privacy/", pages.privacy, name="privacy"),
    path(".well-known/security.txt", pages.security_txt, name="security-txt"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path("worker.js", pages.worker, name="worker"),
    path("offline/", pages.fallback, name="offline"),
    path("accounts/", include("armybuilder.personal_data.urls")),
    path("api/v1/", api.urls),
    path("accounts/tokens/", include("armybuilder.api.urls")),
    # Signing out other browsers needs the password: an unattended browser is not enough.
    path("accounts/sessions/", login_required(_again_to_change(list_usersessions)), name="usersessions_list"),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    # The admin's own page would allow endless guesses of the old password.
    path(
        "admin/password_change/",
        RedirectView.as_view(pattern_name="account_change_password"),
        name="admin_password_change",
    ),
    path("admin/", admin.site.urls),
]

handler404 = "armybuilder.lists.views.page_state.not_found"
handler500 = "armybuilder.middleware.unavailable.failed"
