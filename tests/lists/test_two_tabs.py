"""One list in two tabs: a complete form changes only its changed fields, and a tap counts from the present number."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.forms.base import changed
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import Figure, Modifiers, Squad, Vehicle
from tests.lists.builder import Builder, at_the_builder, text
from tests.lists.factories import a_group, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")

GROUP = {"name": "", "count": "7", "class": "", "weapons": ["assault-rifle"], "leadership": "0", "notes": ""}


def shown(page: Builder) -> dict[str, Any]:
    """Return the fields that every form of the page has now."""
    return {"was": str(page.stored.revision_id)}


def group(page: Builder) -> Figure:
    return page.alpha.figures[1]


# ── Which fields count as changed ──────────────────────────────────────────────────────────────────────────────────


def test_unchanged_fields_are_not_written() -> None:
    was = Figure(name="Rossi", weapons=("lmg", "pistol"))
    posted = {"name": "Rossi", "weapons": ("pistol", "lmg"), "notes": "tired"}
    assert changed(posted, was, Figure(name="Ferri")) == {"notes": "tired"}


def test_the_field_touched_last_is_changed_in_any_case() -> None:
    was = Figure(weapons=("lmg",), class_="elite")
    posted = {"weapons": ("lmg",), "class_": "elite"}
    assert changed(posted, was, was, "weapons") == {"weapons": ("lmg",)}
    assert changed(posted, was, was, "class") == {"class_": "elite"}


def test_modifiers_are_two_fields() -> None:
    was, now = Squad(name="", class_=""), Squad(name="", class_="", modifiers=Modifiers(fanatic=2))
    posted = {"modifiers": Modifiers(motivation=1, fanatic=0)}
    assert changed(posted, was, now) == {"modifiers": Modifiers(motivation=1, fanatic=2)}


# ── Rows, squads, the list, its rulings ────────────────────────────────────────────────────────────────────────────


def test_two_tabs_change_two_fields_of_a_row(page: Builder) -> None:
    address, tab = f"rows/{group(page).id}/", shown(page)
    page.post(address, GROUP | tab | {"name": "Ferri"})
    page.post(address, GROUP | tab | {"weapons": ["lmg"]})
    assert (group(page).name, group(page).weapons) == ("Ferri", ("lmg",))


def test_a_box_ticked_and_unticked_before_the_answer_is_unticked(page: Builder) -> None:
    address, tab = f"rows/{group(page).id}/", shown(page) | {"touched": "weapons"}
    page.post(address, GROUP | tab | {"weapons": ["assault-rifle", "lmg"]})
    page.post(address, GROUP | tab)
    assert group(page).weapons == ("assault-rifle",)


def test_of_two_weapons_tapped_before_the_answer_the_last_is_carried(page: Builder) -> None:
    address, tab = f"rows/{group(page).id}/", shown(page) | {"touched": "weapons"}
    page.post(address, GROUP | tab | {"weapons": ["assault-rifle", "smg"]})
    page.post(address, GROUP | tab | {"weapons": ["assault-rifle", "smg", "lmg"]})
    assert group(page).weapons == ("lmg",)


def test_values_from_another_tab_are_replaced_too(page: Builder) -> None:
    address, tab = f"rows/{group(page).id}/", shown(page) | {"touched": "weapons"}
    page.post(address, GROUP | tab | {"weapons": ["assault-rifle", "lmg"]})
    answer = page.post(address, GROUP | tab | {"weapons": ["assault-rifle", "smg", "pistol"]})
    assert group(page).weapons == ("smg", "pistol")
    assert "Man with SMG" in text(answer)


def test_a_form_of_an_unknown_moment_is_taken_whole(page: Builder) -> None:
    address = f"rows/{group(page).id}/"
    page.post(address, GROUP | {"name": "Ferri"})
    for was in ("", "nothing", "9" * 30, "²", "0"):
        page.post(address, GROUP | {"was": was, "name": was})
        assert group(page).name == was


def test_a_moment_of_another_list_is_unknown(page: Builder, alice: Visitor) -> None:
    other = at_the_builder(page.client, alice, a_roster(a_squad(a_group(7))))
    page.post(f"rows/{group(page).id}/", GROUP | {"name": "Ferri"})
    page.post(f"rows/{group(page).id}/", GROUP | shown(other))
    assert group(page).name == ""


def test_two_tabs_change_two_fields_of_a_squad(page: Builder) -> None:
    form = {"name": "Alpha", "kind": "squad", "class": "elite"} | shown(page)
    page.post(f"squads/{page.alpha.id}/", form | {"name": "Lupi"})
    page.post(f"squads/{page.alpha.id}/", form | {"class": "trained"})
    assert (page.alpha.name, page.alpha.class_) == ("Lupi", "trained")


def test_two_tabs_change_two_fields_of_the_list(page: Builder) -> None:
    form = {"name": "Rangers", "role": "attacker", "limit": "", "pair_name": "", "notes": ""} | shown(page)
    page.post("settings/", form | {"name": "Surobi"})
    page.post("settings/", form | {"notes": "For Saturday"})
    page.post("settings/", form | {"role": "open", "limit": "200"})
    roster = page.roster
    assert (roster.name, roster.notes, roster.role, roster.limit) == ("Surobi", "For Saturday", "open", 200)


def test_two_tabs_answer_two_questions_of_the_text(page: Builder) -> None:
    first, second = page.stored.catalogue.rulings[:2]
    form = {ruling.id: ruling.options[0].id for ruling in (first, second)} | shown(page)
    page.post("rulings/", form | {first.id: first.options[1].id})
    page.post("rulings/", form | {second.id: second.options[1].id})
    assert page.roster.rulings == {first.id: first.options[1].id, second.id: second.options[1].id}


def test_a_refused_form_keeps_the_moment_it_was_made_at(page: Builder) -> None:
    tab = shown(page)
    page.post(f"rows/{group(page).id}/", GROUP | tab | {"name": "Ferri"})
    refused = page.post(f"rows/{group(page).id}/", GROUP | tab | {"count": "900"})
    assert refused.status_code == 422
    moments = re.findall(r'name="was" value="(\d+)"', refused.content.decode())
    assert set(moments) == {tab["was"]}
    page.post(f"rows/{group(page).id}/", GROUP | tab | {"count": "9"})
    assert (group(page).name, group(page).count) == ("Ferri", 9)


def test_a_row_that_is_gone_is_said_so(page: Builder) -> None:
    row, tab = group(page).id, shown(page)
    page.post(f"rows/{row}/remove/")
    answer = page.post(f"rows/{row}/", GROUP | tab)
    assert answer.status_code == 409
    gone = "That row no longer exists: it was removed in another tab."
    assert gone in text(answer)
    assert "You had typed" not in text(answer)
    typed = GROUP | tab | {"name": "Ferri", "notes": "Holds <the> gate"}
    said = {"": "Ferri · Holds <the> gate", "name": "Ferri", "notes": "Holds <the> gate", "count": ""}
    for touched, words in said.items():
        answer = page.post(f"rows/{row}/", typed | ({"touched": touched} if touched else {}))
        assert gone + (f" You had typed: {words}" if words else "") in text(answer)
        assert ("You had typed" in text(answer)) == bool(words)


def test_an_address_that_opens_a_row_that_is_gone_says_so(page: Builder) -> None:
    row, gone = group(page).id, "That row no longer exists: it was removed in another tab."
    for address in ("", "?edit=list", f"?edit={row}", f"?edit={page.alpha.id}"):
        assert gone not in text(page.get(address))
    page.post(f"rows/{row}/remove/")
    assert gone in text(page.get(f"?edit={row}"))


def test_looking_back_is_one_query_more(page: Builder, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    address, tab = f"rows/{group(page).id}/", shown(page)
    page.post(address, GROUP | tab | {"name": "Ferri"})
    with django_assert_num_queries(8):
        page.post(address, GROUP | tab | {"notes": "tired"})
    tab = shown(page)
    with django_assert_num_queries(7):
        page.post(address, GROUP | tab | {"notes": "very tired"})


# ── Changes in another tab ─────────────────────────────────────────────────────────────────────────────────────────


def asked(page: Builder, revision: object) -> Any:
    """Return the answer to a tab that shows a revision, and asks whether it is still current."""
    return page.client.get(f"{page.address}present/", headers={"If-None-Match": f'"{revision}"'})


def test_a_tab_is_told_whether_its_list_was_changed(page: Builder) -> None:
    shown = page.stored.revision_id
    assert (asked(page, shown).status_code, asked(page, shown).content) == (304, b"")
    page.post(f"rows/{group(page).id}/count/", by="1")
    answer = asked(page, shown)
    now = page.stored.revision_id
    assert (answer.status_code, answer.content, answer["ETag"]) == (204, b"", f'"{now}"')
    page.post("undo/")
    assert asked(page, shown).status_code == 304
    assert asked(page, "nothing").status_code == 204


@pytest.mark.parametrize("rows", [1, 40])
def test_to_ask_takes_a_query_beside_who_asks(
    english_client: Client, alice: Visitor, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """The session, the user, the list by its key."""
    page = at_the_builder(english_client, alice, a_roster(a_squad(*[a_group(2)] * rows)))
    shown = page.stored.revision_id
    with django_assert_num_queries(3):
        assert asked(page, shown).status_code == 304


# ── Taps ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_tap_in_each_tab_counts_twice(page: Builder) -> None:
    for _ in range(2):
        page.post(f"rows/{group(page).id}/count/", by="1")
    assert group(page).count == 9
    page.post(f"rows/{group(page).id}/count/", by="-1")
    assert group(page).count == 8


@pytest.mark.parametrize(
    ("row", "by", "most"),
    [
        (Figure(count=200, weapons=("assault-rifle",)), "1", 200),
        (Vehicle(type="protected", count=50), "1", 50),
    ],
)
def test_taps_stop_at_the_most(
    english_client: Client, alice: Visitor, row: Figure | Vehicle, by: str, most: int
) -> None:
    table = "figures" if isinstance(row, Figure) else "vehicles"
    of_one_row: dict[str, Any] = {table: (row,)}
    squad = Squad(name="", class_="elite", **of_one_row)
    page = at_the_builder(english_client, alice, a_roster(squad))
    (stored,) = getattr(page.alpha, table)
    assert page.post(f"rows/{stored.id}/count/", by=by).status_code == 200
    assert getattr(page.alpha, table)[0].count == most
