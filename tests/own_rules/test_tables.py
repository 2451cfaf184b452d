"""The tables page of a draft: each edit is stored, and answered with what it changed."""

from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from lxml import html

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import (
    COLUMNS_AT_MOST,
    INCLUDED_AT_MOST,
    ROWS_AT_MOST,
    begin_game,
    begin_variant,
    change_cells,
    undo,
)
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.editor import Editor
from armybuilder.own_rules.models import OwnRules
from rules.catalogue import current_version, current_versions
from rules.own.columns import NONE
from tests.clubs.clubs import browser_of
from tests.rules.drafted import PARENTS

pytestmark = pytest.mark.usefixtures("loaded_rules")
LMG = "weapons/lmg/points"
A_NAME = (("position", 9), ("name", {"it": "Altra", "en": "Another"}))
HOSTILE = '"><script>alert(1)</script>\u202e{{ 7 }}'


@pytest.fixture
def spain(marta: User) -> OwnRules:
    return begin_variant(marta, current_version("rth-it"), "Spagna 1936")


@pytest.fixture
def game(marta: User) -> OwnRules:
    return begin_game(marta, "Briganti", limit=100, has_roles=False, has_leaders=True)


@pytest.fixture
def browser(marta: User) -> Client:
    return browser_of(marta)


def patch_of(rules: OwnRules) -> dict[str, Any]:
    patch: dict[str, Any] = OwnRules.objects.get(pk=rules.pk).patch
    return {place: value for place, value in patch.items() if place != "head//name"}


def names_of(rules: OwnRules, table: str) -> list[str]:
    return [entry.name.it for entry in getattr(OwnRules.objects.get(pk=rules.pk).catalogue, table)]


def send(browser: Client, rules: OwnRules, to: Any = "cells", **data: Any) -> Any:
    """Post an edit as the page's script does; its key is the number of edits so far."""
    address = reverse(f"own:{to}", args=[rules.pk])
    fields: dict[str, Any] = {"key": f"k{rules.edits.count()}", "at": rules.edits.count()} | data
    return browser.post(address, fields, headers={"HX-Request": "true"})


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def page_of(browser: Client, rules: OwnRules, query: str = "") -> str:
    return text_of(browser.get(reverse("own:tables", args=[rules.pk]) + query))


def with_rows(rules: OwnRules, actor: User, table: str, *names: str) -> list[str]:
    """Add rows, the first for 1 point, and return their ids."""
    rows = [f"row00{number}" for number in range(1, len(names) + 1)]
    changes: list[Any] = []
    for number, (row, name) in enumerate(zip(rows, names, strict=True), 1):
        place = f"{table}/{row}"
        changes.append((f"{place}/position", 100_000 + 1000 * number))
        changes.append((f"{place}/name", {"it": name, "en": name}))
        if table != "sides":
            changes.append((f"{place}/points", number))
    change_cells(rules.pk, actor, changes, key=f"rows {table}")
    return rows


# ── Cells ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_cell_is_stored_and_answered_with_its_row(spain: OwnRules, browser: Client) -> None:
    said = text_of(send(browser, spain, **{LMG: "12"}))
    assert patch_of(spain) == {LMG: 12}
    assert said.count('<tbody id="') == 1
    assert 'id="weapons-lmg"' in said
    assert "Back to 10" in said
    assert "Undo: Points, LMG" in said


@pytest.mark.parametrize("typed", ["", "10"])
def test_a_cell_that_is_emptied_or_says_the_same_is_the_parents_again(
    typed: str, spain: OwnRules, browser: Client
) -> None:
    send(browser, spain, **{LMG: "12"})
    send(browser, spain, **{LMG: typed})
    assert patch_of(spain) == {}


@pytest.mark.parametrize("dash", ["–", "-"])
def test_a_dash_takes_away_what_the_parent_has(dash: str, spain: OwnRules, browser: Client) -> None:
    said = text_of(send(browser, spain, **{LMG: dash}))
    assert patch_of(spain) == {LMG: NONE}
    assert OwnRules.objects.get(pk=spain.pk).catalogue.weapon_by_id["lmg"].points is None
    assert 'value="–"' in said
    assert "Back to 10" in said
    send(browser, spain, **{LMG: "="})
    assert patch_of(spain) == {}


