"""Lists made for a games night: with its game, role, limit, prices, rulings and force, and submitted in the builder."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from msgspec import structs, to_builtins

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import save_house_rules
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.desk import add_guest, send_back
from armybuilder.evenings.actions.entries import invite_guest, withdraw_link
from armybuilder.evenings.actions.planning import close_submissions
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.eligibility import candidate
from armybuilder.evenings.models import Evening, HandIn
from armybuilder.evenings.pages.own_lists import list_label, nights_of
from armybuilder.evenings.versions import submitted_version
from armybuilder.lists.actions.copies import duplicate
from armybuilder.lists.actions.editing import open_edit
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from rules.core.document.roster import Squad
from tests.clubs.clubs import browser_of, member
from tests.evenings.evenings import a_bn_list, an_evening, another_organiser
from tests.forces.loading import of_club, shipped
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")
DEARER = {"weapons/lmg": 12}


def a_night(club: Club, user: User, **said: Any) -> Evening:
    """A games night of Breaking News for open lists of 120 points."""
    return an_evening(club, user, **{"ruleset": "bn", "limits": {"open": 120}} | said)


def new_list(evening: Evening, user: User, value: str = "open-0", key: str = "k") -> ArmyList:
    """Tap “New list” on the page of a games night, and return the list that the builder shows."""
    answer = browser_of(user).post(f"/evenings/{evening.pk}/new-list/", {"new": value, "key": key})
    assert answer.status_code == 302
    return ArmyList.objects.get(pk=answer["Location"].split("/")[2])


def fill(army_list: ArmyList, user: User, *squads: Squad, key: str = "fill") -> None:
    """Add squads to a list in the builder."""
    with open_edit(army_list.pk, Visitor(user), key) as edit:
        roster = structs.replace(edit.before, squads=squads)
        edit.make(edits.with_ids(roster, edits.new_ids()), "add-squad")


def bar(user: User, army_list: ArmyList) -> str:
    """Return the bars of games nights in the builder, as text in one line; "" if there is none."""
    page = browser_of(user).get(f"/lists/{army_list.pk}/").content.decode()
    start = page.find('<section class="notice" aria-label="Linea Gotica"')
    return " ".join(page[start : page.index("</section>", start)].split()) if start >= 0 else ""


def test_a_new_list_has_all_that_the_games_night_asks_for(club: Club, davide: User, ilaria: User) -> None:
    ruling = {"jungle-armour": "light-vehicles"}
    save_house_rules(club.pk, davide, "bn", prices=DEARER)
    evening = a_night(club, davide)
    save_house_rules(club.pk, davide, "bn", prices={"weapons/lmg": 20})  # for later games nights
    Evening.objects.filter(pk=evening.pk).update(rulings=ruling)
    made = new_list(evening, ilaria)
    roster = made.roster
    assert (roster.ruleset, roster.role, roster.limit, roster.prices) == ("bn", "open", 120, DEARER)
    assert (roster.rulings, roster.name, roster.pair_name) == (ruling, "Linea Gotica", "")
    assert made.ruleset_version_id == evening.ruleset_version_id
    assert (made.owner, made.made_for, made.club_listings.count()) == (ilaria, member(club, ilaria), 0)
    page = browser_of(ilaria).get(f"/lists/{made.pk}/").content.decode()
    assert "new house rules" not in page
    assert new_list(evening, ilaria).pk == made.pk  # pressed twice
    assert new_list(evening, ilaria, key="again").pk != made.pk


def test_a_list_made_for_the_night_is_submitted_in_the_builder(club: Club, davide: User, ilaria: User) -> None:
    save_house_rules(club.pk, davide, "bn", prices=DEARER)
    evening = a_night(club, davide)
    made = new_list(evening, ilaria)
    assert "Linea Gotica" in bar(ilaria, made)
    assert "Submit again" not in bar(ilaria, made)
    fill(made, ilaria, a_squad(LEADER, a_group(1, "lmg"), a_group(3)))
    made.refresh_from_db()
    browser = browser_of(ilaria)
    body = {"list": str(made.pk), "builder": "1"}
    assert browser.post(f"/evenings/{evening.pk}/hand-in/", body)["Location"] == f"/lists/{made.pk}/"
    [handed] = HandIn.objects.current()
    assert (handed.army_list, handed.total) == (made, made.total)
    assert "Submit again" in bar(ilaria, made)
    assert f'name="handed" value="{handed.pk}"' in bar(ilaria, made)
    fill(made, ilaria, a_squad(LEADER, a_group(5)), key="more")
    browser.post(f"/evenings/{evening.pk}/hand-in/", body | {"handed": handed.pk})
    assert HandIn.objects.current().get() != handed


def test_a_refusal_is_told_in_the_builder(club: Club, davide: User, ilaria: User) -> None:
    evening = a_night(club, davide)
    made, browser = new_list(evening, ilaria), browser_of(ilaria)
    fill(made, ilaria, a_squad(LEADER, a_group(30)))
    body = {"list": str(made.pk), "builder": "1"}
    page = browser.post(f"/evenings/{evening.pk}/hand-in/", body, follow=True)
    assert page.redirect_chain == [(f"/lists/{made.pk}/", 302)]
    assert "points over the limit of 120" in page.content.decode()
    assert not HandIn.objects.exists()


def test_both_lists_of_a_pair_belong_together(club: Club, davide: User, ilaria: User) -> None:
    evening = a_night(club, davide, limits={"attacker": 150, "defender": 90})
    page = browser_of(ilaria).get(f"/evenings/{evening.pk}/")
    assert [new.facts[0] for new in page.context["new_lists"]] == [
        "Attacker, 150\N{NO-BREAK SPACE}points",
        "Defender, 90\N{NO-BREAK SPACE}points",
    ]
    attacker, defender = (new_list(evening, ilaria, f"{role}-0") for role in ("attacker", "defender"))
    assert (attacker.role, defender.role) == ("attacker", "defender")
    assert candidate(evening, attacker, None).problem == "half"
    assert candidate(evening, attacker, ArmyList.objects.partner_of(attacker)).problem == "illegal"


def test_a_new_list_follows_the_required_force(club: Club, davide: User, ilaria: User) -> None:
    forces = [to_builtins(shipped().force)]
    evening = a_night(club, davide, forces=forces)
    made = new_list(evening, ilaria)
    assert (made.roster.force, len(made.roster.squads)) == (evening.required_forces[0], 1)
    other = a_night(club, davide, forces=[*forces, to_builtins(of_club(club, davide).force)])
    page = browser_of(ilaria).get(f"/evenings/{other.pk}/")
    assert [new.value for new in page.context["new_lists"]] == ["open-0", "open-1"]
    second = new_list(other, ilaria, "open-1", key="second")
    assert second.roster.force == other.required_forces[1]


def test_only_a_list_that_the_night_asks_for_can_be_made(club: Club, davide: User, ilaria: User, paolo: User) -> None:
    evening = a_night(club, davide)
    address = f"/evenings/{evening.pk}/new-list/"
    assert browser_of(ilaria).get(address).status_code == 405
    assert browser_of(ilaria).post(address, {"new": "attacker-0"}).status_code == 404
    assert browser_of(ilaria).post(address, {}).status_code == 404
    assert browser_of(paolo).post(address, {"new": "open-0"}).status_code == 404
    assert Client().post(address, {"new": "open-0"}).status_code == 302
    Evening.objects.filter(pk=evening.pk).update(state="called-off")
    assert browser_of(ilaria).post(address, {"new": "open-0"}).status_code == 409
    assert not ArmyList.objects.exists()


def test_the_bar_is_there_as_long_as_the_list_can_be_submitted_or_is(club: Club, davide: User, ilaria: User) -> None:
    evening, referee = a_night(club, davide), another_organiser(Evening(club=club))
    first, second = new_list(evening, ilaria, key="1"), new_list(evening, ilaria, key="2")
    fill(first, ilaria, a_squad(LEADER, a_group(4)))
    [handed] = submit(evening.pk, ilaria, first.pk)
    close_submissions(evening.pk, davide)
    assert ("submitted" in bar(ilaria, first), "<button" in bar(ilaria, first)) == (True, False)
    assert bar(ilaria, second) == ""
    send_back(evening.pk, referee, handed.pk, "No medic")
    assert ("sent back" in bar(ilaria, first), "Submit again" in bar(ilaria, first)) == (True, True)
    assert "<button" in bar(ilaria, second)
    Evening.objects.filter(pk=evening.pk).update(finished=timezone.now())
    assert (bar(ilaria, first), bar(ilaria, second)) == ("", "")


def test_the_bar_is_only_for_the_player_and_lists_of_the_night(club: Club, davide: User, ilaria: User) -> None:
    evening = a_night(club, davide)
    made, of_no_club = new_list(evening, ilaria), a_bn_list(ilaria, "open")
    assert (bar(ilaria, made) != "", bar(ilaria, of_no_club)) == (True, "")
    made.club_listings.create(membership=member(club, ilaria))
    assert bar(davide, made) == ""
    another = a_list(Visitor(ilaria), a_roster(role="attacker"))
    ArmyList.objects.filter(pk=another.pk).update(made_for=member(club, ilaria))
    another.refresh_from_db()
    assert nights_of(another) == []


def test_a_list_is_for_the_night_it_was_made_for(club: Club, davide: User, ilaria: User) -> None:
    """A list of the club that was made for none suits all; the limit is told where it is not the list’s own."""
    evening = a_night(club, davide, name="First", limits={"attacker": 140})
    later = a_night(club, davide, days=14, name="Second", limits={"attacker": 150})
    a_night(club, davide, name="Pairs", limits={"attacker": 150, "defender": 90})
    made = new_list(evening, ilaria, "attacker-0")
    assert made.evening == evening
    assert [(night.evening, night.limit) for night in nights_of(made)] == [(evening, 140)]
    made_for_none = duplicate(Visitor(ilaria), made, "copy")
    made_for_none.refresh_from_db()
    assert [night.evening for night in nights_of(made_for_none)] == [evening]
    ArmyList.objects.filter(pk=made_for_none.pk).update(evening=None)
    made_for_none.refresh_from_db()
    assert [(night.evening, night.limit) for night in nights_of(made_for_none)] == [
        (evening, 140),
        (later, None),
    ]
    fill(made_for_none, ilaria, a_squad(LEADER, a_group(4)))
    submit(later.pk, ilaria, made_for_none.pk)
    assert [night.evening for night in nights_of(made_for_none)] == [later]
    fill(made, ilaria, a_squad(LEADER, a_group(4)), key="made")
    submit(later.pk, ilaria, made.pk)
    assert [night.evening for night in nights_of(made)] == [later, evening]
    Evening.objects.filter(pk=evening.pk).delete()
    made.refresh_from_db()
    assert made.evening_id is None
    assert [night.evening for night in nights_of(made)] == [later]


def test_a_guest_makes_a_list_and_submits_it_in_the_builder(club: Club, davide: User) -> None:
    """Without an account; the bar is there as long as the link is valid, and only in that browser."""
    save_house_rules(club.pk, davide, "bn", prices=DEARER)
    evening = a_night(club, davide)
    entry = invite_guest(evening.pk, davide, "Bruno")
    guest, here = Client(headers={"Accept-Language": "en"}), f"/evenings/guest/{entry.token}/"
    assert "New list for this games night" in guest.get(here).text
    address = guest.post(here + "new-list/", {"new": "open-0", "key": "k"})["Location"]
    made = ArmyList.objects.get()
    assert (address, made.owner, made.evening, made.entry) == (f"/lists/{made.pk}/", None, evening, entry)
    assert (made.roster.role, made.roster.limit, made.roster.prices) == ("open", 120, DEARER)
    page = guest.get(address).text
    body = {"list": str(made.pk), "make": "1", "builder": "1", "seen": submitted_version([])}
    assert (f'action="{here}list/"' in page, f'value="{body["seen"]}"' in page) == (True, True)
    refused = guest.post(here + "list/", body, follow=True)
    assert (refused.redirect_chain, HandIn.objects.exists()) == ([(address, 302)], False)
    with open_edit(made.pk, Visitor(None, made.browser_key), "fill") as edit:
        squads = (a_squad(LEADER, a_group(4)),)
        edit.make(edits.with_ids(structs.replace(edit.before, squads=squads), edits.new_ids()), "add-squad")
    assert guest.post(here + "list/", body)["Location"] == address
    assert HandIn.objects.current().get().entry == entry
    assert "Submit again" in guest.get(address).text
    outdated = guest.post(here + "list/", body | {"seen": "old"}, follow=True)
    assert outdated.redirect_chain == [(address, 302)]
    pasted = {"text": "?", "make": "1", "builder": "1"}  # not from the builder: its own page answers
    assert guest.post(here + "list/", pasted).status_code == 422
    assert guest.post(here + "list/", pasted | {"list": "?"}).status_code == 404
    withdraw_link(evening.pk, davide, entry.pk)
    assert "Submit again" not in guest.get(address).text
    assert guest.post(here + "new-list/", {"new": "open-0"}).status_code == 404


def test_an_organiser_makes_a_list_for_a_player(club: Club, davide: User, ilaria: User) -> None:
    evening = a_night(club, davide)
    entry = add_guest(evening.pk, davide, "Bruno")
    zoe = another_organiser(evening)
    address, browser = f"/evenings/{evening.pk}/desk/{entry.pk}/", browser_of(zoe)
    assert "New list for Bruno" in browser.get(address + "list/").text
    assert browser_of(ilaria).post(address + "new-list/", {"new": "open-0"}).status_code == 404
    builder = browser.post(address + "new-list/", {"new": "open-0", "key": "k"})["Location"]
    made = ArmyList.objects.get()
    assert (made.owner, made.entry, made.name) == (zoe, entry, "Bruno, Linea Gotica")
    fill(made, zoe, a_squad(LEADER, a_group(4)))
    page = browser.get(builder).text
    assert (f'action="{address}list/"' in page, "for Bruno" in page) == (True, True)
    body = {"list": str(made.pk), "make": "1", "builder": "1", "seen": submitted_version([])}
    assert browser.post(address + "list/", body)["Location"] == builder
    assert HandIn.objects.current().get().entry == entry
    Evening.objects.filter(pk=evening.pk).update(started=timezone.now())
    assert browser.post(address + "new-list/", {"new": "open-0", "key": "l"}).status_code == 409


def test_an_edit_costs_no_query_more(club: Club, davide: User, ilaria: User) -> None:
    made, plain = new_list(a_night(club, davide), ilaria), a_bn_list(ilaria, "open")
    browser, counts = browser_of(ilaria), []
    for army_list in (plain, made):
        address, body = f"/lists/{army_list.pk}/squads/", {"class": "elite"}
        browser.post(address, body | {"key": "a"}, headers={"HX-Request": "true"})
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert browser.post(address, body | {"key": "b"}, headers={"HX-Request": "true"}).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_lists_of_one_name_are_told_apart(club: Club, davide: User, ilaria: User) -> None:
    evening, made = a_night(club, davide), a_bn_list(ilaria, "open", name="Alpini")
    ArmyList.objects.filter(pk=made.pk).update(changed=datetime(2026, 11, 28, 19, 5, tzinfo=UTC))
    made.refresh_from_db()
    with translation.override("en"):
        assert list_label(evening, made, "en") == "Alpini (Open, 80\N{NO-BREAK SPACE}points, 28 November)"
    assert "28 November, 20:05" in browser_of(ilaria).get(f"/evenings/{evening.pk}/").content.decode()
