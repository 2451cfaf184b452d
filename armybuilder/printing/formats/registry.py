"""All print formats: the folders beside this file. Packs print several of them."""

from importlib import import_module
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

from armybuilder.printing import formats
from armybuilder.printing.formats.option_fields import OptionField, Switch
from armybuilder.printing.formats.print_format import PrintFormat, PrintPack

FOLDERS = sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py"))
_found: list[PrintFormat[Any]] = [import_module(f"{formats.__name__}.{name}").FORMAT for name in FOLDERS]
FORMATS = {found.name: found for found in sorted(_found, key=lambda found: found.order)}
PACKS = {
    "table": PrintPack(
        "table",
        _("Everything for the table"),
        _("Roster, cards and quick reference in one PDF."),
        ("roster", "cards", "reference"),
        {
            "kit": Switch(label=_("With the cut-out sheet")),
            "duplex": Switch(label=_("Each on its own sheet, when printing double-sided")),
        },
    )
}
# The choices, in the order of the page.
CHOICES: dict[str, PrintFormat[Any] | PrintPack] = {**FORMATS, **PACKS}


def fields_of(name: str) -> dict[str, OptionField]:
    """Return the form fields of the options that a format, or a pack of formats, reads besides the common ones."""
    chosen = CHOICES[name]
    found = {option: field for one in chosen.formats for option, field in FORMATS[one].fields.items()}
    return found | dict(chosen.fields)
