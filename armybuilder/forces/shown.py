"""A force in words, for pages."""

from collections.abc import Iterator

from django.utils.translation import gettext
from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import name_in
from rules.core.document.force import (
    LIMITED,
    Force,
    ForceExtra,
    ForceFigure,
    ForceLimit,
    ForceSquad,
    ForceVehicle,
)
from rules.core.text import Language


class ShownRow(Struct, frozen=True):
    """A line of a squad: number, type and weapons."""

    number: str
    name: str
    gear: str


class ShownSquad(Struct, frozen=True):
    """A kind of squad."""

    number: str
    name: str
    troops: str
    size: str
    rows: tuple[ShownRow, ...]


class ShownForce(Struct, frozen=True):
    """A force: its owner (`club` "": ours), the possible roles of lists, its squads, extras and limits."""

    name: str
    period: str
    note: str
    club: str
    version: int
    roles: tuple[tuple[str, str], ...]
    squads: tuple[ShownSquad, ...]
    extras: tuple[str, ...]
    limits: tuple[str, ...]
    pk: int = 0


class _Words:
    def __init__(self, catalogue: Catalogue, language: Language) -> None:
        self.catalogue, self.language = catalogue, language

    def name(self, kind: str, item: str) -> str:
        """Return the name of an entry, or its id in another edition."""
        return name_in(self.catalogue.by_kind[kind], item).to(self.language)

    def names(self, kind: str, ids: tuple[str, ...]) -> str:
        return ", ".join(self.name(kind, item) for item in ids)

    def squad(self, squad: ForceSquad) -> ShownSquad:
        rows = [self.figure(kind) for kind in squad.figures]
        rows += [self.vehicle(kind) for kind in squad.vehicles]
        rows += [ShownRow("0–1", name, "") for name in self.extras(squad.extras)]
        return ShownSquad(
            span(squad.least, squad.most),
            squad.name.to(self.language),
            self.name("class", squad.class_),
            span(*squad.size) if squad.size[1] else "",
            tuple(rows),
        )

    def figure(self, kind: ForceFigure) -> ShownRow:
        number = span(kind.least, kind.most) if kind.one_in is None else _share(kind.one_in)
        gear = [
            self.names("weapon", (*kind.weapons, *(item for item in kind.also if item not in kind.weapons)))
        ]
        gear += [self.name("role", kind.role)] if kind.role else []
        gear += [self.name("class", kind.class_)] if kind.class_ else []
        gear += ["L" + "/".join(map(str, kind.leadership))] if any(kind.leadership) else []
        return ShownRow(number, kind.name.to(self.language), " · ".join(filter(None, gear)))

    def vehicle(self, kind: ForceVehicle) -> ShownRow:
        return ShownRow(
            span(kind.least, kind.most), self.name("vehicle", kind.type), self.names("weapon", kind.weapons)
        )

    def extras(self, extras: tuple[ForceExtra, ...]) -> list[str]:
        return [
            self.name("extra", entry.extra)
            + (f" ≤ {entry.level}" if entry.level else "")
            + (f" × {entry.most}" if entry.most > 1 else "")
            for entry in extras
        ]

    def limit(self, limit: ForceLimit) -> str:
        return f"{self.names(LIMITED[limit.of], limit.ids)}: {span(limit.least, limit.most)}"


def _share(men: int) -> str:
    return gettext("1 in %(men)s") % {"men": men}


def span(least: int, most: int | None) -> str:
    """Return a range of numbers: "1–3", "2", "3+" if it has no upper end."""
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least}–{most}"


class ForceChange(Struct, frozen=True):
    """The removed and added lines between two versions of a force."""

    gone: tuple[str, ...]
    come: tuple[str, ...]


def change_of(before: ShownForce, after: ShownForce) -> ForceChange:
    """Return the differences between two versions of a force."""
    old, new = list(_lines(before)), list(_lines(after))
    return ForceChange(
        tuple(line for line in old if line not in new), tuple(line for line in new if line not in old)
    )


def _lines(force: ShownForce) -> Iterator[str]:
    yield from filter(None, (force.name, force.period, force.note))
    yield from (name for _, name in force.roles)
    for squad in force.squads:
        yield f"{squad.number} × {', '.join(filter(None, (squad.name, squad.troops, squad.size)))}"
        for row in squad.rows:
            yield f"{squad.name}: {row.number} {' · '.join(filter(None, (row.name, row.gear)))}"
    yield from (*force.extras, *force.limits)


def shown_force(force: Force, catalogue: Catalogue, language: Language, pk: int = 0) -> ShownForce:
    """Return a force in words, in a language; `pk` if it can be chosen."""
    words = _Words(catalogue, language)
    formats = [item for item in catalogue.formats if not force.roles or item.id in force.roles]
    return ShownForce(
        name=force.name.to(language),
        period=force.period.to(language) if force.period else "",
        note=force.note.to(language) if force.note else "",
        club=force.club,
        version=force.version,
        roles=tuple((item.id, item.name.to(language)) for item in formats),
        squads=tuple(words.squad(squad) for squad in force.squads),
        extras=tuple(words.extras(force.extras)),
        limits=tuple(words.limit(limit) for limit in force.limits),
        pk=pk,
    )
