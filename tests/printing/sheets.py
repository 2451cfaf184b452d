"""Helpers for lists and their printouts."""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import override

from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.formats.roster.layout import RosterSheet, lay_out
from armybuilder.printing.layout.options import Options, Paper
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.pdfs.from_html import make_pdf
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import Unit
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import read_library
from rules.core.document.roster import Figure, Roster, Squad, Vehicle, decode
from rules.core.text import Language
from rules.encoding import CATALOGUES_FILE

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "fixtures" / "lists").glob("*.json"))
EXAMPLES = sorted(path for path in (ROOT / "tests" / "data" / "examples").glob("*.json") if ".report." not in path.name)
NBSP = "\N{NO-BREAK SPACE}"


@cache
def _catalogues() -> dict[str, Catalogue]:
    return read_library(CATALOGUES_FILE.read_bytes()).catalogues


def catalogue(ruleset: str) -> Catalogue:
    """Return a shipped ruleset."""
    return _catalogues()[ruleset]


def read_list(path: Path) -> Roster:
    """Return the list in a file."""
    return decode(path.read_bytes())


def a_roster(*squads: Squad, ruleset: str = "bn", name: str = "Rangers", **fields: Any) -> Roster:
    """Return a list of Breaking News."""
    return Roster(format="armylist/1", ruleset=ruleset, name=name, squads=squads, **fields)


def a_squad(*figures: Figure, class_: str = "elite", name: str = "Alpha", **fields: Any) -> Squad:
    """Return a squad of elites."""
    return Squad(name=name, class_=class_, figures=figures, **fields)


def twelve_men() -> Roster:
    """Return an ordinary list: twelve figures in two squads, all with names, a vehicle and two extras."""
    return decode((ROOT / "tests" / "printing" / "data" / "twelve.json").read_bytes())


def a_setting(roster: Roster, language: Language = "en", book: Catalogue | None = None, **options: Any) -> Setting:
    """Return a list on paper, by its shipped ruleset or another `book`."""
    book = book or catalogue(roster.ruleset)
    return Setting(roster, book, assess(roster, book), Options(language, **options))


def a_sheet(roster: Roster, language: Language = "en", **options: Any) -> RosterSheet:
    """Return the content of a list's roster."""
    with override(language):
        sheet = lay_out(a_setting(roster, language, **options))
        for squad in sheet.squads:  # read once, in its language
            assert squad.line
            assert all((unit.tags, unit.guns, unit.notes) for unit in squad.units)
        return sheet


class Told(NamedTuple):
    """The lines of fire of a row as text: a line each, with tabs between bands."""

    weapons: str
    needs: str
    small: str
    dice: str
    covering: str


def told(unit: Unit) -> Told:
    """Return the lines of fire of a unit as text."""
    lines = [line for _key, line, _span in unit.rows if line]
    small = ["\t".join(line.small_print) for line in lines]
    return Told(
        weapons="\n".join(line.name for line in lines),
        needs="\n".join("" if line.is_remark else "\t".join(line.needs) for line in lines),
        small="\n".join(small) if any(small) else "",
        dice="\n".join(line.dice for line in lines),
        covering="\n".join("\t".join(line.covering) for line in lines),
    )


def fire_of(figure: Figure | Vehicle, ruleset: str = "bn", class_: str = "elite") -> Told:
    """Return the lines of fire of a figure or vehicle on the roster."""
    return told(a_row(figure, ruleset, class_))


def a_row(figure: Figure | Vehicle, ruleset: str = "bn", class_: str = "elite") -> Unit:
    """Return a figure or vehicle on the roster, in a squad of its own."""
    if isinstance(figure, Vehicle):
        squad = a_squad(vehicles=(figure,), class_=class_)
    else:
        squad = a_squad(figure, class_=class_)
    return a_sheet(a_roster(squad, ruleset=ruleset)).squads[0].units[0]


def a_page(roster: Roster, language: Language = "en", form: str = "roster", **options: Any) -> Printout:
    """Return a list as HTML."""
    book = catalogue(roster.ruleset)
    found = FORMATS[form]
    return found.page(roster, book, assess(roster, book), Options(language, **options))


def a_pdf(roster: Roster, language: Language = "en", form: str = "roster", **options: Any) -> bytes:
    return _pdf(a_page(roster, language, form, **options))


@cache
def _pdf(page: Printout) -> bytes:
    """Set up a value once for several tests."""
    return make_pdf(page.html, page.css)


def pdf_of(html: str, paper: Paper = "a4") -> bytes:
    """Return a page made by a test as a PDF, in the style of a roster."""
    return make_pdf(html, FORMATS["roster"].css(Options("en", paper)))
