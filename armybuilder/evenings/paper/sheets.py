"""Sheets for the wall and the tables, submitted lists, and their cut-out sheets."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode

from django import forms
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from armybuilder.evenings.models import Entry, Evening, HandIn, Pairing, Round
from armybuilder.evenings.pages.own_lists import prices_words
from armybuilder.evenings.pages.round_tables import TableSide, scenario_of, scoring_words
from armybuilder.lists.browsing.list_names import role_name
from armybuilder.numbers import whole_number
from armybuilder.printing.choosing.forms import ON, PaperForm, Switch
from armybuilder.printing.choosing.origin import reachable
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.fit import TITLE, Text, fit, height
from armybuilder.printing.layout.letters import printable
from armybuilder.printing.layout.options import Handed, Options, Origin, Version
from armybuilder.printing.layout.printout import Printout, file_name, print_markup
from armybuilder.printing.layout.qr import qr_code
from armybuilder.printing.layout.sizes import PAPERS, style_sheet
from armybuilder.printing.units.squads import strength
from armybuilder.time_zones import zone_words
from rules.catalogue import version_mark
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.defeat_points import defeat_rows
from rules.core.text import Language

What = Literal["pairings", "cards", "slips", "standings", "lists", "copies", "mine", "kits"]
NAMES: dict[What, tuple[Any, Any]] = {
    "pairings": (_("Pairings"), _("For the wall: pairings, tables and who attacks.")),
    "cards": (_("Table cards"), _("Two to a page, to stand on the tables.")),
    "slips": (_("Result slips"), _("Three to a page: boxes for what each side lost, and two signatures.")),
    "standings": (_("Standings"), _("With the reason for each place.")),
    "lists": (_("All lists"), _("As submitted, with the code to check each one.")),
    "copies": (_("Copies for the opponents"), _("A copy of each list for the opponent, without extras.")),
    "kits": (
        _("Cut-out sheets for the round"),
        _("The cut-out sheets for each list at a table."),
    ),
    "mine": (_("My lists"), _("As I submitted them, with the code to check each one.")),
}


class EveningPaperForm(PaperForm):
    """The choice of the `offered` sheets, with round, paper and language."""

    what = forms.MultipleChoiceField(label=_("What"), required=False)
    round = forms.CharField(label=_("Round"), required=False)
    duplex = Switch(label=_("Each on its own sheet, when printing double-sided"))

    def __init__(
        self,
        query: Mapping[str, Any],
        offered: Sequence[What],
        rounds: Sequence[int],
        page_language: Language,
        *,
        hides_lists: bool = False,
    ) -> None:
        """Read a query string. `hides_lists`: printing all lists would show hidden ones."""
        super().__init__(query, page_language)
        self.offered, self.rounds, self.hides_lists = offered, rounds, hides_lists

    @property
    def kinds(self) -> list[tuple[What, Any, Any, bool]]:
        """The sheets on offer: word, name, a line about it, whether it is ticked."""
        left_out = {"kits", "mine"} if "lists" in self.offered else {"kits"}
        if self.hides_lists:
            left_out = {"kits", "lists"}
        marked = self.marked or [what for what in self.offered if what not in left_out]
        return [(what, *NAMES[what], what in marked) for what in self.offered]

    @property
    def marked(self) -> list[What]:
        """Return the parts selected for print, in the order of the page."""
        named = self["what"].value() or []
        return [what for what in self.offered if what in named]

    @property
    def round_number(self) -> int:
        asked = whole_number(str(self["round"].value() or ""))
        return asked if asked and asked in self.rounds else max(self.rounds, default=0)

    @property
    def query(self) -> str:
        """Return the query string of the choice, without options that are off."""
        options = self.options()
        said = [("what", what) for what in self.marked] + [("round", str(self.round_number))]
        said += [("paper", options.paper), ("language", options.language)]
        return urlencode(said + [(name, ON) for name in ("ink", "duplex") if getattr(options, name)])


STYLE = Path(__file__).with_name("style.css")
CUT: set[What] = {"cards", "slips"}
SLIPS = 3  # on a page
SLIP_HEAD, SLIP_BOX, SLIP_AIR = 47.0, 6.0, 0.9  # mm: all but the rows; a box at most; around it
FEW = 4  # tables, in larger letters on the wall
# The width of a name on a sheet, mm, and its sizes, points: one or two lines of the largest.
NAMES_ON: dict[str, tuple[float, tuple[float, ...]]] = {
    "wall": (69.0, (28, 24, 20, 16)),
    "wall-few": (69.0, (38, 34, 28, 24, 20, 16)),
    "card": (125.0, (44, 36, 30, 24)),
    "slip": (84.0, (14, 12, 11)),
    "ranks": (86.0, (24, 20, 16)),
}
JOINT, JOINED = re.compile(r"(?<=[_.@-])(?=[^\W_])"), "\N{ZERO WIDTH SPACE} "  # in the name of a user


class PrintedPlayer(Struct, frozen=True):
    """A player at a table, as printed: their lists, and the codes of these."""

    side: TableSide
    lists: str = ""
    codes: str = ""


def name_on(name: str, sheet: str) -> Text:
    """Return a player's name as set on a sheet: as large as fits, broken at its joints before within a word."""
    room, sizes = NAMES_ON[sheet]
    text = fit(JOINT.sub(JOINED, name), TITLE, sizes, room, height(2, sizes[0]))
    lines = (line.replace(JOINED, "").rstrip(JOINED) for line in text.lines)
    return Text(tuple(lines), text.size)


class PrintedPlace(Struct, frozen=True):
    """A table with its players."""

    number: int | None
    people: tuple[PrintedPlayer, ...]


