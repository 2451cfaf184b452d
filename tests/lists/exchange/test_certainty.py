"""A line has no mark only if its text explains its result exactly."""

import pytest

from armybuilder.lists.exchange.preview import make_preview
from armybuilder.lists.exchange.proposal import Answers
from armybuilder.lists.exchange.reading import read_text
from tests.core.documents import LIBRARY

TOPS = {"rth-it": "Veterani", "bn": "Elite", "bi": "Regulars", "ludonet": "Experts"}


def marks(ruleset: str, text: str) -> list[bool]:
    """Whether each line of a squad has a question, a note or a doubt."""
    reading = read_text(f"X · {ruleset}\nAlpha ({TOPS[ruleset]})\n{text}", LIBRARY, "en")
    return [bool(line.is_guess or line.unknown) for line in reading.lines[2:]]


@pytest.mark.parametrize(
    ("ruleset", "line"),
    [
        ("rth-it", "4 fucilieri"),
        ("rth-it", "4 fucilieri (48)"),
        ("rth-it", "1 BAR, 1 bazooka"),
        ("rth-it", "1 medico"),
        ("bn", "2x Humvee with HMG"),
        ("bn", "6 men, M4, 90 pts"),
        ("bn", "1 grenadier, M203"),
        ("bn", "leader 2, M16"),
        ("bi", "4 riflemen with flak jackets"),
        ("bi", "2 soldiers with carbines"),
        ("bi", "2 soldiers with M4 carbines"),
        ("bi", "1 rifleman with a Beretta 70/90"),
        ("ludonet", "5 soldati"),
        ("ludonet", "PIAT x2"),
    ],
)
def test_a_line_explained_by_its_words_and_numbers_has_no_mark(ruleset: str, line: str) -> None:
    assert marks(ruleset, line) == [False]


@pytest.mark.parametrize(
    ("ruleset", "line"),
    [
        ("bi", "1 nurse"),  # which weapon?
        ("bi", "4 soldiers"),
        ("bi", "MG and loader"),
        ("bi", "1 squad leader with M4"),  # a carbine or an assault rifle
        ("bi", "2 soldiers with FAL"),
        ("bi", "4 rifelmen"),
        ("bi", "squad leader, M4 x1"),  # one man or two
        ("bi", "2 snipers 3"),
        ("bi", "3 AK, RPG"),
        ("rth-it", "4 fucilieri senza granate"),
        ("rth-it", "1 fuciliere, BAR"),
        ("ludonet", "PIAT, Bren"),
        ("ludonet", "PIAT, heavy weapon (1) CV=2"),
    ],
)
def test_a_line_with_something_unexplained_or_assumed_is_marked(ruleset: str, line: str) -> None:
    assert marks(ruleset, line) == [True]


def test_a_number_of_a_table_without_a_meaning_is_marked() -> None:
    table = "ID,Qty,Unit,Weapon,Pts\n7,4,Rifleman,M16,60\n8,1,Sniper,Sniper rifle,30"
    assert marks("bn", table) == [False, True, True]
    assert marks("bn", table.replace("ID,", "").replace("7,", "").replace("8,", "")) == [False, False, False]


def test_a_column_of_numbers_that_are_multiplied_is_a_price() -> None:
    """Without column names, 1 to 12 could be the number of men in either column."""
    table = "Rifleman;M16;{0}5;1;{0}5\nSniper;Sniper rifle;10;2;20"
    reading = read_text("X · bn\nAlpha (Elite)\n" + table.format(""), LIBRARY, "en")
    assert reading.roster
    men = [figure.count for figure in reading.roster.squads[0].figures]
    assert (men, [line.rows[0].price for line in reading.lines[2:]]) == ([1, 2], [5, 20])


