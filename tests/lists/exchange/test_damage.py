"""Our own text with a typing error in every line is still read or questioned: nothing changes silently."""

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from armybuilder.lists.exchange.explaining import points_at
from armybuilder.lists.exchange.our_format.writing import SHAPES, Shape
from armybuilder.lists.exchange.proposal import Reading
from armybuilder.lists.exchange.reading import read_text
from rules.core.assess import assess
from rules.core.document.reader import read
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.text import LANGUAGES, Language
from tests.core.documents import LIBRARY, army, extra, man, squad, vehicle
from tests.core.strategies import MODEST, TRIES
from tests.lists.exchange.texts import text_of

LETTERS = "abcdefghilmnoprstuvz "
CLASSES = {"bn": ["elite", "veteran", "trained"], "rth-it": ["elite", "veteran", "recruit"]}
WEAPONS = {
    "bn": ["assault-rifle", "lmg", "mmg", "sniper-rifle", "smg"],
    "rth-it": ["rifle", "smg", "lmg", "mmg", "automatic-rifle", "sniper-rifle"],
}


@st.composite
def armies(draw: st.DrawFn) -> dict[str, Any]:
    """Realistic lists: games with points, armed men, plain names."""
    ruleset = draw(st.sampled_from(sorted(CLASSES)))
    names = st.sampled_from(["", "", "Rossi", "Sgt. Bianchi"])
    men = [
        man(
            draw(st.sampled_from(WEAPONS[ruleset])),
            count=draw(st.integers(1, 8)),
            leadership=draw(st.sampled_from([0, 0, 1, 2])),
            name=draw(names),
        )
        for _ in range(draw(st.integers(1, 5)))
    ]
    rows: dict[str, Any] = {"vehicles": [vehicle("light-armour")]} if draw(st.booleans()) else {}
    if ruleset == "bn" and draw(st.booleans()):
        rows["extras"] = [extra("motivation")]
    squads = [squad(draw(st.sampled_from(CLASSES[ruleset])), *men, name=name, **rows) for name in ("", "Alpha")]
    return army(ruleset, *squads, role="attacker")


def damaged(line: str, chance: Random) -> str:
    """A line with a typing error: a letter missing, doubled or changed, or two letters swapped."""
    if not line.strip():
        return line
    place = chance.randrange(len(line))
    before, letter, after = line[:place], line[place], line[place + 1 :]
    return chance.choice(
        [
            before + after,
            before + letter + letter + after,
            before + chance.choice(LETTERS) + after,
            before + after[:1] + letter + after[1:],
        ]
    )


def without_free_texts(roster: Roster) -> Roster:
    """A list without free text, where errors cannot be recognised."""

    def bare(row: Any) -> Any:
        return replace(row, name="", **({"notes": "", "team": ""} if isinstance(row, Figure) else {}))

    def squad_of(one: Squad) -> Squad:
        figures, vehicles = tuple(map(bare, one.figures)), tuple(map(bare, one.vehicles))
        return replace(one, name="", figures=figures, vehicles=vehicles)

    return replace(roster, name="", pair_name="", notes="", squads=tuple(map(squad_of, roster.squads)))


def asks(reading: Reading) -> bool:
    """Whether the preview shows a guess, unknown words or a wrong total."""
    if reading.roster is None or reading.questions or reading.unknown or not (reading.game and reading.game.sure):
        return True
    report = assess(reading.roster, LIBRARY.catalogues[reading.roster.ruleset])
    rows = [row for line in reading.lines for row in line.rows]
    typed = [(row.price, points_at(report.points, row.place)) for row in rows]
    wrong = any(price is not None and price != points for price, points in typed)
    return wrong or not reading.head.role_sure or reading.head.total not in (None, report.total)


@given(document=armies(), chance=st.randoms(use_true_random=False))
@settings(MODEST, max_examples=TRIES // 2)
def test_an_error_in_every_line_is_read_or_questioned(document: dict[str, Any], chance: Random) -> None:
    roster = read(json.dumps(document).encode(), LIBRARY)
    shape: Shape = chance.choice(SHAPES)
    language: Language = chance.choice(LANGUAGES)
    text = "\n".join(damaged(line, chance) for line in text_of(roster, shape, language).split("\n"))
    reading = read_text(text, LIBRARY, language)
    assert reading.problems == []
    assert asks(reading) or (
        reading.roster is not None and without_free_texts(reading.roster) == without_free_texts(roster)
    ), text
