"""Spread a subject over cards: text shrinks to 6 points, and the rest moves to another card.

The first card has characteristics, then weapons, boxes and notes. A group of more than six men that does not fit on one
card has a card for each six, with characteristics and weapons.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from django.utils.translation import gettext

from armybuilder.printing.formats.cards.card import (
    Band,
    Card,
    Fire,
    FireRow,
    Note,
    Stats,
    Subject,
    Ticks,
)
from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.formats.cards.table import Table
from armybuilder.printing.formats.roster.fire import FireLine
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import FLOOR, Text
from armybuilder.printing.layout.measure import MM_PER_POINT, fitted, width, wrapped
from armybuilder.printing.layout.words import Fact

TITLES = (11.0, 10.0, 9.0, 8.0, 7.0, FLOOR)
SMALL = (7.5, 7.0, FLOOR)
NOTES = (9.0, 8.0, 7.5, 7.0, FLOOR)  # the largest of a card that has little else
GAP = 1.5  # mm before the points
TICKS_AIR = 0.8  # mm above the boxes
TICKS_MOST = 6
STATS_MOST = 10
LOW_STATS = 3  # for which a smaller picture makes room
LABEL_MOST = 0.6  # of the width: a wider label has its lines to itself
LABEL_LINES = 6  # a label of more is set as text, which can be divided
BOX_WIDTH = 1.75  # em, in squadra-signs.ttf


@dataclass(frozen=True, slots=True)
class _Rest:
    """The part of a subject that is on no card yet."""

    fire: tuple[FireRow, ...]
    notes: tuple[Fact, ...]


def cards_of(subject: Subject, table: Table, list_name: str) -> list[Card]:
    """Return the cards of a subject: one if all of it fits, each with its part's number if not.

    Where it would take a further card the picture is smaller, then the notes to spare and at last the lines for cover
    and movement are left out.
    """
    full = replace(subject, notes=(*subject.notes, *subject.spare))
    printed = replace(subject, fire=tuple(line for line in subject.fire if not line.modified))
    most = (full, replace(full, notes=printed.notes), printed)
    heights = (False, True) if len(subject.stats) <= LOW_STATS else (False,)
    dealt = _chunks(subject)
    ways = ([subject.ticks], dealt) if len(dealt) > 1 else (dealt,)
    fewest: list[Card] = []
    for units, less, low in product(ways, dict.fromkeys(most), heights):
        cards = list(_cards(less, units, table, list_name, low=low, parts=False))
        if len(cards) == 1 and _taken(cards[0]) <= CARD.inside:
            return cards
        if units is dealt and (not fewest or len(cards) < len(fewest)):
            fewest = cards
    first = fewest[0]
    cards = list(_cards(first.subject, dealt, table, list_name, low=first.low, parts=True))
    return [replace(card, part=_part(number, len(cards))) for number, card in enumerate(cards, start=1)]


def _part(part: int, parts: int) -> str:
    return gettext("%(part)s of %(parts)s") % {"part": part, "parts": parts}


def _cards(
    subject: Subject,
    units: list[tuple[str, ...]],
    table: Table,
    list_name: str,
    *,
    low: bool,
    parts: bool,
) -> Iterator[Card]:
    band, unsaid = _band(subject, parts)
    stats, untold = _stats(subject.stats)
    size, rows = _fire_rows(subject.fire, table)
    further = Card(subject, band, _foot(subject, list_name), low=low)
    card, rest = _filled(
        replace(
            further,
            stats=stats,
            first=True,
            ticks=_ticks(subject, units[0]),
            track=_track(subject.track),
        ),
        _Rest(rows, (*unsaid, *untold, *subject.notes)),
        size,
    )
    yield card
    while rest.fire or rest.notes:
        card, rest = _filled(further, rest, size)
        yield card
    for chunk in units[1:]:
        repeated = replace(further, stats=stats, first=True, ticks=_ticks(subject, chunk))
        yield _filled(repeated, _Rest(rows, ()), size)[0]


# ── The parts of a card ────────────────────────────────────────────────────────────────────────────────────────────


def _band(subject: Subject, parts: bool) -> tuple[Band, list[Fact]]:
    """Return the head, and what of it had to be cut: that goes to the notes."""
    right = max(width(subject.points, fit.TITLE, 15), width(_part(88, 88), fit.MEDIUM, 6.5) if parts else 0)
    room = CARD.room - (CARD.code_room if subject.code else 0) - (right + GAP if right else 0)
    title, line, unsaid = fit.clean(subject.title), fit.clean(subject.line), []
    below = fit.on_a_line(line, fit.MEDIUM, SMALL, room)
    if below is None:
        below = fit.cut(line, fit.MEDIUM, room)
        unsaid.append(Fact("", line))
    taken = fit.height(1, below.size) if line else 0
    left = CARD.band - 1.2 - taken
    above = fit.in_lines(title, fit.TITLE, TITLES, room, left)
    if above is None:
        above = fit.cut(title, fit.TITLE, room, int(left / fit.height(1, FLOOR)))
        unsaid.insert(0, Fact(gettext("Name"), title))
    air = CARD.band - 0.4 - taken - fit.height(len(above.lines), above.size)
    return Band(above, below, int(air / 2 / 0.5)), unsaid


def _stats(stats: Sequence[Fact]) -> tuple[Stats | None, list[Fact]]:
    """Return the characteristics, and those for the notes: too many, or too long."""
    told = [fact for fact in stats if _label_size((fact,)) is not None][:STATS_MOST]
    size = _label_size(told)
    if not told or size is None:
        return None, list(stats)
    labels = Text(tuple(fact.label for fact in told), size)
    values = "\n".join(fact.text for fact in told)
    return Stats(labels, values), [fact for fact in stats if fact not in told]


def _label_size(stats: Sequence[Fact]) -> float | None:
    """Return the size in which every label fits beside its value."""

    def fits(fact: Fact, size: float) -> bool:
        taken = width(fact.text, fit.TITLE, 9.5) + 1 if fact.text else 0
        return width(fact.label, fit.MEDIUM, size) <= CARD.stats - taken

    return next((size for size in SMALL if all(fits(fact, size) for fact in stats)), None)


def _fire_rows(lines: Sequence[FireLine], table: Table) -> tuple[float, tuple[FireRow, ...]]:
    """Return the weapons in one size, the largest in which their names take the fewest lines and no word is broken."""
    names = [fit.clean(line.name) for line in lines]

    def takes(size: float) -> tuple[int, bool]:
        words = (word for name in names for word in name.split(" "))
        broken = any(width(word, fit.HEAD, size) > table.name for word in words)
        return sum(len(wrapped(name, fit.HEAD, size, table.name)) for name in names), broken

    size = min(SMALL, key=takes)
    rows = (
        FireRow(
            name=tuple(wrapped(name, fit.HEAD, size, table.name)),
            values="\t".join((*line.needs, line.dice)) if table.values else "",
            covering="\t".join(line.covering),
            small="\t".join(dice or printed for printed, dice in line.small),
        )
        for name, line in zip(names, lines, strict=True)
    )
    return size, tuple(rows)


def _fire(rows: Sequence[FireRow], size: float) -> Fire | None:
    if not rows:
        return None
    below = ["\n" * (len(row.name) - 1) for row in rows]
    return Fire(
        names=Text(tuple(line for row in rows for line in row.name), size),
        values="\n".join(row.values + air for row, air in zip(rows, below, strict=True)),
        covering="\n".join(row.covering + air for row, air in zip(rows, below, strict=True)),
        small="\n".join(row.small + air for row, air in zip(rows, below, strict=True))
        if any(row.small.strip() for row in rows)
        else "",
    )


def _chunks(subject: Subject) -> list[tuple[str, ...]]:
    """Split men or vehicles by card: six lines of boxes, keeping each man's together."""
    lines = -(-len(subject.states) // _across(subject.states)) or 1
    step = max(1, TICKS_MOST // lines)
    return [subject.ticks[at : at + step] for at in range(0, len(subject.ticks), step)] or [()]


def _ticks(subject: Subject, numbers: Sequence[str]) -> Ticks | None:
    if not numbers:
        return None
    across = _across(subject.states)
    starts = range(0, len(subject.states), across)
    lines = ["\t".join(subject.states[at : at + across]) for at in starts]
    single = len(subject.ticks) == 1 and len(lines) == 1
    words = Text((*lines,) * len(numbers), _tick_size(subject.states, across, single=single))
    below = "\n" * (len(lines) - 1)
    return Ticks("" if single else "\n".join(number + below for number in numbers), words, single, across)


def _across(words: Sequence[str]) -> int:
    """Return the number of boxes per line: four of four, else three, or two with a long word."""
    counts = (4, 3) if len(words) == 4 else (3,)
    return next(
        (
            count
            for count in counts
            if all(_box_width(word, FLOOR) <= CARD.ticks_room / count for word in words)
        ),
        2,
    )


def _tick_size(words: Sequence[str], across: int, *, single: bool) -> float:
    """Return the size in which every word fits before the next box."""
    room = (CARD.room if single else CARD.ticks_room) / across
    steps = (9.0, 8.0, 7.0, 6.5) if single else (7.0, 6.5)
    return next((size for size in steps if all(_box_width(word, size) <= room for word in words)), FLOOR)


def _box_width(word: str, size: float) -> float:
    """Return the width of a box, its word, and air."""
    return width(word, fit.MEDIUM, size) + BOX_WIDTH * size * MM_PER_POINT + 0.8


def _track(lines: tuple[str, ...]) -> Ticks | None:
    return Ticks("", Text(lines, 7.0), single=False, across=0) if lines else None


def _foot(subject: Subject, list_name: str) -> str:
    parts = (fit.clean(subject.squad), list_name)
    return fitted(" · ".join(part for part in parts if part), fit.PLAIN, FLOOR, CARD.room)


# ── Filling ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _filled(card: Card, rest: _Rest, size: float) -> tuple[Card, _Rest]:
    """Return the card with as much as fits, weapons first (in `size`), then notes; and the rest."""
    room = CARD.inside - _taken(card)
    count, room = _fitting_fire(rest.fire, room)
    card, left = replace(card, fire=_fire(rest.fire[:count], size)), rest.fire[count:]
    if left:
        return card, _Rest(left, rest.notes)
    most = CARD.note_size if card.stats or card.fire or card.ticks else NOTES[0]
    for step in (step for step in NOTES if step <= most):
        notes = tuple(_note(fact, step, CARD.room) for fact in rest.notes)
        if _notes_height(notes, step) <= room:
            return replace(card, notes=notes, note_size=step), _Rest((), ())
    notes, unread = _divided(rest.notes, CARD.note_size, room)
    return replace(card, notes=notes, note_size=CARD.note_size), _Rest((), unread)


def _taken(card: Card) -> float:
    """Return the height of the parts on every card of the subject, and of its boxes."""
    taken = CARD.pips if card.subject.pips else CARD.air
    if card.body:
        taken += CARD.low_body if card.low else CARD.body
    if card.ticks:
        line = CARD.tick_single if card.ticks.single else CARD.tick
        taken += len(card.ticks.words.lines) * line + TICKS_AIR
    if card.track:
        taken += len(card.track.words.lines) * CARD.tick + TICKS_AIR
    return taken


def _fitting_fire(rows: Sequence[FireRow], room: float) -> tuple[int, float]:
    """How many weapons fit, and the room that is left."""
    if not rows:
        return 0, room
    left = room - CARD.fire_head - 2 * CARD.fire_rule - CARD.fire_air
    for count, row in enumerate(rows):
        tall = len(row.name) * CARD.fire_line
        if tall > left:
            return count, left
        left -= tall
    return len(rows), left


def _notes_height(notes: Sequence[Note], size: float) -> float:
    return sum(CARD.note_air + fit.height(note.height, size) for note in notes)


def _divided(facts: Sequence[Fact], size: float, room: float) -> tuple[tuple[Note, ...], tuple[Fact, ...]]:
    """Return the paragraphs that fit, and the others; one too long for any card is split between lines."""
    notes: list[Note] = []
    for number, fact in enumerate(facts):
        note = _note(fact, size, CARD.room)
        left = room - _notes_height(notes, size)
        if _notes_height((note,), size) <= left:
            notes.append(note)
            continue
        most = int((left - CARD.note_air) / fit.height(1, size))
        whole_card = CARD.inside - CARD.pips - CARD.note_air
        if most < 2 or fit.height(note.height, size) <= whole_card:
            return tuple(notes), tuple(facts[number:])
        notes.append(replace(note, lines=note.lines[:most]))
        return tuple(notes), (Fact("", " ".join(note.lines[most:])), *facts[number + 1 :])
    return tuple(notes), ()


def _note(fact: Fact, size: float, room: float) -> Note:
    """Return a paragraph in lines of `room` mm; its label stands before the first, a long one above."""
    label, text = fit.clean(fact.label), fit.clean(fact.text)
    if label and not text:
        lines = wrapped(label, fit.BOLD, size, room)
        return Note("\n".join(lines)) if len(lines) <= LABEL_LINES else Note("", tuple(lines))
    taken = width(f"{label} ", fit.BOLD, size) if label else 0.0
    if taken > LABEL_MOST * room:
        lines = wrapped(label, fit.BOLD, size, room)
        if len(lines) > LABEL_LINES:
            return Note("", tuple(wrapped(f"{label} {text}", fit.PLAIN, size, room)))
        return Note("\n".join(lines), ("", *wrapped(text, fit.PLAIN, size, room)))
    first, rest = _first_line(text, size, room - taken)
    return Note(label, (first, *(wrapped(rest, fit.PLAIN, size, room) if rest else ())))


def _first_line(text: str, size: float, room: float) -> tuple[str, str]:
    """Return the words that fit beside the label, and those that do not."""
    words, space = text.split(" "), width(" ", fit.PLAIN, size)
    taken, count = -space, 0
    for word in words:
        taken += space + width(word, fit.PLAIN, size)
        if taken > room:
            break
        count += 1
    return " ".join(words[:count]), " ".join(words[count:])
