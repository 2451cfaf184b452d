"""The report of a game as a page and as a PDF, and its cut-out sheets."""

import dataclasses
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, pgettext
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.games.pages.log import LogWords
from armybuilder.games.pages.page import Page
from armybuilder.games.pages.points import TallyRow
from armybuilder.printing.formats import kit
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.letters import with_names
from armybuilder.printing.layout.measure import MM_PER_POINT, fitted, width, wrapped
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout, file_name
from armybuilder.printing.layout.sizes import PAPERS, content_width
from armybuilder.printing.layout.style import style_sheet
from rules.core.assess import assess
from rules.core.game.events import Side, TurnIs, other_side
from rules.core.game.fold import Folding

LINES_AT_MOST, TURNS_AT_MOST = 600, 20  # more than twice a normal game; a longer report has only the end


class ReportSide(Struct, frozen=True):
    """A side: its points, and its facts (label, words). `is_ahead`: it has fewer points than the other."""

    name: str
    points: int
    facts: tuple[tuple[str, str], ...]
    is_ahead: bool = False


class ReportTurn(Struct, frozen=True):
    """The lines of a turn, the oldest first, and the points at its end."""

    number: int
    lines: tuple[LogWords, ...]
    score: str


class GameReport(Struct, frozen=True):
    """A whole report, the reader's own side first. `counts_points`: False if it compares lost men instead.

    `rulings`: the ones that differ from the rulebook, in one line. `left_out`: the number of omitted lines of a long
    log.
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
        """The number of omitted lines, in words."""
        return left_out_words(self.left_out)


def report_of(page: Page) -> GameReport:
    """Return the report of a link's view of its game, in the active language."""
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
    """Return the number of omitted lines, in words; "": none."""
    words = ngettext(
        "The oldest log line is left out.",
        "The oldest %(lines)s log lines are left out.",
        lines,
    )
    return words % {"lines": lines} if lines else ""


def _scores(page: Page, turns: Collection[int]) -> Iterator[tuple[int, str]]:
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


STYLE = Path(__file__).with_suffix(".css")
SIZES = (8.0, 7.5, 7.0, 6.5)  # points, of the turns
LINES_OF_A_FACT = 2
LINES_OF_THE_NOTE = 6
LINES_OF_THE_RULINGS = 4
NAME, FACT, FOOT = 14.0, 8.0, 7.0  # points
LEADING, NOTE_LEADING, NOTE_AIR = 1.25, 1.3, 2.0  # report.css's line heights, and mm above the note
LETTERS_AT_MOST = 15_000  # more than a page holds


@dataclass(frozen=True, slots=True)
class ReportSizes:
    """The sizes of a report, mm: its sides above, the sum of the points on the left, the turns on the right."""

    report_title: float = 160.0
    report_above: float = 80.0  # the turns, from the edge of the paper
    report_air: float = 4.0  # between the halves
    report_label: float = 22.0
    report_points: float = 26.0
    report_sum: float = 72.0
    report_cell: float = 15.0  # of the sum
    report_number: float = 8.0
    report_score: float = 21.0
    report_who: float = 26.0  # the name before a side's statement
    report_gap: float = 1.7  # below a turn


REPORT = ReportSizes()


class PaperTurn(Struct, frozen=True):
    """A turn with its broken lines."""

    number: int
    text: str
    score: str


class PaperTurns(Struct, frozen=True):
    """All turns in one type size (a class). `more`: the number of omitted lines."""

    step: str
    turns: tuple[PaperTurn, ...]
    more: str


def report_page(page: Page, options: Options) -> Printout:
    """Return the report as a page ready to be rendered, in the active language, which is that of `options`."""
    report = report_of(page)
    room = content_width(options.paper)
    note = _cut(report.note, room, LINES_OF_THE_NOTE)
    rulings = _cut(report.rulings, room, LINES_OF_THE_RULINGS)
    context = {
        "options": options,
        "report": report,
        "title": fitted(report.title, fit.TITLE, 17, REPORT.report_title),
        "label": fitted(
            f"{report.heading} · {report.day} · {report.rules}", fit.HEAD, 8, REPORT.report_title
        ),
        "note": note,
        "rulings": rulings,
        "foot": _foot(report, page.catalogue.credit, options),
        "verdict": fitted(report.verdict, fit.HEAD, 10, room),
        "heads": [fitted(side.name, fit.HEAD, 7, REPORT.report_cell - 1) for side in report.sides],
        "sides": [_printed_side(side, options) for side in report.sides],
        "turns": _printed_turns(report, options, _note_height(note) + _note_height(rulings)),
    }
    html = render_to_string("games/report_paper.html", context)
    css = style_sheet(STYLE, options.paper, asdict(REPORT))
    return Printout(html, "report", css, file_name(report.title, None, report.heading))


