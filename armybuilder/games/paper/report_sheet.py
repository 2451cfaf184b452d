"""The report of a game on paper: one page, however long the game was."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

from django.template.loader import render_to_string
from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.games.pages.page import Page
from armybuilder.games.paper.report import GameReport, ReportSide, ReportTurn, left_out_words, report_of
from armybuilder.printing.formats.cards import fit
from armybuilder.printing.layout.measure import MM_PER_POINT, fitted, width, wrapped
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout, file_name
from armybuilder.printing.layout.sizes import PAPERS, content_width
from armybuilder.printing.layout.style import style_sheet

STYLE = Path(__file__).with_suffix(".css")
SIZES = (8.0, 7.5, 7.0, 6.5)  # points, of the turns
LINES_OF_A_FACT = 2
LINES_OF_THE_NOTE = 6
LINES_OF_THE_RULINGS = 4
NAME, FACT, FOOT = 14.0, 8.0, 7.0  # points
LEADING, NOTE_LEADING, NOTE_AIR = 1.25, 1.3, 2.0  # report_sheet.css's line heights, and mm above the note
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
    report_who: float = 26.0  # the name before what a side said
    report_gap: float = 1.7  # below a turn


REPORT = ReportSizes()


class PaperTurn(Struct, frozen=True):
    """A turn with its lines broken as they are set."""

    number: int
    text: str
    score: str


class PaperTurns(Struct, frozen=True):
    """All turns in one type size (a class). `more`: the number of lines left out."""

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
        "sides": [_side(side, options) for side in report.sides],
        "turns": _turns(report, options, _note_height(note) + _note_height(rulings)),
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


def _side(side: ReportSide, options: Options) -> ReportSide:
    """Return a side with its words broken for half of the page."""
    room = content_width(options.paper) / 2 - REPORT.report_air
    facts = tuple(
        (label, _cut(words, room - REPORT.report_label, LINES_OF_A_FACT)) for label, words in side.facts
    )
    name = fitted(fit.clean(side.name), fit.TITLE, NAME, room - REPORT.report_points)
    return ReportSide(name, side.points, facts)


def _cut(words: str, room: float, lines: int) -> str:
    """Return words in so many lines at most, the rest of them gives way."""
    found = wrapped(fit.clean(words), fit.PLAIN, FACT, room)
    return _shorter(found, lines, FACT, room)


def _shorter(lines: list[str], most: int, size: float, room: float) -> str:
    if len(lines) <= most:
        return "\n".join(lines)
    last = fitted(" ".join(lines[most - 1 : most + 1]), fit.PLAIN, size, room)
    return "\n".join([*lines[: most - 1], last])


def _note_height(note: str) -> float:
    """Return how much lower all else begins below the scenario, or below the rulings, mm."""
    return NOTE_AIR + len(note.split("\n")) * FACT * NOTE_LEADING * MM_PER_POINT if note else 0.0


def _turns(report: GameReport, options: Options, lower: float) -> PaperTurns:
    """Return the turns in the largest type in which all have room; in the smallest as much as has room."""
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
    """Return how what a side said begins; what nobody's is has no name."""
    return f"{fitted(who, fit.PLAIN, FACT, REPORT.report_who)}: " if who else ""


def _height(texts: Sequence[list[str]], most: int, size: float) -> float:
    """Return how high turns are of which each has so many lines at most."""
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