def sheet_page(
    what: What, evening: Evening, drawn: Round | None, options: Options, link: str, **facts: Any
) -> Printout:
    """Return a sheet of a games night and a round of it (None: no round is published).

    `link`: the address for entering results, "" if no phone can reach it; `facts`: what the sheet shows beside the
    facts of the round.
    """
    with override(options.language), timezone.override(evening.zone):
        title = gettext("%(evening)s: standings") % {"evening": evening}
        if what != "standings" and drawn:
            title = gettext("%(evening)s: round %(number)s") % {"evening": evening, "number": drawn.number}
        context = {
            "evening": evening,
            "round": drawn,
            "options": options,
            "title": title,
            "day": date_format(localtime(evening.start, evening.zone), "l j F Y"),
            "link": link,
            "qr": qr_code(link),
            "scenario": drawn and scenario_of(evening, drawn.number, options.language),
            "ends": drawn and what != "standings" and drawn.ends(evening.round_minutes),
            "scoring": scoring_words(evening),
            "wall": "wall-few" if len(facts.get("places", ())) <= FEW else "wall",
        }
        html = print_markup(f"evenings/paper/{what}.html", context | facts)
        sizes = {"box": _box(options, len(facts["worth"])) if "worth" in facts else SLIP_BOX}
        style, name = style_sheet(STYLE, options.paper, sizes), file_name(title, None)
        return Printout(html, "evening", style, name, behind="blank" if what in CUT else "next")


def _box(options: Options, rows: int) -> float:
    """Return the height of the boxes of a result slip, as large as its rows allow."""
    room = (PAPERS[options.paper].paper_height - 14.2) / SLIPS - SLIP_HEAD
    return round(min(SLIP_BOX, room / max(rows, 1) - SLIP_AIR), 2)


def worths(book: Catalogue, language: Language) -> list[tuple[str, int | None]]:
    """Return the lines of a result slip: each source of defeat points with its points (None: it depends).

    Extras have one line without numbers: a slip must not reveal them.
    """
    rows = defeat_rows(book)
    named = [(row.name.to(language), row.points) for row in rows if not row.extras]
    return [*named, (gettext("From extras"), None)] if len(named) < len(rows) else [*named]


def played(handed: Iterable[HandIn], role: str) -> list[HandIn]:
    """Return the lists of a player for a role; all of them if none is for it."""
    lists = list(handed)
    return [one for one in lists if one.role == role] or lists


def kit_of(own: HandIn, rules: Catalogue, options: Options) -> Printout:
    roster = printable(own.roster)
    return FORMATS["kit"].page(roster, rules, assess(roster, rules), options)


def kits_of_guest(guest: Entry, pk: int, options: Options) -> list[tuple[str, Printout]]:
    """Return the cut-out sheets of the lists that a guest plays, each with its name, once lists are revealed.

    Raises Pairing.DoesNotExist (not their own, not published, or a bye), HandIn.DoesNotExist (no list is submitted,
    or lists are hidden).
    """
    tables = Pairing.objects.published_in(guest.evening).filter(Q(first=guest) | Q(second=guest))
    table = tables.get(pk=pk, second__isnull=False)
    handed = HandIn.objects.current().filter(entry=guest).select_related("entry__user").order_by("role")
    role = "attacker" if guest.pk == table.attacker_id else "defender"
    own = played(handed, role if table.attacker_id else "")
    if not (own and guest.evening.shows_lists):
        raise HandIn.DoesNotExist
    rules = guest.evening.rules_played
    return [(one.name, kit_of(one, rules, options)) for one in own]


def check_address(site: str) -> str:
    """Return the address for checking codes, "" if the site is reachable only from its own machine."""
    return reachable(site) and f"{site}{reverse('evenings:check-anywhere')}"


def submitted_page(evening: Evening, handed: HandIn, options: Options, site: str, reader: str = "") -> Printout:
    """Return a submitted list, for its player and the referee, or without extras for a `reader`."""
    roster, rules = printable(handed.roster), evening.rules_played
    with override(options.language):
        number, made = version_mark(evening.ruleset_version_id)
        address = check_address(site)
        origin = Origin(
            Version(number, localdate(made)),
            address and f"{address}?code={handed.code}",
            player=str(handed.entry),
            handed=Handed(
                _label(evening, handed, options, reader),
                handed.shown_code,
                _facts(evening, handed),
                address.partition("://")[2].removesuffix("/"),
                told=not reader,
            ),
        )
    own = replace(options, origin=origin, opponent=False)
    return FORMATS["roster"].page(roster, rules, assess(roster, rules), own)


def _label(evening: Evening, handed: HandIn, options: Options, reader: str) -> str:
    role = role_name(handed.role, evening.catalogue, options.language) or handed.role
    whom = gettext("for %(name)s") % {"name": reader} if reader else gettext("for the player and the referee")
    return f"{evening} · {role} · {whom}"


def _facts(evening: Evening, handed: HandIn) -> tuple[tuple[str, str], ...]:
    moment = date_format(localtime(handed.handed, evening.zone), "j F Y, H:i")
    zone = zone_words(evening.club.time_zone)
    late = f" · {gettext('Late')}" if handed.is_late else ""
    replaced = {
        "accepted": f" · {gettext('replaced an accepted list')}",
        "revealed": f" · {gettext('submitted after the lists were revealed')}",
    }
    late += replaced.get(handed.replaced, "")
    force = handed.roster.pair_name
    facts = [(gettext("Player"), str(handed.entry))]
    if force:
        facts.append((gettext("Pair"), force))
    if evening.prices:
        facts.append((gettext("Prices"), prices_words(evening)))
    return (
        *facts,
        (gettext("Submitted on"), f"{moment} ({zone}){late}"),
        (gettext("Strength"), strength(*handed.roster.squads)),
    )
