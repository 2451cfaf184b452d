"""Every place of a ruleset that names an id, and the kind that it must have."""

from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from rules.core.catalogue.building import Nickname
from rules.core.catalogue.catalogue import Catalogue, Check, Condition, Weapon
from rules.core.document.problem import Path
from rules.core.judging.checks import CHECKS
from rules.core.judging.checks.definition import named_kinds

FIELDS = msgspec.yaml.decode(
    FilePath(__file__).with_name("references.yaml").read_bytes(), type=dict[str, dict[str, str]]
)
SUBJECTS = FIELDS["subjects"]
KINDS, ODDS_KINDS = SUBJECTS | FIELDS["rules"], SUBJECTS | FIELDS["odds"]

# The kinds of things with nicknames that are called otherwise here.
NICKNAMED = {"trait": "trait of squads or vehicles", "leadership": "leadership level"}

# Fields that name a ruling and one of its options.
RULED = ("under", "flat_under", "once_under")


class Reference(NamedTuple):
    """A place that names an id, and the kind of thing it should be."""

    path: Path
    kind: str
    id: str


def references(catalogue: Catalogue) -> Iterator[Reference]:
    """Yield whatever a ruleset names by an id."""
    for section in catalogue.__struct_fields__:
        if section != "odds":
            yield from _named(catalogue, (section,), getattr(catalogue, section), KINDS)
    for field, kind in (("vehicles", "vehicle"), ("extras", "extra")):
        for place, purchase in enumerate(getattr(catalogue.completion, field)):
            yield Reference(("completion", field, place, "id"), kind, purchase.id)
    odds = catalogue.odds
    # Ids in place of weapons that lists do not have: of questions, and bombardments.
    of_questions = {*odds.weapon_by_id, *(item.id for item in odds.bombardments)}
    for reference in _named(catalogue, ("odds",), odds, ODDS_KINDS):
        if reference.id not in of_questions:
            yield reference


def _named(catalogue: Catalogue, path: Path, part: Any, kinds: dict[str, str]) -> Iterator[Reference]:
    """Yield the ids in a part of a ruleset, at any depth."""
    if isinstance(part, tuple):
        for number, item in enumerate(part):
            yield from _named(catalogue, (*path, number), item, kinds)
    elif isinstance(part, Struct):
        yield from _of_its_own(catalogue, path, part)
        for field in part.__struct_fields__:
            value, kind, place = getattr(part, field), kinds.get(field), (*path, field)
            if field in RULED and value:
                ruling, option = value
                if ruling in catalogue.ruling_by_id:
                    yield Reference((*place, 1), "option", f"{ruling}/{option}")
                else:
                    yield Reference((*place, 0), "ruling", ruling)
            elif kind and _has_ids(value):
                yield from _each(place, kind, value)
            else:
                yield from _named(catalogue, place, value, kinds)


def _has_ids(value: Any) -> bool:
    """Whether a value is an id, a level, several ids, or numbers by id."""
    first = value[0] if value and isinstance(value, tuple) else value
    return bool(value) and not isinstance(first, Struct | bool)


def _of_its_own(catalogue: Catalogue, path: Path, part: Struct) -> Iterator[Reference]:
    """Yield the ids whose kind depends on more than the field."""
    match part:
        case Weapon():
            for ruling, options in part.points_under.items():
                place = (*path, "points_under", ruling)
                if ruling in catalogue.ruling_by_id:
                    yield from (Reference((*place, one), "option", f"{ruling}/{one}") for one in options)
                else:
                    yield Reference(place, "ruling", ruling)
        case Condition():
            yield from _each((*path, "any_of"), part.kind, part.any_of)
        case Nickname():
            yield Reference((*path, "id"), NICKNAMED.get(part.kind, part.kind), part.id)
        case Check():
            name = part.check or part.code
            yield Reference((*path, "check" if part.check else "code"), "check", name)
            kinds = named_kinds(CHECKS[name].params, part.params) if name in CHECKS else {}
            for param, value in part.params.items():
                if param in kinds:
                    yield from _each((*path, "params", param), kinds[param], value)


def _each(path: Path, kind: str, value: Any) -> Iterator[Reference]:
    """Yield an id, each of several, or each of those with a number."""
    if isinstance(value, dict):
        yield from (Reference((*path, name), kind, name) for name in value)
    elif isinstance(value, tuple):
        yield from (Reference((*path, place), kind, name) for place, name in enumerate(value))
    else:
        yield Reference(path, kind, str(value))
