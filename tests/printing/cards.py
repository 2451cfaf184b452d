"""Cards of lists, laid out and as a PDF, in the words of the tests: plain functions."""

import io
import random
from collections.abc import Iterator
from itertools import pairwise, takewhile
from typing import Any

import pdfplumber

from armybuilder.printing.cards.card import Card
from armybuilder.printing.cards.layout import CardsSheet, lay_out
from armybuilder.printing.options import Options
from rules.core.assess import assess
from rules.core.catalogue import Catalogue
from rules.core.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.text import Language
from tests.printing.shapes import EUROPE, LONG, UNBROKEN, WORLD
from tests.printing.sheets import a_roster, catalogue

MM = 25.4 / 72
WIDTH, HEIGHT = 63.0, 88.0
NAMES = ("", "Serg. Rossi", LONG.strip(), UNBROKEN, EUROPE, WORLD, "Ωμέγα", "x " * 60, "–" * 40)


def cards_sheet(roster: Roster, language: Language = "en", **options: Any) -> CardsSheet:
    """Return what stands on a list's sheets of cards."""
    book = catalogue(roster.ruleset)
    return lay_out(roster, book, assess(roster, book), Options(language, **options))


def cards_of(roster: Roster, language: Language = "en", **options: Any) -> list[Card]:
    """Return a list's cards in order."""
    sheets = cards_sheet(roster, language, **options).sheets
    return [place.card for sheet in sheets for place in sheet if place.card]


def troops_of(*figures: Figure, ruleset: str = "bn", class_: str = "elite", **options: Any) -> list[Card]:
    """Return the cards of a squad's figures."""
    squad = Squad(name="Alpha", class_=class_, figures=figures)
    return cards_of(a_roster(squad, ruleset=ruleset), kinds="troops", **options)


def vehicle_card(vehicle: Vehicle, ruleset: str = "bn", language: Language = "en") -> Card:
    """Return the card of a vehicle."""
    roster = a_roster(Squad(name="Support", vehicles=(vehicle,)), ruleset=ruleset)
    return cards_of(roster, language, kinds="troops")[0]


def stats_of(card: Card) -> dict[str, str]:
    """Return what a card says the game rolls against."""
    if card.stats is None:
        return {}
    return dict(zip(card.stats.labels.lines, card.stats.values.split("\n"), strict=True))


def notes_of(card: Card) -> list[str]:
    """Return a card's paragraphs, each on one line."""
    return [" ".join(f"{note.label} {note.text}".split()) for note in card.notes]


# ── Lists without end ──────────────────────────────────────────────────────────────────────────────────────────────


def made_up(ruleset: str, seed: int) -> Roster:
    """Return a list of anything that the ruleset has and of some things that it has not, the same for the same seed."""
    dice, book = random.Random(f"{ruleset} {seed}"), catalogue(ruleset)
    squads = [_squad(dice, book) for _ in range(dice.randint(1, 3))]
    extras = tuple(
        ExtraEntry(extra=extra.id, level=dice.randint(1, 3)) for extra in _some(dice, book.extras, 4)
    )
    return a_roster(*squads, ruleset=ruleset, name=dice.choice(NAMES[1:]), extras=extras)


def _squad(dice: random.Random, book: Catalogue) -> Squad:
    return Squad(
        name=dice.choice(NAMES),
        class_=dice.choice(book.classes).id,
        figures=tuple(_figure(dice, book) for _ in range(dice.randint(0, 4))),
        vehicles=tuple(_vehicle(dice, book) for _ in range(dice.randint(0, 2))),
    )


def _figure(dice: random.Random, book: Catalogue) -> Figure:
    return Figure(
        name=dice.choice(NAMES),
        count=dice.choice((1, 1, 1, 4, 6, 7, 14)),
        class_=dice.choice(("", dice.choice(book.classes).id, "foreign")),
        leadership=dice.randint(0, 2),
        weapons=tuple(weapon.id for weapon in _some(dice, book.weapons, 10)),
        roles=tuple(role.id for role in _some(dice, book.roles, 3)),
        kit=tuple(item.id for item in _some(dice, book.kit, 3)),
        notes="\n".join(_some(dice, NAMES[1:], 7))[:1000],
    )


