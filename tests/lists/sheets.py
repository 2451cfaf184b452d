"""Sheets for tests, made of real catalogues without a database."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.forms import BoundField

from armybuilder.lists.builder import Sheet, build_sheet
from armybuilder.lists.forms import BuilderForm, FormContext
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import read_library
from rules.core.document import edits
from rules.core.document.roster import Roster, Squad
from rules.core.text import Language
from rules.encoding import CATALOGUES_FILE


@cache
def catalogues() -> dict[str, Catalogue]:
    """Return the shipped catalogues by ruleset."""
    return read_library(CATALOGUES_FILE.read_bytes()).catalogues


def numbered() -> Iterator[str]:
    """Yield predictable ids: r1, r2, … squad by squad with their rows, the extras of the list last."""
    number = 0
    while True:
        number += 1
        yield f"r{number}"


def a_roster(*squads: Squad, ruleset: str = "bn", **fields: Any) -> Roster:
    """Return a list with the ids r1, r2 and so on."""
    fields = {"name": "Surobi", "role": "attacker"} | fields
    roster = Roster(format="armylist/1", ruleset=ruleset, squads=squads, **fields)
    return edits.with_ids(roster, numbered())


def a_sheet(*squads: Squad, ruleset: str = "bn", show: dict[str, Any] | None = None, **fields: Any) -> Sheet:
    """Return the sheet of a list of these squads, in English."""
    return sheet_of(a_roster(*squads, ruleset=ruleset, **fields), **(show or {}))


def a_form_context(*squads: Squad, ruleset: str = "bn", **fields: Any) -> FormContext:
    """Return the form context of a list of these squads, in English."""
    return FormContext(a_roster(*squads, ruleset=ruleset, **fields), catalogues()[ruleset], "en")


def options_of(field: BoundField) -> list[tuple[str, str, bool]]:
    """Return the choices of a field: value, label, whether chosen."""
    options = [widget.data for widget in field.subwidgets]
    return [(option["value"], option["label"], option["selected"]) for option in options]


def errors_of(form: BuilderForm) -> dict[str, str]:
    """Return the error of each field of a form; a second error of a field fails."""
    return {field: str(error) for field, (error,) in form.errors.items()}


def sheet_of(roster: Roster, language: Language = "en", **show: Any) -> Sheet:
    catalogue = catalogues()[roster.ruleset]
    return build_sheet(roster, catalogue, assess(roster, catalogue), language, **show)