@pytest.mark.parametrize(
    ("heading", "classes"),
    [
        ("Veterans of the coast – militia", ["militia", "veteran"]),
        ("Trained – fanatics", ["fanatic", "trained"]),
        ("Paras – trained", []),
        ("Trained squad", []),
    ],
)
def test_a_heading_with_the_names_of_two_classes_is_a_question(heading: str, classes: list[str]) -> None:
    reading = read_text(f"X · bn\n{heading}\n4 riflemen\n1 medic", LIBRARY, "en")
    asked = [question for row in reading.lines[1].rows for question in row.questions]
    assert [one.id for question in asked for one in question.term.meanings[: len(classes)]] == classes


def test_a_model_used_as_another_weapon_is_that_weapon() -> None:
    reading = read_text("X · bn\nAlpha (Elite)\n1 PKM as LMG", LIBRARY, "en")
    assert reading.roster
    assert [figure.weapons for figure in reading.roster.squads[0].figures] == [("lmg",)]
    assert marks("bn", "1 PKM as LMG") == [True]


@pytest.mark.parametrize(
    ("line", "is_marked"),
    [
        ("Vehicles - 4 riflemen, 1 sniper", False),
        ("Truck\nVehicles & Squad A | 1 sniper, Leaders/\n10; Figures + sniper +", True),
    ],
)
def test_a_part_of_a_line_that_names_no_thing_explains_no_row(line: str, is_marked: bool) -> None:
    assert marks("bn", line)[-1] is is_marked


def test_a_thing_below_a_section_before_any_squad_opens_one() -> None:
    reading = read_text("X · ludonet\nAlpha\nReserve:,\nVehicles -\n4 riflemen", LIBRARY, "en")
    assert reading.roster is not None
    assert [[figure.count for figure in squad.figures] for squad in reading.roster.squads] == [[4]]


def test_an_extra_on_the_line_of_a_squad_without_men_is_kept_and_marked() -> None:
    reading = read_text("Breaking News, attack\nSquad A\nSquad B\nSquad C: ambush\nSquad D\n4 riflemen", LIBRARY, "en")
    assert [line.unknown for line in reading.lines] == [
        *([], ["Squad A"], ["Squad B"], ["Squad C: ambush"], [], []),
    ]
    assert reading.roster is not None
    assert [extra.extra for extra in reading.roster.extras] == ["ambush"]
    assert [squad.name for squad in reading.roster.squads] == ["Squad D"]


def test_things_below_a_heading_that_leaves_them_out_have_no_mark() -> None:
    assert marks("bn", "4 riflemen\nReserve:\n1 sniper\nno medic") == [False] * 4
    assert marks("bn", "4 riflemen\nNemici:\n1 sniper") == [False] * 3


@pytest.mark.parametrize("heading", ["Side B", "Proxies:", "Notes:", "German side:", "Lista di Marco:"])
def test_things_below_a_heading_that_may_leave_them_out_are_marked(heading: str) -> None:
    """The other headings name a squad or a class."""
    assert marks("bn", f"4 riflemen\n\n{heading}\n1 sniper (30)\n2 riflemen") == [False, True, True, True]


@pytest.mark.parametrize(
    ("line", "is_marked"),
    [
        ("1 sniper 30", False),
        ("4 riflemen 4 x 15 = 60", False),
        ("4 riflemen, M16 (60)", False),
        ("Rossi, sniper rifle, 30", False),
        ("leader 2 with M16 + 4 riflemen + 1 RPG = 107", False),
        ("4 riflemen, RPG, 88", False),
        ("4 riflemen, RPG", True),
        ("mortars 15", True),  # a man with a light mortar costs as much
        ("1 rifleman 15 sniper", True),
        ("1 ranger-bombardier, M16 (15)", True),
    ],
)
def test_a_price_leaves_one_reading(line: str, is_marked: bool) -> None:
    assert marks("bn", line) == [is_marked]


@pytest.mark.parametrize("name", ["Sezione pezzi", "Squadra pezzi", "Section pcs"])
def test_a_word_for_pieces_is_part_of_a_name(name: str) -> None:
    reading = read_text(f"X · ludonet\n{name}, regolari\n4 soldati", LIBRARY, "it")
    assert reading.roster
    assert [(squad.name, squad.class_) for squad in reading.roster.squads] == [(name, "regular")]


