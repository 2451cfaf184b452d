"""A shot: firer, weapon, target, fire mode, row of the fire table, and its chance to hit."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from rules.core.catalogue.catalogue import FireRow
from rules.core.catalogue.odds.effects import Rule
from rules.core.odds.book import Book
from rules.core.odds.dice import ALWAYS, NEVER, Need, chance
from rules.core.odds.format.reading import Status, refuse
from rules.core.odds.modifiers import RollCase, holding
from rules.core.text import closest


@dataclass(frozen=True, slots=True)
class Aim(RollCase):
    """The case of a shot: also the kind of flying target, and the referee's range."""

    distance: int = 0
    air: str = ""
    range: int = 0


class Passing(NamedTuple):
    """A gate with its number: the die, the faces that pass, the chance."""

    id: str
    die: int
    need: Need
    chance: Fraction

    def told(self) -> dict[str, Any]:
        return {"id": self.id, "die": self.die, "need": self.need, "chance": chance(self.chance)}


@dataclass(frozen=True, slots=True)
class Shot:
    """A firer's rolls. `chance`: of one die; `reach`: that one shot reaches a figure at the aim point.

    `area`: each shot that reaches it hits everyone there; `spread`: one die for each figure instead.
    """

    status: Status
    source: str = ""
    base: int | None = None
    rules: tuple[Rule, ...] = ()
    need: Need = None
    dice: int = 0
    chance: Fraction = NEVER
    reach: Fraction = NEVER
    gates: tuple[Passing, ...] = ()
    landing: dict[str, Fraction] | None = None
    area: bool = False
    spread: bool = False

    @classmethod
    def of(
        cls,
        source: str,
        base: int,
        rules: tuple[Rule, ...],
        need: Need,
        dice: int,
        one: Fraction,
        **more: Any,
    ) -> "Shot":
        """Return a shot with `dice` of the chance `one`, which is also its `reach` if there is no other."""
        reach = more.pop("reach", one)
        status: Status = "ok" if reach else "cannot"
        return cls(status, source, base, rules, need, dice if reach else 0, one, reach, **more)

    @property
    def gate(self) -> Fraction:
        passed = ALWAYS
        for gate in self.gates:
            passed *= gate.chance
        return passed


def mode(book: Book, weapon: str, told: str, path: str) -> str:
    """Return the weapon's fire mode, the first if none is given; refuse an unknown one."""
    own = book.odds.modes_of(weapon)
    if not told:
        return own[0] if own else ""
    if told in own:
        return told
    check_mode(book, told, path)
    if not _all_modes(book.odds.fire):  # this ruleset does not read the field
        return ""
    refuse(path, "foreign-mode", closest(told, own), word=told, weapon=weapon)


def check_mode(book: Book, told: str, path: str) -> None:
    """Refuse a fire mode unknown to all rulesets, even if it is not used."""
    known = {way for other in book.library.catalogues.values() for way in _all_modes(other.odds.fire)}
    if told and told not in known:
        refuse(path, "mode", closest(told, known), word=told)


def _all_modes(fire: object) -> set[str]:
    return {mode for way in getattr(fire, "ways", ()) for mode in way.modes}


def fires_as(book: Book, aim: Aim) -> str:
    """Return the weapon whose row a shot uses, in these situations."""
    told = [rule.effect.fires_as for rule in holding(book.odds, "weapon", aim)]
    return told[0] if told else aim.weapon


def row_of(book: Book, aim: Aim) -> FireRow | None:
    """Return the row of the fire table for a shot; None: the weapon has none."""
    weapon = fires_as(book, aim)
    rows = book.fire_rows(weapon)
    ways = book.odds.modes_of(weapon)
    place = ways.index(aim.mode) if aim.mode in ways else 0
    return rows[place] if place < len(rows) else None
