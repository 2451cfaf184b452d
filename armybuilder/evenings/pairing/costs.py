"""What speaks against a pair: five things, each of which outweighs all that come after it over a whole round."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from armybuilder.evenings.pairing.players import Player

WRONG_ROLE = 10  # no list for the side: worse than to play one side again and again


class Cost(NamedTuple):
    """What speaks against a pair or a round, the gravest first: compared in this order."""

    rematches: int = 0
    second_byes: int = 0
    roles: int = 0
    scores: int = 0
    tables: int = 0

    def minus(self, other: "Cost") -> Self:
        """Return by how much this cost exceeds the other, term by term."""
        return type(self)(*(a - b for a, b in zip(self, other, strict=True)))


def total(costs: Iterable[Cost]) -> Cost:
    """Return the sum of costs."""
    return Cost(*(sum(column) for column in zip(Cost(), *costs, strict=True)))


def meeting(a: Player, b: Player, tables: int, *, by_score: bool) -> Cost:
    """Return the cost of a game of two players, at the best of the `tables` for them."""
    return Cost(
        rematches=a.met.count(b.entry),
        roles=min(role_cost(a, b), role_cost(b, a)),
        scores=(a.score - b.score) ** 2 if by_score else 0,
        tables=_best_table(a, b, tables),
    )


def bye(player: Player, lowest: int, *, by_score: bool) -> Cost:
    """Return the cost of a bye for a player; `lowest`: the lowest score of all players.

    It counts twice: else the bye of one with a point more would cost as little as a game between the two.
    """
    return Cost(second_byes=player.byes, scores=2 * (player.score - lowest) ** 2 if by_score else 0)


def role_cost(attacker: Player, defender: Player) -> int:
    """Return the cost of these sides: a side without a list for it, or the same side as before."""
    if attacker.brought_both and defender.brought_both:
        return 0
    wrong = (not attacker.may_attack) + (not defender.may_defend)
    again = max(0, attacker.attacked - attacker.defended) + max(0, defender.defended - defender.attacked)
    return WRONG_ROLE * wrong + again


def table_cost(a: Player, b: Player, table: int) -> int:
    """Return how often the two have been at a table before."""
    return a.tables.count(table) + b.tables.count(table)


def _best_table(a: Player, b: Player, tables: int) -> int:
    if tables > len({*a.tables, *b.tables}):  # at one of them neither has been
        return 0
    return min(table_cost(a, b, table) for table in range(1, tables + 1))


def packed(costs: Sequence[Cost], pairs: int) -> list[int]:
    """Return each cost as one number, so that the sum over any round of so many `pairs` orders as the costs do."""
    weights = [1] * len(Cost._fields)
    for place in reversed(range(len(weights) - 1)):
        largest = max((cost[place + 1] for cost in costs), default=0)
        weights[place] = weights[place + 1] * (largest * pairs + 1)
    return [sum(part * weight for part, weight in zip(cost, weights, strict=True)) for cost in costs]
