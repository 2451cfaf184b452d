"""Pairs a whole round at once: the round against which least speaks (`costs.py`), among equals by a seeded lot.

networkx finds it: a matching of least weight in the graph of all games that could be played. A bye is a vertex of that
graph, so there always is a round.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Literal, TypeVar

from armybuilder.evenings.pairing.costs import Cost, bye, meeting, packed, role_cost, table_cost, total
from armybuilder.evenings.pairing.players import Pair, Player

Method = Literal["swiss", "lot"]
Node = TypeVar("Node")
BYE = 0  # no entry has this number
LOTS = 1 << 20


def pair_round(players: Sequence[Player], tables: int, seed: int, method: Method = "swiss") -> list[Pair]:
    """Return the pairs of a round at so many `tables`, the first table's first, the bye last.

    "swiss" pairs who have the same score, "lot" whoever; neither lets two meet twice while it can be helped. The order
    of `players` does not matter; the same seed gives the same round. Where there are more pairs than tables, tables
    are added.
    """
    ordered = sorted(players, key=lambda player: player.entry)
    lot = Random(seed)
    lot.shuffle(ordered)
    tables = max(tables, len(ordered) // 2, 1)
    games, resting = _matched(ordered, tables, lot, by_score=method == "swiss")
    games.sort(key=lambda game: (-max(game[0].score, game[1].score), -game[0].score - game[1].score))
    seated = [
        Pair(a.entry, b.entry, table, attacker_of(a, b, lot))
        for (a, b), table in zip(games, _tables(games, tables), strict=True)
    ]
    return sorted(seated, key=lambda pair: pair.table or 0) + [Pair(player.entry) for player in resting]


def cost_of(pairs: Sequence[Pair], players: Mapping[int, Player]) -> Cost:
    """Return the cost of a round, paired by the site or by hand, with its sides and tables."""
    lowest = min((player.score for player in players.values()), default=0)
    return total(_pair_cost(pair, players, lowest) for pair in pairs)


def swapped(
    pairs: Sequence[Pair], players: Mapping[int, Player], one: int, other: int, seed: int = 0
) -> list[Pair]:
    """Return the round with two entries swapped; their tables get new sides."""
    places = {one: other, other: one}
    lot = Random(seed)
    return [_replaced(pair, places, players, lot) if {*pair.entries} & {*places} else pair for pair in pairs]


def seated(one: Player, other: Player | None, pairs: Sequence[Pair], seed: int) -> Pair:
    """Return a pair that is put into a round by hand: at its first free table, or a bye."""
    if other is None:
        return Pair(one.entry)
    taken = {pair.table for pair in pairs}
    table = next(number for number in range(1, len(pairs) + 2) if number not in taken)
    return Pair(one.entry, other.entry, table, attacker_of(one, other, Random(seed + table)))


def attacker_of(a: Player, b: Player, lot: Random) -> int | None:
    """Return who attacks: who has the list for it and attacked less often, else the lot; None: they roll (rth §4.0)."""
    if a.brought_both and b.brought_both:
        return None
    forward, backward = role_cost(a, b), role_cost(b, a)
    if forward == backward:
        return lot.choice((a, b)).entry
    return (a if forward < backward else b).entry


def _matched(
    players: Sequence[Player], tables: int, lot: Random, *, by_score: bool
) -> tuple[list[tuple[Player, Player]], list[Player]]:
    """Return the games, and who has a bye."""
    by_entry = {player.entry: player for player in players}
    edges = [(a.entry, b.entry) for a, b in combinations(players, 2)]
    costs = [meeting(a, b, tables, by_score=by_score) for a, b in combinations(players, 2)]
    if len(players) % 2:
        lowest = min(player.score for player in players)
        edges += [(player.entry, BYE) for player in players]
        costs += [bye(player, lowest, by_score=by_score) for player in players]
    pairs = (len(players) + 1) // 2
    weights = [-(weight * LOTS * pairs + lot.randrange(LOTS)) for weight in packed(costs, pairs)]
    matched = _matching((a, b, weight) for (a, b), weight in zip(edges, weights, strict=True))
    found = [{a, b} for a, b in matched]
    games = [_in_order(by_entry, ends) for ends in found if BYE not in ends]
    resting = [by_entry[entry] for ends in found if BYE in ends for entry in ends - {BYE}]
    return sorted(games, key=lambda game: game[0].entry), resting


def _matching(edges: Iterable[tuple[Node, Node, int]]) -> set[tuple[Node, Node]]:
    """Return the edges of the matching of greatest weight, among those of as many edges as can be."""
    import networkx  # a seventh of what every process imports, and asked for once a round

    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    matched: set[tuple[Node, Node]] = networkx.max_weight_matching(graph, maxcardinality=True)
    return matched


def _in_order(by_entry: Mapping[int, Player], ends: set[int]) -> tuple[Player, Player]:
    """Return the two of a game, the one who is ahead first."""
    a, b = sorted((by_entry[entry] for entry in ends), key=lambda player: (-player.score, player.entry))
    return a, b


def _tables(games: Sequence[tuple[Player, Player]], tables: int) -> list[int]:
    """Return the table of each game: as few as can be where they have been before, then the first games in front."""
    far = tables * tables * len(games) + 1
    matched = _matching(
        (("game", place), ("table", table), -(table_cost(a, b, table) * far + (table - place - 1) ** 2))
        for place, (a, b) in enumerate(games)
        for table in range(1, tables + 1)
    )
    ends = [sorted(edge) for edge in matched]
    table_of = {game[1]: table[1] for game, table in ends}
    return [table_of[place] for place in range(len(games))]


def _pair_cost(pair: Pair, players: Mapping[int, Player], lowest: int) -> Cost:
    first = players[pair.first]
    if pair.second is None:
        return bye(first, lowest, by_score=True)
    second = players[pair.second]
    attacker, defender = (second, first) if pair.attacker == pair.second else (first, second)
    return Cost(
        rematches=first.met.count(second.entry),
        roles=role_cost(attacker, defender),
        scores=(first.score - second.score) ** 2,
        tables=table_cost(first, second, pair.table) if pair.table else 0,
    )


def _replaced(pair: Pair, places: Mapping[int, int], players: Mapping[int, Player], lot: Random) -> Pair:
    first = places.get(pair.first, pair.first)
    if pair.second is None:
        return Pair(first)
    second = places.get(pair.second, pair.second)
    if {first, second} == {pair.first, pair.second}:
        return pair
    return Pair(first, second, pair.table, attacker_of(players[first], players[second], lot))
