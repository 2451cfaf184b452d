"""The structure of the code: no import cycles, few modules per folder, short files."""

from collections import Counter
from pathlib import Path

import grimp
import networkx as nx

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("armybuilder", "rules")
MOST_MODULES = 25  # per folder
MOST_LINES = 410  # per file


def sources() -> list[Path]:
    return [path for part in PACKAGES for path in (ROOT / part).rglob("*.py") if "migrations" not in path.parts]


def test_modules_do_not_import_each_other_in_circles() -> None:
    """Imports for types only and those in functions count."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    imports = nx.DiGraph(
        (module, imported) for module in graph.modules for imported in graph.find_modules_directly_imported_by(module)
    )
    assert [sorted(circle) for circle in nx.strongly_connected_components(imports) if len(circle) > 1] == []


def test_no_folder_has_more_modules_than_can_be_seen_at_once() -> None:
    rooms = Counter(path.parent.relative_to(ROOT) for path in sources() if path.name != "__init__.py")
    assert [str(room) for room, modules in rooms.items() if modules > MOST_MODULES] == []


def test_no_file_is_too_long_to_be_read() -> None:
    long = [path for path in sources() if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES]
    assert [str(path.relative_to(ROOT)) for path in long] == []
