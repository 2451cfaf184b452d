"""The sheets of cards, nine places each. Half cards come last, two per place.

When printing double-sided, each sheet is followed by its backs, mirrored left to right: the printer flips the sheet on
its long edge, so that each back is behind its card.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from armybuilder.printing.formats.cards.card import CARD, Card, Columns, Table, cards_of
from armybuilder.printing.formats.cards.others import blank_card, extra_cards, key_card, squad_card
from armybuilder.printing.formats.cards.troops import rules_of, shared_rules, troop_card
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.pictures import pattern_of
from armybuilder.printing.layout.words import Fact, map_sign
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import squads_of
from rules.core.catalogue.handbook import PrintedRow, PrintedTable, Topic
from rules.core.odds import printed_handbook

ON_A_SHEET = CARD.across * CARD.down
ON_BACKS: tuple[Topic, ...] = ("actions", "saves")  # in short, for everyone
BACK_ROOM = 27.0  # mm for them

Place = tuple[Card, ...]  # a card, or two half cards


@dataclass(frozen=True, slots=True)
class CardsSheet:
    """All sheets of cards. `foot` has the texts below the cards: list, rules, credit.

    The backs have the `owner`, the list's `sign`, the `pattern` of its pair, and `tables` in short.
    """

    sheets: list[list[Place]]
    columns: Columns
    foot: tuple[str, str, str]
    has_backs: bool
    owner: str
    sign: str
    pattern: int
    tables: tuple[Table, ...]


def lay_out(setting: Setting) -> CardsSheet:
    """Return the cards of a list."""
    setting, options, roster = replace(setting, modified=True), setting.options, setting.roster
    columns, owner = Columns.of(setting.bands), fit.clean(roster.name)
    subjects = [blank_card(setting)] * ON_A_SHEET if options.blank else list(_subjects(setting))
    cards = [card for subject in subjects for card in cards_of(replace(subject, columns=columns, owner=owner))]
    without_key = _sheets([card for card in cards if card.kind != "key"])
    sheets = _sheets(cards)
    left = " · ".join(filter(None, ("Squadra", owner, options.origin.player)))
    return CardsSheet(
        sheets=without_key if 0 < len(without_key) < len(sheets) else sheets,
        columns=columns,
        foot=(left, setting.game, setting.catalogue.credit),
        has_backs=options.duplex and not options.blank and bool(cards),
        owner=owner,
        sign=map_sign(roster),
        pattern=pattern_of(roster.pair_name or roster.name),
        tables=tuple(_tables(setting)),
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


def _without(said: Collection[Fact | Table], card: Card) -> Card:
    return replace(card, notes=tuple(note for note in card.notes if note not in said))


def _sheets(cards: list[Card]) -> list[list[Place]]:
    """Return the places of each sheet: whole cards first, then half cards in pairs. There is at least one sheet."""
    halves = [card for card in cards if card.half]
    places: list[Place] = [(card,) for card in cards if not card.half]
    places += [tuple(halves[at : at + 2]) for at in range(0, len(halves), 2)]
    return [places[at : at + ON_A_SHEET] for at in range(0, len(places), ON_A_SHEET)] or [[]]


# ── Backs ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _tables(setting: Setting) -> Iterator[Table]:
    """Yield the first table of each topic with rows for everyone, as far as they have room."""
    left = BACK_ROOM
    for topic in ON_BACKS:
        tables = (table for table in printed_handbook(setting.catalogue) if table.topic == topic)
        told = ((table, tuple(_rows(table, setting))) for table in tables if not table.optional)
        for table in [Table(setting.say(table.name), ("",), rows) for table, rows in told if rows][:1]:
            if table.height <= left:
                left -= table.height
                yield table


def _rows(table: PrintedTable, setting: Setting) -> Iterator[tuple[str, tuple[str, ...]]]:
    for row in table.rows:
        if row.about.everyone and any(cell is not None for cell in row.cells):
            yield setting.say(row.name), (", ".join(_cells(row, table, setting)),)


def _cells(row: PrintedRow, table: PrintedTable, setting: Setting) -> Iterator[str]:
    """Yield the cells; with several columns a number with its unit, and words after their subject."""
    heads = [setting.say(column) for column in table.columns]
    for place, cell in enumerate(row.cells):
        said = setting.cell(cell)
        if len(heads) < 2 and cell is not None:
            yield said
        elif cell is not None:
            yield f"{said} {heads[place]}" if isinstance(cell, int) else f"{heads[place].lower()}: {said}"
