"""What the pairing of a round knows of those who play."""

from msgspec import Struct


class Player(Struct, frozen=True):
    """A player before a round.

    `score` are its points in the standings. `met` are the entries it played, once a game. It may attack or defend by
    what it handed in; `brought_both`: the dice-off at the table decides (rth §4.0).
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
    tables: tuple[int, ...] = ()


class Pair(Struct, frozen=True):
    """Two entries at a table, or (no `second`, no `table`) one that has a bye. `attacker` None: dice decide."""

    first: int
    second: int | None = None
    table: int | None = None
    attacker: int | None = None

    @property
    def entries(self) -> tuple[int, ...]:
        """Those who are in it."""
        return (self.first,) if self.second is None else (self.first, self.second)
