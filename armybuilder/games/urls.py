"""Addresses of games: one per act."""

from django.contrib.auth.decorators import login_required
from django.urls import include, path

from armybuilder.games.views import links, play, reports

app_name = "games"

of_a_link = [
    path("since/<int:sequence>/", play.since, name="since"),
    path("", play.play, name="play"),
    path("log.txt", reports.text_log, name="log-text"),
    path("log.json", reports.json_log, name="log-json"),
    path("report/", reports.report, name="report"),
    path("report.pdf", reports.report_pdf, name="report-pdf"),
    path("report/turning-points/", reports.edit_turning_points, name="turning-points"),
    path("say/", play.say, name="say"),
    path("roll/", play.roll, name="roll"),
    path("write/", play.write, name="write"),
    path("list/", play.choose_list, name="choose-list"),
    path("renew/", play.renew, name="renew"),
    path("kit.pdf", reports.kit_pdf, name="kit"),
    path("leave/", links.leave, name="leave"),
    path("join/", links.join, name="join-side"),
]

urlpatterns = [
    path("play/<slug:token>/", include(of_a_link)),  # the first, because phones ask here every few seconds
    path("lists/<uuid:list_id>/game/", links.start, name="start"),
    path("evenings/<uuid:evening_id>/tables/<int:pk>/game/", links.from_table, name="from-table"),
    path("evenings/<uuid:evening_id>/tables/<int:pk>/referee/", links.referee_table, name="referee-table"),
    path("evenings/guest/<slug:token>/tables/<int:pk>/game/", links.from_guest_table, name="guest-from-table"),
    path("games/", links.mine, name="mine"),
    path("games/<uuid:pk>/", login_required(reports.report), name="kept"),
    path("games/<uuid:pk>/report.pdf", login_required(reports.report_pdf), name="kept-pdf"),
    path("games/<uuid:pk>/delete/", reports.delete, name="delete"),
    path("games/<uuid:pk>/log.txt", login_required(reports.text_log), name="kept-text"),
    path("games/<uuid:pk>/log.json", login_required(reports.json_log), name="kept-json"),
    path("games/join/", links.join_by_code, name="join"),
]
