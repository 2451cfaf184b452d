"""The layout of sheets of cards, before any HTML.

    lay_out(roster, catalogue, report, options) -> CardsSheet

Nine cards per sheet, three by three; four of the largest. Each sheet of fronts is followed by its backs, mirrored left
to right for double-sided printing along the long edge.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.printing.formats.cards import fit
from armybuilder.printing.formats.cards.backs import Back, BackMaker
from armybuilder.printing.formats.cards.card import FLOOR, Card, Subject
from armybuilder.printing.formats.cards.divide import cards_of
from armybuilder.printing.formats.cards.key import key_subject
from armybuilder.printing.formats.cards.options import CardFor, CardKinds, CardsOptions
from armybuilder.printing.formats.cards.others import blank_subject, extra_subjects, squad_subject
from armybuilder.printing.formats.cards.rules import shared_rules
from armybuilder.printing.formats.cards.sizes import CARDS, CardSizes
from armybuilder.printing.formats.cards.table import Table, table_of
from armybuilder.printing.formats.cards.troops import Dealer, figure_subjects, vehicle_subjects
from armybuilder.printing.formats.roster.fire import columns_for, setting_for
from armybuilder.printing.layout.measure import fitted, width
from armybuilder.printing.layout.words import named
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import squad_label
from rules.core.document.roster import Roster
from rules.core.document.rows import first_numbers
from rules.core.judging.report import Report
from rules.core.text import Language

SINGLES_AT_MOST = 180  # men; of a bigger list each group has a card, whatever was asked


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


def lay_out(roster: Roster, catalogue: Catalogue, report: Report, options: CardsOptions) -> CardsSheet:
    """Return the cards of a list, in `options.language`."""
    with translation.override(options.language):
        return _sheet(roster, catalogue, report, options)


def _sheet(roster: Roster, catalogue: Catalogue, report: Report, options: CardsOptions) -> CardsSheet:
    columns = columns_for(roster, catalogue, report.points is not None, options)
    men = sum(squad.figure_count for squad in roster.squads)
    setting = replace(
        setting_for(roster, catalogue, columns, options.language, modified=not options.plain),
        against=options.against,
    )
    each: CardFor = options.each if men <= SINGLES_AT_MOST else "group"
    sizes = CARDS[options.size]
    table = table_of(columns, sizes)
    subjects = [
        *_subjects(Dealer(setting, each, options.chances), roster, report, options.kinds, sizes.losses),
        *[blank_subject(setting)] * options.blanks,
    ]
    cards = [card for subject in subjects for card in cards_of(subject, table, fit.clean(roster.name), sizes)]
    maker = BackMaker(roster, setting, sizes, photo=options.photo) if options.backs else None
    foot_room = sizes.sheet_width / 3 - 2 * sizes.frame
    edition = f"{catalogue.name.to(options.language)}, {catalogue.edition.to(options.language)}"
    return CardsSheet(
        language=options.language,
        paper=options.paper,
        ink=options.ink,
        title=gettext("%(name)s: cards") % {"name": roster.name},
        table=table,
        sheets=tuple(_sheets(cards, maker, sizes)),
        foot=(
            _foot(roster, options, foot_room),
            fitted(edition, fit.PLAIN, FLOOR, foot_room),
            fitted(catalogue.credit, fit.PLAIN, FLOOR, foot_room),
        ),
    )


def _foot(roster: Roster, options: CardsOptions, foot_room: float) -> str:
    """Return the line below the cards: the owner of the list, and its name if there is room."""
    said = "Squadra · "
    room = foot_room - width(said, fit.PLAIN, FLOOR)
    return said + fit.clean(named(roster, options, room, FLOOR))


def _subjects(
    dealer: Dealer, roster: Roster, report: Report, kinds: CardKinds, losses: int
) -> Iterator[Subject]:
    """Yield the squads one after the other, each before its men and vehicles; extras, key. `losses` stand on a line."""
    for number, (squad, first) in enumerate(first_numbers(roster)):
        points = report.points.squads[number] if report.points else None
        name = squad_label(squad, number).to(dealer.setting.language)
        shared = shared_rules(squad.figures, dealer.setting) if kinds == "all" else []
        hand = replace(dealer, shared=frozenset(shared))
        if kinds in ("all", "squads"):
            yield squad_subject(dealer.setting, roster, squad, name, points, first.man, losses, shared)
        if kinds in ("all", "troops"):
            yield from figure_subjects(hand, squad, name, points, first.man)
            yield from vehicle_subjects(hand, squad, name, points, first.vehicle)
    if kinds in ("all", "extras"):
        yield from extra_subjects(dealer.setting, roster, report)
    if kinds == "all" and any(squad.figures or squad.vehicles for squad in roster.squads):
        yield key_subject(dealer.setting, roster)


# ── Sheets ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sheets(
    cards: Sequence[Card], backs: BackMaker | None, sizes: CardSizes
) -> Iterator[tuple[CardPlace, ...]]:
    on_a_sheet = sizes.across * sizes.down
    for start in range(0, len(cards), on_a_sheet):
        sheet = [
            CardPlace(*divmod(at, sizes.across), card=card)
            for at, card in enumerate(cards[start : start + on_a_sheet])
        ]
        yield tuple(sheet)
        if backs:
            yield tuple(sorted(_behind(sheet, backs, sizes), key=lambda place: (place.row, place.column)))


def _behind(sheet: Sequence[CardPlace], backs: BackMaker, sizes: CardSizes) -> Iterator[CardPlace]:
    """Yield the backs of a sheet: each in the row of its card, from the other side."""
    for place in sheet:
        if place.card:
            yield CardPlace(place.row, sizes.across - 1 - place.column, back=backs.back(place.card))
