"""The report of a game, as the page shows it and the PDF prints it."""

from collections.abc import Collection, Iterator

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, pgettext
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.games.pages.log import LogWords
from armybuilder.games.pages.page import Page
from armybuilder.games.pages.points import TallyRow
from rules.core.game.events import Side, TurnIs
from rules.core.game.fold import Folding

LINES_AT_MOST, TURNS_AT_MOST = 600, 20  # more than twice a normal game; a longer report has only the end


class ReportSide(Struct, frozen=True):
    """A side: its points, and its facts (label, words). `is_ahead`: it has fewer points than the other."""

    name: str
    points: int
    facts: tuple[tuple[str, str], ...]
    is_ahead: bool = False


class ReportTurn(Struct, frozen=True):
    """What was said in a turn, the oldest first, and how the points stood at its end."""

    number: int
    lines: tuple[LogWords, ...]
    score: str


class GameReport(Struct, frozen=True):
    """A whole report, the reader's own side first. `counts_points`: False if it compares lost men instead.

    `rulings`: the ones that differ from the rulebook, in one line. `left_out`: the number of lines of a long log that
    are left out.
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
    left_out: int = 0

    @property
    def left_out_words(self) -> str:
        """The number of lines left out, in words."""
        return left_out_words(self.left_out)


def report_of(page: Page) -> GameReport:
    """Return the report of what a link sees of its game, in the language of the page, which is the active one."""
    book, points = page.catalogue, page.points
    turns = list(_turns(page))
    return GameReport(
        heading=pgettext("game", "Report"),
        title=" – ".join(points.names[side] for side in points.sides),
        note=page.game.note,
        rulings=page.rulings.told,
        day=date_format(localtime(page.game.created, page.game.zone), "j F Y"),
        rules=f"{book.name.to(page.language)}, {book.edition.to(page.language)}",
        counts_points=points.counts_points,
        sides=tuple(_side(page, side) for side in points.sides),
        verdict=replace(points, heads=points.names).verdict,
        tally_rows=tuple(points.tally_rows),
        turns=tuple(turns),
        left_out=_left_out(page, sum(len(turn.lines) for turn in turns)),
    )


def _side(page: Page, side: Side) -> ReportSide:
    place = page.points.sides.index(side)
    facts = [(gettext("Result"), page.points.signatures[place].said)]
    own = page.statuses.get(side)
    if own:
        lost = gettext("%(lost)s of %(men)s") % {"lost": len(own.lost), "men": len(own.men)}
        facts.append((gettext("Men lost"), str(len(own.lost)) if side in page.hidden_lists else lost))
    if luck := page.log.luck_with(side):
        facts.append((gettext("Dice rolled here"), luck))
    score = page.points.scores[place]
    return ReportSide(page.names[side, ""], score.points, tuple(facts), score.is_ahead)


def _turns(page: Page) -> Iterator[ReportTurn]:
    """Yield the turns, the oldest first; for a long log, only the last turns with their last lines."""
    told, room = [], LINES_AT_MOST
    for turn in page.log.turns[:TURNS_AT_MOST]:
        told.append((turn.turn, [turn.in_words(line) for line in turn.said[:room]][::-1]))
        room -= len(told[-1][1])
        if not room:
            break
    scores = dict(_scores(page, {turn for turn, _lines in told}))
    for number, lines in reversed(told):
        yield ReportTurn(number, tuple(lines), scores.get(number, ""))


def _left_out(page: Page, told: int) -> int:
    return sum(not isinstance(line.event, TurnIs) for line in page.log.told) - told


def left_out_words(lines: int) -> str:
    """Return the number of lines left out, in words; "": none."""
    words = ngettext(
        "%(lines)s line of the log is left out: the oldest.",
        "The oldest %(lines)s lines of the log are left out.",
        lines,
    )
    return words % {"lines": lines} if lines else ""


def _scores(page: Page, turns: Collection[int]) -> Iterator[tuple[int, str]]:
    """Yield the points at the end of some turns."""
    ends, turn = {}, 1
    for place, line in enumerate(page.log.held):
        turn = line.event.turn if isinstance(line.event, TurnIs) else turn
        ends[turn] = place
    ending = {place: turn for turn, place in ends.items() if turn in turns}
    folding = Folding()
    for place, line in enumerate(page.log.held):
        folding.add(line)
        if place in ending:
            yield ending[place], page.score_in(folding.state)
