"""Filling the other squads of a list, beside the squad whose fillings are all tried."""

from collections.abc import Iterator

from rules.core.advice.completion.filling import Filler, Filling
from rules.core.advice.completion.filling_steps import FillingSteps
from rules.core.advice.completion.purchases import Basket, Bought
from rules.core.advice.suggestions import SuggestionLine
from rules.core.advice.wording import alike, capital
from rules.core.document.naming import squad_label
from rules.core.document.roster import Roster, Squad
from rules.core.judging.prices import PriceList
from rules.core.text import Text

MOST_SQUADS = 12  # the last ones: of a list of more they are being built
MOST_EQUAL_FILLINGS = 4  # fillings of a squad that cost as much


def fillings_beside(roster: Roster, squad: Squad, prices: PriceList, budget: int) -> Iterator[list[Basket]]:
    """Yield the fillings of each other squad within a budget: of those that cost the same, the smallest changes."""
    others = [(one, squad_label(one, place)) for place, one in enumerate(roster.squads) if one.id != squad.id]
    for other, name in [(one, name) for one, name in others if one.kind == "squad"][-MOST_SQUADS:]:
        filler = Filler(other, prices.catalogue, prices)
        by_cost: dict[int, list[Filling]] = {}
        for filling in filler.fillings(budget):
            if filling.cost:
                by_cost.setdefault(filling.cost, []).append(filling)
        filled = FillingSteps(filler)
        yield [
            _basket(filled, filling, name)
            for equal in by_cost.values()
            for filling in sorted(equal, key=_changes)[:MOST_EQUAL_FILLINGS]
        ]


def _changes(filling: Filling) -> tuple[int, Filling]:
    return sum(filling.shares) + abs(filling.plain), filling


def _basket(filled: FillingSteps, filling: Filling, squad: Text) -> Basket:
    return tuple(
        Bought(
            SuggestionLine(capital(alike("{what} ({squad})", what=line.words, squad=squad)), line.points),
            steps,
            is_filling=True,
        )
        for line, steps in filled.changes(filling)
    )
