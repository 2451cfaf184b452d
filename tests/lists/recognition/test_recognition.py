"""Words, rows and first lines in players' own formats, piece by piece."""

import pytest

from armybuilder.lists.recognition import vocabulary
from armybuilder.lists.recognition.draft import Draft
from armybuilder.lists.recognition.figures import make_row
from armybuilder.lists.recognition.headings import slashed, title_of, undecorated
from armybuilder.lists.recognition.heads import Game, Head, find_game, read_head_line, settle_role
from armybuilder.lists.recognition.numbers import settle_numbers
from armybuilder.lists.recognition.pieces import pieces_of
from armybuilder.lists.recognition.rows import rows_of
from armybuilder.lists.recognition.titles import left
from armybuilder.lists.recognition.tokens import points, times, tokens_of
from armybuilder.lists.recognition.vocabulary import Meaning, Vocabulary, meaning_of, stemmed
from rules.core.document.roster import ExtraEntry, Figure, Vehicle
from rules.core.text import LANGUAGES
from tests.core.documents import LIBRARY

BN, RTH, BI, LUDONET = (LIBRARY.catalogues[name] for name in ("bn", "rth-it", "bi", "ludonet"))
LIMITS = {"attacker": 150, "defender": 90}


# ── Words ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("4x Fuciliere d’assalto", ["4x", "fuciliere", "d", "assalto"]),
        ("MG-42 (40 pt)", ["mg", "42", "40", "pt"]),
        ("4xRifleman x2SMG 4x4", ["4x", "rifleman", "x2smg", "4x4"]),
        ("– · ++ «»", []),
        ("È ①", ["e", "1"]),
    ],
)
def test_words_and_numbers_are_split(line: str, keys: list[str]) -> None:
    assert [token.key for token in tokens_of(line)] == keys


@pytest.mark.parametrize(
    ("word", "count", "price"),
    [
        ("4x", 4, None),
        ("x12", 12, None),
        ("40pt", None, 40),
        ("7p", None, 7),
        ("x", None, None),
        ("mg42", None, None),
    ],
)
def test_counts_and_points(word: str, count: int | None, price: int | None) -> None:
    (token,) = tokens_of(word)
    assert (times(token), points(token)) == (count, price)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("fuciliere", "fucilieri"),
        ("sten", "stens"),
        ("granata", "granate"),
        ("veterano", "veterani"),
        ("rifle", "rifles"),
    ],
)
def test_a_plural_is_the_same_word(one: str, many: str) -> None:
    assert stemmed(one) == stemmed(many)


@pytest.mark.parametrize("word", ["lmg", "gas", "mg42", "é"])
def test_short_words_and_numbers_have_no_plural(word: str) -> None:
    assert stemmed(word) == word


@pytest.mark.parametrize(
    ("word", "meanings", "exact"),
    [
        ("LMG", ["weapon/lmg"], True),
        ("Fucile d'assalto", ["weapon/assault-rifle"], True),
        ("mg-42", ["weapon/mmg"], True),
        ("Fuciliere", ["preset/rifleman"], True),
        ("fucileri", ["preset/rifleman", "weapon/rifle"], False),
        ("machine gun", ["weapon/lmg", "weapon/mmg", "weapon/hmg"], True),
        ("LMGG", ["weapon/lmg"], False),
        ("Irr3", ["class/militia"], True),
        ("medico", ["preset/medic"], True),
    ],
)
def test_meanings_of_phrases(word: str, meanings: list[str], exact: bool) -> None:
    words = Vocabulary(BN)
    match = words.find(tokens_of(word)) or words.near(tokens_of(word))
    assert match
    assert ([str(meaning) for meaning in match.meanings], match.exact) == (meanings, exact)


@pytest.mark.parametrize("word", ["ab", "12345", "x" * 50, "goblin", "ask"])
def test_phrases_without_meaning(word: str) -> None:
    words = Vocabulary(BN)
    assert (words.find(tokens_of(word)), words.near(tokens_of(word))) == (None, None)


def test_the_number_of_compared_words_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "COMPARED_AT_MOST", 2)
    words = Vocabulary(BN)
    found = [words.near(tokens_of(word)) is not None for word in ("fucileri", "fucileri", "granatire", "mdico")]
    assert (found, words.compared) == ([True, True, True, False], 2)


@pytest.mark.parametrize("text", ["weapon", "squad/squad", "total/", "/lmg"])
def test_invalid_answers_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        meaning_of(text)


