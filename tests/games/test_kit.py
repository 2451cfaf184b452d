"""The cut-out sheet printed from a game has tokens for both sides, as far as the link sees them."""

import re

import pytest

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import choose_list
from armybuilder.games.actions.recording import record_events
from armybuilder.games.models import Link
from armybuilder.games.pages.page import Page
from armybuilder.games.paper.report import kit_of
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.layout.options import Options
from rules.core.document.roster import ExtraEntry
from rules.core.game.events import Mark
from tests.games.phones import other, token
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def kit_seen_by(link: Link) -> str:
    made = kit_of(Page(Link.objects.of_token(token(link)), "en"), Options("en"))
    return made.html if made else ""


def test_the_tokens_of_the_other_side_tell_no_more_than_the_link_sees(own: Link, davide: User) -> None:
    squad = a_squad(LEADER, a_group(1, "rpg"), class_="elite")
    roster = a_roster(squad, name="Predoni", extras=(ExtraEntry(extra="ied"),))
    enemy = other(own)
    assert kit_seen_by(enemy) == ""
    choose_list(token(enemy), a_list(Visitor(davide), roster), davide)

    def found() -> list[int]:
        html = kit_seen_by(own)
        tokens = re.findall(r'class="token [^"]* enemy', html)
        return [len(tokens), *(html.count(word) for word in ("Predoni", "10 cm across", ">IED<"))]

    # three of each man; the template of his rocket, no extra of his
    assert found() == [6, 1, 2, 0]
    assert kit_seen_by(enemy).count(">IED<") == 2
    record_events(token(enemy), "b", Mark(piece="2", state="hidden"))
    assert found() == [6, 1, 0, 0]
    assert kit_seen_by(other(own, "looks")) == ""
