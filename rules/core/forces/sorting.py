"""Which type of the force each man of a squad counts as: as many of them as can be, whatever order they stand in."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import ForceFigure, ForceSquad
from rules.core.document.roster import Figure, Squad
from rules.core.judging.checks.troops import within_steps


class SortedMen(Struct, frozen=True):
    """`fits`: the types that each row may be; `numbers`: the men of each type; `left`: men of each row who are none."""

    fits: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]
    left: tuple[int, ...]


def classes_near(nominal: str, catalogue: Catalogue) -> frozenset[str]:
    """Return the classes that troops of a nominal class may be: where `class-shift` is made, those near it too."""
    check, named = catalogue.check_by_function.get("class-shift"), catalogue.class_by_id.get(nominal)
    if check is None or named is None:
        return frozenset({nominal})
    most = int(str(check.params["most"]))
    return frozenset(troops.id for troops in catalogue.classes if within_steps(troops, named, most))


def is_of_type(figure: Figure, class_id: str, kind: ForceFigure, catalogue: Catalogue) -> bool:
    """Return whether a man of a class carries, does and leads what the type may."""
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
    """Return how many of a type a squad of so many men may have."""
    share = men if kind.one_in is None else -(-men // kind.one_in)
    return share if kind.most is None else min(share, kind.most)


def sort_men(squad: Squad, wanted: ForceSquad, catalogue: Catalogue) -> SortedMen:
    """Return which types the men of a squad are: first as many as each type needs, then as many as it may have."""
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
    """Men go to a type with room, or make another go elsewhere: by augmenting paths, so that none is left in vain."""

    def __init__(self, fits: Sequence[tuple[int, ...]], room: list[int]) -> None:
        self.fits = fits
        self.room = room
        self.men: list[Counter[int]] = [Counter() for _ in room]  # of each type, by row

    def place_all(self, counts: list[int]) -> list[int]:
        """Place so many men of each row. Return how many of each have no place."""
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
