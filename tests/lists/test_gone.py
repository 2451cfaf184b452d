"""A row removed in another tab is named, and comes back with the values typed for it."""

from typing import Any

import pytest
from django.test import Client
from lxml import html
from msgspec.structs import replace
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists import quotas
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from tests.lists.builder import Builder, at_the_builder, open_fields, text
from tests.lists.factories import a_group, a_key, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")

TYPED = {"name": "Ferri", "count": "1", "class": "", "weapons": ["lmg"], "leadership": "1", "notes": ""}


def tap_put_back(page: Builder, answer: Any, *, htmx: bool = True) -> Any:
    button = html.fromstring(answer.content.decode()).get_element_by_id("put-back")
    form = next(button.iterancestors("form"))
    fields: dict[str, list[str]] = {}
    for name, value in form.form_values():
        fields.setdefault(name, []).append(value)
    return page.post(form.action.removeprefix(page.address), fields, htmx=htmx)


def sentence(answer: Any) -> str:
    """Return the message about the missing row."""
    document = html.fromstring(answer.content.decode())
    return " ".join(notice.text_content() for notice in document.find_class("notice warn")).strip()


@pytest.mark.parametrize("htmx", [True, False])
def test_text_for_a_removed_man_comes_back_with_him(page: Builder, htmx: bool) -> None:
    leader, group = page.alpha.figures
    shown = {"was": str(page.stored.revision_id), "edit": leader.id, "touched": "name"}
    page.post(f"rows/{leader.id}/remove/")
    answer = page.post(f"rows/{leader.id}/", {**TYPED, **shown}, htmx=htmx)
    assert answer.status_code == 409
    assert sentence(answer) == "Sgt. Rossi was removed in another tab.Put back"
    answer = tap_put_back(page, answer, htmx=htmx)
    ferri = replace(leader, name="Ferri", weapons=("lmg",))
    assert page.alpha.figures == (ferri, group)
    if htmx:
        assert open_fields(answer)["name"] == ["Ferri"]
    page.post("undo/")
    assert page.alpha.figures == (leader, group)
    assert "Undo: Sgt. Rossi put back" in text(page.get())


def test_refused_values_are_shown_once_he_is_back(page: Builder) -> None:
    leader = page.alpha.figures[0]
    page.post(f"rows/{leader.id}/remove/")
    answer = tap_put_back(page, page.post(f"rows/{leader.id}/", {**TYPED, "count": "900"}))
    assert (answer.status_code, open_fields(answer)["count"]) == (422, ["900"])
    assert page.alpha.figures[0] == leader


def test_opening_or_removing_a_removed_row_restores_it_unchanged(page: Builder) -> None:
    before, leader = page.roster, page.alpha.figures[0]
    page.post(f"rows/{leader.id}/remove/")
    opened = page.get(f"?edit={leader.id}")
    removed = page.post(f"rows/{leader.id}/remove/")
    assert sentence(opened) == sentence(removed) == "Sgt. Rossi was removed in another tab.Put back"
    for answer in (opened, removed):
        answer = tap_put_back(page, answer)
        assert page.roster == before
    assert "is gone" not in text(page.get(f"?edit={leader.id}"))


def test_a_squad_a_vehicle_and_an_extra_too(page: Builder) -> None:
    before = page.roster
    truck, intelligence = page.bravo.vehicles[0], before.extras[0]
    acts = {
        f"rows/{truck.id}/": ("count/", {"count": "1"}, "Protected vehicle was removed in another tab."),
        f"rows/{intelligence.id}/": ("move/", {}, "Intelligence 1 was removed in another tab."),
        f"squads/{page.alpha.id}/": ("move/", {"by": "-1"}, "Alpha was removed in another tab."),
    }
    for row, (act, fields, said) in acts.items():
        page.post(f"{row}remove/")
        answer = page.post(row + act, fields)
        assert sentence(answer) == f"{said}Put back"
        tap_put_back(page, answer)
        assert page.roster == before


def test_adding_to_a_removed_squad_restores_it(page: Builder) -> None:
    bravo = page.bravo
    page.post(f"squads/{bravo.id}/remove/")
    answer = page.post(f"squads/{bravo.id}/figures/", preset="medic")
    assert sentence(answer) == "Bravo was removed in another tab.Put back"
    tap_put_back(page, answer)
    assert [figure.count for figure in page.bravo.figures] == [3, 1]
    leader = page.alpha.figures[0]
    page.post(f"squads/{bravo.id}/remove/")
    tap_put_back(page, page.post(f"rows/{leader.id}/to-squad/", to=bravo.id))
    assert page.bravo.figures[2].name == leader.name


