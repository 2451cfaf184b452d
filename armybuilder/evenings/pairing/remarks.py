"""Remarks on the pairs of a round: why players who are not level meet, and what could not be avoided."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from armybuilder.evenings.pairing.costs import table_cost
from armybuilder.evenings.pairing.players import Pair, Player

Kind = Literal[
    "rematch",
    "second-bye",
    "no-list",
    "same-side",
    "uneven",
    "bye-last",
    "bye-not-last",
    "same-table",
    "no-table",
]


class Remark(Struct, frozen=True):
    """Something to be said of a pair. `entry`: whom it is about; `count`: how often, or how many have that score."""

    kind: Kind
    entry: int
    count: int = 0


def remarks(pair: Pair, players: Mapping[int, Player], tables: int | None = None) -> list[Remark]:
    """Return the remarks on a pair, the gravest first; `tables`: the number of tables, None: enough."""
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
        said.append(Remark("uneven", ahead.entry, _how_many(ahead.score, players)))
    if pair.table and table_cost(first, second, pair.table):
        been = first if pair.table in first.tables else second
        said.append(Remark("same-table", been.entry, pair.table))
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


def _how_many(score: int, players: Mapping[int, Player]) -> int:
    return Counter(player.score for player in players.values())[score]
