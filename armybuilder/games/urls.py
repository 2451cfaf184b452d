"""Addresses of games: one act an address."""

from django.urls import include, path

from armybuilder.games import kit, leaving, reports, views

app_name = "games"

of_a_link = [
    path("since/<int:sequence>/", views.since, name="since"),
    path("", views.play, name="play"),
    path("log.txt", reports.text_log, name="log-text"),
    path("log.json", reports.json_log, name="log-json"),
    path("report/", reports.report, name="report"),
    path("report.pdf", reports.report_pdf, name="report-pdf"),
    path("say/", views.say, name="say"),
    path("roll/", views.roll, name="roll"),
    path("write/", views.write, name="write"),
    path("list/", views.choose_list, name="choose-list"),
    path("renew/", views.renew, name="renew"),
    path("kit.pdf", kit.kit_pdf, name="kit"),
    path("leave/", leaving.leave, name="leave"),
]

urlpatterns = [
    path("play/<slug:token>/", include(of_a_link)),  # the first, as phones ask here every few seconds
    path("lists/<uuid:list_id>/game/", views.begin, name="begin"),
    path("evenings/<uuid:evening_id>/tables/<int:pk>/game/", views.from_table, name="from-table"),
    path(
        "evenings/guest/<slug:token>/tables/<int:pk>/game/", views.from_guest_table, name="guest-from-table"
    ),
    path("games/", views.mine, name="mine"),
    path("games/<uuid:pk>/", reports.kept, name="kept"),
    path("games/<uuid:pk>/report.pdf", reports.kept_pdf, name="kept-pdf"),
    path("games/<uuid:pk>/log.txt", reports.kept_text, name="kept-text"),
    path("games/<uuid:pk>/log.json", reports.kept_json, name="kept-json"),
    path("games/join/", views.join, name="join"),
]
