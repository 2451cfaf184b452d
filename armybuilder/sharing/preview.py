"""The preview picture of a list's link in chats and forums: 1200 × 630 pixels, drawn with Pillow."""

import io
import unicodedata
from functools import cache

from django.utils import translation
from django.utils.translation import gettext
from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont, truetype

from armybuilder.printing.layout.fit import FONTS, MM_PER_POINT, Face, fitted, width, wrapped
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report, State, state_of
from rules.core.text import Language, minus

WIDTH, HEIGHT, MARGIN = 1200, 630, 80
PAPER, INK, FAINT, OLIVE, RED, RULE = "#F4EEE0", "#1D1F19", "#636353", "#4B5A22", "#A3231A", "#C9C1AE"
TITLE: Face = "barlow-condensed-700-normal"
TITLE_SIZES, TWO_LINES = (120, 96, 76, 60), 76
BAR_TOP, BAR_HEIGHT = 500, 26
BAR_SHARE = 5 / 6  # the limit is at five sixths of the ruler, as on the page


def draw_preview(roster: Roster, catalogue: Catalogue, report: Report, language: Language) -> bytes:
    """Return the picture as PNG: the name, the game and role, points on a ruler, whether it is legal."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, 14), fill=INK)
    label = label_of(roster, catalogue, language)
    draw.text((MARGIN, 70), label.upper(), font=_font("barlow-condensed-600-normal", 34), fill=FAINT)
    _title(draw, printable(roster.name))
    with translation.override(language):
        _points(draw, report)
        _verdict(draw, state_of(report, catalogue))
    draw.text(
        (WIDTH - MARGIN, 570),
        "Squadra",
        font=_font(TITLE, 34),
        fill=FAINT,
        anchor="rt",
    )
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def printable(text: str) -> str:
    """Return a text on one line, without characters that no font draws: line ends, controls, lone surrogates."""
    kept = (sign for sign in text if sign.isspace() or not unicodedata.category(sign).startswith("C"))
    return " ".join("".join(kept).split())


def label_of(roster: Roster, catalogue: Catalogue, language: Language) -> str:
    """Return a list's game and role in a line."""
    role = catalogue.format_by_id.get(roster.role)
    return f"{catalogue.title.to(language)} · {role.name.to(language) if role else roster.role}"


@cache
def _font(face: Face, size: int) -> FreeTypeFont:
    return truetype(FONTS / f"{face}.ttf", size)


def _title(draw: ImageDraw.ImageDraw, name: str) -> None:
    """Draw the name on one line in the largest size that fits, or on two, or cut."""
    room = (WIDTH - 2 * MARGIN) * MM_PER_POINT  # a point is a pixel here
    size = next((size for size in TITLE_SIZES if width(name, TITLE, size) <= room), 0)
    if size:
        draw.text((MARGIN, 150), name, font=_font(TITLE, size), fill=INK)
        return
    first, *rest = wrapped(name, TITLE, TWO_LINES, room)
    for top, line in ((145, first), (231, fitted(" ".join(rest), TITLE, TWO_LINES, room))):
        draw.text((MARGIN, top), line, font=_font(TITLE, TWO_LINES), fill=INK)


def _points(draw: ImageDraw.ImageDraw, report: Report) -> None:
    if report.total is None:
        return
    number = _font(TITLE, 130)
    draw.text((MARGIN, 340), minus(report.total), font=number, fill=INK)
    after = MARGIN + number.getlength(minus(report.total)) + 20
    beside = f"/ {report.limit}" if report.limit is not None else gettext("pts")
    draw.text((after, 410), beside, font=_font("barlow-condensed-500-normal", 56), fill=FAINT)
    if report.limit:
        _ruler(draw, report.total, report.limit)


def _ruler(draw: ImageDraw.ImageDraw, total: int, limit: int) -> None:
    right = WIDTH - MARGIN
    full = right - MARGIN
    end = MARGIN + full * BAR_SHARE
    bottom = BAR_TOP + BAR_HEIGHT
    draw.rectangle((MARGIN, BAR_TOP, right, bottom), fill=RULE)
    used = MARGIN + full * BAR_SHARE * max(0, total) / limit
    draw.rectangle((MARGIN, BAR_TOP, min(used, end), bottom), fill=OLIVE)
    if used > end:
        draw.rectangle((end, BAR_TOP, min(used, right), bottom), fill=RED)
    draw.rectangle((end - 2, BAR_TOP - 8, end + 2, bottom + 8), fill=INK)


def _verdict(draw: ImageDraw.ImageDraw, state: State) -> None:
    said = {"legal": gettext("Legal"), "illegal": gettext("Not legal"), "empty": gettext("Just started")}
    words, colour = said[state].upper(), {"legal": OLIVE, "illegal": RED, "empty": INK}[state]
    font = _font(TITLE, 40)
    left = WIDTH - MARGIN - font.getlength(words) - 36
    draw.rectangle((left, 400, WIDTH - MARGIN, 462), outline=colour, width=5)
    draw.text((left + 18, 431), words, font=font, fill=colour, anchor="lm")
