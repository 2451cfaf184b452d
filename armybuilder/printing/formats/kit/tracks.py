"""Tracks for a counter (turns, defeat points), and a card for each squad to turn over once it has acted."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from armybuilder.printing.formats.kit.sizes import TOKENS
from armybuilder.printing.formats.roster.game import defeat_step, turn_limit
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import Text
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import squad_label
from rules.core.document.roster import Roster
from rules.core.document.rows import first_numbers
from rules.core.text import Language

IN_A_LINE = 10
TURNS = 20  # of a game that the rules do not end
DEFEAT_CELLS = 30
ACROSS = 3  # cards
NAMES = (14.0, 12.0, 10.0, 8.0)  # points


@dataclass(frozen=True, slots=True)
class Track:
    """A track: its name, a word beside it, and lines of numbers."""

    name: str
    note: str
    lines: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SquadCard:
    """A squad's card: which of the list's squads it is, its name, and the numbers of its men and vehicles."""

    number: str
    name: Text
    pieces: str


def tracks(catalogue: Catalogue) -> Iterator[Track]:
    """Yield the tracks that a ruleset has."""
    numbers = catalogue.procedures
    last = TURNS if numbers.turns is None else numbers.turns + (numbers.turn_dice or 0) * catalogue.die
    yield Track(gettext("Turns"), turn_limit(catalogue), _lines(range(1, last + 1)))
    if step := defeat_step(catalogue):
        cells = _lines(range(step, step * DEFEAT_CELLS + 1, step))
        yield Track(gettext("Our defeat points"), "", cells)
        yield Track(gettext("Their defeat points"), "", cells)


def _lines(numbers: range) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(numbers[at : at + IN_A_LINE]) for at in range(0, len(numbers), IN_A_LINE))


def squad_cards(roster: Roster, language: Language) -> list[list[SquadCard]]:
    """Return the cards of a list's squads by row; none for a single squad."""
    cards = [
        SquadCard(
            number=str(place + 1),
            name=_name(squad_label(squad, place).to(language)),
            pieces=" · ".join(
                filter(
                    None,
                    (
                        _span("", first.man, squad.figure_count),
                        _span("V", first.vehicle, sum(row.count for row in squad.vehicles)),
                    ),
                )
            ),
        )
        for place, (squad, first) in enumerate(first_numbers(roster))
    ]
    return [cards[at : at + ACROSS] for at in range(0, len(cards), ACROSS)] if len(cards) > 1 else []


def _span(letter: str, first: int, count: int) -> str:
    """Say "4–9", "V1", "" for none."""
    last = f"–{letter}{first + count - 1}" if count > 1 else ""
    return f"{letter}{first}{last}" if count else ""


def _name(name: str) -> Text:
    name, room = fit.clean(name), TOKENS.squad_card - 20
    found = fit.in_lines(name, fit.TITLE, NAMES, room, fit.height(2, NAMES[0]))
    return found or fit.cut(name, fit.TITLE, room, 3)
