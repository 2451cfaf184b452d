"""A list as a roster: the page that is sent to the pool, and the name of its file."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import translation

from armybuilder.printing import pdf
from armybuilder.printing.layout import lay_out
from armybuilder.printing.options import Options
from rules.core.catalogue import Catalogue
from rules.core.report import Report
from rules.core.roster import Roster

# Letters that do not come apart into a plain one and an accent.
PLAIN = str.maketrans({
    "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D",
    "ł": "l", "Ł": "L", "þ": "th", "Þ": "Th", "ħ": "h", "Ħ": "H", "ı": "i", "’": "-", "−": "-", "–": "-", "—": "-",
})  # fmt: skip
NAME_AT_MOST = 80


@dataclass(frozen=True, slots=True)
class Page:
    """A print-out before it is a PDF."""

    html: str
    paper: str
    file_name: str

    @property
    def digest(self) -> str:
        """The hash of all that the PDF comes from: the page with its list, rules, words and options, and the style."""
        content = "\0".join((self.html, self.paper, style_digest()))
        return hashlib.sha256(content.encode()).hexdigest()[:32]


def roster_page(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> Page:
    """Return the roster of a list as a page ready to be rendered."""
    sheet = lay_out(roster, catalogue, report, options)
    with translation.override(options.language):
        html = render_to_string("printing/roster.html", {"sheet": sheet})
    return Page(html, options.paper, file_name(roster.name, report.total))


def style_digest() -> str:
    """Return the hash of the style sheet; a page's own digest does not see it."""
    return hashlib.sha256((pdf.STATIC / "css" / "print.css").read_bytes()).hexdigest()


def file_name(name: str, total: int | None) -> str:
    """Return the file's name: "Pattuglia a Surobi" of 150 points is `Pattuglia-a-Surobi-150.pdf`; plain ASCII."""
    plain = unicodedata.normalize("NFKD", name.translate(PLAIN)).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^A-Za-z0-9]+", "-", plain)[:NAME_AT_MOST].strip("-") or "roster"
    return f"{slug}.pdf" if total is None else f"{slug}-{total}.pdf"
