"""A print-out before it is a PDF: its HTML, the form that it is, and the name of its file."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from armybuilder.printing.layout import sizes
from armybuilder.printing.layout.options import Form, Paper, Style, Variant
from armybuilder.printing.pdfs import from_html as pdf

# Letters that do not come apart into a plain one and an accent.
PLAIN = str.maketrans({
    "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D",
    "ł": "l", "Ł": "L", "þ": "th", "Þ": "Th", "ħ": "h", "Ħ": "H", "ı": "i", "’": "-", "−": "-", "–": "-", "—": "-",
})  # fmt: skip
NAME_AT_MOST = 80
PIECE = 800  # signs “<” of a page, which take WeasyPrint about as many milliseconds of the processor
LARGE = 5  # pieces: with more a page is printed in the background
LARGE_BY_LINK = 2  # pieces: for somebody with a link alone, who has no background


@dataclass(frozen=True, slots=True)
class Printout:
    """A print-out before it is a PDF. `form` names its style sheet, css/print-<form>.css beside the shared one.

    `variant`: which sizes that has.
    """

    html: str
    form: Form
    paper: Paper
    file_name: str
    variant: Variant = ""

    @property
    def style(self) -> Style:
        """What it is set with: the form, and its variant if it is one."""
        return f"{self.form}/{self.variant}" if self.variant else self.form

    @property
    def pieces(self) -> int:
        """Return how much work it is to set, in pieces."""
        return 1 + self.html.count("<") // PIECE

    @property
    def digest(self) -> str:
        """The hash of all that the PDF comes from: the page with its list, rules, words and options, and the style."""
        content = "\0".join((self.html, self.paper, self.style, style_digest(self.form)))
        return hashlib.sha256(content.encode()).hexdigest()[:32]


@cache
def style_digest(form: Form) -> str:
    """Return the hash of what a page's own digest does not see: style sheets, fonts, signs, and who sets it all."""
    sheets = (pdf.STATIC / "css" / name for name in pdf.style_names(form))
    drawn = sorted(path for folder in ("fonts/print", "print") for path in (pdf.STATIC / folder).iterdir())
    content = [Path(pdf.__file__).read_bytes(), Path(sizes.__file__).read_bytes()]
    content.append(version("weasyprint").encode())
    content += [path.read_bytes() for path in (*sheets, *drawn) if path.is_file()]
    return hashlib.sha256(b"\0".join(content)).hexdigest()


def file_name(name: str, total: int | None, form: str = "") -> str:
    """Return the file's name: "Pattuglia a Surobi" of 150 points is `Pattuglia-a-Surobi-150.pdf`; plain ASCII.

    `form` is the word for what is not a roster, at the end: `Pattuglia-a-Surobi-150-cards.pdf`.
    """
    parts = (
        _plain(name)[:NAME_AT_MOST].strip("-") or "roster",
        "" if total is None else str(total),
        _plain(form),
    )
    return "-".join(part for part in parts if part) + ".pdf"


def _plain(text: str) -> str:
    ascii_only = unicodedata.normalize("NFKD", text.translate(PLAIN)).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", ascii_only).strip("-")
