"""The entries and handbook rows that a list needs."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from rules.core.catalogue.entry import Entry
from rules.core.catalogue.handbook import Subjects
from rules.core.contents import UsedEntries, guns, rulings_about, subjects_of, used_entries
from rules.core.defeat_points import resolved
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.handbook_for_list import concerns
from rules.core.odds import printed_handbook
from tests.core.documents import GAMES, LIBRARY


def a_list(*squads: Squad, ruleset: str = "bn", extras: tuple[str, ...] = (), **fields: Any) -> Roster:
    entries = tuple(ExtraEntry(extra=extra) for extra in extras)
    return Roster(
        **{"format": "armylist/1", "ruleset": ruleset, "name": "Rangers", "squads": squads, "extras": entries} | fields
    )


def a_squad(*figures: Figure, class_: str = "elite", **fields: Any) -> Squad:
    return Squad(**{"name": "Alpha", "class_": class_, "figures": figures} | fields)


def of(roster: Roster) -> UsedEntries:
    return used_entries(roster, LIBRARY.catalogues[roster.ruleset])


def ids(entries: Sequence[Entry]) -> list[str]:
    return [entry.id for entry in entries]


def rows(roster: Roster, table: str) -> list[str]:
    """The names of the rows of a table that a list needs; glued words count as words."""
    tables = [found for found in of(roster).handbook if found.id == table]
    return [row.name.en.replace("\u00a0", " ") for found in tables for row in found.rows]


LMG = Figure(weapons=("lmg", "assault-rifle"))
RPG = Figure(weapons=("rpg",), class_="recruit", roles=("medic",))


def test_the_entries_of_a_list_are_in_the_order_of_the_rules_each_once() -> None:
    has = of(a_list(a_squad(RPG, LMG), a_squad(LMG)))
    assert ids(has.classes) == ["elite", "recruit"]
    assert ids(has.weapons) == ["assault-rifle", "rpg", "lmg"]


def test_a_squad_rolls_with_its_own_class_where_it_has_men_of_it_or_vehicles() -> None:
    assert ids(of(a_list(a_squad(RPG))).classes) == ["recruit"]
    assert ids(of(a_list(a_squad(RPG, vehicles=(Vehicle(type="protected"),)))).classes) == [
        "elite",
        "recruit",
    ]
    assert ids(of(a_list(a_squad())).classes) == []


def test_an_ability_to_lead_is_a_class_too() -> None:
    squad = a_squad(Figure(ability="veteran"), class_="regular", leader_ability="recruit")
    assert ids(of(a_list(squad, ruleset="bi")).classes) == ["veteran", "regular", "recruit"]


def test_a_vehicle_brings_what_it_bought_and_what_its_price_includes() -> None:
    heavy = a_squad(vehicles=(Vehicle(type="heavy-armour"),))
    assert ids(of(a_list(heavy)).weapons) == ["lmg", "mmg", "hmg", "tank-gun"]
    light = a_squad(vehicles=(Vehicle(type="light-armour", weapons=("hmg",)),))
    assert ids(of(a_list(light)).weapons) == ["hmg"]


def test_a_rule_that_leans_on_a_weapon_brings_its_row_and_rules() -> None:
    mortars = a_list(a_squad(RPG), extras=("mortars",))
    assert ids(of(mortars).weapons) == ["rpg", "light-mortar"]
    assert rows(mortars, "light-mortars") == ["On target", "Missed", "Heavier mortars"]
    assert [ruling.id for ruling in rulings_about(mortars, LIBRARY.catalogues["bn"])] == [
        "medic",
        "bombardment-save",
    ]
    rubber = a_squad(Figure(weapons=("rifle",), kit=("non-lethal",)), class_="regular")
    assert ids(of(a_list(rubber, ruleset="bi", extras=("air-strike",))).weapons) == [
        "carbine",
        "rifle",
        "autocannon",
    ]


def test_extras_of_squads_and_of_the_list() -> None:
    squad = a_squad(LMG, extras=(ExtraEntry(extra="motivation"),))
    assert ids(of(a_list(squad, extras=("ied", "ied"))).extras) == ["motivation", "ied"]


def test_roles_kit_and_traits_are_subjects() -> None:
    squad = a_squad(
        Figure(roles=("medic",), kit=("radio",)),
        traits=("msu",),
        vehicles=(Vehicle(type="x", traits=("open",)),),
    )
    has = subjects_of(a_list(squad), LIBRARY.catalogues["bn"])
    assert (has.roles, has.kit, has.traits, has.vehicles) == (("medic",), ("radio",), ("msu", "open"), ("x",))


def test_unknown_entries_are_skipped() -> None:
    squad = a_squad(Figure(weapons=("laser",), class_="alien"), vehicles=(Vehicle(type="walker"),), class_="robot")
    has = of(a_list(squad, extras=("magic",)))
    assert (has.classes, has.weapons, has.vehicles, has.extras) == ((), (), (), ())


# ── Rows ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def subjects(kind: str, *names: str) -> Subjects:
    return msgspec.convert({kind: names}, Subjects)


@pytest.mark.parametrize("kind", ["classes", "weapons", "vehicles", "extras", "roles", "kit", "traits"])
def test_a_row_concerns_who_has_one_of_its_subjects(kind: str) -> None:
    about = subjects(kind, "this", "that")
    assert concerns(about, subjects(kind, "that", "other"))
    assert not concerns(about, subjects(kind, "other"))
    assert not concerns(about, Subjects())


def test_a_subject_of_another_kind_is_not_meant() -> None:
    assert not concerns(Subjects(weapons=("medic",)), Subjects(roles=("medic",)))


def test_a_row_on_several_kinds_together_concerns_who_has_one_of_each() -> None:
    about = Subjects(classes=("elite",), roles=("sniper", "medic"), together=True)
    assert concerns(about, Subjects(classes=("elite", "recruit"), roles=("sniper",)))
    assert not concerns(about, Subjects(classes=("elite",)))
    assert not concerns(about, Subjects(classes=("recruit",), roles=("sniper",)))


def test_general_rows_apply_to_every_list() -> None:
    assert concerns(Subjects(everyone=True), Subjects())


def test_rows_follow_the_list() -> None:
    table = "fire-modifiers"
    everyone = ["Target dodges", "Target is a sniper"]
    assert rows(a_list(a_squad(Figure())), table) == everyone
    assert rows(a_list(a_squad(LMG)), table) == [
        "Firer moved more than 5 cm (max 15)",
        "Target in cover",
        *everyone,
    ]
    assert rows(a_list(a_squad(RPG)), table) == everyone  # the numbers already include that they are recruits
    mounted = a_list(a_squad(vehicles=(Vehicle(type="protected", weapons=("mmg",)),)))
    assert rows(mounted, table) == ["Target in cover", *everyone, "MMG or HMG with one crewman"]


def test_optional_rules_follow_it_too() -> None:
    assert rows(a_list(a_squad(LMG)), "wounded") == ["Dead", "Wounded", "Helped by a comrade"]
    assert rows(a_list(a_squad(RPG)), "wounded") == [
        "Dead",
        "Wounded",
        "Medic in contact",
        "Helped by a comrade",
    ]


def test_a_table_none_of_whose_rows_is_needed_is_left_out() -> None:
    assert rows(a_list(a_squad(LMG)), "ied") == []
    assert rows(a_list(a_squad(LMG), extras=("ied",)), "ied") == ["Trigger", "A roll of 1 or 2", "Explosion"]


@pytest.mark.parametrize("game", GAMES)
def test_a_list_of_everything_needs_the_whole_ruleset(game: str) -> None:
    book = LIBRARY.catalogues[game]
    squads = [
        Squad(
            name="All",
            class_=troops.id,
            traits=tuple(book.squad_traits),
            figures=(
                Figure(weapons=tuple(book.weapon_by_id), roles=tuple(book.role_by_id), kit=tuple(book.kit_by_id)),
            ),
            vehicles=tuple(Vehicle(type=kind, traits=tuple(book.vehicle_traits)) for kind in book.vehicle_by_id),
        )
        for troops in book.classes
    ]
    has = of(a_list(*squads, ruleset=game, extras=tuple(book.extra_by_id)))
    classes = {troops.id for troops in book.classes}
    ruled = [
        msgspec.structs.replace(table, rows=tuple(row for row in table.rows if book.applies({}, row.about.under)))
        for table in printed_handbook(book)
    ]
    printed = resolved(ruled, classes, {})
    of_men = ("fire", "fire-modifiers", "anti-air")  # their own numbers
    assert [table for table in has.handbook if table.topic not in of_men] == [
        table for table in printed if table.topic not in of_men
    ]
    assert (has.classes, has.weapons, has.vehicles, has.extras) == (
        book.classes,
        (*book.weapons, *guns(book)),
        book.vehicles,
        book.extras,
    )


# ── Rulings ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_rulings_that_the_list_made_itself() -> None:
    made = of(a_list(rulings={"ied-price": "once", "medic": "no-such-answer", "no-such-ruling": "x"})).rulings
    assert [(ruling.id, option.name.en) for ruling, option in made] == [("ied-price", "For all of a type")]


def test_defaults_are_not_told() -> None:
    assert of(a_list()).rulings == ()