@pytest.mark.parametrize(
    ("top", "total", "limit"),
    [
        ("Breaking News, defender, 200 points", "Total 60", 200),
        ("Breaking News: 400 pts, attacker", "60/400", 400),
        ("Breaking News, defender, max 80 pts", "", 80),
        ("Breaking News, attacker, up to 320 points", "Total 60", 320),
        ("Breaking News, difensore, fino a 70pt", "60 pt", 70),
        ("Breaking News, defender, max 99999 pts", "", 90),
        ("Breaking News / 180 pts", "Total 60", 180),
        ("Breaking News, defender, 90 points", "Total 60", 90),
    ],
)
def test_a_stated_limit_is_that_of_the_list(top: str, total: str, limit: int) -> None:
    reading = read_text(f"{top}\nAlpha (Elite)\n4 riflemen (60)\n{total}", LIBRARY, "en")
    assert reading.roster
    assert make_preview(reading, LIBRARY, "en").limit == limit
    is_of_role = reading.roster.role != "open"
    assert (reading.roster.limit, reading.head.role_sure) == ((None, True) if is_of_role else (limit, False))


@pytest.mark.parametrize(
    ("top", "name", "is_marked"),
    [
        ("Squad 1 - vetrns", "Squad 1 - vetrns", False),
        ("Squad Falcon - vetrns", "", True),
        ("The Falcons", "", False),
        ("Platoon - elite", "Platoon", False),
        ("Plotone (elite)", "Plotone", False),
        ("Squad - elite", "", False),
        ("Rifle squad 2, elite:", "Rifle squad 2", False),
        ("Fucilieri squadra 3 (elite)", "Fucilieri squadra 3", False),
    ],
)
def test_the_name_of_a_squad_is_kept_or_its_line_is_marked(top: str, name: str, is_marked: bool) -> None:
    reading = read_text(f"{top}\n4 riflemen (60)\n1 medic (25)", LIBRARY, "en", Answers("bn"))
    assert reading.roster
    assert [squad.name for squad in reading.roster.squads] == [name]
    assert reading.lines[0].is_unsure is is_marked


def test_a_line_without_a_price_may_be_a_heading_if_the_others_have_prices() -> None:
    priced = "4 riflemen (60)\n1 medic (25)\nPair of snipers"
    assert marks("bn", priced) == [False, False, True]
    assert marks("bn", "4 riflemen\n1 medic\nPair of snipers") == [False, False, False]


def test_one_price_for_several_things_may_be_the_price_of_all() -> None:
    """The words of one thing can name two ("transport, unprotected"): its price then belongs to neither or both."""
    assert marks("bn", "1 Humvee, tank @ 50") == [True]
    assert marks("rth-it", "1 BAR (19), 1 bazooka (19)") == [False]


def test_a_first_line_without_a_number_is_the_name_of_a_list_with_numbers() -> None:
    text = "Snipers\nSquad 1, elite\n4 riflemen (60)\n1 medic (25)\n1 sniper (35)"
    reading = read_text(text, LIBRARY, "en", Answers("bn"))
    assert reading.roster
    assert (reading.roster.name, len(reading.roster.squads)) == ("Snipers", 1)


def test_only_a_game_with_points_is_guessed_for_a_list_with_points() -> None:
    text = "Squad, regulars\n4 soldiers with assault rifles{0}\n1 RPG{0}\nsquad leader{0}\n1 medic{0}"
    guessed = [read_text(text.format(points), LIBRARY, "en").game for points in ("", " 20 pts")]
    assert [game and game.ruleset for game in guessed] == ["bi", "bn"]