def test_a_row_keeps_what_it_cannot_do_without(spain: OwnRules, browser: Client) -> None:
    troops = spain.base.classes[0]
    said = text_of(send(browser, spain, **{f"classes/{troops.id}/points": "–"}))
    assert OwnRules.objects.get(pk=spain.pk).catalogue.classes[0].points == troops.points
    assert "“–” is no whole number" in said
    stat = f"classes/{troops.id}/stats.{spain.base.characteristics[0].id}"
    assert "“–” is no whole number" in text_of(send(browser, spain, **{stat: "–"}))


def test_an_emptied_cell_of_an_own_game_is_empty(game: OwnRules, browser: Client) -> None:
    send(browser, game, **{"formats/open/limit": ""})
    assert OwnRules.objects.get(pk=game.pk).catalogue.format_by_id["open"].limit is None
    assert 'name="formats/open/limit" value=""' in page_of(browser, game).replace("\n", " ")
    send(browser, game, **{"formats/open/name": ""})
    assert OwnRules.objects.get(pk=game.pk).catalogue.format_by_id["open"].name.it == "Aperta"


def test_a_weapon_says_who_carries_it_and_what_the_checks_treat_it_as(spain: OwnRules, browser: Client) -> None:
    send(browser, spain, **{"weapons/pistol/carried_by": "figure vehicle", "weapons/lmg/kind": "–"})
    send(browser, spain, **{"weapons/pistol/tags": ["", "support"], "weapons/lmg/tags": ""})
    weapons = OwnRules.objects.get(pk=spain.pk).catalogue.weapon_by_id
    assert (weapons["pistol"].carried_by, weapons["pistol"].tags) == (("figure", "vehicle"), ("support",))
    assert (weapons["lmg"].kind, weapons["lmg"].tags) == ("", ())
    page = page_of(browser, spain, "?pick=weapons/lmg/tags")
    assert "Back to a support weapon" in page
    send(browser, spain, **{"weapons/lmg/tags": "=", "weapons/lmg/kind": ""})
    assert {place for place in patch_of(spain) if "lmg" in place} == set()


def test_a_name_that_says_the_same_is_the_parents(spain: OwnRules, browser: Client) -> None:
    send(browser, spain, **{"weapons/lmg/name": "LMG"})
    assert patch_of(spain) == {}


def test_a_wrong_cell_is_kept_as_typed_and_says_why(spain: OwnRules, browser: Client) -> None:
    send(browser, spain, **{LMG: "12"})
    said = text_of(send(browser, spain, **{LMG: "4,5"}))
    assert patch_of(spain) == {LMG: 12, f"{LMG}!": "4,5"}
    assert "“4,5” is no whole number from 0 to 999." in said
    assert "Put 5" in said
    send(browser, spain, **{LMG: ["4,5", "5"]})  # the button beside its box, without a script
    assert patch_of(spain) == {LMG: 5}


def test_the_same_edit_sent_twice_is_made_once(spain: OwnRules, browser: Client) -> None:
    for points in ("12", "13"):
        send(browser, spain, key="once", **{LMG: points})
    assert patch_of(spain) == {LMG: 12}


def test_one_of_several_rows_is_chosen(game: OwnRules, marta: User, browser: Client) -> None:
    [side, *_] = with_rows(game, marta, "sides", "Regno", "Briganti")
    [troops] = with_rows(game, marta, "classes", "Bersaglieri")
    place = f"classes/{troops}/side"
    assert "Regno" in page_of(browser, game, "?also=classes.side")
    send(browser, game, **{place: side})
    assert OwnRules.objects.get(pk=game.pk).catalogue.classes[0].side == side
    send(browser, game, **{place: "nobody"})
    assert patch_of(game)[f"{place}!"] == "nobody"


