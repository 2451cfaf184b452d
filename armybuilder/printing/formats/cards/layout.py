"""The layout of sheets of cards, before any HTML.

    lay_out(roster, catalogue, report, options) -> CardsSheet

There are nine cards per sheet, three by three. Half cards come last, two per place. When printing double-sided, each
sheet is followed by its backs, mirrored left to right: the printer flips the sheet on its long edge, so that each back
is behind its card.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.printing.formats.cards.backs import Back, BackMaker
from armybuilder.printing.formats.cards.card import Card
from armybuilder.printing.formats.cards.fitting import body_height, cards_of
from armybuilder.printing.formats.cards.grid import FireColumns, Grid
from armybuilder.printing.formats.cards.others import blank_card, extra_cards, key_card, squad_card
from armybuilder.printing.formats.cards.rules import shared_rules
from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.formats.cards.troops import troop_cards
from armybuilder.printing.formats.roster.fire import Setting, columns_for, setting_for
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import FLOOR
from armybuilder.printing.layout.measure import fitted, width
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.words import Fact, named
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import squad_label
from rules.core.document.roster import Roster
from rules.core.document.rows import first_numbers
from rules.core.judging.report import Report
from rules.core.text import Language

BLANKS = ON_A_SHEET = CARD.across * CARD.down


@dataclass(frozen=True, slots=True)
class Place:
    """A card or a back with its place on the sheet: `row` 0 is at the top, `column` 0 on the left.

    A `low` half card is the lower half of its place.
    """

    row: int
    column: int
    low: bool = False
    card: Card | None = None
    back: Back | None = None

    @property
    def left(self) -> float:
        """The left edge of its frame, mm."""
        return self.column * CARD.card_width + CARD.frame

    @property
    def top(self) -> float:
        """The top edge of its frame, mm."""
        return self.row * CARD.card_height + self.low * CARD.half_height + CARD.frame

    @property
    def body(self) -> float:
        """The height of picture and characteristics, mm, 0 without them."""
        return (
            round(body_height(self.card), 2) if self.card and (self.card.stats or self.card.pictured) else 0
        )


@dataclass(frozen=True, slots=True)
class CardsSheet:
    """All sheets of cards. `foot` has the texts below the cards: list, rules, credit."""

    language: Language
    paper: str
    ink: bool
    title: str
    sheets: tuple[tuple[Place, ...], ...]
    foot: tuple[str, str, str]
    has_backs: bool


def lay_out(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> CardsSheet:
    """Return the cards of a list, in `options.language`."""
    with translation.override(options.language):
        return _sheet(roster, catalogue, report, options)


def _sheet(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> CardsSheet:
    columns = columns_for(roster, catalogue, report.points is not None, options)
    setting = setting_for(roster, catalogue, columns, options.language, modified=True)
    table, owner = FireColumns.of(columns), fit.clean(roster.name)
    subjects = [blank_card(setting)] * BLANKS if options.blank else _subjects(setting, roster, report)
    cards = [card for subject in subjects for card in cards_of(replace(subject, columns=table, owner=owner))]
    maker = BackMaker(roster, setting) if options.duplex and not options.blank else None
    foot_room = CARD.sheet_width / 3 - 2 * CARD.frame
    edition = f"{catalogue.name.to(options.language)}, {catalogue.edition.to(options.language)}"
    return CardsSheet(
        language=options.language,
        paper=options.paper,
        ink=options.ink,
        title=gettext("%(name)s: cards") % {"name": roster.name},
        sheets=tuple(_sheets(cards, maker)),
        foot=(
            _foot(roster, options, foot_room),
            fitted(edition, fit.PLAIN, FLOOR, foot_room),
            fitted(catalogue.credit, fit.PLAIN, FLOOR, foot_room),
        ),
        has_backs=maker is not None,
    )


def _foot(roster: Roster, options: Options, foot_room: float) -> str:
    """Return the line below the cards: the owner of the list, and its name if there is room."""
    said = "Squadra · "
    room = foot_room - width(said, fit.PLAIN, FLOOR)
    return said + fit.clean(named(roster, options, room, FLOOR))


def _subjects(setting: Setting, roster: Roster, report: Report) -> Iterator[Card]:
    """Yield the squads in turn, each followed by its men and vehicles, then extras and the key.

    A rule about an extra is only on that extra's card. A rule about several extras is on the first card.
    """
    extras = list(extra_cards(setting, roster, report))
    said = {note: card.title for card in reversed(extras) for note in card.notes}
    for number, (squad, first) in enumerate(first_numbers(roster)):
        points = report.points.squads[number] if report.points else None
        name = squad_label(squad, number).to(setting.language)
        shared = shared_rules(squad, setting)
        yield _without(said, squad_card(setting, roster, squad, name, points, first, shared))
        for card in troop_cards(setting, squad, name, points, first):
            yield _without(said | dict.fromkeys(shared, ""), card)
    yield from (
        _without({note: title for note, title in said.items() if title != card.title}, card)
        for card in extras
    )
    if any(squad.figures or squad.vehicles for squad in roster.squads):
        yield key_card(setting, roster)


def _without(said: Collection[Fact | Grid], card: Card) -> Card:
    return replace(card, notes=tuple(note for note in card.notes if note not in said))


# ── Sheets ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sheets(cards: Sequence[Card], backs: BackMaker | None) -> Iterator[tuple[Place, ...]]:
    halves = [card for card in cards if card.half]
    spots = [(card,) for card in cards if not card.half]
    pairs = [tuple(halves[at : at + 2]) for at in range(0, len(halves), 2)]
    dealt = [*spots, *pairs]
    for start in range(0, len(dealt), ON_A_SHEET):
        sheet = [
            Place(*divmod(at, CARD.across), low=low, card=card)
            for at, spot in enumerate(dealt[start : start + ON_A_SHEET])
            for low, card in zip((False, True), spot, strict=False)
        ]
        yield tuple(sheet)
        if backs:
            yield tuple(sorted(_behind(sheet, backs), key=lambda place: (place.row, place.column, place.low)))


def _behind(sheet: Sequence[Place], backs: BackMaker) -> Iterator[Place]:
    """Yield the backs of a sheet, each in the same row as its card, counted from the other side."""
    for place in sheet:
        if place.card:
            column = CARD.across - 1 - place.column
            yield Place(place.row, column, low=place.low, back=backs.back(place.card))