@pytest.mark.parametrize(
    ("rows", "marked"),
    [
        ("1x Corpsman (25 points)\n   • Medic", [False, True]),
        ("4 riflemen (60)\n  - 4 M16", [False, False]),
        ("4 riflemen (60)\n  - 3 M16", [False, True]),
        ("1 sniper\n   M24", [False, True]),
        ("1 sniper\n- M24", [False, False]),
        ("4 riflemen (40)\n- 4 M16 (40)", [False, False]),
    ],
)
def test_a_row_that_may_say_what_the_row_above_has_is_marked(rows: str, marked: list[bool]) -> None:
    assert marks("bn", rows) == marked


@pytest.mark.parametrize(
    ("line", "is_marked"),
    [
        ("1 leader, M16 (15+5)", False),
        ("2 RPG 22+22", False),
        ("SAW 15 + 5 = 20", True),
        ("4 riflemen 4x15", False),
        ("4+1 riflemen", True),  # men, not a price
        ("SAW 15+7", True),
    ],
)
def test_a_price_may_be_a_sum(line: str, is_marked: bool) -> None:
    reading = read_text(f"X · bn\nAlpha (Elite)\n{line}", LIBRARY, "en")
    assert bool(make_preview(reading, LIBRARY, "en").lines[2].kind) == is_marked


@pytest.mark.parametrize(
    ("taken", "total", "is_marked"),
    [("y", "", False), ("n", "", True), ("no", "", True), ("no", "107", False)],
)
def test_a_no_below_an_unknown_name_of_a_column_is_marked_unless_the_total_agrees(
    taken: str, total: str, is_marked: bool
) -> None:
    table = f"Qty;Unit;Taken;Pts\n4;Rifleman;yes;60\n1;AT soldier;{taken};22\n1;Medic;yes;25"
    lines = marks("bn", f"{table}\nTotal;;;{total}" if total else table)
    assert lines[2] == is_marked


def test_lines_that_are_one_are_read_once() -> None:
    text = "X · bn\nAlpha (Elite)\nSquad lea-\nder with\nM4 20\n4 riflemen\n60 pts\n1 sniper 30\n  - M24"
    reading = read_text(text, LIBRARY, "en")
    assert reading.roster
    men = [(figure.count, figure.weapons) for figure in reading.roster.squads[0].figures]
    assert men == [(1, ("assault-rifle",)), (4, ("assault-rifle",)), (1, ("sniper-rifle",))]
    shown = make_preview(reading, LIBRARY, "en").lines[2:]
    assert [line.is_part for line in shown] == [False, True, True, False, True, False, True]
    assert [line.kind for line in shown] == [""] * 7


@pytest.mark.parametrize(
    ("ruleset", "name"),
    [("bi", "Lt Harris"), ("ludonet", "Sgt Ford"), ("bn", "Pte Humber"), ("rth-en", "Pvt Dodge")],
)
def test_a_word_after_a_rank_is_a_name_and_not_a_vehicle(ruleset: str, name: str) -> None:
    reading = read_text(f"X · {ruleset}\nAlpha\n4 riflemen\n{name}", LIBRARY, "en")
    assert reading.roster
    (squad,) = reading.roster.squads
    assert ([one.name.split()[-1:] for one in squad.figures], squad.vehicles) == ([[], [name.split()[1]]], ())


def test_a_class_beside_the_name_of_the_first_squad_is_a_question_for_the_others() -> None:
    reading = read_text("RTH\n1st squad (elite)\n4 riflemen\n2nd squad\n4 riflemen", LIBRARY, "en")
    asked = [question.term.kind for row in reading.lines[3].rows for question in row.questions]
    assert asked == ["class"]


def test_a_line_with_a_thing_and_its_price_above_the_game_is_a_row() -> None:
    text = "Sgt Rock (Thompson, leader 1) 20\nBAR man 22\nDoc, medic 25\nRTH english, elite paras"
    reading = read_text(text, LIBRARY, "en")
    assert reading.roster
    assert [one.name for one in reading.roster.squads[0].figures] == ["Sgt Rock", "", ""]
