"""All print formats: the folders beside this file."""

from importlib import import_module
from pathlib import Path

from armybuilder.printing import formats
from armybuilder.printing.formats.print_format import PrintFormat

FOLDERS = sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py"))
_found: list[PrintFormat] = [import_module(f"{formats.__name__}.{name}").FORMAT for name in FOLDERS]
FORMATS = {found.name: found for found in sorted(_found, key=lambda found: found.order)}
# Fields of old addresses, cookies and jobs, and what they are today.
OLD = {
    ("form", "half"): "form=roster&opponent=1",
    ("form", "table"): "form=roster&form=cards&form=reference",
    ("form", "stands"): "form=kit",
    ("form", "deployment"): "form=scenario",
    ("form", "odds"): "form=roster",
    ("kit", "1"): "form=kit",
    ("backs", "1"): "duplex=1",
}
OLD_FORMATS = [value for name, value in OLD if name == "form"]
