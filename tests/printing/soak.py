"""Print the hard lists and the shipped ones, then generated ones endlessly: `make soak`.

LISTS=200 or Ctrl+C ends it; SEED=7 starts at another generated list. Each list is printed in every format, generated
lists with random options from the page. No letter may leave its page or card, or overlap another. A failing list is
reported by number (SEED=number LISTS=1 prints it again) and kept in var/.
"""

import itertools
import json
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
django.setup()  # before the imports of models

from armybuilder.printing.choosing.choice import PrintChoice, read_choice  # noqa: E402
from armybuilder.printing.choosing.forms import (  # noqa: E402
    ON,
    OneOf,
    PrintForm,
    Switch,
)
from armybuilder.printing.formats.registry import FORMATS  # noqa: E402
from armybuilder.printing.layout.sizes import PAPERS  # noqa: E402
from armybuilder.printing.pdfs.from_html import make_pdf  # noqa: E402
from rules.core.assess import assess  # noqa: E402
from rules.core.document.reader import read  # noqa: E402
from rules.core.document.roster import Roster  # noqa: E402
from rules.core.text import LANGUAGES  # noqa: E402
from tests.core.documents import GAMES, LIBRARY, Document  # noqa: E402
from tests.core.strategies import Scribe  # noqa: E402
from tests.printing.pdfs import letters_outside, letters_overlapping, pages_of  # noqa: E402
from tests.printing.shapes import SHAPES  # noqa: E402
from tests.printing.sheets import EXAMPLES, SAMPLES, read_list  # noqa: E402

KEPT = Path(__file__).resolve().parents[2] / "var"
NO_CARDS = '<h1 class="none">'  # an empty sheet of cards has a notice
SECONDS = 20  # seconds between two lines of progress
WORDS = (
    *("Alfa", "Łukasz", "Νίκος", "Юрий", "田中", "عمر", "דוד", "⚔", "🎲", "è", "(1)", "-", "×", "“", "<b>"),
    *("Hohenschwangau-Niederbayern", "W" * 30, "i" * 40, "e" * 12, "supercalifragilistichespiralidoso"),
)


class Talker(Scribe):
    """Generates lists with names and notes of any length and script, and groups of any size."""

    def label(self) -> str:
        words = self.random.choices(WORDS, k=self.random.choice((0, 1, 1, 2, 3, 8, 20)))
        return " ".join(words)[:110].strip()

    def figure(self) -> Document:
        figure = super().figure()
        if "count" in figure and self.random.random() < 0.3:
            figure["count"] = self.random.choice((9, 12, 30, 61))
        return figure


@dataclass
class Tally:
    """The progress."""

    lists: int = 0
    pages: int = 0
    broken: int = 0
    began: float = field(default_factory=time.monotonic)
    reported: float = field(default_factory=time.monotonic)

    def count(self, faults: list[str]) -> None:
        """Count a list and its faults, and print progress from time to time."""
        self.lists += 1
        self.broken += bool(faults)
        if time.monotonic() - self.reported > SECONDS:
            self.say()

    def say(self) -> None:
        """Print the progress."""
        took = time.monotonic() - self.began
        print(f"{self.lists} lists, {self.pages} pages, {self.broken} broken, {took:.0f} s", flush=True)
        self.reported = time.monotonic()


def main(first: int, most: int) -> int:
    """Print `most` lists (0: until Ctrl+C) from number `first`, after ours for number 0; return 1 for any fault."""
    tally = Tally()
    try:
        if not first:
            print_ours(tally)
        for number in range(first, first + most) if most else itertools.count(first):
            print_list(number, tally)
    except KeyboardInterrupt:
        print()
    tally.say()
    return 1 if tally.broken else 0


def print_ours(tally: Tally) -> None:
    """Print the hard shapes and the shipped lists in every format, in both languages, on both papers."""
    ours = SHAPES | {path.stem: read_list(path) for path in (*SAMPLES, *EXAMPLES)}
    for name, roster in ours.items():
        ways = [read_choice({"language": language, "paper": paper}, "it") for language in LANGUAGES for paper in PAPERS]
        faults = [fault for form in FORMATS for way in ways for fault in print_form(roster, form, way, tally)]
        tally.count(faults)
        for fault in faults:
            print(f"{name}: {fault}", flush=True)


def print_list(number: int, tally: Tally) -> None:
    """Print a numbered list in every format, and keep it if a printout has a fault."""
    random = Random(number)
    document = Talker(number, LIBRARY.catalogues[random.choice(GAMES)]).list_()
    roster = read(json.dumps(document).encode(), LIBRARY)
    faults = []
    for form in FORMATS:
        faults += print_form(roster, form, some_options(random), tally)
    if faults:
        keep(number, document, faults)
    tally.count(faults)


def print_form(roster: Roster, form: str, choice: PrintChoice, tally: Tally) -> list[str]:
    """Print a list in a format; return its faults."""
    found, book = FORMATS[form], LIBRARY.catalogues[roster.ruleset]
    options = choice.options
    page = found.page(roster, book, assess(roster, book), options)
    pdf = make_pdf(page.html, page.css)
    tally.pages += len(pages_of(pdf))
    faults = []
    kind = "reference" if NO_CARDS in page.html else form
    if outside := letters_outside(pdf, kind):
        faults.append(f"{form}, {options}: {''.join(outside[:20])!r} outside")
    if over := letters_overlapping(pdf):
        faults.append(f"{form}, {options}: {over[:10]} overlap")
    return faults


def some_options(random: Random) -> PrintChoice:
    """Return random options from the print page."""
    query: dict[str, str] = {}
    for name, option in PrintForm.base_fields.items():
        if isinstance(option, OneOf):
            choices: Any = option.choices
            query[name] = random.choice(list(choices))[0]
        elif isinstance(option, Switch):
            query[name] = random.choice(("", ON))
    return read_choice(query, "it")


def keep(number: int, document: Document, faults: list[str]) -> None:
    """Print the faults of a list, and write them to a file."""
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"soak-{number}.json"
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"list {number}: {'; '.join(faults)}; kept in {path}", flush=True)


if __name__ == "__main__":
    sys.exit(main(int(os.environ.get("SEED", "0")), int(os.environ.get("LISTS", "0"))))