def test_one_of_many_rows_is_chosen_below_its_row_and_taken_away(game: OwnRules, marta: User, browser: Client) -> None:
    sides = with_rows(game, marta, "sides", *(f"Parte {number}" for number in range(9)))
    more = [(f"sides/more0{number}/{field}", value) for number in range(4) for field, value in A_NAME]
    change_cells(game.pk, marta, more, key="more")
    [troops] = with_rows(game, marta, "classes", "Bersaglieri")
    place = f"classes/{troops}/side"
    send(browser, game, **{place: ["", sides[0]]})
    page = " ".join(page_of(browser, game, f"?pick={place}").split())
    assert f'name="{place}" value="–"> <span>–</span>' in page
    send(browser, game, **{place: ["", "–"]})
    assert OwnRules.objects.get(pk=game.pk).catalogue.classes[0].side == ""
    page = page_of(browser, game, f"?also=classes.side&pick={place}")
    assert f'name="{place}" value="–" checked' in " ".join(page.split())


def test_an_extra_says_its_levels_and_who_it_is_for(browser: Client, game: OwnRules) -> None:
    page = page_of(browser, game, "?also=extras&also=extras.level_points&also=extras.only.class")
    assert 'name="extras/+/level_points"' in page
    send(browser, game, **{"extras/q7w2e1/name": "Radio"})
    said = text_of(send(browser, game, **{"extras/q7w2e1/level_points": "0 five"}))
    assert "“five” is no whole number from -999 to 999." in said
    assert 'id="extras-q7w2e1-level_points" name="extras/q7w2e1/level_points" value="0 five"' in " ".join(said.split())
    send(browser, game, **{"extras/q7w2e1/level_points": "0, 5"})
    assert patch_of(game)["extras/q7w2e1/level_points"] == "0 5"


@pytest.mark.parametrize("place", [LMG, "weapons/lmg/name", "head//line", "nothing"])
def test_an_address_that_picks_a_cell_without_choices_is_a_page(spain: OwnRules, browser: Client, place: str) -> None:
    assert "Spagna 1936" in page_of(browser, spain, f"?pick={place}")


def test_several_rows_are_chosen_below_their_row(spain: OwnRules, browser: Client) -> None:
    [vehicle, *_] = [entry.id for entry in spain.catalogue.vehicles]
    place = f"vehicles/{vehicle}/includes"
    assert f'name="{place}" value="lmg"' in page_of(browser, spain, f"?pick={place}").replace("\n", " ")
    send(browser, spain, **{place: ["", "lmg", "mmg"]})
    assert patch_of(spain) == {place: ["lmg", "mmg"]}
    send(browser, spain, **{place: ""})
    assert patch_of(spain) == {}


@pytest.mark.parametrize(
    "place",
    [
        *("weapons/nothing/points", "weapons/LMG/points", "weapons/lmg/nothing", "weapons/lmg/position"),
        *("weapons/lmg/retired", "nothing/lmg/points", "head//credit", "checks/empty/severity"),
        *("formats/attack/limit", "formats/+1/limit", "leadership/99/points", "weapons//points", "//"),
    ],
)
def test_a_place_that_no_draft_has_is_not_there(place: str, spain: OwnRules, browser: Client) -> None:
    assert send(browser, spain, **{place: "1"}).status_code == 404
    assert patch_of(spain) == {}


def test_hostile_texts_are_stored_and_escaped(game: OwnRules, marta: User, browser: Client) -> None:
    [row] = with_rows(game, marta, "classes", "Bersaglieri")
    answer = send(browser, game, **{f"classes/{row}/name": HOSTILE})
    for response in (answer, browser.get(reverse("own:tables", args=[game.pk])), browser.get("/rules/mine/")):
        assert response.status_code == 200
        assert "<script>alert" not in response.content.decode()
    assert patch_of(game)[f"classes/{row}/name"]["it"] == HOSTILE


def test_a_name_of_more_than_80_characters_is_kept_as_typed(spain: OwnRules, browser: Client) -> None:
    send(browser, spain, **{"weapons/lmg/name": "x" * 80})
    said = text_of(send(browser, spain, **{"weapons/lmg/name": "y" * 100_000}))
    assert patch_of(spain)["weapons/lmg/name"]["it"] == "x" * 80
    assert len(patch_of(spain)["weapons/lmg/name!"]) == 400
    assert "At most 80 characters" in said


# ── Rows ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_two_cells_make_a_row(game: OwnRules, browser: Client) -> None:
    send(browser, game, **{"classes/q7w2e1/name": "Bersaglieri"})
    said = text_of(send(browser, game, **{"classes/q7w2e1/points": "12"}))
    assert patch_of(game) == {
        "classes/q7w2e1/position": 1000,
        "classes/q7w2e1/name": {"it": "Bersaglieri", "en": "Bersaglieri"},
        "classes/q7w2e1/points": 12,
    }
    assert "trial-pts" in said


