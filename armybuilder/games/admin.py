"""Games for staff: number, owners and dates. Logs belong to the players, and links are private."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from armybuilder.admin_reading import ReadingAdmin, set_verbose_names
from armybuilder.games.models import Game

set_verbose_names(
    Game,
    _("game"),
    _("Games"),
    id=_("Id"),
    ruleset_version=_("Game"),
    created=_("Started on"),
    last=_("Log lines"),
)


@admin.register(Game)
class GameAdmin(ReadingAdmin[Game]):
    """Games of all users."""

    list_display = ("id", "ruleset_version", "created", "last")
    list_select_related = ("ruleset_version__ruleset",)
    search_fields = ("players__name", "players__user__username")
    fields = ("id", "ruleset_version", "created", "last")
