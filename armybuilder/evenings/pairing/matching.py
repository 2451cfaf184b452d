"""Pair a round: players who are close in points, have not met yet and bring both roles. Pure Python."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Literal, NamedTuple

from msgspec import Struct


class Player(Struct, frozen=True):
    """A player before a round.

    `score`: its points in the standings. `met`: the entries it played, once per game. Its submitted lists decide
    whether it can attack or defend; `brought_both`: the dice at the table decide (rth §4.0).
    """

    entry: int
    score: int = 0
    met: tuple[int, ...] = ()
    byes: int = 0
    attacked: int = 0
    defended: int = 0
    may_attack: bool = True
    may_defend: bool = True
    brought_both: bool = False


class Pair(Struct, frozen=True):
    """Two entries at a table, or (no `second`, no `table`) one with a bye. `attacker` None: the dice decide."""

    first: int
    second: int | None = None
    table: int | None = None
    attacker: int | None = None

    @property
    def entries(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


WRONG_ROLE = 10  # no list for the side: worse than any number of repeated sides


class Cost(NamedTuple):
    """The disadvantages of a pair or a round, the worst first: compared in this order."""

    rematches: int = 0
    second_byes: int = 0
    roles: int = 0
    scores: int = 0


def meeting(a: Player, b: Player, *, by_score: bool) -> Cost:
    """Return the cost of a game of two players."""
    return Cost(
        rematches=a.met.count(b.entry),
        roles=min(role_cost(a, b), role_cost(b, a)),
        scores=(a.score - b.score) ** 2 if by_score else 0,
    )


def bye(player: Player, lowest: int, *, by_score: bool) -> Cost:
    """Return the cost of a bye. It counts twice: otherwise one point ahead would cost as little as a game."""
    return Cost(second_byes=player.byes, scores=2 * (player.score - lowest) ** 2 if by_score else 0)


def role_cost(attacker: Player, defender: Player) -> int:
    """Return the cost of these sides: a side without a list for it, or the same side as before."""
    if attacker.brought_both and defender.brought_both:
        return 0
    wrong = (not attacker.may_attack) + (not defender.may_defend)
    again = max(0, attacker.attacked - attacker.defended) + max(0, defender.defended - defender.attacked)
    return WRONG_ROLE * wrong + again


def packed(costs: Sequence[Cost], pairs: int) -> list[int]:
    """Pack each cost into one number; sums over a round of `pairs` keep the order."""
    weights = [1] * len(Cost._fields)
    for place in reversed(range(len(weights) - 1)):
        largest = max((cost[place + 1] for cost in costs), default=0)
        weights[place] = weights[place + 1] * (largest * pairs + 1)
    return [sum(part * weight for part, weight in zip(cost, weights, strict=True)) for cost in costs]


Method = Literal["swiss", "lot"]
BYE = 0  # no entry has this number
LOTS = 1 << 20


def pair_round(players: Sequence[Player], seed: int, method: Method = "swiss") -> list[Pair]:
    """Return the pairs of a round, the leaders at the first table, the bye last.

    "swiss" pairs equal scores, "lot" anyone; both avoid rematches. The order of `players` does not matter, and the
    same seed gives the same round.
    """
    ordered = sorted(players, key=lambda player: player.entry)
    lot = Random(seed)
    lot.shuffle(ordered)
    games, resting = _matched(ordered, lot, by_score=method == "swiss")
    games.sort(key=lambda game: (-max(game[0].score, game[1].score), -game[0].score - game[1].score))
    pairs = [Pair(a.entry, b.entry, table, attacker_of(a, b, lot)) for table, (a, b) in enumerate(games, 1)]
    return pairs + [Pair(player.entry) for player in resting]


def swapped(pairs: Sequence[Pair], players: Mapping[int, Player], one: int, other: int, seed: int = 0) -> list[Pair]:
    """Return the round with two entries swapped; their tables get new sides."""
    places = {one: other, other: one}
    lot = Random(seed)
    return [_replaced(pair, places, players, lot) if {*pair.entries} & {*places} else pair for pair in pairs]


def seated(one: Player, other: Player | None, pairs: Sequence[Pair], seed: int) -> Pair:
    """Return a pair added to a round by hand: at its first free table, or as a bye."""
    if other is None:
        return Pair(one.entry)
    taken = {pair.table for pair in pairs}
    table = next(number for number in range(1, len(pairs) + 2) if number not in taken)
    return Pair(one.entry, other.entry, table, attacker_of(one, other, Random(seed + table)))


def attacker_of(a: Player, b: Player, lot: Random) -> int | None:
    """Return the attacker: the one who has the list and attacked less, otherwise by lot; None: they roll (rth §4.0)."""
    if a.brought_both and b.brought_both:
        return None
    forward, backward = role_cost(a, b), role_cost(b, a)
    if forward == backward:
        return lot.choice((a, b)).entry
    return (a if forward < backward else b).entry


def _matched(
    players: Sequence[Player], lot: Random, *, by_score: bool
) -> tuple[list[tuple[Player, Player]], list[Player]]:
    import networkx  # a seventh of every process's imports, and needed once per round

    by_entry = {player.entry: player for player in players}
    edges = [(a.entry, b.entry) for a, b in combinations(players, 2)]
    costs = [meeting(a, b, by_score=by_score) for a, b in combinations(players, 2)]
    if len(players) % 2:
        lowest = min(player.score for player in players)
        edges += [(player.entry, BYE) for player in players]
        costs += [bye(player, lowest, by_score=by_score) for player in players]
    pairs = (len(players) + 1) // 2
    weights = [-(weight * LOTS * pairs + lot.randrange(LOTS)) for weight in packed(costs, pairs)]
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in zip(edges, weights, strict=True))
    found = [{a, b} for a, b in networkx.max_weight_matching(graph, maxcardinality=True)]
    games = [_in_order(by_entry, ends) for ends in found if BYE not in ends]
    resting = [by_entry[entry] for ends in found if BYE in ends for entry in ends - {BYE}]
    return sorted(games, key=lambda game: game[0].entry), resting


def _in_order(by_entry: Mapping[int, Player], ends: set[int]) -> tuple[Player, Player]:
    """Return the two players of a game, the leading one first."""
    a, b = sorted((by_entry[entry] for entry in ends), key=lambda player: (-player.score, player.entry))
    return a, b


def _replaced(pair: Pair, places: Mapping[int, int], players: Mapping[int, Player], lot: Random) -> Pair:
    first = places.get(pair.first, pair.first)
    if pair.second is None:
        return Pair(first)
    second = places.get(pair.second, pair.second)
    if {first, second} == {pair.first, pair.second}:
        return pair
    return Pair(first, second, pair.table, attacker_of(players[first], players[second], lot))


Kind = Literal[
    "rematch",
    "second-bye",
    "no-list",
    "same-side",
    "uneven",
    "bye-last",
    "bye-not-last",
    "no-table",
]


class Remark(Struct, frozen=True):
    """A remark on a pair. `entry`: the player; `count`: how often, or how many have that score."""

    kind: Kind
    entry: int
    count: int = 0


def remarks(pair: Pair, players: Mapping[int, Player], tables: int | None = None) -> list[Remark]:
    """Return the remarks on a pair, the worst first; `tables`: the number of tables, None: enough."""
    first = players[pair.first]
    if pair.second is None:
        return _of_bye(first, players)
    second = players[pair.second]
    said = []
    if times := first.met.count(second.entry):
        said.append(Remark("rematch", first.entry, times))
    said += _of_sides(pair, first, second)
    if first.score != second.score:
        ahead = max(first, second, key=lambda player: player.score)
        said.append(Remark("uneven", ahead.entry, Counter(player.score for player in players.values())[ahead.score]))
    if pair.table and tables and pair.table > tables:
        said.append(Remark("no-table", first.entry, tables))
    return said


def _of_bye(player: Player, players: Mapping[int, Player]) -> list[Remark]:
    if player.byes:
        return [Remark("second-bye", player.entry, player.byes)]
    last = player.score == min(other.score for other in players.values())
    return [Remark("bye-last" if last else "bye-not-last", player.entry)]


def _of_sides(pair: Pair, first: Player, second: Player) -> list[Remark]:
    """Return the remarks on the sides; none if the roll for the attack decides."""
    if pair.attacker is None:
        return []
    attacker, defender = (first, second) if pair.attacker == first.entry else (second, first)
    said = []
    if not attacker.may_attack:
        said.append(Remark("no-list", attacker.entry))
    elif attacker.attacked > attacker.defended:
        said.append(Remark("same-side", attacker.entry, attacker.attacked))
    if not defender.may_defend:
        said.append(Remark("no-list", defender.entry))
    elif defender.defended > defender.attacked:
        said.append(Remark("same-side", defender.entry, defender.defended))
    return said