def test_after_the_third_row_the_lists_stand_beside_the_table(game: OwnRules, browser: Client) -> None:
    for number in range(3):
        send(browser, game, **{f"classes/row00{number}/name": f"Truppa {number}"})
        said = text_of(send(browser, game, **{f"classes/row00{number}/points": "9"}))
    proof = said[said.index('id="proof"') :]
    for words in ("The smallest legal list", "A full list", "A list that breaks a limit"):
        assert words in proof


def test_a_form_adds_several_rows_in_their_order(game: OwnRules, browser: Client) -> None:
    rows = {f"classes/+{number or ''}/name": f"Truppa {number}" for number in range(3)}
    send(browser, game, **rows, **{f"classes/+{number or ''}/points": "4" for number in range(3)})
    assert names_of(game, "classes") == ["Truppa 0", "Truppa 1", "Truppa 2"]
    assert game.edits.count() == 1


def test_rows_move_and_are_duplicated(game: OwnRules, marta: User, browser: Client) -> None:
    _a, b, c = with_rows(game, marta, "weapons", "A", "B", "C")
    send(browser, game, "row", act=f"up weapons/{c}")
    assert names_of(game, "weapons") == ["A", "C", "B"]
    send(browser, game, "row", act=f"up weapons/{c}")
    send(browser, game, "row", act=f"up weapons/{c}")  # it is the first
    assert names_of(game, "weapons") == ["C", "A", "B"]
    send(browser, game, "row", act=f"down weapons/{c}")
    send(browser, game, "row", act=f"copy weapons/{b}")
    assert names_of(game, "weapons") == ["A", "C", "B", "B 2"]
    said = text_of(send(browser, game, "row", act=f"above weapons/{b}"))
    assert 'id="weapons"' in said
    assert names_of(game, "weapons") == ["A", "C", "B", "B 2"]


def test_rows_without_room_between_them_are_numbered_again(game: OwnRules, marta: User, browser: Client) -> None:
    _a, b, c = with_rows(game, marta, "weapons", "A", "B", "C")
    same = [(f"weapons/{row}/position", 5) for row in (_a, b, c)]
    change_cells(game.pk, marta, same, key="same")
    send(browser, game, "row", act=f"up weapons/{c}")
    assert names_of(game, "weapons") == ["A", "C", "B"]


def test_a_row_of_the_parent_is_retired_and_brought_back(spain: OwnRules, browser: Client) -> None:
    said = text_of(send(browser, spain, "row", act="retire weapons/lmg"))
    assert "Bring back LMG" in said
    assert OwnRules.objects.get(pk=spain.pk).catalogue.weapon_by_id["lmg"].retired
    assert send(browser, spain, "row", act="remove weapons/lmg").status_code == 404
    send(browser, spain, "row", act="restore weapons/lmg")
    assert patch_of(spain) == {}


def test_a_row_is_removed_until_a_version_has_it(game: OwnRules, marta: User, browser: Client) -> None:
    row, _other = with_rows(game, marta, "classes", "Bersaglieri", "Guardie")
    send(browser, game, "row", act=f"remove classes/{row}")
    assert names_of(game, "classes") == ["Guardie"]
    send(browser, game, "undo")
    assert names_of(game, "classes") == ["Bersaglieri", "Guardie"]
    OwnRules.objects.filter(pk=game.pk).update(licence="mine")
    publish(game.pk, marta)
    assert send(browser, game, "row", act=f"remove classes/{row}").status_code == 404
    assert f'value="retire classes/{row}"' in page_of(browser, game)


@pytest.mark.parametrize(
    "act", ["", "up", "up weapons/nothing", "up nothing/lmg", "burn weapons/lmg", "up formats/attacker"]
)
def test_an_act_that_no_row_has_is_not_there(act: str, spain: OwnRules, browser: Client) -> None:
    assert send(browser, spain, "row", act=act).status_code == 404


