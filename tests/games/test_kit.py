"""The cut-out sheets printed from a game are those of the link's own list."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import choose_list
from armybuilder.games.models import Link
from armybuilder.games.pages.page import Page
from armybuilder.games.paper.report import kit_of
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.layout.options import Options
from tests.games.phones import other, token
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def kit_seen_by(link: Link) -> str:
    made = kit_of(Page(Link.objects.of_token(token(link)), "en"), Options("en"))
    return made.html if made else ""


def test_each_side_prints_its_own_sheets_and_nothing_of_the_other(own: Link, davide: User) -> None:
    enemy = other(own)
    before = kit_seen_by(own)
    assert kit_seen_by(enemy) == ""
    roster = a_roster(a_squad(LEADER, a_group(1, "rpg"), class_="elite"), name="Predoni")
    choose_list(token(enemy), a_list(Visitor(davide), roster), davide)
    assert "Predoni" in kit_seen_by(enemy)
    assert kit_seen_by(own) == before != ""
    assert kit_seen_by(other(own, "looks")) == ""
