"""The page of advice: its content, and the effects of its buttons."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from lxml import html

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.document.edits import new_ids, with_ids
from rules.core.document.roster import Figure, RoleOfList, Roster, Squad
from tests.lists.builder import HTMX, Builder, at_the_builder, is_sheet, text

pytestmark = pytest.mark.database

CHANGED = "The list has changed since the suggestion was made: look at the new ones."
RIFLES = Figure(count=8, weapons=("assault-rifle",))
NOBODY_LEADS = Roster(
    format="armylist/1",
    ruleset="bn",
    name="Ibis",
    squads=(Squad(name="Alpha", class_="elite", figures=(RIFLES,)),),
)


@pytest.fixture
def builder(english_client: Client, alice: Visitor, loaded_rules: object) -> Builder:
    """A list whose squad has no leader."""
    return at_the_builder(english_client, alice, with_ids(NOBODY_LEADS, new_ids()))


def buttons(response: Any, where: str = "mends") -> dict[str, str]:
    """Return the buttons of a part of an answer, with their keys."""
    page = html.fromstring(response.content.decode())
    found = page.xpath(f"//*[contains(@class, '{where}')]//button[@name='take']")
    return {" ".join(button.text_content().split()): button.get("value") for button in found}


def test_a_finding_has_its_fixes_with_their_points(builder: Builder) -> None:
    assert list(buttons(builder.get("advice/"))) == [
        "Rifleman: leadership 1 +5",
        "Make it an independent section ±0",
    ]


def test_the_builder_gets_the_report_alone(builder: Builder) -> None:
    answer = builder.client.get(builder.address + "advice/", headers=HTMX)

    assert answer.content.lstrip().startswith(b'<div id="advice"')
    assert list(buttons(answer)) == list(buttons(builder.get("advice/")))


def test_taking_one_is_one_edit_and_one_undo(builder: Builder) -> None:
    before = builder.roster
    key = buttons(builder.get("advice/"))["Rifleman: leadership 1 +5"]

    answer = builder.post("advice/take/", take=key)

    assert is_sheet(answer)
    assert [(row.count, row.leadership) for row in builder.alpha.figures] == [(1, 1), (7, 0)]
    assert builder.stored.report.findings == ()
    assert 'data-toast="Suggestion applied: Rifleman: leadership 1"' in answer.content.decode()
    builder.post("undo/")
    assert builder.roster == before


def test_without_script_the_button_leads_back_to_the_report(builder: Builder) -> None:
    key = buttons(builder.get("advice/"))["Make it an independent section ±0"]

    answer = builder.post("advice/take/", take=key, htmx=False)

    assert (answer.status_code, answer["Location"]) == (302, f"{builder.address}#report")
    assert builder.alpha.kind == "section"


def test_pressed_twice_it_is_taken_once(builder: Builder) -> None:
    fields = {"key": "once", "take": buttons(builder.get("advice/"))["Rifleman: leadership 1 +5"]}

    answers = [builder.post("advice/take/", fields) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert [(row.count, row.leadership) for row in builder.alpha.figures] == [(1, 1), (7, 0)]


def test_a_proposal_for_the_list_as_it_was_is_refused(builder: Builder) -> None:
    key = buttons(builder.get("advice/"))["Make it an independent section ±0"]
    builder.post(f"squads/{builder.alpha.id}/figures/", preset="leader")
    before = builder.roster

    answer = builder.post("advice/take/", take=key)

    assert CHANGED in text(answer)
    assert builder.roster == before


@pytest.mark.parametrize("key", ["", "0", "x" * 5000])
def test_a_key_that_nobody_offered_is_refused(builder: Builder, key: str) -> None:
    before = builder.roster

    assert CHANGED in text(builder.post("advice/take/", take=key))
    assert builder.roster == before


def test_findings_without_a_fix_say_what_to_decide(
    english_client: Client, alice: Visitor, loaded_rules: object
) -> None:
    vehicle = Squad(name="", class_="regular", figures=(Figure(weapons=("heavy-weapon",)),))
    roster = with_ids(Roster(format="armylist/1", ruleset="ludonet", name="L", squads=(vehicle,)), new_ids())

    shown = at_the_builder(english_client, alice, roster).get("advice/")

    assert buttons(shown) == {}
    assert "The referee gives the number: enter it in the row." in text(shown)


def test_a_stranger_finds_nothing(builder: Builder) -> None:
    builder.client.logout()

    assert builder.client.get(builder.address + "advice/").status_code == 404
    assert builder.post("advice/take/", take="x").status_code == 404


def test_the_link_stands_in_the_report(builder: Builder) -> None:
    page = html.fromstring(builder.get().content.decode())

    (link,) = page.xpath("//a[@data-advice]")
    assert link.get("href") == reverse("lists:advice", args=[builder.pk])
    assert link.text_content().strip() == "How to fix it"


def over(builder: Builder, limit: int) -> None:
    builder.post("settings/", {"name": "Ibis", "role": "open", "limit": limit})


def test_over_the_limit_suggestions_are_below_and_one_is_taken(builder: Builder) -> None:
    over(builder, 110)
    shown = builder.get("advice/")

    ways = buttons(shown, "way-list")
    assert list(ways) == ["Make this change −15", "Make this change −24"]
    assert "10 points over the limit. Each suggestion changes at most three rows, one thing in each." in text(shown)
    builder.post("advice/take/", take=ways["Make this change −15"])
    assert builder.stored.report.remaining == 5
    builder.post("undo/")
    assert builder.stored.report.remaining == -10


def test_where_not_all_was_looked_at_it_says_so(builder: Builder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.core.advice.under_limit.MOST_CUTS", 4)
    over(builder, 60)

    assert "The list is very long: not every combination was tried." in text(builder.get("advice/"))


def test_where_no_way_is_small_it_says_so(builder: Builder) -> None:
    over(builder, 1)

    assert "Changing three rows is not enough: remove whole squads, or raise the limit." in text(builder.get("advice/"))


def test_fitting_additions_take_one_tap(builder: Builder) -> None:
    over(builder, 150)
    shown = builder.get("advice/")

    first = next(iter(buttons(shown, "adds").items()))
    assert "With 30 points, the best of each kind first." in text(shown)
    assert first[0].startswith("Figure Leader 1 in Alpha Fixes: Alpha has no leader")
    builder.post("advice/take/", take=first[1])
    assert builder.alpha.figure_count == 9
    assert builder.stored.report.legal


def test_the_first_additions_are_of_different_kinds(builder: Builder) -> None:
    over(builder, 170)
    page = html.fromstring(builder.get("advice/").content.decode())

    first = page.xpath("//ul[@data-adds='first']//*[contains(@class, 'add-kind')]")
    assert [kind.text_content().strip() for kind in first] == [
        "Figure",
        "Leader",
        "Weapon",
        "Vehicle",
        "Extra",
    ]


def test_a_key_stays_the_same_after_its_addition(builder: Builder) -> None:
    over(builder, 150)
    name = "Weapon LMG: rifleman +0.56 expected kills at 50 cm; the most per point +5"
    key = buttons(builder.get("advice/"), "adds")[name]

    builder.post("advice/take/", take=key)
    builder.post("advice/take/", take=key)

    assert [(row.count, row.weapons) for row in builder.alpha.figures] == [
        (2, ("lmg",)),
        (6, ("assault-rifle",)),
    ]


def test_full_says_so(builder: Builder) -> None:
    over(builder, 120)

    assert "Full: 120 of 120." in text(builder.get("advice/"))


def test_an_empty_list_is_told_to_begin(english_client: Client, alice: Visitor, loaded_rules: object) -> None:
    empty = Roster(format="armylist/1", ruleset="bn", name="L", squads=())

    shown = at_the_builder(english_client, alice, empty).get("advice/")

    assert "Start with a squad: anything still missing is listed here." in text(shown)
    assert buttons(shown, "advice") == {}


def test_a_list_of_two_hundred_rows(english_client: Client, alice: Visitor, loaded_rules: object) -> None:
    men = tuple(Figure(name=str(number), weapons=("lmg", "mmg")) for number in range(199))
    roster = Roster(format="armylist/1", ruleset="bn", name="L", squads=(Squad(name="", class_="elite", figures=men),))

    shown = at_the_builder(english_client, alice, with_ids(roster, new_ids())).get("advice/")

    assert shown.status_code == 200
    assert list(buttons(shown))[:2] == ["Leadership 1 for 0 +5", "Make it an independent section ±0"]


def test_the_page_of_a_very_long_list_says_that_additions_are_left_out(
    english_client: Client, alice: Visitor, loaded_rules: object
) -> None:
    men = tuple(
        Figure(weapons=("assault-rifle", first, second)) for first in ("lmg", "mmg", "rpg") for second in ("smg", "hmg")
    )
    squads = tuple(Squad(name="", class_="elite", figures=men * 4) for _ in range(7))
    said = "The list is very long: some additions are left out, starting with those to its last squads."
    for number in (1, 7):
        roster = Roster(format="armylist/1", ruleset="bn", name="L", squads=squads[:number])
        shown = at_the_builder(english_client, alice, with_ids(roster, new_ids())).get("advice/")
        assert (said in text(shown)) == (number == 7)


def test_findings_beyond_twenty_are_corrected_when_they_are_asked_for(
    english_client: Client, alice: Visitor, loaded_rules: object
) -> None:
    men = tuple(Figure(name=str(number), weapons=("lmg", "mmg")) for number in range(30))
    team = Squad(name="", class_="elite", figures=(*men, Figure(weapons=("assault-rifle",), leadership=1)))
    roster = Roster(format="armylist/1", ruleset="bn", name="L", squads=(team,))
    builder = at_the_builder(english_client, alice, with_ids(roster, new_ids()))
    page = html.fromstring(builder.get("advice/").content.decode())

    asked = {link.get("href") for link in page.xpath("//a[@data-advice]") if "from=" in link.get("href")}
    assert asked == {f"{builder.address}advice/?from=20"}
    page = html.fromstring(builder.get("advice/?from=20").content.decode())
    button = page.xpath("//button[contains(@formaction, '?from=20')]")[0]
    builder.post(button.get("formaction").removeprefix(builder.address), take=button.get("value"))
    assert [len(row.weapons) for row in builder.alpha.figures[:30]].count(1) == 1


@pytest.mark.parametrize("query", ["?from=-1", "?from=9999999", "?from=x&all=nothing"])
def test_an_address_that_asks_for_nothing_sensible_gives_the_first(builder: Builder, query: str) -> None:
    assert buttons(builder.get("advice/" + query)) == buttons(builder.get("advice/"))


def test_of_many_additions_of_a_kind_a_dozen_stand_there_and_all_when_asked_for(
    english_client: Client, alice: Visitor, loaded_rules: object
) -> None:
    team = Squad(name="", class_="elite", figures=(RIFLES, Figure(weapons=("assault-rifle",), leadership=1)))
    roster = Roster(format="armylist/1", ruleset="bn", name="L", squads=(team, team, team))
    builder = at_the_builder(english_client, alice, with_ids(roster, new_ids()))
    page = html.fromstring(builder.get("advice/").content.decode())
    (link,) = page.xpath("//a[contains(@href, 'all=weapon')]")
    (number,) = page.xpath("//details[contains(summary, 'Weapons')]/summary/span")

    shown = html.fromstring(builder.client.get(link.get("href").split("#")[0]).content.decode())

    assert len(page.xpath("//details[contains(summary, 'Weapons')]//button")) == 12
    assert len(shown.xpath("//details[@open]//button")) == int(number.text)


def test_it_takes_no_more_queries_for_a_long_list(
    english_client: Client, alice: Visitor, loaded_rules: object, django_assert_num_queries: Any
) -> None:
    for number in (1, 60):
        men = tuple(Figure(name=str(number), weapons=("lmg",)) for number in range(number))
        team = Squad(name="", class_="elite", figures=men)
        roster = Roster(format="armylist/1", ruleset="bn", name="L", squads=(team,))
        builder = at_the_builder(english_client, alice, with_ids(roster, new_ids()))
        with django_assert_num_queries(3):
            builder.client.get(builder.address + "advice/", headers=HTMX)


def test_three_ways_to_complete_a_list(builder: Builder) -> None:
    over(builder, 150)
    shown = builder.get("complete/")

    found = buttons(shown, "way")
    assert [words.split()[-1] for words in found] == ["+30", "+30", "+30"]
    assert "Complete up to 150" in text(shown)
    first = next(iter(found.values()))
    builder.post("advice/take/", take=first, series="1", grade="2")
    assert (builder.stored.report.legal, builder.stored.report.remaining) == (True, 0)
    builder.post("undo/")
    assert builder.stored.report.remaining == 30


def test_each_says_where_it_does_best_and_what_is_left(builder: Builder) -> None:
    over(builder, 152)
    page = html.fromstring(builder.get("complete/").content.decode())

    said = [" ".join(note.text_content().split()) for note in page.find_class("way-note")]
    assert [one.partition(" Also fixes:")[0] for one in said] == [
        "The most firepower at every distance. 2 points are left.",
        "It gains most up to 25 cm.",
        "It gains most up to 25 cm. 2 points are left.",
    ]


def test_steps_outside_the_suggestion_are_refused(builder: Builder) -> None:
    over(builder, 150)
    key = buttons(builder.get("advice/"))["Rifleman: leadership 1 +5"]

    assert CHANGED in text(builder.post("advice/take/", take=key, series="7", grade="0"))


@pytest.mark.parametrize("query", ["?series=-1&grade=x", "?series=100000&grade=9"])
def test_an_address_that_says_nothing_sensible_shows_the_first_series(builder: Builder, query: str) -> None:
    over(builder, 150)

    assert buttons(builder.get("complete/" + query), "way") == buttons(builder.get("complete/"), "way")


@pytest.mark.parametrize(("limit", "said"), [(120, "Full: 120 of 120."), (100, "The list is over its limit")])
def test_where_there_is_nothing_to_complete_it_says_why(builder: Builder, limit: int, said: str) -> None:
    over(builder, limit)
    shown = builder.get("complete/")

    assert said in text(shown)
    assert buttons(shown, "way") == {}
    offered = ("New men" in text(shown), "Get under the limit" in text(shown))
    assert offered == (False, limit == 100)


@pytest.mark.parametrize("ruleset", ["bn", "rth-it", "rth-en", "bi", "ludonet"])
@pytest.mark.parametrize("role", ["attacker", "defender", "open"])
def test_an_empty_list_becomes_a_legal_one_in_one_tap_and_undo(
    english_client: Client, alice: Visitor, loaded_rules: object, ruleset: str, role: RoleOfList
) -> None:
    builder = at_the_builder(
        english_client, alice, Roster(format="armylist/1", ruleset=ruleset, name="L", role=role, squads=())
    )

    builder.post("advice/take/", take="legal")
    assert builder.stored.report.findings == ()
    assert builder.alpha.figure_count >= 8

    builder.post("undo/")
    assert builder.roster.squads == ()


def test_the_front_page_gives_a_legal_list(english_client: Client, loaded_rules: object) -> None:
    answer = english_client.post(reverse("lists:create"), {"legal": "1", "for": "rth-it defender"})

    army_list = ArmyList.objects.get()
    assert answer["Location"] == reverse("lists:builder", args=[army_list.pk])
    assert (army_list.role, army_list.total, army_list.report.findings) == ("defender", 90, ())
    assert english_client.post(reverse("lists:create"), {"legal": "1", "for": "bn"}).status_code == 404


@pytest.mark.parametrize("ruleset", ["bn", "rth-it", "rth-en", "bi", "ludonet"])
def test_from_an_empty_list_it_makes_a_whole_one(
    english_client: Client, alice: Visitor, loaded_rules: object, ruleset: str
) -> None:
    empty = Roster(format="armylist/1", ruleset=ruleset, name="L", role="open", squads=())
    page = at_the_builder(english_client, alice, empty)

    shown = page.get("complete/")
    keys = list(buttons(shown, "way").values())
    assert "±0" not in text(shown)
    page.post("advice/take/", take=keys[1], series="1", grade="2")

    assert len(keys) >= 1
    assert page.stored.report.legal
    assert page.alpha.figure_count >= 8