def test_a_row_too_many_is_refused_in_words(game: OwnRules, marta: User, browser: Client) -> None:
    changes = [(f"weapons/r{number:05}/position", number) for number in range(ROWS_AT_MOST)]
    change_cells(game.pk, marta, changes, key="many")
    said = text_of(send(browser, game, **{"weapons/+/name": "One more"}))
    assert "There are 300 rows, the most a table can have." in said
    assert len(patch_of(game)) == ROWS_AT_MOST


def test_a_vehicle_with_too_many_weapons_is_refused_in_words(game: OwnRules, marta: User, browser: Client) -> None:
    names = [(f"weapons/r{number:05}", number) for number in range(INCLUDED_AT_MOST + 1)]
    named = [(f"{row}/name", {"it": "Arma", "en": "Weapon"}) for row, _number in names]
    placed = [(f"{row}/position", number) for row, number in names]
    points = [(f"{row}/points", 1) for row, _number in names]
    change_cells(game.pk, marta, [*placed, *named, *points], key="many")
    ids = [row.partition("/")[2] for row, _number in names]
    said = text_of(send(browser, game, **{"vehicles/aaaaaa/name": "Tank", "vehicles/aaaaaa/includes": ids}))
    assert "A vehicle includes at most 12 weapons." in said
    assert not any(place.startswith("vehicles/") for place in patch_of(game))
    send(browser, game, **{"vehicles/aaaaaa/name": "Tank", "vehicles/aaaaaa/includes": ids[1:]})
    assert patch_of(game)["vehicles/aaaaaa/includes"] == ids[1:]


def test_a_column_too_many_is_refused_in_words(spain: OwnRules, marta: User, browser: Client) -> None:
    changes = [(f"characteristics/r{number:05}/position", number) for number in range(COLUMNS_AT_MOST)]
    change_cells(spain.pk, marta, changes, key="many")
    said = text_of(send(browser, spain, **{"characteristics/+/name": "One more"}))
    assert "There are 20 columns of your own, the most a game can have." in said
    assert len(patch_of(spain)) == COLUMNS_AT_MOST


def test_a_draft_with_too_many_columns_can_lose_one(spain: OwnRules, marta: User, browser: Client) -> None:
    spain.patch = {f"characteristics/r{number:05}/position": number for number in range(COLUMNS_AT_MOST + 2)}
    spain.save()
    send(browser, spain, "row", act="remove characteristics/r00000")
    assert len(patch_of(spain)) == COLUMNS_AT_MOST + 1
    said = text_of(send(browser, spain, **{"characteristics/+/name": "One more"}))
    assert "There are 20 columns of your own, the most a game can have." in said
    assert len(patch_of(spain)) == COLUMNS_AT_MOST + 1


# ── Undo, and other writers ───────────────────────────────────────────────────────────────────────────────────────


def test_edits_are_taken_back_and_made_again(spain: OwnRules, browser: Client) -> None:
    send(browser, spain, **{LMG: "12"})
    said = text_of(send(browser, spain, "undo"))
    assert patch_of(spain) == {}
    assert 'id="weapons-lmg"' in said
    send(browser, spain, "redo")
    assert patch_of(spain) == {LMG: 12}


def test_what_another_writer_takes_back_is_seen(spain: OwnRules, davide: User, browser: Client) -> None:
    spain.writers.add(davide)
    change_cells(spain.pk, davide, [(LMG, 11)], key="d")
    undo(spain.pk, davide, "e")
    said = text_of(send(browser, spain, at=1, **{LMG: "12"}))
    assert "davide changed “Points, LMG” while you were writing: – there, 12 here. Yours counts." in said


def test_a_page_of_an_older_game_is_loaded_again(spain: OwnRules, marta: User, browser: Client) -> None:
    change_cells(spain.pk, marta, [("head//parent", str(spain.parent_id))], key="nothing")
    assert not spain.edits.exists()
    [older] = [it.pk for it in current_versions() if it.ruleset_id == "rth-en"]
    change_cells(spain.pk, marta, [("head//parent", str(older))], key="other")
    assert "Undo: Corrections of the game" in page_of(browser, spain)
    assert send(browser, spain, "undo").status_code == 409
    assert OwnRules.objects.get(pk=spain.pk).parent == spain.parent


