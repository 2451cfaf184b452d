"""A list and the force that it follows: types of men, new lists, and the declaration of a check.

    @force_check("force-size")
    def size(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]: …

These checks belong to no ruleset: they are for every list that follows a force, and for no other. Their sentences are
in `words.yaml`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import Force, ForceFigure, ForceSquad, ForceVehicle
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.judging.checks.definition import NoParams, Sentences, Spec
from rules.core.judging.checks.squads import within_steps
from rules.core.judging.report import FORCE, Finding
from rules.core.judging.resolved import ResolvedRoster, ResolvedSquad
from rules.core.text import Language


class SortedMen(Struct, frozen=True):
    """`fits`: the possible types of each row; `numbers`: the men of each type; `left`: men of each row with no type."""

    fits: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]
    left: tuple[int, ...]


def classes_near(nominal: str, catalogue: Catalogue) -> frozenset[str]:
    """Return the possible classes of troops of a nominal class: with `class-shift`, those near it too."""
    check, named = catalogue.check_by_function.get("class-shift"), catalogue.class_by_id.get(nominal)
    if check is None or named is None:
        return frozenset({nominal})
    most = int(str(check.params["most"]))
    return frozenset(troops.id for troops in catalogue.classes if within_steps(troops, named, most))


def is_of_type(figure: Figure, class_id: str, kind: ForceFigure, catalogue: Catalogue) -> bool:
    """Return whether a man of a class has weapons, roles and leadership allowed by the type."""
    carried, roles = set(figure.weapons), set(figure.roles)
    return (
        carried <= {*kind.weapons, *kind.also}
        and (not kind.weapons or not carried.isdisjoint(kind.weapons))
        and roles <= {kind.role, *kind.roles}
        and (not kind.role or kind.role in roles)
        and figure.leadership in (kind.leadership or (0,))
        and (not kind.class_ or class_id in classes_near(kind.class_, catalogue))
    )


def most_of(kind: ForceFigure, men: int) -> int:
    share = men if kind.one_in is None else -(-men // kind.one_in)
    return share if kind.most is None else min(share, kind.most)


def sort_men(squad: Squad, wanted: ForceSquad, catalogue: Catalogue) -> SortedMen:
    """Return the types of a squad's men: first as many as each type needs, then as many as it allows."""
    men = squad.figure_count
    fits = tuple(
        tuple(
            number
            for number, kind in enumerate(wanted.figures)
            if is_of_type(figure, squad.class_of(figure), kind, catalogue)
        )
        for figure in squad.figures
    )
    most = [most_of(kind, men) for kind in wanted.figures]
    sorting = _Sorting(fits, [min(kind.least, high) for kind, high in zip(wanted.figures, most, strict=True)])
    left = sorting.place_all([figure.count for figure in squad.figures])
    sorting.room = most
    left = sorting.place_all(left)
    return SortedMen(fits, tuple(sum(of.values()) for of in sorting.men), tuple(left))


class _Sorting:
    """Men go to a type with room, or move another man on: augmenting paths leave no man out unnecessarily."""

    def __init__(self, fits: Sequence[tuple[int, ...]], room: list[int]) -> None:
        self.fits = fits
        self.room = room
        self.men: list[Counter[int]] = [Counter() for _ in room]  # of each type, by row

    def place_all(self, counts: list[int]) -> list[int]:
        """Place this many men of each row. Return the number of each without a place."""
        left = []
        for row, count in enumerate(counts):
            placed = 0
            while placed < count and self._place(row, set()):
                placed += 1
            left.append(count - placed)
        return left

    def _place(self, row: int, seen: set[int]) -> bool:
        for kind in self.fits[row]:
            if kind in seen:
                continue
            seen.add(kind)
            if sum(self.men[kind].values()) < self.room[kind] or self._make_room(kind, seen):
                self.men[kind][row] += 1
                return True
        return False

    def _make_room(self, kind: int, seen: set[int]) -> bool:
        for other in [row for row, men in self.men[kind].items() if men]:
            if self._place(other, seen):
                self.men[kind][other] -= 1
                return True
        return False


