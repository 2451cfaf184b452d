"""Addresses of sharing."""

from django.urls import include, path

from armybuilder.sharing.views import compare, public, shared

app_name = "sharing"

of_a_list = [
    path("", public.share, name="share"),
    path("links/", public.make_link, name="make-link"),
    path("links/<int:pk>/revoke/", public.revoke_link, name="revoke-link"),
    path("publish/", public.publish, name="publish"),
    path("withdraw/", public.withdraw, name="withdraw"),
]

of_a_link = [
    path("", shared.show, name="shared"),
    path("copy/", shared.copy, name="copy"),
    path("list.json", shared.export_json, name="shared-json"),
    path("print/<slug:form>.pdf", shared.print_pdf, name="shared-pdf"),
    path("profile/", shared.profile, name="shared-profile"),
    path("card/", shared.card, name="card"),
    path("preview.png", shared.preview, name="preview"),
    path("report/", public.complain, name="complain"),
]

urlpatterns = [
    path("lists/<uuid:list_id>/share/", include(of_a_list)),
    path("s/<slug:token>/", include(of_a_link)),
    path("lists/compare/", compare.compare, name="compare"),
    path("lists/odds/<slug:ruleset_id>/<slug:question>/", compare.shooter, name="shooter"),
    path("public/", public.browse, name="browse"),
    path("oembed/", shared.oembed, name="oembed"),
    path("robots.txt", public.robots, name="robots"),
]