def _foot(report: GameReport, credit: str, options: Options) -> str:
    said = gettext("Squadra · report of %(game)s · %(rules)s · %(credit)s")
    rest = said % {"game": "", "rules": report.rules, "credit": credit}
    room = content_width(options.paper) - 14 - width(rest, fit.PLAIN, FOOT)
    return said % {
        "game": fitted(report.title, fit.PLAIN, FOOT, room),
        "rules": report.rules,
        "credit": credit,
    }


def _printed_side(side: ReportSide, options: Options) -> ReportSide:
    """Return a side with its words broken for half of the page."""
    room = content_width(options.paper) / 2 - REPORT.report_air
    facts = tuple(
        (label, _cut(words, room - REPORT.report_label, LINES_OF_A_FACT)) for label, words in side.facts
    )
    name = fitted(fit.clean(side.name), fit.TITLE, NAME, room - REPORT.report_points)
    return ReportSide(name, side.points, facts)


def _cut(words: str, room: float, lines: int) -> str:
    """Cut words to a number of lines."""
    found = wrapped(fit.clean(words), fit.PLAIN, FACT, room)
    return _shorter(found, lines, FACT, room)


def _shorter(lines: list[str], most: int, size: float, room: float) -> str:
    if len(lines) <= most:
        return "\n".join(lines)
    last = fitted(" ".join(lines[most - 1 : most + 1]), fit.PLAIN, size, room)
    return "\n".join([*lines[: most - 1], last])


def _note_height(note: str) -> float:
    """Return how far the scenario or the rulings push the rest down, mm."""
    return NOTE_AIR + len(note.split("\n")) * FACT * NOTE_LEADING * MM_PER_POINT if note else 0.0


def _printed_turns(report: GameReport, options: Options, lower: float) -> PaperTurns:
    """Return the turns in the largest type that fits them all; in the smallest, as many as fit."""
    sizes = PAPERS[options.paper]
    height = sizes.paper_height - sizes.bottom - REPORT.report_above - lower
    room = content_width(options.paper) - REPORT.report_number - REPORT.report_score
    room -= REPORT.report_sum if report.tally_rows else 0.0
    is_long = sum(len(line.words) for turn in report.turns for line in turn.lines) > LETTERS_AT_MOST
    for size in SIZES[-1:] if is_long else SIZES:
        texts = [_lines(turn, size, room) for turn in report.turns]
        most = max(map(len, texts), default=1)
        more = fit.height(1, size) if report.left_out else 0.0
        if _height(texts, most, size) + more <= height:
            return _set(report.turns, texts, most, size, room, report.left_out)
    fitting = int((height - fit.height(1, size)) // (_height([[""]], 1, size)))
    turns, texts = report.turns[-fitting:], texts[-fitting:]
    while most > 1 and _height(texts, most, size) > height:
        most -= 1
    left = sum(len(turn.lines) for turn in report.turns[: len(report.turns) - len(turns)])
    return _set(turns, texts, most, size, room, report.left_out + left)


def _lines(turn: ReportTurn, size: float, room: float) -> list[str]:
    said = (
        (who, [line.words for line in lines]) for who, lines in groupby(turn.lines, lambda line: line.who)
    )
    text = " · ".join(_whose(who) + " · ".join(words) for who, words in said)
    return wrapped(fit.clean(text)[:LETTERS_AT_MOST], fit.PLAIN, size, room)


def _whose(who: str) -> str:
    """Return the start of a side's line; others have no name."""
    return f"{fitted(who, fit.PLAIN, FACT, REPORT.report_who)}: " if who else ""


def _height(texts: Sequence[list[str]], most: int, size: float) -> float:
    """Return the height of turns with these numbers of lines."""
    lines = sum(min(len(text), most) for text in texts)
    return lines * size * LEADING * MM_PER_POINT + len(texts) * REPORT.report_gap


def _set(
    turns: Sequence[ReportTurn],
    texts: Sequence[list[str]],
    most: int,
    size: float,
    room: float,
    left: int = 0,
) -> PaperTurns:
    return PaperTurns(
        step=f"t{int(size * 10)}",
        turns=tuple(
            PaperTurn(turn.number, _shorter(text, most, size, room), turn.score)
            for turn, text in zip(turns, texts, strict=True)
        ),
        more=left_out_words(left),
    )


def kit_of(page: Page, options: Options) -> Printout | None:
    """Return the cut-out sheet of a link's side; None: the link records for no side with a list.

    It shows the other side's list as the link sees it: no extras, and only the numbers of hidden figures. A list that
    the games night still hides is omitted.
    """
    for side in page.link.sides:
        roster = page.rosters[side]
        if roster is not None:
            enemy = None if page.hidden_lists else page.rosters[other_side(side)]
            own = dataclasses.replace(options, enemy=enemy and with_names(enemy))
            return kit.FORMAT.page(with_names(roster), page.catalogue, assess(roster, page.catalogue), own)
    return None
