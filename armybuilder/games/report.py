"""The report of a game, as the page shows it and the PDF prints it."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.games.log import LogWords
from armybuilder.games.page import Page
from armybuilder.games.points import TallyRow
from rules.core.game.events import Side, TurnIs
from rules.core.game.fold import fold

TURNS_WITH_POINTS = 40  # more than a game has: each folds the log anew


class ReportSide(Struct, frozen=True):
    """A side: its points, and what is told of it (label, words)."""

    name: str
    points: int
    facts: tuple[tuple[str, str], ...]


class ReportTurn(Struct, frozen=True):
    """What was said in a turn, the oldest first, and how the points stood at its end."""

    number: int
    lines: tuple[LogWords, ...]
    score: str


class Report(Struct, frozen=True):
    """A whole report, one's own side first. `counts_points`: else the men who are lost are compared.

    `rulings`: those that are not the book's own, in one line.
    """

    heading: str
    title: str
    note: str
    rulings: str
    day: str
    rules: str
    counts_points: bool
    sides: tuple[ReportSide, ...]
    verdict: str
    tally_rows: tuple[TallyRow, ...]
    turns: tuple[ReportTurn, ...]


def report_of(page: Page) -> Report:
    """Return the report of what a link sees of its game, in the language of the page, which is the active one."""
    book, points = page.catalogue, page.points
    return Report(
        heading=pgettext("game", "Report"),
        title=" – ".join(points.names[side] for side in points.sides),
        note=page.game.note,
        rulings=page.rulings.told,
        day=date_format(localtime(page.game.created), "j F Y"),
        rules=f"{book.name.to(page.language)}, {book.edition.to(page.language)}",
        counts_points=points.counts_points,
        sides=tuple(_side(page, side) for side in points.sides),
        verdict=replace(points, heads=points.names).verdict,
        tally_rows=tuple(points.tally_rows),
        turns=tuple(_turns(page)),
    )


def _side(page: Page, side: Side) -> ReportSide:
    place = page.points.sides.index(side)
    facts = [(gettext("Signed"), page.points.signatures[place].said)]
    own = page.standings.get(side)
    if own:
        lost = gettext("%(lost)s of %(men)s") % {"lost": len(own.lost), "men": len(own.men)}
        facts.append((gettext("Men lost"), str(len(own.lost)) if side in page.hidden_lists else lost))
    if luck := page.log.luck_with(side):
        facts.append((gettext("Dice rolled here"), luck))
    return ReportSide(page.names[side, ""], page.points.scores[place].points, tuple(facts))


def _turns(page: Page) -> Iterator[ReportTurn]:
    scores = dict(_scores(page))
    for turn in reversed(page.log.turns):
        yield ReportTurn(turn.turn, turn.lines[::-1], scores.get(turn.turn, ""))


def _scores(page: Page) -> Iterator[tuple[int, str]]:
    """Yield how the points stood at the end of each turn."""
    lines = page.log.held
    ends, turn = {}, 1
    for place, line in enumerate(lines, 1):
        turn = line.event.turn if isinstance(line.event, TurnIs) else turn
        ends[turn] = place
    for turn, place in ends.items() if len(ends) <= TURNS_WITH_POINTS else ():
        yield turn, page.score_in(fold(lines[:place]))
