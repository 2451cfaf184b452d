"""Sheets for the wall and the tables: pairings, table cards, result slips, standings."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, override
from msgspec import Struct

from armybuilder.evenings.models import Evening, Round
from armybuilder.evenings.pages.round_tables import RankedPlayer, Table, TableSide
from armybuilder.evenings.pages.wording import scenario_of, scoring_words
from armybuilder.evenings.paper.choice import What
from armybuilder.printing.choosing.origin import reachable
from armybuilder.printing.layout.measure import width
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout, file_name
from armybuilder.printing.layout.qr import qr_code
from armybuilder.printing.layout.style import style_sheet
from rules.core.catalogue.catalogue import Catalogue
from rules.core.defeat_points import defeat_rows
from rules.core.text import Language

STYLE = Path(__file__).with_name("style.css")
CUT: set[What] = {"cards", "slips"}
LONG_NAME = 52  # mm at 14 points: set smaller


class PrintedPlayer(Struct, frozen=True):
    """A player at a table, as printed: their lists, and the codes of these."""

    side: TableSide
    lists: str = ""
    codes: str = ""

    @property
    def is_long(self) -> bool:
        """Whether the name wants smaller type."""
        return width(self.side.name, "barlow-condensed-700-normal", 14) > LONG_NAME


class PrintedPlace(Struct, frozen=True):
    """A table with those who play at it."""

    number: int | None
    people: tuple[PrintedPlayer, ...]


class Worth(Struct, frozen=True):
    """A line of a result slip: what gives defeat points, and how many each (None: it depends)."""

    name: str
    points: int | None = None


class Sheets(Struct, frozen=True):
    """The sheets of a games night and a round of it (None: no round is published)."""

    evening: Evening
    drawn: Round | None
    options: Options
    site: str

    def page(self, what: What, **facts: Any) -> Printout:
        language = self.options.language
        with override(language), timezone.override(self.evening.zone):
            title, link = self._title(what), self._link()
            context = {
                "evening": self.evening,
                "round": self.drawn,
                "options": self.options,
                "title": title,
                "day": date_format(localtime(self.evening.start, self.evening.zone), "l j F Y"),
                "link": link,
                "qr": qr_code(link),
                "scenario": self.drawn and scenario_of(self.evening, self.drawn.number, language),
                "ends": self.drawn and self.drawn.ends(self.evening.round_minutes),
                "scoring": scoring_words(self.evening),
            }
            html = render_to_string(f"evenings/paper/{what}.html", context | facts)
            style, name = style_sheet(STYLE, self.options.paper), file_name(title, None)
            return Printout(html, "evening", style, name, behind="blank" if what in CUT else "next")

    def pairings(self, places: Sequence[PrintedPlace]) -> Printout:
        """Return the pairings, for the wall."""
        return self.page("pairings", places=places)

    def cards(self, places: Sequence[PrintedPlace]) -> Printout:
        return self.page("cards", places=[place for place in places if place.number])

    def slips(self, places: Sequence[PrintedPlace]) -> Printout:
        """Return a slip a table, to be filled in and signed."""
        played = [place for place in places if place.number]
        with override(self.options.language):
            worth = worths(self.evening.catalogue, self.options.language)
        return self.page("slips", places=played, worth=worth)

    def standings(self, ranks: Sequence[RankedPlayer], unsettled: int) -> Printout:
        """Return the standings, with the reason why each player is ahead of the next."""
        return self.page("standings", ranks=ranks, unsettled=unsettled)

    def _title(self, what: What) -> str:
        if what == "standings" or self.drawn is None:
            return gettext("%(evening)s: standings") % {"evening": self.evening}
        number = {"evening": self.evening, "number": self.drawn.number}
        return gettext("%(evening)s: round %(number)s") % number

    def _link(self) -> str:
        """Return the round's page, where results are written: "" where no phone reaches it."""
        if not (reachable(self.site) and self.drawn):
            return ""
        return f"{self.site}{reverse('evenings:round', args=[self.evening.pk, self.drawn.number])}"


def places(tables: Sequence[Table], people: dict[int, tuple[str, str]]) -> list[PrintedPlace]:
    """Return tables for printing; `people`: the lists of each entry, and their codes."""
    return [
        PrintedPlace(
            table.number,
            tuple(PrintedPlayer(side, *people.get(side.entry, ("", ""))) for side in table.sides),
        )
        for table in tables
    ]


def worths(book: Catalogue, language: Language) -> list[Worth]:
    """Return the defeat points of a game, as in the form on the site.

    Extras have one line without numbers: a slip must not reveal them.
    """
    rows = defeat_rows(book)
    named = [Worth(row.name.to(language), row.points) for row in rows if not row.extras]
    return [*named, Worth(gettext("From extras"))] if len(named) < len(rows) else named
