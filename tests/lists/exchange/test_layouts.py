"""Whole texts in the layouts of chats and tables: senders, and meanings of columns."""

import pytest

from armybuilder.lists.exchange.preview import make_preview
from armybuilder.lists.exchange.reading import read_text
from armybuilder.lists.recognition.line_starts import without_senders
from rules.core.document.roster import Figure, Vehicle
from tests.core.documents import LIBRARY


def bought(text: str) -> list[str]:
    """The purchases in a text: counts, weapons and classes."""
    roster = read_text(text, LIBRARY, "en").roster
    assert roster
    rows: list[str] = []
    for squad in roster.squads:
        rows += [_figure(row, squad.class_) for row in squad.figures]
        rows += [_vehicle(row) for row in squad.vehicles]
    return rows


def _figure(row: Figure, class_: str) -> str:
    led = f" L{row.leadership}" if row.leadership else ""
    return f"{row.count} {row.class_ or class_} {'+'.join(row.weapons) or 'unarmed'}{led}"


def _vehicle(row: Vehicle) -> str:
    return f"{row.count} {row.type} {'+'.join(row.weapons)}"


@pytest.mark.parametrize(
    "said",
    [
        "[21:02] Rudy 🐺: {}",
        "Lou, 18:45: {}",
        "12/03/24, 21:15 - Gigi B.: {}",
        "[3/4/26, 9:15:07 PM] Bill: {}",
        "<Bill> {}",
        "15:02 <tom> {}",
    ],
)
def test_senders_in_a_chat_are_not_men_of_the_list(said: str) -> None:
    lines = [
        "Breaking News, attack",
        "Rangers, veterans",
        "1 leader 2, SMG",
        "6 riflemen",
        "that is all of it",
    ]
    assert without_senders([said.format(line) for line in lines]) == lines


@pytest.mark.parametrize(
    "lines",
    [
        ["BN attack", "Alpha: 4 riflemen", "Alpha: 1 LMG", "Bravo: 4 riflemen"],
        ["++ X · bn ++", "+ A · Elite +", "1x Rossi: leadership 1, SMG"],
        ["4 riflemen (60)", "1 sniper 25"],
    ],
)
def test_text_without_a_sender_is_unchanged(lines: list[str]) -> None:
    assert without_senders(lines) == lines


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        (
            "| # | Trooper | Quality | Armed with | Ldr | Pts |\n|:-|:-|:-|:-|:-|-:|\n"
            "| 1 | Capt. Doyle | Elite | SMG | 2 | 25 |\n| 3 | Trooper | Veterans | Rifle | | 36 |",
            ["1 elite smg L2", "3 veteran rifle"],
        ),
        (
            "count,item,troops,points\n1,LMG,Veterans,17\n4,Rifle,Veterans,48",
            ["1 veteran lmg", "4 veteran rifle"],
        ),
        (
            "Qty   Model       Weapon        Ldr   Pts\n1     Sergeant    SMG           1     20\n"
            "3     Rifleman    Rifle               45\n                  TOTAL               65",
            ["1 elite smg L1", "3 elite rifle"],
        ),
        (
            "Weapon\tWho\tN\nSMG\tSergeant\t1\nRifle\tRifleman\t4\n\tTotal\t5",
            ["1 elite smg L1", "4 elite rifle"],
        ),
    ],
)
def test_the_meaning_of_a_column_comes_from_its_header_or_its_content(table: str, rows: list[str]) -> None:
    assert bought(f"Breaking News, attack\nRangers (elite)\n{table}") == rows


def test_a_heading_with_nothing_below_it_is_not_a_squad() -> None:
    assert bought("Breaking News, attack\nRangers (elite)\n4 riflemen\n*** END OF SHEET ***") == [
        "4 elite assault-rifle"
    ]
    roster = read_text("Breaking News\nRangers (elite)\n4 riflemen\n_SEE YOU_", LIBRARY, "en").roster
    assert roster
    assert [squad.name for squad in roster.squads] == ["Rangers"]


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("4 riflemen x15 = 60", "4 elite assault-rifle"),
        ("Four troopers, M4, 15 each – 60", "4 elite assault-rifle"),
        ("Five men with AKs, fifteen points a man (75)", "5 elite assault-rifle"),
        ("1 medic, unarmed = 25", "1 elite unarmed"),
        ('the leader "Tiger", SMG, ldr 2, 25 pts', "1 elite smg L2"),
    ],
)
def test_sums_and_names_in_a_row_are_not_men(line: str, row: str) -> None:
    assert bought(f"Breaking News, attack\nRangers (elite)\n{line}") == [row]


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("Fig.02 Rifleman, M16", "1 elite assault-rifle"),
        ("Model 09: medic, unarmed", "1 elite unarmed"),
        ("A2. Four riflemen, M16", "4 elite assault-rifle"),
        ("B1) 2 snipers", "2 elite sniper-rifle"),
        ("chief m4 ldr2 30", "1 elite assault-rifle L2"),
        ("Lieutenant [35 pts]: M4, leadership 2", "1 elite assault-rifle L2"),
        ("1 man with a Milan launcher", "1 elite heavy-at"),
    ],
)
def test_row_numbers_and_words_around_a_row_are_not_bought(line: str, row: str) -> None:
    assert bought(f"Breaking News, attack\nRangers (elite)\n{line}") == [row]


@pytest.mark.parametrize("line", ["sab 3 maggio", "Con stima, rag. Ettore Bini", "gg", "Order of battle"])
def test_dates_and_signatures_are_not_bought(line: str) -> None:
    assert bought(f"Breaking News, attack\nRangers (elite)\n4 riflemen\n{line}") == ["4 elite assault-rifle"]


