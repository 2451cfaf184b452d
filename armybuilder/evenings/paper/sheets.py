"""What hangs on the wall and lies on the tables: pairings, table cards, result slips, standings."""

from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, override
from msgspec import Struct

from armybuilder.evenings.models import Evening, Round
from armybuilder.evenings.pages.round_tables import Rank, Side, Table
from armybuilder.evenings.pages.wording import scenario_of, scoring_words
from armybuilder.evenings.paper.choice import What
from armybuilder.printing.choosing.origin import reachable
from armybuilder.printing.layout.measure import width
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout, file_name
from armybuilder.printing.layout.qr import qr_code
from rules.core.catalogue.catalogue import Catalogue
from rules.core.procedures.defeat_points import defeat_rows
from rules.core.text.text import Language

LONG_NAME = 52  # mm at 14 points: set smaller


class Person(Struct, frozen=True):
    """Somebody at a table, as paper names them: what they play, and the codes of what they handed in."""

    side: Side
    lists: str = ""
    codes: str = ""

    @property
    def is_long(self) -> bool:
        """Whether the name wants smaller type."""
        return width(self.side.name, "barlow-condensed-700-normal", 14) > LONG_NAME


class Place(Struct, frozen=True):
    """A table with those who play at it."""

    number: int | None
    people: tuple[Person, ...]


class Worth(Struct, frozen=True):
    """A line of a slip: what gives defeat points, and how many each (None: it depends)."""

    name: str
    points: int | None = None


class Sheets(Struct, frozen=True):
    """An evening and a round of it (None: none is published), to be printed so."""

    evening: Evening
    drawn: Round | None
    options: Options
    site: str

    def page(self, what: What, **facts: Any) -> Printout:
        """Return one of the sheets with these facts."""
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
            return Printout(html, "evening", self.options.paper, file_name(title, None))

    def pairings(self, places: Sequence[Place]) -> Printout:
        """Return who plays whom, for the wall."""
        return self.page("pairings", places=places)

    def cards(self, places: Sequence[Place]) -> Printout:
        """Return a card a table."""
        return self.page("cards", places=[place for place in places if place.number])

    def slips(self, places: Sequence[Place]) -> Printout:
        """Return a slip a table, to be filled in and signed."""
        played = [place for place in places if place.number]
        with override(self.options.language):
            worth = worths(self.evening.catalogue, self.options.language)
        return self.page("slips", places=played, worth=worth)

    def standings(self, ranks: Sequence[Rank], unsettled: int) -> Printout:
        """Return the standings, with what puts each above the next."""
        return self.page("standings", ranks=ranks, unsettled=unsettled)

    def _title(self, what: What) -> str:
        if what == "standings" or self.drawn is None:
            return gettext("%(evening)s: standings") % {"evening": self.evening}
        number = {"evening": self.evening, "number": self.drawn.number}
        return gettext("%(evening)s: round %(number)s") % number

    def _link(self) -> str:
        """The round's page, where results are written: "" where no phone reaches it."""
        if not (reachable(self.site) and self.drawn):
            return ""
        return f"{self.site}{reverse('evenings:round', args=[self.evening.pk, self.drawn.number])}"


def places(tables: Sequence[Table], people: dict[int, tuple[str, str]]) -> list[Place]:
    """Return tables as paper has them; `people`: what each entry plays, and its codes."""
    return [
        Place(table.number, tuple(Person(side, *people.get(side.entry, ("", ""))) for side in table.sides))
        for table in tables
    ]


def worths(book: Catalogue, language: Language) -> list[Worth]:
    """Return what gives defeat points in a game, of what is asked where they are worked out on the site.

    What comes with extras has one line, without a number: what a slip names would tell who has them.
    """
    rows = defeat_rows(book)
    named = [Worth(row.name.to(language), row.points) for row in rows if not row.extras]
    return [*named, Worth(gettext("By extras"))] if len(named) < len(rows) else named
