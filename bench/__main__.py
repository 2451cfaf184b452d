"""`python -m bench [PART …] [--write]`: measure, print the table, write bench.json. Exits with 1 if a bar is missed.

With --write, the figures of each part go into docs/performance.md as soon as they are known.
"""

import argparse
import sys
from importlib import import_module
from types import ModuleType

from bench import PARTS, ROOT, performance, site
from bench.table import Measured, printed, write


def main(arguments: list[str]) -> int:
    """Measure, print and write; return 0 when every figure is within its bar."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the speed.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all of them")
    parser.add_argument("--write", action="store_true", help="write the figures into docs/performance.md")
    said = parser.parse_args(arguments)
    if unknown := set(said.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    conditions = performance.conditions()
    site.set_up()
    figures: list[Measured] = []
    for name in said.parts or PARTS:
        part = import_module(f"bench.{name}")  # their models and templates need the site
        measured = list(part.measure())
        if said.write and measured:
            performance.put(name, performance.table(first_sentence(part), conditions, measured))
        figures += measured
    write(figures, ROOT / "bench.json")
    print(printed(figures))
    return 0 if all(figure.clears for figure in figures) else 1


def first_sentence(part: ModuleType) -> str:
    """Return the first line of a module's docstring."""
    return (part.__doc__ or "").partition("\n")[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