def test_senders_in_angle_brackets_need_no_time() -> None:
    text = "<stug3> list?\n<tom_atkins> Breaking News, attack\n<tom_atkins> Rangers (elite)\n<tom_atkins> 4 riflemen"
    assert bought(f"{text}\n<stug3> gg") == ["4 elite assault-rifle"]


def test_boxes_explained_by_a_line_leave_nothing_out() -> None:
    text = "Breaking News, attack (ticked = painted)\nRangers (elite)\n- [x] 4 riflemen\n- [ ] 1 sniper"
    assert bought(text) == ["4 elite assault-rifle", "1 elite sniper-rifle"]


def test_a_table_continues_after_a_heading_without_columns() -> None:
    text = "Who\tModels\tArms\nRangers (elite)\nSergeant\t1\tM16\nRifleman\t4\tM16"
    assert bought(f"Breaking News, attack\n{text}") == ["1 elite assault-rifle L1", "4 elite assault-rifle"]


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("riflemen - M16 - 5 men - 75", "5 elite assault-rifle"),
        ("(75) five riflemen", "5 elite assault-rifle"),
        ("75 - five men with M16", "5 elite assault-rifle"),
        ("medic - pistol - 1 man - 25", "1 elite pistol"),
    ],
)
def test_prices_decide_what_each_number_of_a_row_means(line: str, row: str) -> None:
    assert bought(f"Breaking News, attack\nRangers (elite)\n1 sniper, 30\n1 RPG, 22\n{line}")[2:] == [row]


def test_row_numbers_are_recognised_once_for_the_whole_text() -> None:
    rows = "n°1 Medic, pistol\nn°2-5 Riflemen, M16\nn°6 Sniper\nn°7 RPG"
    men = ["1 elite pistol", "4 elite assault-rifle", "1 elite sniper-rifle", "1 elite assault-rifle+rpg"]
    assert bought(f"Breaking News, attack\nRangers (elite)\n{rows}") == men


def test_a_line_read_in_another_way_is_marked_unless_its_price_explains_it() -> None:
    text = "Breaking News, attack\nRangers (elite)\n1 sniper, 30\n1 RPG, 22\n({0}) five riflemen"
    is_marked = [
        [bool(line.kind) for line in make_preview(read_text(text.format(price), LIBRARY, "en"), LIBRARY, "en").lines]
        for price in (75, 74)
    ]
    assert is_marked == [[False] * 5, [False] * 4 + [True]]


def test_a_line_with_two_words_for_one_man_is_one_man_if_the_lines_above_have_one_thing_each() -> None:
    text = "Breaking News, attack\nSAS (elite)\nTrooper: M16\nTrooper: M16\nTrooper: LMG\nTrooper, sniper: sniper rifle"
    assert bought(text)[3:] == ["1 elite sniper-rifle"]


@pytest.mark.parametrize(
    ("said", "weapons"),
    [
        ("1 man, RPG", "rpg"),
        ("1 man with RPG", "rpg"),
        ("2 men, RPG", "rpg"),
        ("1 man, grenades", "assault-rifle+grenade"),
        ("1 man, LMG", "lmg"),
        ("1 man, AK and RPG", "assault-rifle+rpg"),
    ],
)
def test_a_man_has_a_rifle_beside_his_weapon_only_if_no_man_of_the_ruleset_is_armed_so(said: str, weapons: str) -> None:
    first, *_others = bought(f"Bassa Intensità\nVeterans\n{said}\n4 men, rifles")
    assert first == f"{said[0]} veteran {weapons}"


@pytest.mark.parametrize("said", ["1 MAG, MMG (18)", "1 MAG, mmg", "1 MAG (MMG) 18", "MAG, MMG 18"])
def test_a_weapon_and_its_type_are_one_weapon(said: str) -> None:
    assert bought(f"Breaking News\nSquad (mercenaries)\n{said}\n4 riflemen (44)")[0] == "1 mercenary mmg"


@pytest.mark.parametrize(
    ("lines", "rows"),
    [
        (["4 riflemen", "with SMGs 48"], ["4 experienced smg"]),
        (["1 medic 25", ".30 cal MMG 27"], ["1 experienced pistol", "1 experienced mmg"]),
        (["SNI", "PER 1 30"], ["1 experienced sniper-rifle"]),
        (["Experienced n. 3: rifle. 39"], ["3 experienced rifle"]),
    ],
)
def test_a_row_broken_in_two_lines_is_one_row(lines: list[str], rows: list[str]) -> None:
    assert bought("\n".join(["X · rth-en", "+ A · Experienced +", *lines])) == rows


def test_a_table_row_with_only_a_name_and_a_class_is_the_heading_of_a_squad() -> None:
    text = "RTH (english)\nWHO   CLASS   N   ARM\n---------\nBaker   ELITE\nSgt   lead   1   SMG\nTom   -   3   rifle"
    roster = read_text(text, LIBRARY, "en").roster
    assert roster
    assert [(squad.name, squad.class_) for squad in roster.squads] == [("Baker", "elite")]


def test_a_number_with_a_plus_sign_in_a_column_is_in_the_price_and_counts_nobody() -> None:
    text = "X · rth-en\n+ A · Experienced +\nSgt Hill    SMG    +5    15\nPte Gray    BAR    +7    20\n"
    assert bought(text) == ["1 experienced smg L1", "1 experienced automatic-rifle"]
