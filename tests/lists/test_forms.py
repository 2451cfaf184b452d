"""The builder's forms: what they accept, what they refuse, and in which words."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import translation
from msgspec import UNSET

from armybuilder.lists.forms import (
    CountForm,
    ExtraForm,
    FigureForm,
    FormContext,
    RulingsForm,
    SettingsForm,
    SquadForm,
    VehicleForm,
    extra_choice,
)
from armybuilder.lists.forms.fields import OneOf
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Figure, Modifiers, Squad, Vehicle
from tests.lists.sheets import a_form_context, catalogues, errors_of

BN, BI, LUDONET = (catalogues()[ruleset] for ruleset in ("bn", "bi", "ludonet"))
NO_SUCH_CHOICE = "This edition does not have that option."


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def posted(**fields: Any) -> QueryDict:
    """A browser's post: lists are fields ticked more than once."""
    data = QueryDict(mutable=True)
    for name, value in fields.items():
        data.setlist(name.rstrip("_"), value if isinstance(value, list) else [value])
    return data


def figure_form(
    figure: Figure | None = None, catalogue: Catalogue = BN, squad_class: str = "elite", **fields: Any
) -> FigureForm:
    data = posted(**({"count": "1", "leadership": "0"} | fields))
    return FigureForm(figure or Figure(), squad_class, of(catalogue), data)


def of(catalogue: Catalogue, *squads: Squad) -> FormContext:
    return a_form_context(*squads, ruleset=catalogue.id)


def test_a_figure_takes_every_field_that_breaking_news_reads() -> None:
    form = figure_form(
        name=" Serg. Rossi ",
        count="3",
        class_="veteran",
        weapons=["assault-rifle", "rpg"],
        roles=["medic"],
        leadership="2",
        commander="1",
        team="A",
        notes="first\r\nsecond",
    )
    assert form.is_valid()
    assert form.cleaned_row() == {
        "name": "Serg. Rossi",
        "count": 3,
        "class_": "veteran",
        "weapons": ("assault-rifle", "rpg"),
        "roles": ("medic",),
        "leadership": 2,
        "commander": True,
        "team": "A",
        "notes": "first\nsecond",
    }


def test_a_figure_takes_what_the_other_rulesets_read() -> None:
    bi = figure_form(catalogue=BI, kit=["radio"], ability="veteran", leadership="")
    assert bi.is_valid()
    assert (bi.cleaned_row()["kit"], bi.cleaned_row()["ability"]) == (("radio",), "veteran")
    assert "leadership" not in bi.cleaned_row()
    ludonet = figure_form(catalogue=LUDONET, squad_class="expert", combat_value="5")
    assert ludonet.is_valid()
    assert ludonet.cleaned_row()["combat_value"] == 5


def test_a_combat_value_can_be_left_out() -> None:
    form = figure_form(catalogue=LUDONET, squad_class="expert", combat_value="")
    assert form.is_valid()
    assert form.cleaned_row()["combat_value"] is UNSET


@pytest.mark.parametrize("count", ["0", "201", "-1", "many", "", "1.5"])
def test_a_count_out_of_range_is_refused_beside_its_field(count: str) -> None:
    form = figure_form(count=count)
    assert not form.is_valid()
    assert errors_of(form) == {"count": "The quantity must be a number from 1 to 200."}


def test_a_name_that_is_too_long_is_refused() -> None:
    form = figure_form(name="x" * 121)
    assert not form.is_valid()
    assert errors_of(form) == {"name": "At most 120 characters."}


@pytest.mark.parametrize(("field", "value"), [("weapons", "lmgg"), ("roles", "bugler"), ("class", "ninja")])
def test_ids_that_the_edition_does_not_have_are_refused(field: str, value: str) -> None:
    fields: dict[str, Any] = {field.replace("class", "class_"): value}
    form = figure_form(**fields)
    assert not form.is_valid()
    assert errors_of(form) == {field: NO_SUCH_CHOICE}


def test_former_values_of_a_row_can_stay() -> None:
    odd = Figure(class_="ninja", weapons=("katana",), roles=("bugler",))
    form = figure_form(odd, class_="ninja", weapons="katana", roles="bugler")
    assert form.is_valid()


def test_a_figure_whose_squad_has_no_class_needs_one() -> None:
    form = figure_form(squad_class="", class_="")
    assert not form.is_valid()
    assert errors_of(form) == {"class": "Choose one."}


def test_more_than_ten_weapons_are_refused() -> None:
    form = figure_form(weapons=["lmg"] * 11)
    assert not form.is_valid()
    assert errors_of(form) == {"weapons": "At most 10."}


def test_weapons_stand_in_the_order_of_the_preset_that_carries_them() -> None:
    rth = catalogues()["rth-en"]
    form = figure_form(catalogue=rth, weapons=["rifle", "portable-at"])
    assert form.is_valid()
    assert form.cleaned_row()["weapons"] == ("portable-at", "rifle")


def vehicle_form(vehicle: Vehicle, **fields: Any) -> VehicleForm:
    return VehicleForm(vehicle, of(BN), posted(**({"count": "1", "type": vehicle.type} | fields)))


def test_a_vehicle_takes_its_fields_the_same_weapon_twice_included() -> None:
    form = vehicle_form(Vehicle(type="protected"), name="Lince", weapons=["hmg", "hmg"], movement="tracked", count="2")
    assert form.is_valid()
    assert form.cleaned_row() == {
        "name": "Lince",
        "count": 2,
        "type": "protected",
        "weapons": ("hmg", "hmg"),
        "notes": "",
        "movement": "tracked",
    }


