"""A printout before it is a PDF: its HTML from a template, and the name of its file."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from django.template.loader import render_to_string

# Letters that do not decompose into a base letter and an accent.
PLAIN = str.maketrans({
    "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D",
    "ł": "l", "Ł": "L", "þ": "th", "Þ": "Th", "ħ": "h", "Ħ": "H", "ı": "i", "’": "-", "−": "-", "–": "-", "—": "-",
})  # fmt: skip
NAME_AT_MOST = 80
STATIC = Path(__file__).resolve().parents[3] / "static"
FROM_HTML = Path(__file__).parents[1] / "pdfs" / "from_html.py"
COST = 0.7  # ms of processor time for each “<” in a page, unless its format says otherwise
# Tenths of a second. Longer pages are printed in the background, or refused to a visitor with a link.
LARGE = 28
LARGE_SIGNED_OUT = 8  # under a second

# The back of a page: the next page if both sides are read; a blank or its own back if it is cut out.
Behind = Literal["next", "blank", "back"]


@dataclass(frozen=True, slots=True)
class Printout:
    """A printout before it is a PDF: its HTML, format, style sheet and file name.

    `opens`: it starts on a front when double-sided; otherwise it follows the sheet it belongs to.
    """

    html: str
    format: str
    css: str
    file_name: str
    cost: float = COST
    behind: Behind = "next"
    opens: bool = True

    @property
    def work(self) -> int:
        """Return the processor time to render it, in tenths of a second, rounded up."""
        return 1 + int(self.html.count("<") * self.cost / 100)

    @property
    def digest(self) -> str:
        """The hash of all sources of the PDF: page, list, rules, words, options and style."""
        content = "\0".join((self.html, self.css, _engine()))
        return hashlib.sha256(content.encode()).hexdigest()[:32]


@cache
def _engine() -> str:
    """Return the hash of everything else that affects a page: fonts, signs and renderer."""
    drawn = sorted(path for folder in ("fonts/print", "print") for path in (STATIC / folder).iterdir())
    content = [FROM_HTML.read_bytes(), version("weasyprint").encode()]
    content += [path.read_bytes() for path in drawn if path.is_file()]
    return hashlib.sha256(b"\0".join(content)).hexdigest()


def file_name(name: str, total: int | None, word: str = "") -> str:
    """Return the file's name: "Pattuglia a Surobi" of 150 points is `Pattuglia-a-Surobi-150.pdf`; plain ASCII.

    `word` is added for formats other than a roster: `Pattuglia-a-Surobi-150-cards.pdf`.
    """
    parts = (
        _plain(name)[:NAME_AT_MOST].strip("-") or "roster",
        "" if total is None else str(total),
        _plain(word),
    )
    return "-".join(part for part in parts if part) + ".pdf"


def _plain(text: str) -> str:
    ascii_only = unicodedata.normalize("NFKD", text.translate(PLAIN)).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", ascii_only).strip("-")


BLOCKS = (
    "article|aside|body|caption|dd|div|dl|dt|footer|h[1-6]|head|header|html|li|main|nav|ol|p|section|table|tbody|td|"
    "tfoot|th|thead|title|tr|ul"
)
BREAK_AFTER_BLOCK = re.compile(rf"(</?(?:{BLOCKS})\b[^<>]*>)(?: *\n)+  +")
BREAK = re.compile(r"(?: *\n)+  +")
BREAK_BEFORE_BLOCK = re.compile(rf" *\n[ \n]*(?=</?(?:{BLOCKS})\b)")


def print_markup(template_name: str, context: Mapping[str, object]) -> str:
    """Return a template as HTML, without line breaks beside block elements. Other breaks become spaces.

    WeasyPrint counts a trailing space in a table cell, unlike browsers, so that words break. It shows every line break
    if `white-space` is `pre`. Only breaks before an indentation go: tabs and line breaks in values stay.
    """
    html = render_to_string(template_name, {**context})
    return BREAK.sub(" ", BREAK_AFTER_BLOCK.sub(r"\1", BREAK_BEFORE_BLOCK.sub("", html)))