# ── Rows ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_row(line: str) -> Draft:
    """The only row of a line, with a unit price of 12 points, using the guess about its number."""
    (draft,) = rows_of(line, Vocabulary(BN))
    settle_numbers(draft, {12}, has_points=True)
    if draft.number and draft.number.kind == "price":
        draft.price = int(draft.number.meanings[0].id)
    return draft


@pytest.mark.parametrize(
    ("line", "count", "price"),
    [
        ("4 riflemen", 4, None), ("4x rifleman", 4, None), ("4 x rifleman", 4, None), ("x4 rifleman", 4, None),
        ("riflemen x4", 4, None), ("riflemen x 4", 4, None), ("riflemen ×4", 4, None), ("riflemen (4)", 4, None),
        ("four riflemen", 4, None), ("quattro fucilieri", 4, None), ("riflemen 4", 4, None),
        ("rifleman", 0, None), ("1) rifleman", 0, None), ("4 riflemen (40)", 4, 40), ("4 riflemen 40pt", 4, 40),
        ("4 riflemen = 40", 4, 40), ("riflemen [40]", 0, 40), ("riflemen 40", 0, 40), ("4 riflemen – 40 pts", 4, 40),
        ("rifleman x4 @ 10", 4, 10), ("4 riflemen {40 points}", 4, 40),
    ],
)  # fmt: skip
def test_counts_and_prices_of_rows(line: str, count: int, price: int | None) -> None:
    draft = read_row(line)
    assert ([str(term.meanings[0]) for term in draft.terms], draft.count, draft.price) == (
        ["preset/rifleman"], count, price,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("1 sergeant, 4 riflemen and 1 medic", [1, 4, 1]),
        ("MMG with 2 crew", [0, 2]),
        ("HMG + loader", [0, 0]),
        ("1 sergeant with smg, pistol and grenades", [1]),
        ("1 man with a rifle", [1]),
        ("leader + 4 riflemen + 1 rpg", [0, 4, 1]),
        ("4 riflemen, 40 pt", [4]),
    ],
)
def test_several_rows_on_one_line(line: str, rows: list[int]) -> None:
    assert [draft.count for draft in rows_of(line, Vocabulary(BN))] == rows


def row_of(line: str, ruleset: str = "bn") -> Figure | Vehicle | ExtraEntry | None:
    book = LIBRARY.catalogues[ruleset]
    (draft,) = rows_of(line, Vocabulary(book))
    return make_row(draft, [term.meanings[0] for term in draft.terms], book).row


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("Sgt. Rossi - smg", Figure(name="Sgt. Rossi", leadership=1, weapons=("smg",))),
        ("2 men with lmg, team B", Figure(count=2, weapons=("lmg",), team="B")),
        ("platoon commander, leadership, pistol", Figure(leadership=1, commander=True, weapons=("pistol",))),
        ("tracked Warrior", Vehicle(type="heavy-armour", name="Warrior", movement="tracked")),
        ("humvee with hmg", Vehicle(type="protected", name="humvee", weapons=("hmg",))),
        ("2 tanks", Vehicle(type="tank", count=2)),
        ("Intelligence level 3", ExtraEntry(extra="intelligence", level=3)),
        ("Negotiation", ExtraEntry(extra="negotiation", level=1)),
        ("2 IED", ExtraEntry(extra="ied", count=2)),
        ("goblin", None),
    ],
)  # fmt: skip
def test_results_of_rows(line: str, row: Figure | Vehicle | ExtraEntry | None) -> None:
    assert row_of(line) == row


def test_a_referees_number_is_read_if_the_ruleset_has_it() -> None:
    assert row_of("1 mortar, combat value 6", "ludonet") == Figure(weapons=("mortar",), combat_value=6)
    assert row_of("vehicle, combat value 9", "ludonet") == Vehicle(type="vehicle", combat_value=9)


