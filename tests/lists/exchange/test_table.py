"""A list as CSV."""

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from armybuilder.lists.exchange.preview import make_preview
from armybuilder.lists.exchange.proposal import Answers
from armybuilder.lists.exchange.reading import read_text
from armybuilder.lists.exchange.table import write_csv
from rules.core.assess import assess
from rules.core.document.reader import read
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.text import LANGUAGES, Language
from tests.core.documents import LIBRARY, army, man, squad
from tests.core.strategies import MODEST, lists
from tests.lists.exchange.test_round_trip import LIST_WITH_ALL, marks
from tests.lists.exchange.texts import a_roster

ENGLISH = """\
\ufeffSquad,Type,Name,Number,Class,Weapons,Roles and kit,Leadership,Points,Notes,Custom name,Details\r
,list,Rangers,,Breaking News (Draft of 9 December 2009),,Attacker,,,"Two lines,
no more",,Pair name 1st Battalion\r
Alpha,squad,Alpha,,Elite,,,,,,Alpha,\r
Alpha,figure,Sgt. *Rossi*,1,Elite,Assault rifle,,1,20,,Sgt. *Rossi*,team A\r
Alpha,figure,Rifleman,6,Elite,Assault rifle,,,90,,,team A\r
Alpha,figure,LMG gunner,2,Elite,LMG,,,40,,,\r
Alpha,vehicle,Lince,1,Protected vehicle,HMG,,,25,,Lince,\r
Alpha,extra,Motivation,1,Motivation,,,,15,,,\r
,extra,Intelligence 2,1,Intelligence,,,,20,,,level 2\r
,ruling,"Does a medic cost 10 extra, or 10 in total?",,,,,,,,,10 extra\r
"""


def test_each_row_has_a_line() -> None:
    roster = a_roster()
    catalogue = LIBRARY.catalogues["bn"]
    assert write_csv(roster, catalogue, assess(roster, catalogue), "en") == ENGLISH


def test_a_name_is_never_a_formula() -> None:
    squad = Squad(name="=1+1", class_="elite", figures=(Figure(name="@SUM(A1)", notes="-1"),))
    roster = replace(a_roster(), squads=(squad,), extras=())
    catalogue = LIBRARY.catalogues["bn"]
    line = write_csv(roster, catalogue, assess(roster, catalogue), "en").splitlines()[4]
    assert line == "'=1+1,figure,'@SUM(A1),1,Elite,,,,15,'-1,'@SUM(A1),"


@pytest.mark.parametrize("language", LANGUAGES)
@given(document=lists())
@settings(MODEST)
def test_any_list_is_read_back_unchanged(language: Language, document: dict[str, Any]) -> None:
    """It is read in either language, without marks."""
    roster = read(json.dumps(document).encode(), LIBRARY)
    catalogue = LIBRARY.catalogues[roster.ruleset]
    table = write_csv(roster, catalogue, assess(roster, catalogue), language)
    for reader in LANGUAGES:
        reading = read_text(table, LIBRARY, reader)
        assert (reading.problems, reading.unknown, reading.roster) == ([], [], roster)
        assert marks(reading, reader) == []


def table_of(document: dict[str, Any], language: Language = "en") -> tuple[str, Roster]:
    """A list as CSV, and the list."""
    roster = read(json.dumps(document).encode(), LIBRARY)
    catalogue = LIBRARY.catalogues[roster.ruleset]
    return write_csv(roster, catalogue, assess(roster, catalogue), language), roster


def test_discounts_rulings_and_club_prices_are_read_back() -> None:
    table, roster = table_of(LIST_WITH_ALL)
    reading = read_text(table, LIBRARY, "en")
    assert (reading.roster, marks(reading, "en")) == (roster, [])


def test_names_like_formulas_and_notes_of_several_lines_are_read_back() -> None:
    figures = [man("rifle", name=name, notes='"a",\r\n=b') for name in ("=1", "'=1", "''", "-", "Rifleman", "a;b")]
    table, roster = table_of(army("bn", squad("elite", *figures, name="'Alpha"), name="@", notes="a\n\n+b"))
    assert read_text(table, LIBRARY, "en").roster == roster


def test_a_spreadsheet_saved_with_semicolons_is_read_back() -> None:
    table, roster = table_of(LIST_WITH_ALL, "it")
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows(csv.reader(io.StringIO(table.removeprefix("\ufeff"), newline="")))
    assert read_text(out.getvalue(), LIBRARY, "it").roster == roster


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (",Rifleman,6,Elite,", ",Rifleman,4,Elite,", {"count": 4}),
        (",Rifleman,6,Elite,", ",Rifleman,6,Veterans,", {"class_": "veteran"}),
        (",Rifleman,6,", ",Rossi,6,", {"name": "Rossi"}),
        (",Assault rifle,,,90,", ",SMG,,,90,", {"weapons": ("smg",)}),
    ],
)
def test_changes_in_a_spreadsheet_are_imported(before: str, after: str, told: dict[str, Any]) -> None:
    roster = a_roster()
    assert ENGLISH.count(before) == 1
    read_back = read_text(ENGLISH.replace(before, after), LIBRARY, "en").roster
    (alpha,) = roster.squads
    sergeant, riflemen, *others = alpha.figures
    changed = replace(alpha, figures=(sergeant, replace(riflemen, **told), *others))
    assert read_back == replace(roster, squads=(changed,))


def test_wrong_points_of_a_row_are_shown() -> None:
    reading = read_text(ENGLISH.replace(",,90,", ",,80,"), LIBRARY, "en")
    rows = [row for line in make_preview(reading, LIBRARY, "en").lines for row in line.rows]
    assert [(row.name, row.points, row.typed) for row in rows if row.typed] == [("Rifleman", 90, 80)]


def test_a_table_with_unclosed_quotation_marks_is_read_line_by_line() -> None:
    reading = read_text(ENGLISH + '"Alpha,figure,Rossi,1', LIBRARY, "en", Answers("bn"))
    assert reading.roster
    assert any("Rossi" in line.text for line in reading.lines)
