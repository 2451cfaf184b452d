"""Addresses of clubs: one per action."""

from django.urls import include, path

from armybuilder.clubs.views import clubs, prices

app_name = "clubs"

of_a_club = [
    path("", clubs.show, name="club"),
    path("settings/", clubs.settings_page, name="settings"),
    path("edit/", clubs.edit, name="edit"),
    path("prices/<slug:ruleset>/", prices.prices, name="prices"),
    path("prices/<slug:ruleset>/table.csv", prices.download, name="prices-table"),
    path("close/", clubs.close, name="close"),
    path("leave/", clubs.leave, name="leave"),
    path("invitations/", clubs.invite, name="invite"),
    path("invitations/<int:pk>/revoke/", clubs.revoke, name="revoke"),
    path("people/<int:pk>/remove/", clubs.remove, name="remove"),
    path("people/<int:pk>/organiser/", clubs.set_organiser, name="set-organiser"),
    path("people/<int:pk>/hand-over/", clubs.hand_over, name="hand-over"),
]

urlpatterns = [
    path("clubs/", clubs.index, name="index"),
    path("clubs/new/", clubs.create, name="create"),
    path("clubs/join/<slug:token>/", clubs.join, name="join"),
    path("clubs/<uuid:club_id>/", include(of_a_club)),
]