def test_another_writers_value_is_named(spain: OwnRules, davide: User, browser: Client) -> None:
    spain.writers.add(davide)
    change_cells(spain.pk, davide, [(LMG, 11), ("weapons/mmg/points", 9)], key="d")
    said = text_of(send(browser, spain, at=0, **{LMG: "12"}))
    assert "davide changed “Points, LMG” while you were writing: 11 there, 12 here. Yours counts." in said
    assert "Take 11" in said
    assert 'id="weapons-mmg"' in said  # changed by davide, and shown
    assert patch_of(spain) == {LMG: 12, "weapons/mmg/points": 9}


@pytest.mark.parametrize(
    ("place", "theirs", "mine"),
    [(LMG, 11, "12"), ("weapons/lmg/tags", ["support", "needs-crew"], ["combat-value"])],
)
def test_another_writers_value_is_taken_without_a_script(
    spain: OwnRules, davide: User, browser: Client, place: str, theirs: Any, mine: Any
) -> None:
    spain.writers.add(davide)
    change_cells(spain.pk, davide, [(place, theirs)], key="d")
    page = browser.post(f"/rules/{spain.pk}/edit/cells/", {"key": "k", "at": "0", place: mine})
    [form] = html.fromstring(page.content).cssselect("#own-notes form")
    [take] = [button for button in form.cssselect("button") if button.get("name") == place]
    sent: dict[str, list[str]] = {}
    for name, value in [*form.form_values(), (place, take.get("value"))]:
        sent.setdefault(name, []).append(value)
    assert browser.post(form.get("action"), sent).status_code == 302
    assert patch_of(spain) == {place: theirs}


def test_a_form_overwrites_no_cell_that_its_writer_left_alone(spain: OwnRules, davide: User, browser: Client) -> None:
    spain.writers.add(davide)
    change_cells(spain.pk, davide, [(LMG, 11)], key="d")
    answer = browser.post(
        reverse("own:cells", args=[spain.pk]), {"key": "k", "at": 0, LMG: "", "weapons/mmg/points": "9"}
    )
    assert answer.status_code == 302
    assert patch_of(spain) == {LMG: 11, "weapons/mmg/points": 9}


def test_a_cell_that_somebody_changed_since_is_not_taken_back(spain: OwnRules, davide: User, browser: Client) -> None:
    spain.writers.add(davide)
    send(browser, spain, **{LMG: "12"})
    change_cells(spain.pk, davide, [(LMG, 13)], key="d")
    assert "Nothing was undone" in text_of(send(browser, spain, "undo"))
    assert patch_of(spain) == {LMG: 13}


def test_without_a_script_the_page_says_what_was_refused(spain: OwnRules, davide: User, browser: Client) -> None:
    spain.writers.add(davide)
    send(browser, spain, **{LMG: "12"})
    change_cells(spain.pk, davide, [(LMG, 13)], key="d")
    answer = browser.post(reverse("own:undo", args=[spain.pk]), follow=True)
    assert "Nothing was undone" in text_of(answer)
    answer = browser.post(reverse("own:cells", args=[spain.pk]), {"key": "z", "at": 1, LMG: "14"}, follow=True)
    assert "davide changed" in text_of(answer)


# ── The page ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_strangers_find_no_draft(spain: OwnRules, davide: User) -> None:
    other = browser_of(davide)
    assert other.get(reverse("own:tables", args=[spain.pk])).status_code == 404
    for act in ("cells", "row", "undo", "redo", "copy", "put-away"):
        assert send(other, spain, act, **{LMG: "12"}).status_code == 404
    assert patch_of(spain) == {}


def test_tables_and_columns_without_values_are_shown_when_added(game: OwnRules, browser: Client) -> None:
    assert "vehicles/+/name" not in page_of(browser, game)
    assert "classes/+/reading" not in page_of(browser, game)
    page = page_of(browser, game, "?also=vehicles&also=classes.reading&also=nothing")
    assert "vehicles/+/name" in page
    assert "classes/+/reading" in page


def test_a_game_without_points_has_no_prices(marta: User, browser: Client) -> None:
    game = begin_game(marta, "Libero", limit=None, has_roles=False, has_leaders=True, has_points=False)
    page = page_of(browser, game)
    assert "classes/+/name" in page
    assert "/points" not in page