# ── Headings and first lines ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("*Alpha*", "Alpha"),
        ("- 4 men", "4 men"),
        ("🔹1 Bren:", "1 Bren"),
        ("## A ##", "A"),
        ("(x)", "(x)"),
        ("—", ""),
    ],
)
def test_signs_around_a_line(text: str, line: str) -> None:
    assert undecorated(text) == line


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("A / 1 b / 4x c", ["A", "1 b", "4x c"]),
        ("AR 70/90 / LMG", ["AR 70/90 / LMG"]),
        ("1 SMG / pistol", ["1 SMG / pistol"]),
    ],
)
def test_lines_on_one_line(line: str, parts: list[str]) -> None:
    assert [part.strip() for part in slashed(line)] == parts


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("*Alpha* (elite)", ("Alpha", ["elite"], "", None)),
        ("Squad 1 - veterans", ("Squad 1", ["veteran"], "", None)),
        ("Sergeant Mori’s group, trained, MSU, 50 pt", None),
        ("Group Mori: trained, MSU", ("Group Mori", ["trained"], "", None)),
        ("Squad Alpha elite 60 pt", ("Squad Alpha", ["elite"], "", 60)),
        ("Squad Alpha: 2 riflemen", ("Squad Alpha", [], "2 riflemen", None)),
        ("4 riflemen", None),
        ("just words", None),
        ("elite", ("", ["elite"], "", None)),
    ],
)
def test_a_heading(line: str, found: tuple[str, list[str], str, int | None] | None) -> None:
    bare = undecorated(line)
    title = title_of(line, bare, pieces_of(bare, Vocabulary(BN)))
    told = title and (title.name, [term.meanings[0].id for term in title.classes], title.rest, title.price)
    assert told == found


def test_a_heading_can_give_the_kind_of_squad() -> None:
    line = "Beta: independent section, elite, MSU"
    title = title_of(line, line, pieces_of(line, Vocabulary(BN)))
    assert title
    assert (title.name, title.kind, title.traits) == ("Beta", "section", ("msu",))


def test_a_first_line_has_several_facts() -> None:
    head, line = Head(), "Paracadutisti inglesi - Road to Hell difensore 88/90 pt"
    rest = " ".join(left(line, read_head_line(head, line, pieces_of(line, Vocabulary(RTH)), LIMITS)))
    settle_role(head, RTH)
    assert (rest, head.role, head.total, head.limit) == ("Paracadutisti inglesi", "defender", 88, None)
    assert [term.meanings[0] for term in head.classes] == [Meaning("class", "elite")]


# Name, role, limit, whether the limit is certain, and typed points.
NUMBERS_IN_A_TITLE = """
Alpini - Breaking News attacker 200 | Alpini | open 200 | guess
Alpini (200) - Breaking News, attaccante | Alpini | open 200 | guess
Alpini - Breaking News attaccante 200 pt | Alpini | open 200 | guess
Alpini da 200 - BN attacker | Alpini | open 200 | guess
Alpini BN difensore, limite 80 | Alpini | open 80 | guess
Alpini Breaking News 200 punti | Alpini | open 200 | guess
Alpini - BN attacker 147/200 | Alpini | open 200 | guess | 147
Alpini BN open 200 | Alpini | open 200 | guess
Alpini BN open 200 pt | Alpini | open 200 | sure
Alpini BN attacker 150 | Alpini | attacker | sure
Alpini - BN attacker 157 pt | Alpini | attacker | sure | 157
Alpini - BN attacker [160/150 pt] | Alpini | attacker | sure | 160
101 Airborne - BN attacker | 101 Airborne | attacker | sure
200 Leoni - BN attacker | 200 Leoni | attacker | sure
Gruppo 60 - BN attacker | Gruppo 60 | attacker | sure
Kabul 2004 - BN attacker | Kabul 2004 | attacker | sure
"""


def read_title(line: str) -> str:
    head = Head()
    name = " ".join(left(line, read_head_line(head, line, pieces_of(line, Vocabulary(BN)), LIMITS)))
    settle_role(head, BN)
    role = f"{head.role} {head.limit or ''}".strip()
    told = [line, name, role, "sure" if head.role_sure else "guess"]
    return " | ".join([*told, str(head.total)] if head.total else told)


def test_a_number_in_the_title_is_the_limit_if_plausible() -> None:
    rows = NUMBERS_IN_A_TITLE.strip().splitlines()
    assert [read_title(row.split(" | ")[0]) for row in rows] == rows


@pytest.mark.parametrize(
    ("lines", "game"),
    [
        (["bn"], "bn"),
        (["", "x", "Low", "Bassa Intensità"], "bi"),
        (["ludonet skirmsh"], "ludonet"),
        (["4 AK", "1 RPG"], None),
        (["x"] * 12 + ["bn"], None),
        ([], None),
    ],
)
def test_the_game_is_named_or_not(lines: list[str], game: str | None) -> None:
    found = find_game(lines, LIBRARY, "it")
    assert (found and found.ruleset) == game


def test_the_edition_in_the_readers_language_is_guessed() -> None:
    assert [find_game(["Road to Hell"], LIBRARY, language) for language in LANGUAGES] == [
        Game("rth-it", False), Game("rth-en", False),
    ]  # fmt: skip
