"""Checking a code: what changed since, what stands instead, by which rules, and from the address without an evening."""

from datetime import timedelta

import pytest
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.models import Evening, HandIn
from armybuilder.lists.models import ArmyList
from rules.core.roster import encode
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, an_evening
from tests.lists.factories import LEADER, a_group, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")


def a_night(club: Club, davide: User) -> Evening:
    return an_evening(club, davide, ruleset="bn", limits={"attacker": 150})


def close(evening: Evening) -> None:
    Evening.objects.filter(pk=evening.pk).update(closed=timezone.now() - timedelta(hours=1))


def change(army_list: ArmyList, men: int) -> None:
    """As if its owner edited it: so many riflemen."""
    roster = a_roster(a_squad(LEADER, a_group(men)), role="attacker", name=army_list.name)
    ArmyList.objects.filter(pk=army_list.pk).update(document=encode(roster).decode())


def test_what_the_player_changed_after_handing_in_is_said(
    club: Club, davide: User, ilaria: User, marta: User
) -> None:
    evening, army_list = a_night(club, davide), a_bn_list(ilaria)
    [handed] = HandIn.objects.hand_in(evening.pk, ilaria, army_list.pk)
    address, code = f"/evenings/{evening.pk}/check/", {"code": handed.code}
    close(evening)
    same = browser_of(davide).get(address, code).context["since"]
    assert (same.changed, same.is_gone) == (None, False)
    change(army_list, 6)
    answer = browser_of(davide).get(address, code)
    assert answer.context["since"].changed.line.startswith("+2")
    assert "The player’s own list changed after it was handed in." in answer.content.decode()
    line = answer.context["since"].changed.line
    assert [line in browser_of(one).get(address, code).content.decode() for one in (davide, ilaria)] == [
        True,
        True,
    ]
    evening.entries.create(user=marta, state="coming")
    assert line not in browser_of(marta).get(address, code).content.decode()
    ArmyList.objects.filter(pk=army_list.pk).update(deleted=timezone.now())
    assert browser_of(davide).get(address, code).context["since"].is_gone


def test_what_was_replaced_is_told_with_the_difference(club: Club, davide: User, ilaria: User) -> None:
    evening = a_night(club, davide)
    [first] = HandIn.objects.hand_in(evening.pk, ilaria, a_bn_list(ilaria).pk)
    HandIn.objects.hand_in(evening.pk, ilaria, a_bn_list(ilaria, men=5).pk)
    close(evening)
    shown = browser_of(davide).get(f"/evenings/{evening.pk}/check/", {"code": first.code}).context
    assert (shown["since"], shown["otherwise"].line.startswith("+1")) == (None, True)
    assert shown["prices"] == "the book’s"
    assert shown["rules"].startswith("Breaking News, ")


def test_a_code_leads_to_its_evening(
    club: Club, davide: User, ilaria: User, marta: User, paolo: User
) -> None:
    evening = a_night(club, davide)
    [handed] = HandIn.objects.hand_in(evening.pk, ilaria, a_bn_list(ilaria).pk)
    there = f"/evenings/{evening.pk}/check/?code={handed.shown_code}"
    code = {"code": handed.shown_code}
    assert browser_of(davide).get("/check/", code).headers["Location"] == there
    covered = browser_of(ilaria).get("/check/", code).content.decode()
    assert "The lists of this evening are still covered." in covered
    close(evening)
    assert browser_of(ilaria).get("/check/", code).headers["Location"] == there
    stranger = browser_of(paolo).get("/check/", code).content.decode()
    assert ("Nobody handed in a list under this code." in stranger, "Linea Gotica" in stranger) == (
        True,
        False,
    )
