"""The forms of the builder as shown: fields, choices, typed values and errors."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import QueryDict
from django.utils import translation

from armybuilder.lists.forms import BuilderForm, FigureForm, VehicleForm, open_form, retyped_form, row_form
from rules.core.document.roster import ExtraEntry, Figure, Squad, Vehicle
from rules.core.document.rows import find_place
from tests.lists.sheets import a_form_context, errors_of, options_of
from tests.packing import packed


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def form_of(row: str, *squads: Squad, **fields: Any) -> BuilderForm:
    """Return the form of the row with an id such as r1."""
    form = open_form(row, a_form_context(*squads, **fields))
    assert form
    return form


def figure_form(figure: Figure, class_id: str = "elite", ruleset: str = "bn") -> BuilderForm:
    return form_of("r2", Squad(name="", class_=class_id, figures=(figure,)), ruleset=ruleset)


def vehicle_form(vehicle: Vehicle) -> BuilderForm:
    return form_of("r2", Squad(name="", class_="elite", vehicles=(vehicle,)))


def shown(form: BuilderForm) -> list[str]:
    """Return the names of the fields in the order of the page."""
    return [field.name for line in form.lines for field in line]


def chosen(form: BuilderForm, name: str) -> list[str]:
    return [value for value, _, selected in options_of(form[name]) if selected]


def priced(name: str, price: str) -> str:
    return f'{name} <b class="num">{price}</b>'


# ── Fields ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_figure_has_the_fields_that_its_ruleset_reads() -> None:
    everywhere = ["name", "class", "weapons"]
    assert shown(figure_form(Figure())) == [*everywhere, "leadership", "team", "roles", "notes"]
    assert shown(figure_form(Figure(), ruleset="bi")) == [
        *everywhere,
        "team",
        "roles",
        "kit",
        "ability",
        "notes",
    ]
    assert shown(figure_form(Figure(), "expert", "ludonet")) == [*everywhere, "team", "combat_value", "notes"]


def test_a_squad_has_the_fields_that_its_ruleset_reads() -> None:
    def names(ruleset: str) -> list[str]:
        return shown(form_of("r1", Squad(name="", class_="elite"), ruleset=ruleset))

    assert names("rth-it") == ["name", "class", "kind"]
    assert names("bn") == ["name", "class", "kind", "list_class", "traits"]
    assert names("bi") == ["name", "class", "kind", "leader_ability", "motivation", "fanatic"]


def test_the_commander_is_beside_the_roles() -> None:
    roles = packed(str(figure_form(Figure(commander=True), ruleset="bi")["roles"]))
    assert roles.count('type="checkbox" autocomplete="off" name="roles"') > 0
    assert 'name="commander" value="1" id="r2-commander" checked><span>Commands the platoon</span>' in roles


def test_a_vehicle_that_has_no_choice_of_movement_is_not_asked() -> None:
    assert shown(vehicle_form(Vehicle(type="tank"))) == ["name", "type", "weapons", "notes"]


def test_the_list_itself_can_be_edited() -> None:
    form = form_of("list", role="open", limit=200)
    assert shown(form) == ["name", "role", "limit", "pair_name", "notes"]
    assert form.values() == {"name": "Surobi", "role": "open", "limit": 200, "pair_name": "", "notes": ""}
    assert shown(form_of("list", ruleset="bi")) == ["name", "role", "pair_name", "notes"]


def test_only_what_has_an_edit_state_has_a_form_to_open() -> None:
    context = a_form_context(Squad(name="", class_="elite"), extras=(ExtraEntry(extra="ambush"),))
    assert [open_form(row, context) for row in ("r2", "gone", "")] == [None, None, None]


# ── Their choices ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_weapons_that_presets_carry_come_first_with_their_surcharge() -> None:
    weapons = figure_form(Figure(weapons=("lmg",)))["weapons"]
    assert options_of(weapons)[:6] == [
        ("assault-rifle", priced("Assault rifle", "0"), False),
        ("smg", priced("SMG", "0"), False),
        ("lmg", priced("LMG", "+5"), True),
        ("grenade-launcher", priced("Grenade launcher", "+5"), False),
        ("rpg", priced("RPG", "+7"), False),
        ("mmg", priced("MMG", "+7"), False),
    ]
    assert options_of(weapons)[-2:] == [
        ("flamethrower", priced("Flamethrower", "no price"), False),
        ("light-mortar", priced("Light mortar", "no price"), False),
    ]
    first, more = packed(str(weapons)).split('<details class="more" id="r2-weapons-more">')
    assert (first.count("<input"), more.count("<input")) == (6, len(options_of(weapons)) - 6)


def test_more_weapons_are_open_where_one_of_them_is_carried() -> None:
    assert '<details class="more" open id="r2-weapons-more">' in str(
        figure_form(Figure(weapons=("flamethrower",)))["weapons"]
    )


def test_a_vehicle_shows_what_it_may_buy_and_may_have_it_twice() -> None:
    form = vehicle_form(Vehicle(type="protected", weapons=("hmg", "hmg")))
    assert options_of(form["weapons"])[:5] == [
        ("lmg", priced("LMG", "+5"), False),
        ("mmg", priced("MMG", "+7"), False),
        ("hmg", priced("HMG", "+10"), True),
        ("hmg", priced("HMG", "+10"), True),
        ("hmg", priced("HMG", "+10"), False),
    ]
    assert str(form["weapons"]).split("<details")[0].count("<input") == 5
    assert options_of(form["movement"]) == [
        ("", "–", True),
        ("wheeled", "Wheels", False),
        ("tracked", "Tracks", False),
    ]


def test_the_classes_of_a_figure_say_their_price_and_what_none_means() -> None:
    assert options_of(figure_form(Figure(), "veteran")["class"])[:2] == [
        ("", "Same as the squad (R3)", True),
        ("special-forces", "Special forces R1 · 20", False),
    ]


def test_leadership_stands_over_its_price() -> None:
    leadership = figure_form(Figure(leadership=1))["leadership"]
    assert options_of(leadership)[:2] == [("0", priced("0", "0"), False), ("1", priced("1", "+5"), True)]
    assert str(leadership).startswith('<div class="segment stacked">')


def test_a_value_that_the_edition_does_not_have_stays_to_be_seen() -> None:
    odd = Figure(class_="ninja", weapons=("katana",), roles=("bugler",), team="Z")
    form = figure_form(odd)
    assert options_of(form["class"])[-1] == ("ninja", "ninja", True)
    assert options_of(form["weapons"])[6] == ("katana", "katana", True)
    assert str(form["weapons"]).split("<details")[0].count("<input") == 7
    assert options_of(form["roles"])[-1] == ("bugler", "bugler", True)
    assert options_of(form["team"])[-1] == ("Z", "Z", True)


def test_a_role_can_be_taken_off_where_the_edition_has_none() -> None:
    form = figure_form(Figure(roles=("bugler",)), "expert", "ludonet")
    assert options_of(form["roles"]) == [("bugler", "bugler", True)]


# ── The input ──────────────────────────────────────────────────────────────────────────────────────────────────────


def refused_form() -> FigureForm:
    data = QueryDict(mutable=True)
    typed = {"name": ["x" * 121], "count": ["lots"], "weapons": ["lmg", "mmg"], "class": ["elite"]}
    for name, values in typed.items():
        data.setlist(name, values)
    context = a_form_context(Squad(name="", class_="veteran"))
    return FigureForm(Figure(id="r2", name="Rossi"), "veteran", context, data)


def test_a_refused_form_shows_what_was_typed_and_the_error_beside_its_field() -> None:
    form = refused_form()
    assert errors_of(form) == {
        "name": "At most 120 characters.",
        "count": "The quantity must be a number from 1 to 200.",
        "leadership": "Choose one.",
    }
    assert (form["name"].value(), form["count"].value()) == ("x" * 121, "lots")
    assert (chosen(form, "weapons"), chosen(form, "class")) == (["lmg", "mmg"], ["elite"])
    assert str(form["count"]) == (
        '<input type="text" name="count" value="lots" autocomplete="off" inputmode="numeric" id="r2-n"'
        ' aria-label="Number" aria-invalid="true" aria-describedby="r2-n-error">'
    )


def test_a_number_refused_in_the_stepper_leaves_the_other_fields_as_they_are() -> None:
    ferri = Figure(name="Ferri", count=3, weapons=("lmg",), leadership=1, team="B", commander=True, notes="tired")
    context = a_form_context(Squad(name="", class_="elite", figures=(ferri,)))
    form = retyped_form(find_place(context.roster, "r2"), context, {"count": "201"})
    assert errors_of(form) == {"count": "The quantity must be a number from 1 to 200."}
    shown_before = row_form(find_place(context.roster, "r2"), context).values()
    assert form.values() == shown_before | {"count": "201"}
    assert (chosen(form, "weapons"), chosen(form, "team")) == (["lmg"], ["B"])


def test_a_vehicle_keeps_what_was_ticked_as_often_as_it_was() -> None:
    data = QueryDict("count=0&type=protected&weapons=hmg&weapons=hmg")
    form = VehicleForm(Vehicle(type="protected"), a_form_context(), data)
    assert errors_of(form) == {"count": "The quantity must be a number from 1 to 50."}
    assert chosen(form, "weapons") == ["hmg", "hmg"]


# ── Effects of weapons ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_weapons_of_an_open_figure_say_what_they_do() -> None:
    widget = figure_form(Figure(weapons=("smg", "grenade", "no-such-thing")))["weapons"]
    plain = re.sub(r"</?span>|<a .*?>|<span class=\"vh\">.*?</a>", "", packed(str(widget)))
    shown_fire = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", plain)
    assert shown_fire == [
        ("SMG (submachine gun)", "25/50 cm: 4 6 · 3 dice · covering 4 2"),
        ("Grenades", "10 cm: 4 · 1 die"),
    ]


def test_weapons_without_a_table_of_fire_say_nothing() -> None:
    assert '<dl class="fire">' not in str(figure_form(Figure())["weapons"])
    small_arms = figure_form(Figure(weapons=("small-arms",)), "expert", "ludonet")
    assert '<dl class="fire">' not in str(small_arms["weapons"])


def test_the_guns_of_a_vehicle_say_what_they_do() -> None:
    form = vehicle_form(Vehicle(type="unprotected", weapons=("hmg", "hmg")))
    assert packed(str(form["weapons"])).count("<dt>HMG (heavy machine gun)</dt>") == 1