def test_a_vehicle_may_leave_its_movement_open() -> None:
    form = vehicle_form(Vehicle(type="protected", movement="tracked"), movement="")
    assert form.is_valid()
    assert form.cleaned_row()["movement"] is UNSET


def test_a_vehicle_of_another_type_forgets_a_movement_that_type_has_not() -> None:
    form = vehicle_form(Vehicle(type="protected", movement="wheeled"), type="tank", movement="wheeled")
    assert form.is_valid()
    assert form.cleaned_row()["movement"] is UNSET


def test_fifty_one_vehicles_are_refused() -> None:
    form = vehicle_form(Vehicle(type="tank"), count="51")
    assert not form.is_valid()
    assert errors_of(form) == {"count": "The quantity must be a number from 1 to 50."}


def test_a_squad_takes_its_fields() -> None:
    squad = Squad(name="", class_="elite")
    data = posted(name="Alfa", kind="section", class_="veteran", list_class="elite", traits=["msu"])
    form = SquadForm(squad, of(BN), data)
    assert form.is_valid()
    assert form.cleaned_row() == {
        "name": "Alfa",
        "kind": "section",
        "class_": "veteran",
        "list_class": "elite",
        "traits": ("msu",),
    }


def test_a_squad_of_bassa_intensita_takes_ability_and_modifiers() -> None:
    data = posted(name="", kind="sniper-team", class_="elite", leader_ability="veteran", motivation="-1", fanatic="2")
    form = SquadForm(Squad(name="", class_="elite"), of(BI), data)
    assert form.is_valid()
    assert form.cleaned_row() == {
        "name": "",
        "kind": "sniper-team",
        "class_": "elite",
        "leader_ability": "veteran",
        "modifiers": Modifiers(motivation=-1, fanatic=2),
    }


def test_a_kind_that_the_ruleset_does_not_tell_apart_is_refused() -> None:
    form = SquadForm(Squad(name="", class_="elite"), of(BN), posted(name="", kind="sniper-team", class_="elite"))
    assert not form.is_valid()
    assert errors_of(form) == {"kind": NO_SUCH_CHOICE}


def test_a_squad_with_a_class_keeps_one() -> None:
    form = SquadForm(Squad(name="", class_="elite"), of(BN), posted(name="", kind="squad", class_=""))
    assert not form.is_valid()
    assert errors_of(form) == {"class": "Choose one."}


def settings_form(**fields: Any) -> SettingsForm:
    return SettingsForm(of(BN), posted(**({"name": "Surobi", "role": "open"} | fields)))


@pytest.mark.parametrize("limit", ["0", "-5", "10001", "1e3", "ten"])
def test_a_limit_out_of_range_is_refused(limit: str) -> None:
    form = settings_form(limit=limit)
    assert not form.is_valid()
    assert errors_of(form) == {"limit": "The limit must be a number from 1 to 10,000."}


def test_a_list_may_have_no_limit_but_has_a_name() -> None:
    assert settings_form(limit="").is_valid()
    form = settings_form(name="   ")
    assert not form.is_valid()
    assert errors_of(form) == {"name": "Give the list a name."}


def test_a_role_that_the_ruleset_does_not_have_is_refused() -> None:
    form = settings_form(role="umpire")
    assert not form.is_valid()
    assert errors_of(form) == {"role": NO_SUCH_CHOICE}


def rulings_form(**fields: Any) -> RulingsForm:
    return RulingsForm(BN.rulings, {}, "en", posted(**fields))


def test_rulings_take_those_that_were_posted() -> None:
    form = rulings_form(medic="flat")
    assert form.is_valid()
    assert form.cleaned_row() == {"medic": "flat"}
    no_such_answer = "This edition does not have that answer to “Does a medic cost 10 extra, or 10 in total?”."
    assert errors_of(rulings_form(medic="free")) == {"medic": no_such_answer}


def extra_form(entry: ExtraEntry, catalogue: Catalogue = BN, **fields: Any) -> ExtraForm:
    return ExtraForm(entry, extra_choice(entry, of(catalogue)), posted(**fields))


def test_an_extra_takes_the_field_that_was_posted() -> None:
    level, passes = ExtraEntry(extra="negotiation", level=2), ExtraEntry(extra="air-support")
    form = extra_form(level, level="3")
    assert form.is_valid()
    assert form.cleaned_row() == {"level": 3}
    assert errors_of(extra_form(level, level="10")) == {"level": "The level must be a number from 1 to 9."}
    assert errors_of(extra_form(passes, LUDONET, passes="100")) == {"passes": "Passes must be a number from 0 to 99."}


def test_an_extra_without_a_choice_takes_none() -> None:
    form = extra_form(ExtraEntry(extra="ambush"), level="3", passes="2", count="2")
    assert form.is_valid()
    assert form.cleaned_row() == {"count": 2}


def test_a_count_form_knows_the_most_of_its_row() -> None:
    assert CountForm("r2", 50, posted(count="50")).is_valid()
    assert errors_of(CountForm("r2", 50, posted(count="51"))) == {
        "count": "The quantity must be a number from 1 to 50."
    }


def test_a_percent_sign_in_a_question_is_no_placeholder() -> None:
    field = OneOf("Half?", [("yes", "Yes")], "", required=True, refusal="No such answer to “50 % fallen?”.")
    with pytest.raises(ValidationError) as refused:
        field.clean("no")
    assert refused.value.messages == ["No such answer to “50 % fallen?”."]
