"""Every place of a ruleset that names an id, and the kind that it must have."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue, Weapon
from rules.core.catalogue.odds.data import Odds
from rules.core.judging.checks import CHECKS
from rules.core.judging.checks.definition import named_kinds
from rules.loading.yaml_lines import Path

# Whom a row of the handbook names, and the kind of thing each should be.
SUBJECTS = {
    "classes": "class",
    "weapons": "weapon",
    "vehicles": "vehicle",
    "extras": "extra",
    "roles": "role",
    "kit": "kit",
    "traits": "trait of squads or vehicles",
}

# The kinds of things with nicknames that are called otherwise here.
NICKNAMED = {"trait": "trait of squads or vehicles", "leadership": "leadership level"}

# Fields of the odds that name ids, and the kind of thing each names.
ODDS_KINDS = {
    "acts_as": "situation",
    "alone": "situation",
    "always_moving": "vehicle",
    "area": "weapon",
    "as_infantry": "vehicle",
    "carriers": "vehicle",
    "characteristic": "characteristic",
    "classes": "class",
    "column": "save column",
    "cover": "situation",
    "extras": "extra",
    "fanatic": "situation",
    "fires_as": "weapon",
    "heavy": "vehicle",
    "kit": "kit",
    "leader": "situation",
    "motivated": "situation",
    "moved": "situation",
    "moving": "situation",
    "no_turret": "situation",
    "only": "weapon",
    "role": "role",
    "roles": "role",
    "roll": "roll",
    "rolled_as": "roll of its own",
    "shocked": "situation",
    "soft_vehicles": "vehicle",
    "tanks": "vehicle",
    "target_classes": "class",
    "tired": "situation",
    "traits": "trait of squads or vehicles",
    "unarmoured": "situation",
    "unless": "situation",
    "unless_weapons": "weapon",
    "vehicle": "vehicle",
    "vehicles": "vehicle",
    "weapon": "weapon",
    "weapons": "weapon",
    "when": "situation",
    "wound": "situation",
    "wounded": "situation",
}


class Reference(NamedTuple):
    """A place that names an id, and the kind of thing it should be."""

    path: Path
    kind: str
    id: str


def references(catalogue: Catalogue) -> Iterator[Reference]:
    """Yield whatever a ruleset names by an id."""
    for place, item in enumerate(catalogue.classes):
        if item.side:
            yield Reference(("classes", place, "side"), "side", item.side)
        yield from (
            Reference(("classes", place, "stats", name), "characteristic", name) for name in item.stats
        )
    for place, weapon in enumerate(catalogue.weapons):
        yield from _weapon_references(catalogue, weapon, ("weapons", place))
    for place, vehicle in enumerate(catalogue.vehicles):
        yield from _listed(("vehicles", place, "mounts"), "weapon", vehicle.mounts or ())
        yield from _listed(("vehicles", place, "includes"), "weapon", vehicle.includes)
    yield from _extra_references(catalogue)
    for place, role in enumerate(catalogue.roles):
        yield from _option(catalogue, ("roles", place, "flat_under"), role.flat_under)
    for place, preset in enumerate(catalogue.presets):
        path = ("presets", place)
        yield from _listed((*path, "weapons"), "weapon", preset.weapons)
        yield from _listed((*path, "roles"), "role", preset.roles)
        if preset.leadership:
            yield Reference((*path, "leadership"), "leadership level", str(preset.leadership))
    for place, squad in enumerate(catalogue.ready_squads):
        path = ("ready_squads", place)
        yield Reference((*path, "troops"), "class", squad.troops)
        yield from _listed((*path, "vehicles"), "vehicle", squad.vehicles)
        for number, figure in enumerate(squad.figures):
            yield Reference((*path, "figures", number, "preset"), "preset", figure.preset)
    made = catalogue.completion
    for field, preset_id in (("plain", made.plain), ("leader", made.leader)):
        if preset_id:
            yield Reference(("completion", field), "preset", preset_id)
    for place, share in enumerate(made.shares):
        yield Reference(("completion", "shares", place, "preset"), "preset", share.preset)
    for field, kind, bought in (("vehicles", "vehicle", made.vehicles), ("extras", "extra", made.extras)):
        for place, purchase in enumerate(bought):
            yield Reference(("completion", field, place, "id"), kind, purchase.id)
    for place, nickname in enumerate(catalogue.nicknames):
        kind = NICKNAMED.get(nickname.kind, nickname.kind)
        yield Reference(("nicknames", place, "id"), kind, nickname.id)
    for place, marker in enumerate(catalogue.markers):
        yield from _listed(("markers", place, "extras"), "extra", marker.extras)
        if marker.roll:
            yield Reference(("markers", place, "roll"), "roll of its own", marker.roll)
    yield from _odds_references(catalogue.odds, ("odds",), _of_questions(catalogue.odds))
    for place, situation in enumerate(catalogue.odds.situations):
        yield from _option(catalogue, ("odds", "situations", place, "under"), situation.under)
    yield from _handbook_references(catalogue)
    yield from _check_references(catalogue)


def _weapon_references(catalogue: Catalogue, weapon: Weapon, path: Path) -> Iterator[Reference]:
    for ruling, options in weapon.points_under.items():
        place = (*path, "points_under", ruling)
        if ruling not in catalogue.ruling_by_id:
            yield Reference(place, "ruling", ruling)
            continue
        yield from (Reference((*place, option), "option", f"{ruling}/{option}") for option in options)


def _extra_references(catalogue: Catalogue) -> Iterator[Reference]:
    for place, extra in enumerate(catalogue.extras):
        path = ("extras", place)
        yield from _listed((*path, "excludes"), "extra", extra.excludes)
        if extra.shared_limit:
            yield from _listed((*path, "shared_limit", "also"), "extra", extra.shared_limit.also)
        yield from _option(catalogue, (*path, "once_under"), extra.once_under)
        for number, condition in enumerate(extra.conditions):
            kind = condition.need.rpartition("-")[2]  # list-has-side: a side
            yield from _listed((*path, "conditions", number, "any_of"), kind, condition.any_of)


def _handbook_references(catalogue: Catalogue) -> Iterator[Reference]:
    for place, table in enumerate(catalogue.handbook):
        for number, row in enumerate(table.rows):
            for name, kind in SUBJECTS.items() if row.about else ():
                path = ("handbook", place, "rows", number, "about", name)
                yield from _listed(path, kind, getattr(row.about, name))
            yield from _option(
                catalogue,
                ("handbook", place, "rows", number, "about", "under"),
                row.about.under if row.about else None,
            )
            for at, area in enumerate(row.areas):
                for name, kind in SUBJECTS.items() if area.about else ():
                    of_area = ("handbook", place, "rows", number, "areas", at, "about", name)
                    yield from _listed(of_area, kind, getattr(area.about, name))


def _check_references(catalogue: Catalogue) -> Iterator[Reference]:
    for place, check in enumerate(catalogue.checks):
        path = ("checks", place)
        yield Reference((*path, "check" if check.check else "code"), "check", check.check or check.code)
        definition = CHECKS.get(check.check or check.code)
        kinds = named_kinds(definition.params, check.params) if definition else {}
        for name, value in check.params.items():
            kind = kinds.get(name)
            if kind and isinstance(value, tuple):
                yield from _listed((*path, "params", name), kind, value)
            elif kind:
                yield Reference((*path, "params", name), kind, str(value))


def _of_questions(odds: Odds) -> frozenset[str]:
    """Return the ids in place of weapons that lists do not have: of questions, and bombardments."""
    return frozenset([*odds.weapon_by_id, *(item.id for item in odds.bombardments)])


def _odds_references(part: Any, path: Path, of_questions: frozenset[str]) -> Iterator[Reference]:
    """Yield the ids in a part of the odds, at any depth, also weapons of questions."""
    if isinstance(part, tuple):
        for place, item in enumerate(part):
            yield from _odds_references(item, (*path, place), of_questions)
    elif isinstance(part, Struct):
        for name in part.__struct_fields__:
            value, kind = getattr(part, name), ODDS_KINDS.get(name)
            if isinstance(value, tuple) and kind and all(isinstance(item, str) for item in value):
                for place, item in enumerate(value):
                    if item not in of_questions:
                        yield Reference((*path, name, place), kind, item)
            elif isinstance(value, str) and kind and value and value not in of_questions:
                yield Reference((*path, name), kind, value)
            elif isinstance(value, dict):  # numbers by class
                yield from (Reference((*path, name, class_id), "class", class_id) for class_id in value)
            else:
                yield from _odds_references(value, (*path, name), of_questions)


def _listed(path: Path, kind: str, names: tuple[str, ...]) -> Iterator[Reference]:
    return (Reference((*path, place), kind, name) for place, name in enumerate(names))


def _option(catalogue: Catalogue, path: Path, pair: tuple[str, str] | None) -> Iterator[Reference]:
    if pair is None:
        return
    ruling, option = pair
    if ruling in catalogue.ruling_by_id:
        yield Reference((*path, 1), "option", f"{ruling}/{option}")
    else:
        yield Reference((*path, 0), "ruling", ruling)
