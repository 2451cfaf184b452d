"""Price tables as people have them, read as rows."""

from typing import Any

import pytest
from django.utils.translation import override

from armybuilder.own_rules.actions.bringing import changes_of
from armybuilder.own_rules.pasting.cells import MOST_LINES, item_of, number_in
from armybuilder.own_rules.pasting.reading import Reading, read_paste
from rules.own.columns import TABLES

CHAT = """BRIGANTI E BERSAGLIERI – tabelle v. 3 (bozza!!)
TRUPPE            città   campagna  Mor.
Bersaglieri       12      13        4
Guardia nazionale  7      8         2
10 guardie nazionali = 70

ARMI
- Moschetto – 2 pt
- Carabina rigata – 4,5 pt
- Trombone (solo briganti!!) – 3 pt
chi tira per primo? chiedere a Ugo
"""


def read(text: str, **answers: str) -> Reading:
    with override("en"):
        return read_paste(text, {key.replace("_", "-"): value for key, value in answers.items()})


def rows(reading: Reading) -> list[tuple[Any, ...]]:
    return [
        (row.table, row.name, row.points, *(stat[:2] for stat in row.stats), *filter(None, [row.note]))
        for row in reading.entries
    ]


def test_a_table_from_a_chat() -> None:
    reading = read(CHAT)
    assert reading.name == "BRIGANTI E BERSAGLIERI"
    assert rows(reading) == [
        ("classes", "Bersaglieri", 12, ("Mor.", 4), "campagna 13"),
        ("classes", "Guardia nazionale", 7, ("Mor.", 2), "campagna 8"),
        ("ready_squads", "10 guardie nazionali", None),
        ("weapons", "Moschetto", 2),
        ("weapons", "Carabina rigata", 5),
        ("weapons", "Trombone", 3, "solo briganti!!"),
    ]
    assert reading.notes == ["chi tira per primo? chiedere a Ugo"]
    assert [question.field for question in reading.questions] == ["price-1", "squad-5", "halves"]


def test_its_questions_change_what_it_says() -> None:
    reading = read(CHAT, price_1="2", halves="double", squad_5="row")
    assert rows(reading)[:3] == [
        ("classes", "Bersaglieri", 26, ("Mor.", 4), "città 12"),
        ("classes", "Guardia nazionale", 16, ("Mor.", 2), "città 7"),
        ("classes", "10 guardie nazionali", 140),
    ]
    assert [row.points for row in reading.entries if row.table == "weapons"] == [4, 9, 6]


NOTE = "a long line that says nothing of any use to anybody 12"


def test_a_question_is_about_rows_and_not_about_notes() -> None:
    [asked] = read(f"Rifleman – 5 pt\n{NOTE}").questions
    assert asked.label == "There is no heading above “Rifleman”. What is it?"
    assert not read(f"Helmet\n{NOTE}\nWeapons").questions


def test_a_heading_of_columns_alone_is_that_of_the_chosen_table() -> None:
    headed = "Name\tPoints\nRifleman\t5"
    assert [str(read(headed, **answer).lines[0].heading) for answer in ({}, {"table_1": "roles"})] == [
        str(TABLES["classes"].label),
        str(TABLES["roles"].label),
    ]


@pytest.mark.parametrize(
    ("price", "options"), [(70, ["squad", "row", "note"]), (60, ["row", "note"]), (0, ["row", "note"])]
)
def test_a_number_of_men_is_a_ready_squad_if_the_price_is_theirs(price: int, options: list[str]) -> None:
    reading = read(CHAT.replace("= 70", f"= {price}"))
    assert [choice.value for choice in reading.questions[1].choices] == options


def test_menus_of_columns_decide() -> None:
    reading = read(CHAT, column_1_2="stat", column_1_3="note")
    assert rows(reading)[0] == ("classes", "Bersaglieri", 12, ("campagna", 13), "Mor. 4")


@pytest.mark.parametrize(
    "text",
    [CHAT, "a\n" * 2 * MOST_LINES, "x 10\n" * 400, "|||\n;;;\n\t\t\n", "10\n20\n", "= 10\n"],
    ids=range(6),
)
def test_every_line_goes_somewhere(text: str) -> None:
    lines = [number for number, line in enumerate(text.split("\n"), 1) if any(map(str.isalnum, line))][:MOST_LINES]
    assert [line.number for line in read(text).lines] == lines


