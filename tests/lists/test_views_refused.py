"""Refused actions: fields out of range, entries that the edition does not have, missing rows, strangers."""

import pytest
from django.test import Client

from armybuilder.lists import quotas
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from tests.lists.builder import Builder, at_the_builder, is_sheet, open_fields, text
from tests.lists.factories import a_key, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")

# ── Refusals ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_field_out_of_range_keeps_what_was_typed_and_says_why(page: Builder) -> None:
    row = page.alpha.figures[1].id
    response = page.post(f"rows/{row}/", name="Group", count="201", leadership="0", weapons=["lmg"])
    assert (response.status_code, is_sheet(response)) == (422, True)
    content = response.content.decode()
    assert "The quantity must be a number from 1 to 200." in content
    assert 'value="201"' in content
    assert 'value="Group"' in content
    assert page.alpha.figures[1].count == 7


def test_without_htmx_a_refused_form_is_a_whole_page(page: Builder) -> None:
    response = page.post(f"rows/{page.alpha.figures[1].id}/", htmx=False, count="0", leadership="0")
    assert response.status_code == 422
    assert "The quantity must be a number from 1 to 200." in text(response)
    assert response.content.lstrip().startswith(b"<!DOCTYPE html>")


@pytest.mark.parametrize("count", ["0", "201", "x"])
def test_a_stepper_out_of_range_opens_the_row_with_its_error(page: Builder, count: str) -> None:
    response = page.post(f"rows/{page.alpha.figures[1].id}/count/", count=count)
    assert response.status_code == 422
    assert "The quantity must be a number from 1 to 200." in text(response)


def test_a_stepper_out_of_range_opens_the_row_as_it_is(page: Builder) -> None:
    row = page.alpha.figures[1].id
    page.post(f"rows/{row}/", name="Ferri", count="7", leadership="0", weapons=["lmg"], team="B")
    fields = open_fields(page.post(f"rows/{row}/count/", count="201"))
    assert {name: fields[name] for name in ("name", "count", "weapons", "team")} == {
        "name": ["Ferri"],
        "count": ["201"],
        "weapons": ["lmg"],
        "team": ["B"],
    }


def test_a_limit_out_of_range_is_refused_beside_its_field(page: Builder) -> None:
    response = page.post("settings/", name="Raid", role="open", limit="10001")
    assert response.status_code == 422
    assert "The limit must be a number from 1 to 10,000." in text(response)
    assert page.roster.name == "Rangers"


@pytest.mark.parametrize(
    ("act", "fields", "lacks"),
    [
        ("squads/", {"class": "ninja"}, "class."),
        ("squads/", {"kind": "horde"}, "type of squad."),
        ("squads/{alpha}/figures/", {"preset": "ninja"}, "figure."),
        ("squads/{alpha}/vehicles/", {"type": "submarine"}, "vehicle."),
        ("squads/{alpha}/extras/", {"extra": "ambush"}, "extra."),
        ("extras/", {"extra": "infiltration"}, "extra."),
        ("extras/", {"extra": "dragons"}, "extra."),
        ("rulings/", {"medic": "free"}, "answer to “Does a medic cost 10 extra, or 10 in total?”."),
        ("rows/{group}/", {"weapons": "lmgg", "count": "1", "leadership": "0"}, "option."),
    ],
)
def test_unknown_entries_are_refused(page: Builder, act: str, fields: dict[str, str], lacks: str) -> None:
    before = page.roster
    ids = {"alpha": page.alpha.id, "group": page.alpha.figures[1].id}
    response = page.post(act.format(**ids), fields)
    assert response.status_code == 422
    assert f"This edition does not have that {lacks}" in text(response)
    assert page.roster == before


def test_a_full_list_says_so(english_client: Client, alice: Visitor) -> None:
    page = at_the_builder(english_client, alice, a_roster(*[a_squad(name=str(number)) for number in range(50)]))
    response = page.post("squads/")
    assert response.status_code == 422
    assert "A list can have at most 50 squads." in text(response)
    assert len(page.roster.squads) == 50


