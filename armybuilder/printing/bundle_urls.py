"""Addresses of several lists in one PDF."""

from django.urls import path

from armybuilder.printing.views import bundles

app_name = "bundles"
urlpatterns = [
    path("", bundles.choose, name="choose"),
    path("each/", bundles.choose, name="each"),  # old
    path("start/", bundles.start, name="start"),
    path("bundle.pdf", bundles.bundle, name="bundle"),
    path("<uuid:job_id>/", bundles.show_job, name="job"),
    path("<uuid:job_id>/cancel/", bundles.cancel, name="cancel"),
    path("<uuid:job_id>/lists.pdf", bundles.fetch, name="fetch"),
]