def test_a_man_whose_squad_is_gone_is_told_of_with_it(page: Builder) -> None:
    before, leader = page.roster, page.alpha.figures[0]
    page.post(f"squads/{page.alpha.id}/remove/")
    answer = page.post(f"rows/{leader.id}/count/", by="1")
    assert sentence(answer) == "Alpha was removed in another tab.Put back"
    tap_put_back(page, answer)
    assert page.alpha.figures[0] == replace(leader, count=2)
    assert page.roster.squads[1:] == before.squads[1:]


def test_rows_removed_by_undo_are_reported_too(page: Builder) -> None:
    page.post(f"squads/{page.alpha.id}/figures/", preset="medic")
    medic = page.alpha.figures[2]
    page.post("undo/")
    tap_put_back(page, page.post(f"rows/{medic.id}/count/", by="1"))
    assert page.alpha.figures[2] == replace(medic, count=2)


def test_a_row_that_was_merged_with_its_equals_is_not_missed(page: Builder) -> None:
    page.post(f"rows/{page.alpha.figures[1].id}/split/")
    single = page.alpha.figures[2]
    page.post(f"squads/{page.alpha.id}/merge/")
    before = page.roster
    answer = page.post(f"rows/{single.id}/count/", by="1")
    assert (answer.status_code, sentence(answer)) == (409, "Rifleman is now in a row with identical figures.")
    assert "put-back" not in answer.content.decode()
    page.post(f"rows/{single.id}/put-back/", back=single.id)
    assert page.roster == before


@pytest.mark.postgres
def test_put_back_twice_is_put_back_once(page: Builder) -> None:
    before, leader = page.roster, page.alpha.figures[0]
    page.post(f"rows/{leader.id}/remove/")
    fields = {"key": a_key(), "back": leader.id}
    for _ in range(2):
        assert page.post(f"rows/{leader.id}/put-back/", fields).status_code == 200
    assert page.roster == before
    assert page.stored.last_number == 3


def test_a_row_without_room_is_reported(page: Builder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(edits.MOST, "figures", 2)
    leader, alpha = page.alpha.figures[0], page.alpha.id
    page.post(f"rows/{leader.id}/remove/")
    refused = page.post(f"rows/{leader.id}/", {**TYPED, "name": "Ferri"})
    page.post(f"squads/{alpha}/figures/", preset="medic")
    full = page.roster
    answer = tap_put_back(page, refused)
    assert (answer.status_code, page.roster) == (422, full)
    assert sentence(answer) == (
        "There is no room to put Sgt. Rossi back. A squad can have at most 2 rows of "
        "figures. Remove something first: it is still in the list’s versions.Put back"
    )
    page.post(f"rows/{page.alpha.figures[1].id}/remove/")
    assert tap_put_back(page, answer).status_code == 200
    assert [figure.name for figure in page.alpha.figures if figure.leadership] == ["Ferri"]


def test_a_row_over_the_quota_is_not_called_removed(page: Builder, monkeypatch: pytest.MonkeyPatch) -> None:
    leader = page.alpha.figures[0]
    page.post(f"rows/{leader.id}/remove/")
    refused = page.post(f"rows/{leader.id}/", TYPED)
    monkeypatch.setattr(quotas, "ROWS", 3)
    answer = tap_put_back(page, refused)
    said = "A list can have at most 3 rows of squads, figures, vehicles and extras."
    assert (answer.status_code, sentence(answer)) == (422, f"{said}Put back")


@pytest.mark.postgres
@pytest.mark.parametrize("row", ["gone", "x" * 5000, "%", '"', "LEADER"])
def test_unknown_rows_are_not_restored(page: Builder, row: str) -> None:
    before = page.roster
    answer = page.post("rows/gone/put-back/", back=row)
    assert (answer.status_code, page.roster) == (200, before)
    assert "That row no longer exists: it was removed in another tab." in text(answer)
    assert page.post(f"rows/{page.alpha.figures[0].id}/to-squad/", to=row).status_code == 200


def test_names_and_what_was_typed_stay_text(english_client: Client, alice: Visitor) -> None:
    hostile = '"><script>alert(1)</script>'
    page = at_the_builder(english_client, alice, a_roster(a_squad(a_group(1, name=hostile))))
    row = page.alpha.figures[0].id
    page.post(f"rows/{row}/remove/")
    answer = page.post(f"rows/{row}/", {**TYPED, "name": hostile, hostile: hostile})
    assert "<script>alert" not in answer.content.decode()
    tap_put_back(page, answer)
    assert page.alpha.figures[0].name == hostile


@pytest.mark.parametrize("rows", [1, 40])
def test_to_name_what_is_gone_takes_as_many_queries_whatever_is_there(
    english_client: Client, alice: Visitor, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = at_the_builder(
        english_client, alice, a_roster(a_squad(*(a_group(1, notes=str(n)) for n in range(rows))))
    )
    row = page.alpha.figures[0].id
    page.post(f"rows/{row}/remove/")
    with django_assert_num_queries(12):
        page.post(f"rows/{row}/count/", by="1")
