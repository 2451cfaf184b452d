"""Helpers for tests of cards: their layout and their PDF."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from django.utils.translation import override

from armybuilder.printing.formats.cards.card import CARD, Card, Table
from armybuilder.printing.formats.cards.layout import CardsSheet, lay_out
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.text import Language
from tests.printing.pdfs import Glyph, glyphs_of, open_pdf, paths_of
from tests.printing.shapes import EUROPE, LONG, UNBROKEN, WORLD
from tests.printing.sheets import a_roster, a_setting, catalogue

MM = 25.4 / 72
KINDS = {"troops": ("figure", "vehicle"), "squads": ("squad",), "extras": ("extra",)}
NAMES = ("", "Serg. Rossi", LONG.strip(), UNBROKEN, EUROPE, WORLD, "Ωμέγα", "x " * 60, "–" * 40)


def cards_sheet(roster: Roster, language: Language = "en", **options: Any) -> CardsSheet:
    """Return the contents of a list's sheets of cards."""
    with override(language):
        return lay_out(a_setting(roster, language, **options))


def cards_of(roster: Roster, language: Language = "en", kinds: str = "", **options: Any) -> list[Card]:
    """Return a list's cards in order, or only some `kinds`."""
    sheets = cards_sheet(roster, language, **options).sheets
    found = [card for sheet in sheets for place in sheet for card in place]
    return [card for card in found if not kinds or card.kind in KINDS[kinds]]


def troops_of(*figures: Figure, ruleset: str = "bn", class_: str = "elite", **options: Any) -> list[Card]:
    """Return the cards of a squad's figures."""
    squad = Squad(name="Alpha", class_=class_, figures=figures)
    return cards_of(a_roster(squad, ruleset=ruleset), kinds="troops", **options)


def vehicle_card(vehicle: Vehicle, ruleset: str = "bn", language: Language = "en") -> Card:
    roster = a_roster(Squad(name="Support", vehicles=(vehicle,)), ruleset=ruleset)
    return cards_of(roster, language, kinds="troops")[0]


def stats_of(card: Card) -> dict[str, str]:
    """Return the characteristics on a card."""
    return {fact.label: fact.text for fact in card.stats}


def fire_of(card: Card) -> list[tuple[str, ...]]:
    """Return a card's lines of weapons: name, numbers and dice, values of covering fire."""
    return [(line.name, *line.needs, line.dice, *line.covering) for lines in card.fire for line in lines]


def notes_of(card: Card) -> list[str]:
    """Return a card's paragraphs, each on one line, and the titles of its tables."""
    return [
        note.title if isinstance(note, Table) else " ".join(f"{note.label} {note.text}".split()) for note in card.notes
    ]


# ── Very long lists ────────────────────────────────────────────────────────────────────────────────────────────────


def made_up(ruleset: str, seed: int) -> Roster:
    """Return a random list from everything in the ruleset, plus some unknown ids. The seed decides the list."""
    dice, book = random.Random(f"{ruleset} {seed}"), catalogue(ruleset)
    squads = [_squad(dice, book) for _ in range(dice.randint(1, 3))]
    extras = tuple(ExtraEntry(extra=extra.id, level=dice.randint(1, 3)) for extra in _some(dice, book.extras, 4))
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


@dataclass(frozen=True, eq=False)
class CardPage:
    """A page of cards: its letters, and the drawn shapes in mm (left, top, width, height)."""

    letters: list[Glyph]
    paths: list[tuple[float, float, float, float]]

    @property
    def inked(self) -> list[Glyph]:
        """The letters that print ink."""
        return [letter for letter in self.letters if letter.text.strip()]


def pages_of(pdf: bytes) -> list[CardPage]:
    return [CardPage(glyphs_of(page), paths_of(page)) for page in open_pdf(pdf)]


WIDE = CARD.card_width - 2 * CARD.frame
TALL = [CARD.card_height - 2 * CARD.frame, CARD.half_height - 2 * CARD.frame]
Frame = tuple[float, float, float, float]


def frames_of(page: CardPage) -> list[Frame]:
    """Return the frames of the cards, mm from the left and the top of the paper."""
    frames = {box for box in page.paths if box[2] == WIDE and box[3] in TALL}
    return sorted(frames, key=lambda frame: (frame[1], frame[0]))


def out_of_frame(page: CardPage) -> list[str]:
    """Return the letters outside all frames, ignoring text below the cards."""
    frames = frames_of(page)
    highest, lowest = min(y for _, y, *_ in frames), max(y + high for _, y, _, high in frames)
    letters = [letter for letter in page.inked if letter.top * MM < lowest and letter.bottom * MM > highest]
    return [letter.text for letter in letters if not any(_inside(letter, frame) for frame in frames)]


def _inside(letter: Glyph, frame: Frame) -> bool:
    x, y, wide, high = frame
    within = x <= letter.left * MM and letter.right * MM <= x + wide
    return within and y - 0.2 <= letter.top * MM and letter.bottom * MM <= y + high + 0.2


class Run(NamedTuple):
    """A word with its box in mm, covering the x-height and ascenders only."""

    text: str
    left: float
    right: float
    top: float
    base: float


def overlapping(page: CardPage) -> list[tuple[str, str]]:
    """Return texts that overlap: each run of letters on a line is compared with all other lines."""
    runs = sorted(runs_of(page), key=lambda run: run.top)
    found = []
    for number, one in enumerate(runs):
        for two in takewhile(lambda run: run.top < one.base, runs[number + 1 :]):  # noqa: B023 - used at once
            if _across(one, two) > 0.3 and _up(one, two) > 0.5:
                found.append((one.text, two.text))
    return found


def runs_of(page: CardPage) -> Iterator[Run]:
    """Yield the words in setting order."""
    run: list[Glyph] = []
    for before, letter in pairwise([None, *page.letters, None]):
        if run and (letter is None or before is None or not _goes_on(before, letter)):
            yield _box(run)
            run = []
        if letter is not None and letter.text.strip():
            run.append(letter)


def _goes_on(before: Glyph, letter: Glyph) -> bool:
    is_ligature = letter[1:] == before[1:]  # the letters of a ligature (fi) share one position
    near = abs(letter.left - before.right) < 0.5
    return (is_ligature or near) and abs(before.base - letter.base) < 0.01 and bool(letter.text.strip())


def _box(run: list[Glyph]) -> Run:
    text = "".join(letter.text for letter in run)
    base, size = run[0].base, run[0].size
    left, right = min(letter.left for letter in run), max(letter.right for letter in run)
    return Run(text, left * MM, right * MM, (base - 0.7 * size) * MM, base * MM)


def _across(one: Run, two: Run) -> float:
    return min(one.right, two.right) - max(one.left, two.left)


def _up(one: Run, two: Run) -> float:
    return min(one.base, two.base) - max(one.top, two.top)
