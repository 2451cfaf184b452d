"""Print generated lists without end: `make soak`; LISTS=200 ends it, as does Ctrl+C, and SEED=7 begins elsewhere.

Each list is printed in every form, with options at random, whatever the page offers; no letter may leave its page or
card, or stand on another. A list that breaks this is named by its number (SEED=number LISTS=1 prints it again) and
kept in var/.
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

from armybuilder.printing.forms import ON, Count, OneOf, PrintForm, Switch, option_names
from armybuilder.printing.kinds import FORMS
from armybuilder.printing.pdf import make_pdf
from rules.core.catalogue import Catalogue
from rules.core.reader import read
from tests.core.documents import GAMES, LIBRARY, Document
from tests.core.strategies import Scribe
from tests.printing.pdfs import letters_outside, letters_overlapping, pages_of
from tests.printing.sheets import a_page

KEPT = Path(__file__).resolve().parents[2] / "var"
NO_CARDS = '<h1 class="none">'  # a sheet of cards that says that there are none
SECONDS = 20  # between two lines of report
WORDS = (
    *("Alfa", "Łukasz", "Νίκος", "Юрий", "田中", "عمر", "דוד", "⚔", "🎲", "è", "(1)", "-", "×", "“", "<b>"),
    *("Hohenschwangau-Niederbayern", "W" * 30, "i" * 40, "e" * 12, "supercalifragilistichespiralidoso"),
)


class Talker(Scribe):
    """Writes lists whose names and notes are of any length and script, and whose groups are of any size."""

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
    """How far it came."""

    lists: int = 0
    pages: int = 0
    broken: int = 0
    began: float = field(default_factory=time.monotonic)
    reported: float = field(default_factory=time.monotonic)

    def say(self) -> None:
        """Print where it stands."""
        took = time.monotonic() - self.began
        print(f"{self.lists} lists, {self.pages} pages, {self.broken} broken, {took:.0f} s", flush=True)
        self.reported = time.monotonic()


def main(first: int, most: int) -> int:
    """Print `most` lists (0: until Ctrl+C) beginning with number `first`; return 1 if one was broken."""
    tally = Tally()
    try:
        for number in range(first, first + most) if most else itertools.count(first):
            print_list(number, tally)
            if time.monotonic() - tally.reported > SECONDS:
                tally.say()
    except KeyboardInterrupt:
        print()
    tally.say()
    return 1 if tally.broken else 0


def print_list(number: int, tally: Tally) -> None:
    """Print the list of a number in every form, and keep it if something is wrong with the print-outs."""
    random = Random(number)
    document = Talker(number, LIBRARY.catalogues[random.choice(GAMES)]).list_()
    roster = read(json.dumps(document).encode(), LIBRARY)
    faults = []
    for form in FORMS:
        options = some_options(random, LIBRARY.catalogues[roster.ruleset])
        page = a_page(roster, form=form, **options)
        pdf = make_pdf(page.html, page.style, page.paper)
        tally.pages += len(pages_of(pdf))
        if outside := letters_outside(pdf, "reference" if NO_CARDS in page.html else form, options["size"]):
            faults.append(f"{page.style}, {page.paper}: {''.join(outside[:20])!r} outside")
        if over := letters_overlapping(pdf):
            faults.append(f"{page.style}, {page.paper}: {over[:10]} on one another")
    tally.lists += 1
    if faults:
        tally.broken += 1
        keep(number, document, faults)


def some_options(random: Random, catalogue: Catalogue) -> dict[str, Any]:
    """Return options at random: whatever the page offers, without naming any of them but what the rules fill in."""
    query = {"against": random.choice(("", *catalogue.class_by_id, *catalogue.vehicle_by_id))}
    for name, option in PrintForm.base_fields.items():
        if isinstance(option, OneOf):
            choices: Any = option.choices
            query[name] = random.choice(list(choices))[0]
        elif isinstance(option, Switch):
            query[name] = random.choice(("", ON))
        elif isinstance(option, Count):
            query[name] = str(random.choice((0, 0, 3)))
    options = PrintForm(query, "it").options()
    return {name: getattr(options, name) for name in option_names()}


def keep(number: int, document: Document, faults: list[str]) -> None:
    """Say what is wrong with a list, and write it where it can be looked at."""
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"soak-{number}.json"
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"list {number}: {'; '.join(faults)}; kept in {path}", flush=True)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    django.setup()
    sys.exit(main(int(os.environ.get("SEED", "1")), int(os.environ.get("LISTS", "0"))))