def started(roster: Roster, force: Force, catalogue: Catalogue, language: Language) -> Roster:
    """Return an empty list with a force and its first squads, which have no ids yet."""
    wanted = [squad for squad in force.squads for _ in range(squad.least)] or list(force.squads[:1])
    numbers: dict[str, int] = {}
    squads = []
    for squad in wanted:
        numbers[squad.id] = numbers.get(squad.id, 0) + 1
        name = squad.name.to(language)
        if squad.least > 1:
            name = f"{name} {numbers[squad.id]}"
        squads.append(smallest(squad, name, catalogue))
    return replace(roster, force=force, squads=tuple(squads))


def smallest(wanted: ForceSquad, name: str, catalogue: Catalogue) -> Squad:
    """Return a squad of a force with its minimum of men and vehicles, each with the first choices."""
    names_class = "class-shift" in catalogue.check_by_function
    figures = tuple(man_of(kind, count) for kind, count in zip(wanted.figures, _men(wanted), strict=True) if count)
    return Squad(
        name=name[:120],
        kind=wanted.kind,
        class_=wanted.class_,
        list_class=wanted.class_ if names_class else "",
        force_squad=wanted.id,
        figures=figures,
        vehicles=tuple(vehicle_of(kind) for kind in wanted.vehicles if kind.least),
    )


def _men(wanted: ForceSquad) -> list[int]:
    """Return the number of men of each type in the smallest squad: the required ones, then the first with room."""
    men = [kind.least for kind in wanted.figures]
    size = max(wanted.size[0], sum(men))
    missing = size - sum(men)
    by_room = sorted(range(len(men)), key=lambda number: -most_of(wanted.figures[number], size))
    for number in by_room:
        more = min(missing, max(0, most_of(wanted.figures[number], size) - men[number]))
        men[number] += more
        missing -= more
    return men


def man_of(kind: ForceFigure, count: int = 1) -> Figure:
    """Return this many men of a type with the first choices."""
    return Figure(
        count=count,
        class_=kind.class_,
        leadership=kind.leadership[0] if kind.leadership else 0,
        roles=(kind.role,) if kind.role else (),
        weapons=kind.weapons[:1],
    )


def vehicle_of(kind: ForceVehicle, count: int = 0) -> Vehicle:
    """Return vehicles of a type: as many as the squad needs, or `count`."""
    return Vehicle(type=kind.type, count=count or kind.least)


class FollowedForce(Struct, dict=True):
    """A list with the force that it follows."""

    resolved: ResolvedRoster
    force: Force

    @property
    def catalogue(self) -> Catalogue:
        return self.resolved.prices.catalogue

    @cached_property
    def pairs(self) -> list[tuple[ResolvedSquad, ForceSquad]]:
        """Return the squads that are in the force, each with its entry there."""
        found = [(squad, self.force.squad(squad.row.force_squad)) for squad in self.resolved.squads]
        return [(squad, wanted) for squad, wanted in found if wanted]

    @cached_property
    def sorted(self) -> list[tuple[ResolvedSquad, ForceSquad, SortedMen]]:
        """Return those squads with the types of their men. A squad larger than any force's is only too large."""
        return [
            (squad, wanted, sort_men(squad.row, wanted, self.catalogue))
            for squad, wanted in self.pairs
            if squad.row.figure_count <= MOST_MEN
        ]


MOST_MEN = 200

ForceCheck = Callable[[FollowedForce, Spec[NoParams]], Iterable[Finding]]
SENTENCES = msgspec.yaml.decode(Path(__file__).with_name("words.yaml").read_bytes(), type=dict[str, Sentences])
FORCE_CHECKS: dict[str, tuple[ForceCheck, Spec[NoParams]]] = {}


def force_check(code: str) -> Callable[[ForceCheck], ForceCheck]:
    """Declare a function as the check with a code."""

    def declare(function: ForceCheck) -> ForceCheck:
        FORCE_CHECKS[code] = function, Spec(code, "error", FORCE, NoParams(), SENTENCES[code])
        return function

    return declare


def force_findings(resolved: ResolvedRoster, force: Force) -> Iterator[Finding]:
    """Yield the findings of everything in a list that its force does not allow."""
    followed = FollowedForce(resolved, force)
    for check, spec in FORCE_CHECKS.values():
        yield from check(followed, spec)
