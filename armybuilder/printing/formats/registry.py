"""All print formats: the folders beside this file."""

from importlib import import_module
from pathlib import Path

from armybuilder.printing import formats
from armybuilder.printing.formats.print_format import PrintFormat

FOLDERS = sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py"))
_found: list[PrintFormat] = [import_module(f"{formats.__name__}.{name}").FORMAT for name in FOLDERS]
FORMATS = {found.name: found for found in sorted(_found, key=lambda found: found.order)}
# Current formats for those in old addresses, cookies and jobs.
RENAMED: dict[str, tuple[str, ...]] = {
    "half": ("roster",),
    "table": ("roster", "cards", "reference"),
    "stands": ("kit",),
    "deployment": ("scenario",),
    "odds": ("roster",),
}
