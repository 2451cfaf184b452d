"""Games for staff: number, owners and dates. Logs belong to the players, and links are private."""

from django.contrib import admin

from armybuilder.admin_reading import ReadingAdmin
from armybuilder.games.models import Game


@admin.register(Game)
class GameAdmin(ReadingAdmin[Game]):
    """Games of all users."""

    list_display = ("id", "ruleset_version", "created", "last")
    list_select_related = ("ruleset_version__ruleset",)
    search_fields = ("players__name", "players__user__username")
    fields = ("id", "ruleset_version", "created", "last")
