"""The report of a game as a page and as a PDF, and its cut-out sheets."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, pgettext
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.games.pages.log import LogWords
from armybuilder.games.pages.page import Page
from armybuilder.games.pages.story import TurnEnd, turn_ends, turning_points
from armybuilder.games.paper.drawings import men_chart, table_map
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.letters import printable
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout, file_name
from armybuilder.printing.layout.sizes import style_sheet
from rules.core.assess import assess
from rules.core.game.events import Side, TurnIs

LINES_AT_MOST, TURNS_AT_MOST = 300, 20  # more than twice a normal game; a longer report has only the end


class ReportSide(Struct, frozen=True):
    """A side: its role and points, and its facts (label, words). `is_ahead`: it has fewer points than the other."""

    name: str
    role: str
    points: int
    facts: tuple[tuple[str, str], ...]
    is_ahead: bool = False


class ReportTurn(Struct, frozen=True, dict=True):
    """The lines of a turn, the oldest first, and the points at its end."""

    number: int
    lines: tuple[LogWords, ...]
    score: str

    @cached_property
    def by_side(self) -> list[tuple[str, str]]:
        """Return the lines with each name once for what its side said in a row."""
        said = groupby(self.lines, lambda line: line.who)
        return [(who, " · ".join(line.words for line in lines)) for who, lines in said]


class GameReport:
    """A link's view of its game as a report, the attacker first if the game has one, in the active language.

    `verdict`: who is ahead; `unit`: what the points are; `signed`: whether both sides signed that. `rulings`: the ones
    that differ from the rulebook, in one line. `left_out`: the number of lines of a long log that are left out.
    """

    def __init__(self, page: Page) -> None:
        book, points, ends = page.catalogue, page.points, turn_ends(page)
        names = [points.names[side] for side in points.sides]
        self.heading = pgettext("game", "Report")
        self.title = " – ".join(names)
        self.note, self.rulings = page.game.note, page.rulings.told
        self.day = date_format(localtime(page.game.created, page.game.zone), "j F Y")
        self.rules = f"{book.name.to(page.language)}, {book.edition.to(page.language)}"
        self.sides = [
            ReportSide(name, _role(page, side), score.points, tuple(_facts(page, side)), score.is_ahead)
            for name, side, score in zip(names, points.sides, points.scores, strict=True)
        ]
        self.verdict, self.unit = replace(points, heads=points.names).verdict, points.unit
        self.signed = gettext("Signed by both sides") if points.agreed else gettext("Not yet signed by both sides")
        self.turning_points = turning_points(page, ends)
        men = {side: len(own.men) for side, own in page.statuses.items() if side not in page.hidden_lists}
        self.chart = men_chart(ends, men, points.names, points.sides)
        self.map = table_map(book, names, self.turning_points)
        self.tally_rows = points.tally_rows
        self.turns = list(_turns(page, ends))
        said = sum(not isinstance(line.event, TurnIs) for line in page.log.told)
        self.left_out = said - sum(len(turn.lines) for turn in self.turns)

    @property
    def left_out_words(self) -> str:
        words = ngettext(
            "The oldest log line is left out.",
            "The oldest %(lines)s log lines are left out.",
            self.left_out,
        )
        return words % {"lines": self.left_out} if self.left_out else ""


def _role(page: Page, side: Side) -> str:
    attacker = page.game.attacker
    role = page.catalogue.format_by_id.get("attacker" if side == attacker else "defender")
    return role.name.to(page.language) if attacker and role else ""


def _facts(page: Page, side: Side) -> Iterator[tuple[str, str]]:
    if player := page.game.by_side[side].name:
        yield gettext("Player"), player
    own = page.statuses.get(side)
    if own:
        names = ", ".join(page.names[side, man.key] for man in own.lost)
        lost = gettext("%(lost)s of %(men)s") % {"lost": len(own.lost), "men": len(own.men)}
        count = str(len(own.lost)) if side in page.hidden_lists else lost
        yield gettext("Men lost"), f"{count}: {names}" if names else count
    yield gettext("Result"), page.points.signed_words(side)


def _turns(page: Page, ends: Sequence[TurnEnd]) -> Iterator[ReportTurn]:
    """Yield the turns, the oldest first; for a long log, only the last turns with their last lines."""
    told, room = [], LINES_AT_MOST
    for turn in page.log.turns[:TURNS_AT_MOST]:
        told.append((turn.turn, [turn.in_words(line) for line in turn.said[:room]][::-1]))
        room -= len(told[-1][1])
        if not room:
            break
    scores = {end.number: end.score for end in ends}
    for number, lines in reversed(told):
        yield ReportTurn(number, tuple(lines), scores.get(number, ""))


STYLE = Path(__file__).with_suffix(".css")


def report_page(page: Page, options: Options) -> Printout:
    report = GameReport(page)
    context = {
        "options": options,
        "report": report,
        "foot": " · ".join(("Squadra", report.rules, page.catalogue.credit, report.title)),
    }
    html = render_to_string("games/report_paper.html", context)
    css = style_sheet(STYLE, options.paper)
    return Printout(html, "report", css, file_name(report.title, None, report.heading))


def kit_of(page: Page, options: Options) -> Printout | None:
    """Return the cut-out sheets of a link's side; None: the link records for no side with a list."""
    for side in page.link.sides:
        roster = page.rosters[side]
        if roster is not None:
            return FORMATS["kit"].page(printable(roster), page.catalogue, assess(roster, page.catalogue), options)
    return None