def _vehicle(dice: random.Random, book: Catalogue) -> Vehicle:
    return Vehicle(
        type=dice.choice((*book.vehicles, book.vehicles[0])).id,
        name=dice.choice(NAMES),
        count=dice.choice((1, 2, 7)),
        weapons=tuple(weapon.id for weapon in _some(dice, book.weapons, 4)),
        traits=tuple(trait.id for trait in _some(dice, tuple(book.vehicle_traits.values()), 5)),
        notes=dice.choice(NAMES),
    )


def _some(dice: random.Random, items: Any, most: int) -> Any:
    return dice.sample(list(items), dice.randint(0, min(most, len(items))))


# ── The PDF ────────────────────────────────────────────────────────────────────────────────────────────────────────


def pages_of(pdf: bytes) -> list[Any]:
    """Return the pages as pdfplumber sees them."""
    return list(pdfplumber.open(io.BytesIO(pdf)).pages)


def frames_of(page: Any) -> list[tuple[float, float]]:
    """Return where the frames of the cards stand, mm from the left and the top of the paper."""
    frames = [
        (round(curve["x0"] * MM, 1), round(curve["top"] * MM, 1))
        for curve in page.curves
        if (round(curve["width"] * MM, 1), round(curve["height"] * MM, 1)) == (58.0, 83.0)
    ]
    return sorted(set(frames), key=lambda frame: (frame[1], frame[0]))


def letters_of(page: Any) -> list[Any]:
    """Return the letters that leave ink."""
    return [letter for letter in page.chars if letter["text"].strip()]


def out_of_frame(page: Any) -> list[str]:
    """Return the letters of the sheet that stand in no frame; what stands below the cards is not the sheet's."""
    frames = frames_of(page)
    lowest = max((top for _, top in frames), default=0) + 83
    left, right = min(x for x, _ in frames), max(x for x, _ in frames) + 58
    letters = [letter for letter in letters_of(page) if letter["top"] * MM < lowest]
    outside = [letter for letter in letters if not any(_inside(letter, frame) for frame in frames)]
    assert left < right
    return [letter["text"] for letter in outside]


def _inside(letter: Any, frame: tuple[float, float]) -> bool:
    x, y = frame
    within = x <= letter["x0"] * MM and letter["x1"] * MM <= x + 58
    return within and y - 0.2 <= letter["top"] * MM and letter["bottom"] * MM <= y + 83.2


def overlapping(page: Any) -> list[tuple[str, str]]:
    """Return the texts that stand on one another: runs of letters on a line, against those of all other lines."""
    runs = sorted(_runs(page), key=lambda run: run[3])
    found = []
    for number, one in enumerate(runs):
        for two in takewhile(lambda run: run[3] < one[4], runs[number + 1 :]):  # noqa: B023 - used at once
            if _across(one, two) > 0.3 and _up(one, two) > 0.5:
                found.append((one[0], two[0]))
    return found


Run = tuple[str, float, float, float, float]


def _runs(page: Any) -> Iterator[Run]:
    """Words as they are set one after the other, with their boxes in mm: the x-height and what is above, no more."""
    run: list[Any] = []
    for before, letter in pairwise([None, *page.chars, None]):
        if run and (letter is None or not _goes_on(before, letter)):
            yield _box(run)
            run = []
        if letter is not None and letter["text"].strip():
            run.append(letter)


def _goes_on(before: Any, letter: Any) -> bool:
    near = abs(letter["x0"] - before["x1"]) < 0.5
    return near and before["bottom"] == letter["bottom"] and bool(letter["text"].strip())


def _box(run: list[Any]) -> Run:
    text = "".join(letter["text"] for letter in run)
    size = run[0]["size"]
    base = run[0]["bottom"] - 0.2 * size
    return (
        text, min(letter["x0"] for letter in run) * MM, max(letter["x1"] for letter in run) * MM,
        (base - 0.7 * size) * MM, base * MM,
    )  # fmt: skip


def _across(one: Run, two: Run) -> float:
    return min(one[2], two[2]) - max(one[1], two[1])


def _up(one: Run, two: Run) -> float:
    return min(one[4], two[4]) - max(one[3], two[3])
