"""The type size of a card, and when it needs a second card. The style sheet breaks the lines; they are counted here.

An extra or a small squad takes half a card if it is legible; an extra in the smallest type only where that saves a
sheet. Other cards use the largest type that fits. A card short of room loses optional notes first, then its picture.
If that is not enough, it continues on more cards, with whole weapons, whole tables, and at least five lines on the
last.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from django.utils.translation import gettext

from armybuilder.printing.formats.cards.card import Card
from armybuilder.printing.formats.cards.grid import Grid
from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import FLOOR, wrapped
from armybuilder.printing.layout.words import Fact

SIZES = (9.0, 8.0, 7.5, 7.0)  # points, of notes
OF_NOTES = ("extra", "key")
DIVIDED, SHORT = 7.0, 8.0  # points, of notes on several cards, and of short numbers
LEAST_LINES, MOST_LINES = 5, 12  # on a further card; in an unbroken paragraph
TICK_LINES = 6  # per card of a group that does not fit on a card
TICKS_AIR = 0.8  # mm above the boxes
LONG_WORD, SOFT_HYPHEN = re.compile(r"[^\s-]{20}"), "\N{SOFT HYPHEN}"
ROOM = 0.98 * CARD.room  # allows for the extra width of a bold label


def cards_of(card: Card, *, small: bool = False) -> list[Card]:
    """Return the cards of a subject, numbered if there are several. `small`: half a card even in the smallest type."""
    card = replace(card, notes=tuple(map(_breakable, card.notes)))
    halves = (
        replace(card, half=True, size=size) for size in (*SIZES, FLOOR) if small and card.kind in OF_NOTES
    )
    if half := next(filter(fits, halves), None):
        return [half]
    if whole := _whole(card):
        return [whole]
    step = max(1, TICK_LINES // (card.tick_lines or 1))
    first, *others = [card.ticks[at : at + step] for at in range(0, len(card.ticks), step)] or [()]
    cards = _fitted(replace(card, ticks=first))
    for ticks in others:
        cards += _fitted(replace(card, notes=(), spare=(), track=(), ticks=ticks))
    words = gettext("%(part)s of %(parts)s")
    return [
        replace(one, part=words % {"part": number, "parts": len(cards)} if len(cards) > 1 else "")
        for number, one in enumerate(cards, start=1)
    ]


def _fitted(card: Card) -> list[Card]:
    whole = _whole(card)
    return [whole] if whole else _divided(card)


def _whole(card: Card) -> Card | None:
    """Return the card in the largest size that fits, None if no size is small enough."""
    return next((way for way in _ways(card) if fits(way)), None)


def _ways(card: Card) -> Iterator[Card]:
    full = replace(card, notes=(*card.notes, *card.spare))
    if card.kind in OF_NOTES:
        yield from (replace(card, half=True, size=size) for size in SIZES)
        yield from (replace(card, size=size) for size in (*SIZES, FLOOR))
    else:
        if card.kind == "squad":
            yield from (replace(card, half=True, tight=True, size=size) for size in SIZES)
        yield from (replace(full, size=size) for size in SIZES)
        yield from (replace(card, size=size) for size in (*SIZES, FLOOR))
        yield from (replace(card, tight=True, size=size) for size in (*SIZES, FLOOR))


def _divided(card: Card) -> list[Card]:
    """Return the cards for all weapons and notes. The first has everything else."""
    first = replace(card, size=DIVIDED, fire=(), notes=())
    further = replace(first, points="", stats=(), shorts=(), ticks=(), track=(), icon="", sign="")
    weapons = [replace(further, fire=(lines,)) for lines in card.fire]
    notes = [replace(further, notes=(note,)) for note in _pieces(card)]
    cards = [first]
    for piece in (*weapons, *notes):
        last = cards[-1]
        fuller = replace(last, fire=last.fire + piece.fire, notes=last.notes + piece.notes)
        cards[-1:] = [fuller] if fits(fuller) else [last, piece]
    while height_of_text(cards[-1]) < fit.height(LEAST_LINES, DIVIDED) and len(cards[-2].notes) > 1:
        before, last = cards[-2:]
        cards[-1] = replace(last, notes=before.notes[-1:] + last.notes)
        cards[-2] = replace(before, notes=before.notes[:-1])
    half = replace(cards[-1], half=True)
    return [*cards[:-1], half] if fits(half) else cards


@lru_cache(maxsize=1_000)  # most rules are on several cards
def _breakable(note: Fact | Grid) -> Fact | Grid:
    """Return a paragraph with places to break in words too long for a line."""
    if isinstance(note, Grid):
        return note
    return Fact(*(LONG_WORD.sub(rf"\g<0>{SOFT_HYPHEN}", fit.clean(text)) for text in (note.label, note.text)))


def _pieces(card: Card) -> Iterator[Fact | Grid]:
    """Yield the notes, splitting a paragraph too long for a card."""
    for note in card.notes:
        lines = [] if isinstance(note, Grid) else _lines(note, DIVIDED)
        if len(lines) <= MOST_LINES:
            yield note
        else:
            for at in range(0, len(lines), MOST_LINES):
                yield Fact("", " ".join(lines[at : at + MOST_LINES]))


# ── Heights ────────────────────────────────────────────────────────────────────────────────────────────────────────


def fits(card: Card) -> bool:
    """Whether everything on a card has room between its head and its foot."""
    return height_of(card) <= CARD.inside(half=card.half)


def height_of(card: Card) -> float:
    """Return the height of everything between head and foot, mm."""
    tall = CARD.pips if card.pips else CARD.air
    tall += body_height(card) + (card.guns.height if card.guns else 0) + height_of_text(card)
    if card.ticks:
        line = CARD.tick_single if card.single else CARD.tick
        tall += len(card.ticks) * card.tick_lines * line + TICKS_AIR
    if card.track:
        tall += len(card.track) * CARD.tick + TICKS_AIR
    return tall


def body_height(card: Card) -> float:
    """Return the height of the picture and the characteristics, mm."""
    if card.tight:
        lines = len(wrapped(card.short, fit.HEAD, SHORT, ROOM)) if card.short else 0
        return fit.height(lines, SHORT) + CARD.note_air
    picture = CARD.picture + 2 * CARD.note_air if card.pictured else 0
    if card.kind == "vehicle":
        return max(picture, CARD.stat * len(card.stats) + CARD.air)
    return max(picture, CARD.strip * len(card.strip) + CARD.air)


def height_of_text(card: Card) -> float:
    return sum(
        note.height
        if isinstance(note, Grid)
        else CARD.note_air + fit.height(len(_lines(note, card.size)), card.size)
        for note in card.notes
    )


def _lines(fact: Fact, size: float) -> list[str]:
    return wrapped(f"{fact.label} {fact.text}".strip(), fit.PLAIN, size, ROOM)
