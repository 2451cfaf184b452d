"""`python -m bench`: measure everything, print the table, write bench.json. Exits 1 when a bar is not cleared."""

import sys
from pathlib import Path

from bench import advice, checklist, odds, site, starting
from bench.table import printed, write


def main() -> int:
    """Measure, print and write; return 0 when every figure clears its bar."""
    site.set_up()
    # Their models and templates want the site.
    from bench import browser, builder, evenings, games, keeping, nightly, printing, rendering

    parts = (
        starting,
        advice,
        checklist,
        odds,
        builder,
        keeping,
        evenings,
        browser,
        printing,
        rendering,
        games,
        nightly,
    )
    figures = [figure for part in parts for figure in part.measure()]
    write(figures, Path(__file__).parents[1] / "bench.json")
    print(printed(figures))
    return 0 if all(figure.clears for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