def test_typed_text_stays_if_there_is_no_room(page: Builder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Naming one of a group needs a row; and nothing is written over the hourly limit."""
    before, group = page.roster, page.alpha.figures[1]
    monkeypatch.setitem(edits.MOST, "figures", 2)
    typed = {"name": "Ferri", "count": "7", "class": "", "weapons": ["assault-rifle"], "leadership": "0"}
    answer = page.post(f"rows/{group.id}/", typed, notes="tired")
    assert (answer.status_code, "A squad can have at most 2 rows of figures." in text(answer)) == (422, True)
    fields = open_fields(answer)
    assert (fields["name"], fields["notes"], page.roster) == (
        ["Ferri"],
        ["\ntired"],
        before,
    )  # HTML's own line
    monkeypatch.setattr(quotas, "EDITS_AN_HOUR", 0)
    answer = page.post("settings/", name="Autumn", role="open", limit="120", notes="two tables")
    assert (answer.status_code, str(quotas.TooManyEditsError()) in text(answer)) == (429, True)
    fields = open_fields(answer)
    assert (fields["name"], fields["limit"], fields["notes"]) == (["Autumn"], ["120"], ["\ntwo tables"])
    answer = page.post("name/", name="Autumn", then="print")
    assert (answer.status_code, str(quotas.TooManyEditsError()) in text(answer)) == (429, True)
    assert page.roster == before


GONE = "That row no longer exists: it was removed in another tab."


@pytest.mark.parametrize(
    "act",
    [
        "rows/gone/",
        "rows/gone/count/",
        "rows/gone/duplicate/",
        "rows/gone/split/",
        "rows/gone/move/",
        "rows/gone/to-squad/",
        "rows/gone/remove/",
        "squads/gone/",
        "squads/gone/remove/",
        "squads/gone/duplicate/",
        "squads/gone/move/",
        "squads/gone/figures/",
        "squads/gone/vehicles/",
        "squads/gone/extras/",
    ],
)
def test_a_row_that_another_tab_removed_is_a_sentence_not_an_error(page: Builder, act: str) -> None:
    before = page.roster
    fields = {"count": "2", "preset": "rifleman", "type": "tank", "extra": "motivation"}
    response = page.post(act, fields)
    assert (response.status_code, is_sheet(response)) == (409, True)
    assert GONE in text(response)
    assert page.roster == before


def test_without_htmx_the_sentence_stands_on_the_page(page: Builder) -> None:
    response = page.client.post(f"{page.address}rows/gone/remove/", {"key": a_key()}, follow=True)
    assert GONE in text(response)


def test_moving_to_a_squad_that_is_gone(page: Builder) -> None:
    response = page.post(f"rows/{page.alpha.figures[0].id}/to-squad/", to="gone")
    assert GONE in text(response)


ACTS = [
    "settings/",
    "rulings/",
    "prices/drop/",
    "squads/",
    "squads/{alpha}/",
    "squads/{alpha}/remove/",
    "squads/{alpha}/duplicate/",
    "squads/{alpha}/move/",
    "squads/{alpha}/figures/",
    "squads/{alpha}/vehicles/",
    "squads/{alpha}/extras/",
    "extras/",
    "rows/{group}/",
    "rows/{group}/count/",
    "rows/{group}/duplicate/",
    "rows/{group}/split/",
    "rows/{group}/move/",
    "rows/{group}/to-squad/",
    "rows/{group}/remove/",
    "undo/",
    "redo/",
    "delete/",
    "restore/",
    "duplicate/",
]


def test_a_strangers_list_does_not_exist(page: Builder, bob: Visitor) -> None:
    before, ids = page.roster, {"alpha": page.alpha.id, "group": page.alpha.figures[1].id}
    assert bob.user
    page.client.force_login(bob.user)
    for act in ACTS:
        response = page.post(act.format(**ids), count="2", name="Mine", role="open")
        assert response.status_code == 404, act
        assert page.roster == before, act
        assert page.stored.deleted is None, act


@pytest.mark.parametrize("act", ["", "export/"])
def test_a_strangers_list_cannot_be_read(page: Builder, bob: Visitor, act: str) -> None:
    assert bob.user
    page.client.force_login(bob.user)
    assert page.get(act).status_code == 404


def test_an_act_is_a_post(page: Builder) -> None:
    ids = {"alpha": page.alpha.id, "group": page.alpha.figures[1].id}
    assert {act: page.get(act.format(**ids)).status_code for act in ACTS} == dict.fromkeys(ACTS, 405)


def test_a_form_without_its_token_is_refused(page: Builder, alice: Visitor) -> None:
    assert alice.user
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice.user)
    assert strict.post(page.address + "undo/").status_code == 403


def test_more_than_the_site_takes_is_refused_in_a_sentence(page: Builder) -> None:
    before = page.roster
    response = page.post("settings/", name="Raid", role="open", notes="x" * 3_000_000)
    assert response.status_code == 413
    assert "You can send at most 2.6 MB here. Nothing was read and nothing was changed." in text(response)
    assert page.roster == before