SHAPES: list[tuple[str, list[tuple[Any, ...]]]] = [
    (
        "Nome\tPunti\tMorale\nLegionario\t12\t4\nRegulares\t10\t3",
        [("classes", "Legionario", 12, ("Morale", 4)), ("classes", "Regulares", 10, ("Morale", 3))],
    ),
    (
        "Type;Name;Cost\nTroops;Rifleman;10\nWeapon;SMG;3\nVehicle;Jeep;25",
        [("classes", "Rifleman", 10), ("weapons", "SMG", 3), ("vehicles", "Jeep", 25)],
    ),
    (
        "## Troops\n| Name | Points |\n|---|---|\n| Rifleman | 10 |\n## Options\n| Name | Cost |\n| Ambush | 15 |",
        [("classes", "Rifleman", 10), ("extras", "Ambush", 15)],
    ),
    (
        'name,points\n"Rifleman, veteran",10\nMarine,12',
        [("classes", "Rifleman, veteran", 10), ("classes", "Marine", 12)],
    ),
    ("Nome;Punti\nFucile;4,5\nPistola;2", [("classes", "Fucile", 5), ("classes", "Pistola", 2)]),
    (
        "Fucilieri: 10 punti\nMitragliatrice: 12 punti, solo uno\nCecchino.....25\n12 pt - Jeep",
        [
            ("classes", "Fucilieri", 10),
            ("classes", "Mitragliatrice", 12, "solo uno"),
            ("classes", "Cecchino", 25),
            ("classes", "Jeep", 12),
        ],
    ),
    (
        "Weapons\nMG 42 (12)\nMauser (2)\nMP 40",
        [("weapons", "MG 42", 12), ("weapons", "Mauser", 2), ("weapons", "MP 40", None)],
    ),
    ("Ruoli\nMedico +5\nRadio +3", [("roles", "Medico", 5), ("roles", "Radio", 3)]),
    ("Kit\nRadio\nCord", [("kit", "Radio", None), ("kit", "Cord", None)]),
]


@pytest.mark.parametrize(("text", "wanted"), SHAPES)
def test_shapes_of_tables(text: str, wanted: list[tuple[Any, ...]]) -> None:
    assert rows(read(text)) == wanted


@pytest.mark.parametrize(
    ("typed", "value"),
    [("12", 12), ("4,5 pt", 4.5), ("+3", 3), ("−20", -20), ("12pts", 12), ("12 men", None), ("x", None)],
)
def test_numbers(typed: str, value: float | None) -> None:
    found = number_in(typed)
    assert (found and found.value) == value


def test_a_name_keeps_its_number() -> None:
    assert item_of("- MG 42 – 12 pt") == ("MG 42", ("12", 12.0), "")


def test_a_table_without_prices_is_a_game_without_points() -> None:
    reading = read("Truppe\tMorale\nAlpini\tbuono\nFanti\tscarso")
    assert not reading.has_points
    assert rows(reading) == [
        ("classes", "Alpini", None, "Morale buono"),
        ("classes", "Fanti", None, "Morale scarso"),
    ]


def test_its_changes_name_no_row_by_its_name() -> None:
    ids = iter("abcdefgh")
    changes = dict(changes_of(read("Nome\tPunti\tMorale\nLegionario\t12\t4"), lambda: next(ids)))
    assert changes == {
        "characteristics/b/position": 10_000_001,
        "characteristics/b/name": {"it": "Morale", "en": "Morale"},
        "classes/a/position": 1_001_000,
        "classes/a/name": {"it": "Legionario", "en": "Legionario"},
        "classes/a/points": 12,
        "classes/a/stats.b": 4,
    }


def test_a_column_keeps_how_it_writes_its_numbers() -> None:
    ids = iter("abcdefgh")
    reading = read("Nome\tPunti\tTiro\tMischia\tMorale\nLegionario\t12\t4+\t+1\t5\nRecluta\t6\t5+\t0\t4")
    assert [stat.written for stat in reading.entries[0].stats] == ["4+", "+1", "5"]
    changes = dict(changes_of(reading, lambda: next(ids)))
    formats = {place: value for place, value in changes.items() if place.endswith("/format")}
    assert formats == {"characteristics/c/format": "save", "characteristics/d/format": "bonus"}
    assert [changes[place] for place in ("classes/a/stats.c", "classes/a/stats.d", "classes/b/stats.d")] == [
        4, 1, 0,
    ]  # fmt: skip


def test_a_name_joins_a_number_to_its_unit() -> None:
    changes = dict(changes_of(read("Armi\nMortaio 50 mm 10"), lambda: "a"))
    assert changes["weapons/a/name"] == {"it": "Mortaio 50\xa0mm", "en": "Mortaio 50\xa0mm"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Truppe: regolari 10, miliziani 6\nArmi: fucile gratis, mitra +2, mitragliatrice 8 pt.",
            [
                ("classes", "regolari", 10),
                ("classes", "miliziani", 6),
                ("weapons", "fucile", 0),
                ("weapons", "mitra", 2),
                ("weapons", "mitragliatrice", 8),
            ],
        ),
        ("Troops\nRegulars 10 / Militia 6", [("classes", "Regulars", 10), ("classes", "Militia", 6)]),
        ("Troops\nMen with axes, swords 6", [("classes", "Men with axes, swords", 6)]),
        ("Armi\nfucile gratis\nmitra 2", [("weapons", "fucile", 0), ("weapons", "mitra", 2)]),
        ("Support weapons\nBazooka 8", [("weapons", "Bazooka", 8)]),
        ("Supporto\nMine 8", [("extras", "Mine", 8)]),
    ],
)
def test_several_rows_in_a_line(text: str, wanted: list[tuple[str, str, int]]) -> None:
    assert rows(read(text)) == wanted
