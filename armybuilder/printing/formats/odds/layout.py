"""A list's odds on one page: the hits of each weapon by distance, in the hands that carry it."""

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from armybuilder.printing.layout.measure import fitted
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.top import Top
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Figure, Roster, Vehicle
from rules.core.judging.report import Report
from rules.core.text import Language
from rules.odds.fire.weapon_grid import Grid, grid_of, in_hands, usual_class

AT_MOST = 12  # grids that one page has room for, on either paper
BLOCK_MM = 90  # the width of a grid
HEAD_LINES, ROOMY_LINES = 3, 32  # above each pair; that a page of larger type has, on either paper


@dataclass(frozen=True, slots=True)
class Block:
    """The grid of a weapon: how many men fire it so, its heading, what holds in each place."""

    heading: str
    count: str
    facts: str
    grid: Grid


@dataclass(frozen=True, slots=True)
class OddsSheet:
    """A whole page: its blocks in pairs, how many weapons found no room, and the ways to fire by their letters."""

    top: Top
    pairs: tuple[tuple[Block, ...], ...]
    more: str
    ways: tuple[tuple[str, str], ...]

    @property
    def is_roomy(self) -> bool:
        """Whether there is room for larger type."""
        return (
            sum(HEAD_LINES + max(len(block.grid.reached) for block in pair) for pair in self.pairs)
            <= ROOMY_LINES
        )


def lay_out(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> OddsSheet:
    """Return the content of the page, in `options.language`, the active language."""
    language = options.language
    carried = _carried(roster, catalogue)
    blocks = _blocks(carried, catalogue, language)
    more = len(carried) - AT_MOST
    said = gettext("Squadra · odds of %(list)s · %(game)s · %(credit)s")
    label = gettext("%(game)s · times out of 100 with at least one hit")
    return OddsSheet(
        top=Top.of(roster, catalogue, options, label % {"game": catalogue.name.to(language)}, said),
        pairs=tuple(tuple(blocks[at : at + 2]) for at in range(0, len(blocks), 2)),
        more=ngettext("and %(count)s more on screen", "and %(count)s more on screen", more) % {"count": more}
        if more > 0
        else "",
        ways=tuple(dict.fromkeys(way for block in blocks for way in block.grid.modes.items())),
    )


def _carried(roster: Roster, catalogue: Catalogue) -> Counter[str]:
    """Return how many there are of each weapon in the same hands, by the query of its odds in these."""
    found: Counter[str] = Counter()
    usual = usual_class(roster, catalogue)
    for squad in roster.squads:
        rows: tuple[Figure | Vehicle, ...] = (*squad.figures, *squad.vehicles)
        for row in rows:
            for _, query in in_hands(row, squad, catalogue, usual):
                found[query] += row.count
    return found


def _blocks(carried: Counter[str], catalogue: Catalogue, language: Language) -> list[Block]:
    blocks = []
    for query, count in list(carried.items())[:AT_MOST]:
        found = grid_of(catalogue, language, query)
        heading = f"{found.weapon}: {found.troops}"
        blocks.append(
            Block(
                heading=fitted(heading, "barlow-condensed-700-normal", 10.5, BLOCK_MM - 12),
                count=f"×\N{NO-BREAK SPACE}{count}",
                facts=fitted(found.facts, "barlow-400-normal", 7, BLOCK_MM),
                grid=found,
            )
        )
    return blocks
