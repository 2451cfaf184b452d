"""The layout of sheets of cards, before any HTML.

There are nine cards per sheet, three by three. Half cards come last, two per place. When printing double-sided, each
sheet is followed by its backs, mirrored left to right: the printer flips the sheet on its long edge, so that each back
is behind its card.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from armybuilder.printing.formats.cards.backs import Back, BackMaker
from armybuilder.printing.formats.cards.card import Card
from armybuilder.printing.formats.cards.fitting import body_height, cards_of
from armybuilder.printing.formats.cards.grid import FireColumns, Grid
from armybuilder.printing.formats.cards.others import blank_card, extra_cards, key_card, squad_card
from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.formats.cards.troops import rules_of, shared_rules, troop_card
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.words import Fact
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import squads_of

BLANKS = ON_A_SHEET = CARD.across * CARD.down
FEW = 2  # places, for which a further sheet is a waste


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

    sheets: tuple[tuple[Place, ...], ...]
    foot: tuple[str, str, str]
    has_backs: bool


def lay_out(setting: Setting) -> CardsSheet:
    """Return the cards of a list."""
    setting, options = replace(setting, modified=True), setting.options
    table, owner = FireColumns.of(setting.bands), fit.clean(setting.roster.name)
    subjects = [blank_card(setting)] * BLANKS if options.blank else _subjects(setting)
    cards = _on_cards([replace(subject, columns=table, owner=owner) for subject in subjects])
    maker = BackMaker(setting) if options.duplex and not options.blank else None
    left = " · ".join(filter(None, ("Squadra", owner, options.origin.player)))
    return CardsSheet(
        sheets=tuple(_sheets(cards, maker)) or ((),),
        foot=(left, setting.game, setting.catalogue.credit),
        has_backs=maker is not None,
    )


def _subjects(setting: Setting) -> Iterator[Card]:
    """Yield the squads in turn, each followed by its men and vehicles, then extras and the key.

    A rule about an extra is only on that extra's card. A rule about several extras is on the first card.
    """
    extras = list(extra_cards(setting))
    said = {note: card.title for card in reversed(extras) for note in card.notes}
    for squad in squads_of(setting):
        rules = [tuple(rules_of(unit)) for unit in squad.units]
        shared = shared_rules(told for unit, told in zip(squad.units, rules, strict=True) if unit.figure)
        yield _without(said, squad_card(squad, shared))
        for unit, told in zip(squad.units, rules, strict=True):
            yield _without(said | dict.fromkeys(shared, ""), troop_card(unit, squad.name, told))
    for card in extras:
        yield _without({note for note, title in said.items() if title != card.title}, card)
    key = key_card(setting)
    if key.notes and any(squad.figures or squad.vehicles for squad in setting.roster.squads):
        yield key


def _without(said: Collection[Fact | Grid], card: Card) -> Card:
    return replace(card, notes=tuple(note for note in card.notes if note not in said))


def _on_cards(subjects: Sequence[Card]) -> list[Card]:
    """Return the cards of all subjects: extras in smaller type, or no key, if that saves a sheet."""
    cards = [card for subject in subjects for card in cards_of(subject)]
    further = len(_spots(cards)) % ON_A_SHEET
    if not 0 < further <= FEW:
        return cards
    closer = [card for subject in subjects for card in cards_of(subject, small=True)]
    for fewer in (closer, [card for card in closer if card.kind != "key"]):
        if len(_spots(fewer)) <= len(_spots(cards)) - further:
            return fewer
    return cards


# ── Sheets ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _spots(cards: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return the cards of each place: whole ones first, then half cards in pairs."""
    halves = [card for card in cards if card.half]
    whole = [(card,) for card in cards if not card.half]
    return [*whole, *(tuple(halves[at : at + 2]) for at in range(0, len(halves), 2))]


def _sheets(cards: Sequence[Card], backs: BackMaker | None) -> Iterator[tuple[Place, ...]]:
    dealt = _spots(cards)
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
