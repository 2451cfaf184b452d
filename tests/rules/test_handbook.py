"""Figures in the handbook match the same figures elsewhere."""

import re

import pytest

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import PrintedRow, PrintedTable
from rules.core.odds import printed_handbook
from rules.core.odds.handbook import number_at
from tests.rules.test_transcription import BOOKS

POINT_GAMES = ("rth-it", "rth-en", "bn")
BI = BOOKS["bi"]


def table(book: Catalogue, id_: str) -> PrintedTable:
    return next(table for table in printed_handbook(book) if table.id == id_)


def rows_about(book: Catalogue, id_: str, weapon: str) -> list[PrintedRow]:
    return [row for row in table(book, id_).rows if weapon in row.about.weapons]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


@pytest.mark.parametrize("ruleset", POINT_GAMES)
def test_the_cap_of_covering_fire(ruleset: str) -> None:
    book = BOOKS[ruleset]
    value = next(row for row in table(book, "covering-fire").rows if row.name.en == "Value")
    assert value.text is not None
    assert numbers(value.text.en) == [book.procedures.covering_most]


# Sentences stay as text: the first number of each must be that of the odds.
SAID = [
    *((ruleset, "melee", "Suppressed", "modifier suppressed melee") for ruleset in POINT_GAMES),
    *((ruleset, "speculative-fire", "Troops hit", "modifier speculative save") for ruleset in POINT_GAMES),
    *((ruleset, "friendly-fire", "Each miss", "modifier friendly-fire save") for ruleset in POINT_GAMES),
    *((ruleset, "light-mortars", "Missed", "astray light-mortar step") for ruleset in POINT_GAMES),
    ("bn", "support-fire", "Troops inside", "modifier support-fire save"),
    ("bn", "speculative-fire", "Rules of engagement", "number rules-of-engagement speculative"),
    ("bi", "fire-notes", "(1) Rifle, not semi-automatic", "modifier bolt-action hit"),
    ("bi", "fire-notes", "(2) Assault rifle", "modifier area hit assault-rifle"),
    ("bi", "fire-notes", "(3) SAW", "modifier area hit saw"),
    ("bi", "damage-soft", "Immobilised", "modifier damage morale"),
]


def test_a_sentence_says_what_the_odds_count() -> None:
    said, counted = [], []
    for ruleset, table_id, name, path in SAID:
        book = BOOKS[ruleset]
        row = next(row for row in table(book, table_id).rows if row.name.en == name)
        assert row.text
        cell = str(number_at(book, tuple(path.split())).cell).removesuffix("+")
        for text in (row.text.it, row.text.en):
            said.append((ruleset, name, re.findall(r"[+−]?\d+|½", text.replace("half", "½"))[0]))
            counted.append((ruleset, name, cell))
    assert said == counted


@pytest.mark.parametrize("ruleset", POINT_GAMES)
def test_numbers_needed_when_storming(ruleset: str) -> None:
    book = BOOKS[ruleset]
    attacker, defender, *_ = table(book, "storming").rows
    assert attacker.cells == (book.procedures.storm_attacking,)
    assert defender.cells == (f"{book.procedures.storm_defending}+",)


@pytest.mark.parametrize("ruleset", POINT_GAMES)
def test_the_cost_of_a_lost_leader(ruleset: str) -> None:
    book = BOOKS[ruleset]
    lost = next(row for row in table(book, "morale").rows if row.name.en == "Leader lost")
    assert lost.text is not None
    assert numbers(lost.text.en) == [book.procedures.leader_losses]


def test_morale_bonuses_to_quality() -> None:
    assert table(BI, "morale-modifiers").rows[0].cells == (f"+{BI.procedures.morale_bonus}",)


@pytest.mark.parametrize("ruleset", [*POINT_GAMES, "bi"])
def test_the_note_of_a_weapon_gives_the_size_of_its_blast(ruleset: str) -> None:
    book = BOOKS[ruleset]
    notes = {weapon.id: re.search(r"(?:Burst|Blast)[^.]*\.", weapon.note.en) for weapon in book.weapons if weapon.note}
    noted = {id_: numbers(note[0]) for id_, note in notes.items() if note}
    assert noted
    for id_, sizes in noted.items():
        assert [list(row.cells) for row in rows_about(book, "blast", id_)] == [sizes], id_


def test_an_anti_air_weapon_has_no_note_of_its_chances_which_depend_on_the_class() -> None:
    weapons = [weapon for weapon in BI.weapons if weapon.id.startswith("aa-")]
    assert [weapon.note for weapon in weapons] == [None] * 4


@pytest.mark.parametrize(
    ("kind", "table_id"), [("kit", "damage-infantry-modifiers"), ("traits", "penetration-modifiers")]
)
def test_the_name_of_kit_and_traits_gives_their_modifier(kind: str, table_id: str) -> None:
    named = {item.id: item.name.en for item in getattr(BI, kind)}
    rows = [row for row in table(BI, table_id).rows if getattr(row.about, kind)]
    assert len(rows) == 2
    for row in rows:
        (id_,) = getattr(row.about, kind)
        assert f"({row.cells[0]})" in named[id_]
