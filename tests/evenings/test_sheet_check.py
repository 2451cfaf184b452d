"""Checking a code: later changes, replacements, rules, and the address without a games night."""

from datetime import timedelta

import pytest
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Evening, HandIn
from armybuilder.lists.models import ArmyList
from rules.core.document.roster import encode
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, an_evening, log_of
from tests.lists.factories import LEADER, a_group, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")


def a_night(club: Club, davide: User) -> Evening:
    return an_evening(club, davide, ruleset="bn", limits={"attacker": 150})


def close(evening: Evening) -> None:
    Evening.objects.filter(pk=evening.pk).update(closed=timezone.now() - timedelta(hours=1))


def change(army_list: ArmyList, men: int) -> None:
    """Edit the list like its owner: this many riflemen."""
    roster = a_roster(a_squad(LEADER, a_group(men)), role="attacker", name=army_list.name)
    ArmyList.objects.filter(pk=army_list.pk).update(document=encode(roster).decode())


def test_a_sheet_is_marked_as_compared_by_who_organises_or_is_a_referee(
    club: Club, davide: User, ilaria: User, marta: User
) -> None:
    evening = a_night(club, davide)
    [handed] = submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    close(evening)
    mark, page = f"/evenings/{evening.pk}/lists/{handed.pk}/compared/", f"/evenings/{evening.pk}/check/"

    def marked(user: User, **said: str) -> tuple[str, bool]:
        path = browser_of(user).post(mark, said).headers.get("Location", "refused")
        desk = browser_of(davide).get(f"/evenings/{evening.pk}/desk/").context["desk"]
        return path.removeprefix(f"/evenings/{evening.pk}/"), desk.rows[0].lists[0].is_compared

    to_page = f"check/?code={handed.shown_code}"
    assert marked(ilaria) == ("refused", False)  # nobody marks their own, and a member none
    assert [marked(davide) for _ in range(2)] == [(to_page, True)] * 2
    shown = browser_of(marta).get(page, {"code": handed.code})
    assert (shown.context["found"].compared_by, shown.context["may_compare"]) == (davide, True)
    assert browser_of(ilaria).get(page, {"code": handed.code}).context["may_compare"] is False
    assert marked(marta, back="1") == (to_page, False)
    assert log_of(evening)[-2:] == [
        "davide checked the printed sheet of ilaria",
        "marta undid the sheet check of ilaria",
    ]
    Evening.objects.filter(pk=evening.pk).update(started=timezone.now(), finished=timezone.now())
    assert marked(davide) == ("refused", False)
    HandIn.objects.update(withdrawn=timezone.now())
    Evening.objects.filter(pk=evening.pk).update(finished=None)
    assert browser_of(davide).post(mark).status_code == 409


def test_changes_after_submission_are_shown(club: Club, davide: User, ilaria: User, marta: User) -> None:
    evening, army_list = a_night(club, davide), a_bn_list(ilaria)
    [handed] = submit(evening.pk, ilaria, army_list.pk)
    address, code = f"/evenings/{evening.pk}/check/", {"code": handed.code}
    close(evening)
    same = browser_of(davide).get(address, code).context
    assert (same["since"], same["is_gone"]) == (None, False)
    change(army_list, 6)
    answer = browser_of(davide).get(address, code)
    assert answer.context["since"].line.startswith("+2")
    assert "The player changed their own list after submitting it." in answer.content.decode()
    line = answer.context["since"].line
    assert [line in browser_of(one).get(address, code).content.decode() for one in (davide, ilaria)] == [
        True,
        True,
    ]
    evening.entries.create(user=marta, state="coming")
    assert line not in browser_of(marta).get(address, code).content.decode()
    ArmyList.objects.filter(pk=army_list.pk).update(deleted=timezone.now())
    assert browser_of(davide).get(address, code).context["is_gone"]


def test_a_replaced_list_is_shown_with_the_difference(club: Club, davide: User, ilaria: User) -> None:
    evening = a_night(club, davide)
    [first] = submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    submit(evening.pk, ilaria, a_bn_list(ilaria, men=5).pk)
    close(evening)
    shown = browser_of(davide).get(f"/evenings/{evening.pk}/check/", {"code": first.code}).context
    assert (shown["since"], shown["otherwise"].line.startswith("+1")) == (None, True)
    assert shown["prices"] == "the rulebook’s"
    assert shown["rules"].startswith("Breaking News, ")


def test_a_code_leads_to_its_evening(club: Club, davide: User, ilaria: User, marta: User, paolo: User) -> None:
    evening = a_night(club, davide)
    [handed] = submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    there = f"/evenings/{evening.pk}/check/?code={handed.shown_code}"
    code = {"code": handed.shown_code}
    assert browser_of(davide).get("/check/", code).headers["Location"] == there
    covered = browser_of(ilaria).get("/check/", code).content.decode()
    assert "This games night’s lists are still hidden." in covered
    close(evening)
    assert browser_of(ilaria).get("/check/", code).headers["Location"] == there
    stranger = browser_of(paolo).get("/check/", code).content.decode()
    assert ("Nobody submitted a list with this code." in stranger, "Linea Gotica" in stranger) == (
        True,
        False,
    )