@pytest.mark.parametrize("rows", [1, 60])
def test_an_edit_costs_the_same_queries_however_many_rows(
    rows: int, game: OwnRules, marta: User, browser: Client, django_assert_num_queries: Any
) -> None:
    with_rows(game, marta, "weapons", *(f"Arma {number}" for number in range(rows)))
    with django_assert_num_queries(17):
        send(browser, game, **{"weapons/row001/points": "7"})
    with django_assert_num_queries(8):
        page_of(browser, game)


def test_the_game_has_a_row_of_its_own(spain: OwnRules, browser: Client) -> None:
    said = text_of(send(browser, spain, **{"head//name": "Spagna 1937", "head//line": "Colonne e tercios"}))
    assert 'id="head-"' in said
    assert ">Spagna 1937</h1>" in said
    assert OwnRules.objects.get(pk=spain.pk).catalogue.line.it == "Colonne e tercios"
    assert "Spagna 1937" in browser.get("/rules/mine/").content.decode()


def test_what_an_own_game_began_with_is_its_own(game: OwnRules, browser: Client) -> None:
    page = page_of(browser, game)
    assert 'name="formats/open/limit" value="100"' in page.replace("\n", " ")
    send(browser, game, **{"formats/open/limit": "120"})
    assert "Back to" not in page_of(browser, game)
    send(browser, game, **{"formats/open/limit": "100"})
    assert patch_of(game) == {}


def test_a_table_of_300_rows_is_sent_as_one_form(game: OwnRules, browser: Client) -> None:
    cells = {
        f"weapons/+{number}/{field}": f"{number}" if field == "points" else f"{field} {number}"
        for number in range(ROWS_AT_MOST)
        for field in ("name", "points", "in_full", "note")
    }
    answer = browser.post(reverse("own:cells", args=[game.pk]), {"key": "k", "at": 0} | cells)
    assert answer.status_code == 302
    assert names_of(game, "weapons") == [f"name {number}" for number in range(ROWS_AT_MOST)]


def test_rows_of_the_same_name_are_told_apart(game: OwnRules, marta: User, browser: Client) -> None:
    with_rows(game, marta, "weapons", "Schioppo", "schioppo", "Fucile")
    assert page_of(browser, game).count("Another row has the same name.") == 2


def test_a_column_that_is_seldom_changed_is_shown_once_a_value_is_the_drafts_own(
    browser: Client, spain: OwnRules
) -> None:
    def fields() -> list[str]:
        return [column.field for column in Editor(OwnRules.objects.get(pk=spain.pk)).section("weapons").columns]

    assert fields() == ["name", "points", "note"]
    send(browser, spain, **{"weapons/pistol/carried_by": "figure vehicle"})
    assert fields() == ["name", "points", "carried_by", "note"]


# ── What differs ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game_id", PARENTS)
def test_just_the_rows_that_a_variant_writes_are_marked_and_each_cell_can_be_taken_back(
    game_id: str, marta: User
) -> None:
    rules = begin_variant(marta, current_version(game_id), "Spain")
    name = {place: value for place, value in rules.patch.items() if place.startswith("head")}
    book, row = rules.base, "weapons/own001"
    [first, second, third, *_] = [f"weapons/{weapon.id}" for weapon in book.weapons]
    changes: list[tuple[str, Any]] = [
        (f"{first}/note", {"it": "Nostra", "en": "Ours"}),
        (f"{first}/tags", []),
        (f"{second}/retired", True),
        (f"{third}/position", 7),
        (f"classes/{book.classes[-1].id}/name!", "x" * 81),
        (f"ready_squads/{book.ready_squads[0].id}/men", 7),
        *((f"{row}/{field}", value) for field, value in (("position", 9), ("name", {"it": "A", "en": "A"}))),
    ]
    change_cells(rules.pk, marta, changes, key="a")
    editor = Editor(OwnRules.objects.get(pk=rules.pk))
    marked = {row.id for section in editor.sections() for row in section.rows if row.is_changed}
    assert marked == {place.rpartition("/")[0] for place, _value in changes}
    assert editor.differences == len(marked) == 6
    for number, (place, _value) in enumerate(changes):
        change_cells(rules.pk, marta, [(place, None)], key=f"b{number}")
    assert OwnRules.objects.get(pk=rules.pk).patch == name
    assert Editor(OwnRules.objects.get(pk=rules.pk)).differences == 0
