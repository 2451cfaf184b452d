"""The layout of sheets of cards, before any HTML.

    lay_out(roster, catalogue, report, options) -> CardsSheet

Nine cards a sheet, three by three. Where both sides of the paper are printed, each sheet is followed by its backs,
mirrored left to right: the printer turns it over its long edge and puts each back behind its card.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.printing.formats.cards.backs import Back, BackMaker
from armybuilder.printing.formats.cards.card import Card, Subject
from armybuilder.printing.formats.cards.divide import cards_of
from armybuilder.printing.formats.cards.key import key_subject
from armybuilder.printing.formats.cards.others import blank_subject, extra_subjects, squad_subject
from armybuilder.printing.formats.cards.rules import shared_rules
from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.formats.cards.table import Table, table_of
from armybuilder.printing.formats.cards.troops import figure_subjects, vehicle_subjects
from armybuilder.printing.formats.roster.fire import Setting, columns_for, setting_for
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import FLOOR
from armybuilder.printing.layout.measure import fitted, width
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.words import named
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import squad_label
from rules.core.document.roster import Roster
from rules.core.document.rows import first_numbers
from rules.core.judging.report import Report
from rules.core.text import Language

BLANKS = 9  # a sheet


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A card or a back with its place on the sheet: `row` 0 is the highest, `column` 0 on the left."""

    row: int
    column: int
    card: Card | None = None
    back: Back | None = None


@dataclass(frozen=True, slots=True)
class CardsSheet:
    """All sheets of cards. `foot` are the texts below the cards: list, rules, credit."""

    language: Language
    paper: str
    ink: bool
    title: str
    table: Table
    sheets: tuple[tuple[CardPlace, ...], ...]
    foot: tuple[str, str, str]
    has_backs: bool


def lay_out(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> CardsSheet:
    """Return the cards of a list, in `options.language`."""
    with translation.override(options.language):
        return _sheet(roster, catalogue, report, options)


def _sheet(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> CardsSheet:
    columns = columns_for(roster, catalogue, report.points is not None, options)
    setting = setting_for(roster, catalogue, columns, options.language, modified=True)
    table = table_of(columns)
    subjects = [blank_subject(setting)] * BLANKS if options.blank else _subjects(setting, roster, report)
    cards = [card for subject in subjects for card in cards_of(subject, table, fit.clean(roster.name))]
    maker = BackMaker(roster, setting) if options.duplex and not options.blank else None
    foot_room = CARD.sheet_width / 3 - 2 * CARD.frame
    edition = f"{catalogue.name.to(options.language)}, {catalogue.edition.to(options.language)}"
    return CardsSheet(
        language=options.language,
        paper=options.paper,
        ink=options.ink,
        title=gettext("%(name)s: cards") % {"name": roster.name},
        table=table,
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


def _subjects(setting: Setting, roster: Roster, report: Report) -> Iterator[Subject]:
    """Yield the squads one after the other, each before its men and vehicles, then extras and the key."""
    for number, (squad, first) in enumerate(first_numbers(roster)):
        points = report.points.squads[number] if report.points else None
        name = squad_label(squad, number).to(setting.language)
        shared = shared_rules(squad, setting)
        yield squad_subject(setting, roster, squad, name, points, first.man, shared)
        yield from figure_subjects(setting, squad, name, points, first.man, shared)
        yield from vehicle_subjects(setting, squad, name, points, first.vehicle)
    yield from extra_subjects(setting, roster, report)
    if any(squad.figures or squad.vehicles for squad in roster.squads):
        yield key_subject(setting, roster)


# ── Sheets ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sheets(cards: Sequence[Card], backs: BackMaker | None) -> Iterator[tuple[CardPlace, ...]]:
    on_a_sheet = CARD.across * CARD.down
    for start in range(0, len(cards), on_a_sheet):
        sheet = [
            CardPlace(*divmod(at, CARD.across), card=card)
            for at, card in enumerate(cards[start : start + on_a_sheet])
        ]
        yield tuple(sheet)
        if backs:
            yield tuple(sorted(_behind(sheet, backs), key=lambda place: (place.row, place.column)))


def _behind(sheet: Sequence[CardPlace], backs: BackMaker) -> Iterator[CardPlace]:
    """Yield the backs of a sheet: each in the row of its card, from the other side."""
    for place in sheet:
        if place.card:
            yield CardPlace(place.row, CARD.across - 1 - place.column, back=backs.back(place.card))
