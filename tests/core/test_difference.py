"""Differences between two lists, in a player's words."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.comparing.difference import Listed, difference, sentence, summary
from rules.core.document.roster import ExtraEntry, Figure, Modifiers, Roster, Squad, Vehicle
from rules.core.text import Language
from tests.core.documents import LIBRARY

RIFLES = Figure(id="rifles", count=7, weapons=("assault-rifle",))
ROSSI = Figure(id="rossi", name="Sgt. Rossi", leadership=1, weapons=("assault-rifle",))
GUNNER = Figure(id="gunner", weapons=("lmg",))
TRUCK = Vehicle(id="truck", type="protected", weapons=("mmg",))
AMBUSH = ExtraEntry(id="ambush", extra="ambush")


def squad(*figures: Figure, name: str = "Alpha", **fields: Any) -> Squad:
    return Squad(**{"id": name.lower(), "name": name, "class_": "elite", "figures": figures} | fields)


def army(*squads: Squad, **fields: Any) -> Roster:
    squads = squads or (squad(ROSSI, RIFLES),)
    return Roster(**{"format": "armylist/1", "ruleset": "bn", "name": "Rangers", "squads": squads} | fields)


def listed(roster: Roster) -> Listed:
    return Listed(roster, LIBRARY.catalogues[roster.ruleset])


def told(before: Roster, after: Roster, language: Language = "en") -> list[str]:
    """The changes between two lists in sentences; glued words count as words."""
    changes = difference(listed(before), listed(after)).changes
    return [sentence(change, language).replace("\u00a0", " ") for change in changes]


def in_one_line(before: Roster, after: Roster, language: Language = "en") -> str:
    return summary(difference(listed(before), listed(after)), language).replace("\u00a0", " ")


def test_two_lists_that_say_the_same_do_not_differ() -> None:
    found = difference(listed(army()), listed(army()))
    assert (found.is_nothing, found.before, found.after) == (True, 125, 125)
    assert (in_one_line(army(), army()), told(army(), army())) == ("", [])


# ── One line ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_one_line_says_what_is_more_and_fewer_and_the_points() -> None:
    after = army(squad(ROSSI, replace(RIFLES, count=5), GUNNER))
    assert in_one_line(army(), after) == "+1 LMG gunner, −2 × rifleman, 125 → 115"
    assert in_one_line(army(), after, "it") == "+1 mitragliere (LMG), −2 × fuciliere, 125 → 115"


def test_a_gunner_who_changes_his_weapon_is_another_gunner_also_in_italian() -> None:
    """Both presets are called "Mitragliere": the weapon distinguishes them."""
    before, after = (army(squad(replace(GUNNER, weapons=(gun,)))) for gun in ("lmg", "mmg"))
    assert in_one_line(before, after) == "+1 MMG gunner, −1 LMG gunner, 20 → 22"
    assert in_one_line(before, after, "it") == "+1 mitragliere (MMG), −1 mitragliere (LMG), 20 → 22"


def test_a_new_name_is_no_other_man() -> None:
    assert in_one_line(army(), army(squad(replace(ROSSI, name="Sgt. Verdi"), RIFLES))) == ""


def test_a_list_without_points_has_only_its_content_compared() -> None:
    before, after = (
        Roster(format="armylist/1", ruleset="ludonet", name="A", squads=(one,))
        for one in (
            Squad(name="Uno", class_="expert", figures=(Figure(count=2, weapons=("rifle",)),)),
            Squad(name="Uno", class_="expert", figures=(Figure(count=3, weapons=("rifle",)),)),
        )
    )
    found = difference(listed(before), listed(after))
    assert (found.before, found.after) == (None, None)
    assert [item.by for item in found.balance] == [1]


@pytest.mark.parametrize(("ruleset", "word"), [("bn", "team"), ("bi", "sezione")])
def test_the_parts_of_a_squad_are_called_as_the_game_calls_them(ruleset: str, word: str) -> None:
    man = Figure(id="man", weapons=("pistol",), name="Rossi")
    before, after = (army(squad(replace(man, team=team)), ruleset=ruleset) for team in "AB")
    assert told(before, after, "it") == [f"Alpha: Rossi, {word}: A → B"]


# ── Rows ───────────────────────────────────────────────────────────────────────────────────────────────────────────

ROW_CHANGES: dict[str, tuple[Roster, str, str]] = {
    "a figure more": (army(squad(ROSSI, RIFLES, GUNNER)), "Alpha: +1 LMG gunner", "Alpha: +1 mitragliere"),
    "a group more": (
        army(squad(ROSSI, RIFLES, replace(RIFLES, id="more", count=2, team="B"))),
        "Alpha: +2 × rifleman",
        "Alpha: +2 × fuciliere",
    ),
    "a row removed": (army(squad(ROSSI)), "Alpha: −7 × rifleman", "Alpha: −7 × fuciliere"),
    "fewer in a group": (
        army(squad(ROSSI, replace(RIFLES, count=5))),
        "Alpha: −2 × rifleman (7 → 5)",
        "Alpha: −2 × fuciliere (7 → 5)",
    ),
    "more in a group": (
        army(squad(ROSSI, replace(RIFLES, count=8))),
        "Alpha: +1 rifleman (7 → 8)",
        "Alpha: +1 fuciliere (7 → 8)",
    ),
    "another weapon": (
        army(squad(ROSSI, replace(RIFLES, weapons=("smg", "pistol")))),
        "Alpha: rifleman: assault rifle → SMG and pistol",
        "Alpha: fuciliere: fucile d’assalto → SMG e pistola",
    ),
    "leadership": (
        army(squad(replace(ROSSI, leadership=2), RIFLES)),
        "Alpha: Sgt. Rossi, leadership: 1 → 2",
        "Alpha: Sgt. Rossi, leadership: 1 → 2",
    ),
    "another name": (
        army(squad(replace(ROSSI, name="Verdi"), RIFLES)),
        "Alpha: Sgt. Rossi, name: Sgt. Rossi → Verdi",
        "Alpha: Sgt. Rossi, nome: Sgt. Rossi → Verdi",
    ),
    "a class of its own": (
        army(squad(replace(ROSSI, class_="trained"), RIFLES)),
        "Alpha: Sgt. Rossi, class: – → Trained",
        "Alpha: Sgt. Rossi, classe: – → Addestrati",
    ),
    "a role": (
        army(squad(replace(ROSSI, roles=("medic",)), RIFLES)),
        "Alpha: Sgt. Rossi, roles: – → Medic",
        "Alpha: Sgt. Rossi, ruoli: – → Medico",
    ),
    "the command": (
        army(squad(replace(ROSSI, commander=True), RIFLES)),
        "Alpha: Sgt. Rossi, commands the platoon: no → yes",
        "Alpha: Sgt. Rossi, comanda il plotone: no → sì",
    ),
    "a note": (
        army(squad(replace(ROSSI, notes="limps"), RIFLES)),
        "Alpha: Sgt. Rossi: the notes changed",
        "Alpha: Sgt. Rossi: le note sono cambiate",
    ),
    "another order": (
        army(squad(RIFLES, ROSSI)),
        "Alpha: the rows are in a different order",
        "Alpha: le righe sono in un altro ordine",
    ),
    "a vehicle": (
        army(squad(ROSSI, RIFLES, vehicles=(TRUCK,))),
        "Alpha: +1 protected vehicle",
        "Alpha: +1 veicolo protetto",
    ),
    "an extra": (army(extras=(AMBUSH,)), "+1 ambush", "+1 imboscata"),
    "an extra of a level": (
        army(extras=(ExtraEntry(id="i", extra="intelligence", level=2),)),
        "+1 intelligence 2",
        "+1 intelligence 2",
    ),
}


@pytest.mark.parametrize(("after", "english", "italian"), ROW_CHANGES.values(), ids=ROW_CHANGES)
def test_each_change_of_a_row_is_a_sentence(after: Roster, english: str, italian: str) -> None:
    assert told(army(), after) == [english]
    assert told(army(), after, "it") == [italian]


def test_an_edit_of_a_vehicle_and_of_an_extra() -> None:
    before = army(squad(ROSSI, vehicles=(TRUCK,)), extras=(ExtraEntry(id="i", extra="intelligence", level=1),))
    edited = replace(TRUCK, type="light-armour", weapons=(), movement="tracked", combat_value=3)
    after = army(squad(ROSSI, vehicles=(edited,)), extras=(ExtraEntry(id="i", extra="intelligence", level=2),))
    assert told(before, after) == [
        "Alpha: protected vehicle, type: Protected vehicle → Light armour",
        "Alpha: protected vehicle: MMG → unarmed",
        "Alpha: protected vehicle, movement: – → tracks",
        "Alpha: protected vehicle, combat value: – → 3",
        "Intelligence, level: 1 → 2",
    ]


def test_rows_of_one_name_that_came_are_said_together() -> None:
    more = (replace(RIFLES, id="b", count=2), replace(RIFLES, id="c", count=1))
    assert told(army(), army(squad(ROSSI, RIFLES, *more))) == ["Alpha: +3 × rifleman"]


def test_a_row_that_moves_to_another_squad_is_the_same_row() -> None:
    bravo = squad(GUNNER, name="Bravo")
    before, after = army(squad(ROSSI, RIFLES), bravo), army(squad(ROSSI), squad(GUNNER, RIFLES, name="Bravo"))
    assert told(before, after) == ["Rifleman: from Alpha to Bravo"]
    assert told(before, after, "it") == ["Fuciliere: da Alpha a Bravo"]
    assert in_one_line(before, after) == ""


# ── Squads ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_squad_that_came_or_went_is_said_once_with_its_size() -> None:
    before, after = army(), army(squad(ROSSI, RIFLES), squad(GUNNER, replace(RIFLES, id="x"), name="Bravo"))
    assert told(before, after) == ["New squad: Bravo, 8 figures"]
    assert told(after, before, "it") == ["Squadra tolta: Bravo, 8 figure"]


def test_the_fields_of_a_squad() -> None:
    changes: Any = {
        "name": "Charlie",
        "class_": "trained",
        "kind": "section",
        "modifiers": Modifiers(motivation=-1, fanatic=2),
    }
    assert told(army(), army(squad(ROSSI, RIFLES, id="alpha", **changes))) == [
        "Alpha is now called Charlie",
        "Charlie: class: Elite → Trained",
        "Charlie: type: squad → independent section",
        "Charlie: modifiers: motivation 0, fanatics 0 → motivation −1, fanatics 2",
    ]


def test_squads_in_another_order_are_said_once() -> None:
    alpha, bravo = squad(ROSSI, RIFLES), squad(GUNNER, name="Bravo")
    assert told(army(alpha, bravo), army(bravo, alpha)) == ["The squads are in a different order"]


# ── The list ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_role_of_a_list() -> None:
    before, after = (
        army(role="attacker"),
        army(name="Raid", role="open", limit=200, pair_name="Rangers", notes="x"),
    )
    assert told(before, after) == [
        "List, name: Rangers → Raid",
        "List, role: Attacker → Open",
        "List, limit: – → 200",
        "List, force: – → Rangers",
        "The list’s notes changed",
    ]


def test_a_ruling_is_named_by_its_question_and_the_default_is_no_change() -> None:
    rules = LIBRARY.catalogues["bn"]
    ruling = rules.rulings[0]
    default, other = ruling.options[:2]
    assert told(army(), army(rulings={ruling.id: default.id})) == []
    assert told(army(), army(rulings={ruling.id: other.id})) == [
        f"{ruling.name.en} {default.name.en} → {other.name.en}"
    ]


def test_prices_of_its_own() -> None:
    after = army(prices={"weapons/lmg": 9})
    assert told(army(), after) == ["The list’s custom prices changed"]


# ── Which row is which ─────────────────────────────────────────────────────────────────────────────────────────────


def anonymous(roster: Roster) -> Roster:
    """The list without ids, like a copy or another list."""
    squads = tuple(
        replace(one, id="", figures=tuple(replace(row, id="") for row in one.figures)) for one in roster.squads
    )
    return replace(roster, squads=squads)


def test_a_copy_is_the_same_list() -> None:
    assert difference(listed(army()), listed(anonymous(army()))).is_nothing


def test_without_ids_a_row_is_known_by_what_it_is_called() -> None:
    after = army(squad(replace(ROSSI, leadership=2), replace(RIFLES, count=6)))
    assert told(anonymous(army()), anonymous(after)) == [
        "Alpha: Sgt. Rossi, leadership: 1 → 2",
        "Alpha: −1 rifleman (7 → 6)",
    ]


def test_an_id_is_stronger_than_equality() -> None:
    """Of two equal rows, the edited one is recognised by its id."""
    first, second = replace(RIFLES, id="one"), replace(RIFLES, id="two")
    after = army(squad(replace(first, count=3), second))
    assert told(army(squad(first, second)), after) == ["Alpha: −4 × rifleman (7 → 3)"]


def test_equal_men_of_two_unlike_squads_did_not_move() -> None:
    before, after = army(squad(RIFLES)), army(squad(RIFLES, name="Bravo"))
    assert told(anonymous(before), anonymous(after)) == [
        "Squad removed: Alpha, 7 figures",
        "New squad: Bravo, 7 figures",
    ]


def test_squads_without_a_name_are_known_by_their_place() -> None:
    before, after = army(squad(RIFLES, name="")), army(squad(replace(RIFLES, count=6), name=""))
    assert told(anonymous(before), anonymous(after)) == ["Squad 1: −1 rifleman (7 → 6)"]


def test_unknown_entries_are_named_by_their_id() -> None:
    foreign = squad(replace(RIFLES, weapons=("raygun",)), class_="martians", vehicles=(Vehicle(id="t", type="tripod"),))
    before, after = army(squad(RIFLES)), army(foreign, extras=(ExtraEntry(extra="flu"),))
    assert told(before, after) == [
        "Alpha: class: Elite → martians",
        "Alpha: rifleman: assault rifle → raygun",
        "Alpha: +1 tripod",
        "+1 flu",
    ]


@pytest.mark.parametrize("turn", [lambda roster: roster, anonymous])
def test_a_difference_turned_round_is_its_mirror(turn: Callable[[Roster], Roster]) -> None:
    before, after = turn(army()), turn(army(squad(ROSSI, replace(RIFLES, count=5), GUNNER)))
    there, back = difference(listed(before), listed(after)), difference(listed(after), listed(before))
    assert (there.before, there.after) == (back.after, back.before)
    assert {item.label: item.by for item in there.balance} == {item.label: -item.by for item in back.balance}


def test_two_games_are_compared_each_by_its_own_rules() -> None:
    modern = army(squad(GUNNER))
    old = Roster(
        format="armylist/1", ruleset="rth-en", name="Rangers",
        squads=(Squad(name="Alpha", class_="elite", figures=(Figure(weapons=("lmg",)),)),),
    )  # fmt: skip
    found = difference(listed(anonymous(modern)), listed(old))
    assert (found.before, found.after) == (20, 25)
