"""The line of a card that says what its weapons hit: still, at each distance, in the open and in cover."""

from collections.abc import Iterator

from django.utils.translation import gettext

from armybuilder.printing.layout.words import NONE, Fact
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Figure, Squad
from rules.core.text import Language
from rules.odds.fire.weapon_grid import GridCell, grid_of, in_hands


def chances_to_hit(squad: Squad, figure: Figure, catalogue: Catalogue, language: Language) -> Iterator[Fact]:
    """Yield for each weapon in how many of a hundred turns it hits: "25 cm 97/88, 50 cm 75/56"."""
    for _, query in in_hands(figure, squad, catalogue):
        found = grid_of(catalogue, language, query)
        if found.first:
            said = ", ".join(
                _glued(f"{line.at} {_percent(line.cells[0])}/{_percent(line.cells[2])}")
                for line in found.reached
            )
            yield Fact(gettext("%(weapon)s hits, out of 100 (open/cover)") % {"weapon": found.weapon}, said)
        elif found.flying:
            yield Fact(gettext("%(weapon)s hits, out of 100") % {"weapon": found.weapon}, found.flying)


def _percent(cell: GridCell | None) -> str:
    return cell.percent if cell else NONE


def _glued(text: str) -> str:
    return text.replace(" ", "\N{NO-BREAK SPACE}")
