"""Faults of a force with valid types: unknown ids, and contradicting numbers."""

from collections.abc import Iterator, Sequence

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import Force, ForceFigure, ForceSquad, named_ids
from rules.core.document.problem import Breach, Path
from rules.core.forces.followed import classes_near, most_of
from rules.core.text import closest


def faults(force: Force, catalogue: Catalogue) -> Iterator[Breach]:
    yield from _unknown(force, catalogue)
    yield from _twice([squad.id for squad in force.squads], ("squads",), "id")
    yield from _twice([entry.extra for entry in force.extras], ("extras",), "extra")
    for number, squad in enumerate(force.squads):
        yield from _of_squad(squad, ("squads", number), catalogue)
    for number, limit in enumerate(force.limits):
        if limit.most is not None and limit.least > limit.most:
            yield Breach(("limits", number, "least"), "most", {"expected": limit.most})


def _unknown(force: Force, catalogue: Catalogue) -> Iterator[Breach]:
    for named in named_ids(force):
        known = catalogue.by_kind[named.kind]
        if named.id not in known:
            meant = closest(named.id, known)
            yield Breach(named.path, named.kind, {"word": named.id}, meant)


def _twice(ids: Sequence[str], path: Path, field: str) -> Iterator[Breach]:
    for number, item in enumerate(ids):
        if item in ids[:number]:
            yield Breach((*path, number, field), "twice", {"word": item})


def _of_squad(squad: ForceSquad, path: Path, catalogue: Catalogue) -> Iterator[Breach]:
    least, most = squad.size
    if squad.least > squad.most:
        yield Breach((*path, "least"), "most", {"expected": squad.most})
    if least > most:
        yield Breach((*path, "size", 0), "most", {"expected": most})
    elif most and not squad.figures:
        yield Breach((*path, "size"), "force-nobody", {})
    elif sum(kind.least for kind in squad.figures) > most:
        yield Breach((*path, "size", 1), "least", {"expected": sum(kind.least for kind in squad.figures)})
    elif sum(most_of(kind, least) for kind in squad.figures) < least:
        men = sum(most_of(kind, least) for kind in squad.figures)
        yield Breach((*path, "size", 0), "most", {"expected": men})
    near = classes_near(squad.class_, catalogue)
    for number, kind in enumerate(squad.figures):
        yield from _of_figure(kind, (*path, "figures", number), near, catalogue)
    for number, vehicle in enumerate(squad.vehicles):
        if vehicle.least > vehicle.most:
            yield Breach((*path, "vehicles", number, "least"), "most", {"expected": vehicle.most})
    yield from _twice([vehicle.type for vehicle in squad.vehicles], (*path, "vehicles"), "type")
    yield from _twice([entry.extra for entry in squad.extras], (*path, "extras"), "extra")


def _of_figure(kind: ForceFigure, path: Path, near: frozenset[str], catalogue: Catalogue) -> Iterator[Breach]:
    if kind.most is not None and kind.least > kind.most:
        yield Breach((*path, "least"), "most", {"expected": kind.most})
    if kind.class_ in catalogue.class_by_id and len(near) > 1 and kind.class_ not in near:
        yield Breach((*path, "class"), "force-class", {"expected": ", ".join(sorted(near))})
    for number, level in enumerate(kind.leadership):
        if level and level not in catalogue.leadership:
            yield Breach(
                (*path, "leadership", number),
                "choice",
                {"word": str(level), "expected": ", ".join(map(str, catalogue.leadership)) or "0"},
            )
