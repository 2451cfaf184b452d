"""Convert rulesets to rows of the database and back: `build_catalogue(save_catalogue(c)) == c`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from django.db import models as orm
from django.db import transaction
from msgspec.structs import FieldInfo

from rules import models
from rules.core.catalogue import catalogue as core
from rules.core.catalogue.building import Nickname, Option, Preset, ReadyFigure, ReadySquad, Ruling
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry
from rules.core.catalogue.handbook import HandbookRow, HandbookTable, Procedures
from rules.core.text import Text
from rules.loading.dumping import dump_odds
from rules.loading.reading import parse_odds
from rules.loading.reasons import convert
from rules.models import Ruleset

Columns = dict[str, Any]
ItemT = TypeVar("ItemT", bound=msgspec.Struct)


@dataclass(frozen=True)
class CustomField:
    """A field that is not stored unchanged in one column: how to write its columns, and how to read it from a row."""

    columns: Callable[[Any], Columns]
    value: Callable[[Any], Any]


def _text(name: str, may_lack: bool) -> CustomField:
    """Return a text field: a column for each language. If it `may_lack`, two blank columns mean no text."""

    def columns(value: Text | None) -> Columns:
        return {f"{name}_it": value.it if value else "", f"{name}_en": value.en if value else ""}

    def value(row: object) -> Text | None:
        both = Text(getattr(row, f"{name}_it"), getattr(row, f"{name}_en"))
        return both if both.it or both.en or not may_lack else None

    return CustomField(columns, value)


@dataclass(frozen=True)
class RowMapping(Generic[ItemT]):
    """A type of the catalogue and the model of its rows.

    By default a field is stored in the column of its name, an `id` in `slug`, and a text in a column for each
    language. `renamed` gives other column names, and `custom` the fields stored in another way. `under` has the
    mappings of the rows that belong to each row. The fields in `without` are not stored.
    """

    item: type[ItemT]
    model: type[orm.Model]
    renamed: Mapping[str, str] = field(default_factory=dict)
    custom: Mapping[str, CustomField] = field(default_factory=dict)
    under: "Mapping[str, RowMapping[Any]]" = field(default_factory=dict)
    without: Iterable[str] = ()

    @cached_property
    def _custom(self) -> dict[str, CustomField]:
        texts = {
            one.name: _text(one.name, may_lack=one.type is not Text)
            for one in self._fields
            if one.type in (Text, Text | None)
        }
        return texts | dict(self.custom)

    @cached_property
    def _fields(self) -> list[FieldInfo]:
        without = ("retired", *self.without)  # rows of the site are removed, not retired
        return [one for one in msgspec.structs.fields(self.item) if one.name not in without]

    @cached_property
    def plain(self) -> list[tuple[FieldInfo, str, bool]]:
        """Return the fields with one column each, the column names, and whether they are JSON."""
        names = {"id": "slug", **self.renamed}
        found = [
            (one, names.get(one.name, one.name))
            for one in self._fields
            if one.name not in self._custom and one.name not in self.under
        ]
        return [(one, column, isinstance(self.model._meta.get_field(column), orm.JSONField)) for one, column in found]

    def columns(self, item: ItemT) -> Columns:
        made: Columns = {}
        for one, column, is_json in self.plain:
            value = getattr(item, one.name)
            made[column] = msgspec.to_builtins(value) if is_json else value
        for name, odd in self._custom.items():
            made |= odd.columns(getattr(item, name))
        return made

    def fields(self, row: orm.Model) -> Columns:
        """Return the fields of a row's item. Raises ShapeError."""
        made = {
            one.name: convert(getattr(row, column), one.type, (one.name,)) if is_json else getattr(row, column)
            for one, column, is_json in self.plain
        }
        made |= {name: odd.value(row) for name, odd in self._custom.items()}
        return made | {name: table.items(getattr(row, name)) for name, table in self.under.items()}

    def items(self, rows: Any) -> tuple[ItemT, ...]:
        """Return the items of rows. Raises ShapeError."""
        return tuple(self.item(**self.fields(row)) for row in rows.all())

    def save(self, owner: str, items_of: Iterable[tuple[orm.Model, Sequence[ItemT]]]) -> None:
        """Write items for the rows that own them, in order. `owner` is the column that refers to those rows."""
        items = [
            (item, self.model(**{owner: row}, position=place, **self.columns(item)))
            for row, items in items_of
            for place, item in enumerate(items)
        ]
        self.model._default_manager.bulk_create(row for _item, row in items)
        for name, table in self.under.items():
            own = next(one.name for one in table.model._meta.fields if one.related_model is self.model)
            table.save(own, ((row, getattr(item, name)) for item, row in items))


def _answer_of(name: str) -> CustomField:
    """Return a field of a ruling and its answer, in a column each. A blank ruling is none."""
    ruling, option = f"{name}_ruling", f"{name}_option"
    return CustomField(
        lambda value: dict(zip((ruling, option), value or ("", ""), strict=True)),
        lambda row: (getattr(row, ruling), getattr(row, option)) if getattr(row, ruling) else None,
    )


def _passes(row: Any) -> core.Passes | None:
    if row.passes_least is None or row.passes_most is None:
        return None
    return core.Passes(least=row.passes_least, most=row.passes_most)


EXTRA = {
    "once_under": _answer_of("once_under"),
    "levels": CustomField(
        lambda levels: {"checks_levels": levels is not None, "levels": levels or ()},
        lambda row: row.levels if row.checks_levels else None,
    ),
    "points": CustomField(
        lambda points: {"squad_points": points.get("squad"), "list_points": points.get("list")},
        lambda row: {
            scope: points
            for scope, points in (("squad", row.squad_points), ("list", row.list_points))
            if points is not None
        },
    ),
    "shared_limit": CustomField(
        lambda limit: {
            "shared_most": limit.most if limit else None,
            "shared_with": limit.also if limit else (),
        },
        lambda row: None if row.shared_most is None else core.SharedLimit(most=row.shared_most, also=row.shared_with),
    ),
    "passes": CustomField(
        lambda passes: {
            "passes_least": passes.least if passes else None,
            "passes_most": passes.most if passes else None,
        },
        _passes,
    ),
}
MOUNTS = CustomField(
    lambda mounts: {"mounts_any": mounts is None, "mounts": mounts or ()},
    lambda row: None if row.mounts_any else row.mounts,
)

SECTIONS: dict[str, RowMapping[Any]] = {
    "sides": RowMapping(Entry, models.Side),
    "characteristics": RowMapping(core.Characteristic, models.Characteristic),
    "save_columns": RowMapping(Entry, models.SaveColumn),
    "formats": RowMapping(core.Format, models.Format),
    "classes": RowMapping(core.TroopClass, models.TroopClass),
    "weapons": RowMapping(core.Weapon, models.Weapon, under={"fire": RowMapping(core.FireRow, models.FireRow)}),
    "vehicles": RowMapping(
        core.VehicleType,
        models.VehicleType,
        custom={"mounts": MOUNTS},
        under={
            "movement": RowMapping(core.Movement, models.Movement),
            "saves": RowMapping(core.SaveRow, models.SaveRow),
        },
    ),
    "extras": RowMapping(
        core.Extra,
        models.Extra,
        custom=EXTRA,
        under={"conditions": RowMapping(core.Condition, models.ExtraCondition)},
    ),
    "roles": RowMapping(core.Role, models.Role, custom={"flat_under": _answer_of("flat_under")}),
    "kit": RowMapping(Entry, models.Kit),
    "traits": RowMapping(core.Trait, models.Trait),
    "rulings": RowMapping(Ruling, models.Ruling, under={"options": RowMapping(Option, models.RulingOption)}),
    "presets": RowMapping(Preset, models.Preset),
    "ready_squads": RowMapping(
        ReadySquad, models.ReadySquad, under={"figures": RowMapping(ReadyFigure, models.ReadyFigure)}
    ),
    "nicknames": RowMapping(Nickname, models.Nickname),
    "handbook": RowMapping(
        HandbookTable, models.HandbookTable, under={"rows": RowMapping(HandbookRow, models.HandbookRow)}
    ),
    "checks": RowMapping(core.Check, models.Check, renamed={"check": "function"}),
}

PROCEDURES = Procedures.__struct_fields__
RULESET = RowMapping(
    core.Catalogue,
    models.Ruleset,
    renamed={"id": "id"},
    custom={
        "language": CustomField(lambda language: {"language": language or ""}, lambda row: row.language or None),
        "procedures": CustomField(
            lambda made: {name: getattr(made, name) for name in PROCEDURES},
            lambda row: Procedures(**{name: getattr(row, name) for name in PROCEDURES}),
        ),
    },
    without=(*SECTIONS, "odds"),
)
MAPPINGS: list[RowMapping[Any]] = [
    RULESET,
    *SECTIONS.values(),
    *(table for section in SECTIONS.values() for table in section.under.values()),
]


@transaction.atomic
def save_catalogue(catalogue: Catalogue) -> Ruleset:
    """Replace the rows of a ruleset, and return the ruleset. Its versions do not change."""
    columns = RULESET.columns(catalogue) | {"odds": dump_odds(catalogue)}
    ruleset, _ = Ruleset.objects.update_or_create(id=catalogue.id, defaults=columns)
    for name, table in SECTIONS.items():
        getattr(ruleset, name).all().delete()
        table.save("ruleset", [(ruleset, getattr(catalogue, name))])
    return ruleset


def build_catalogue(ruleset: Ruleset) -> Catalogue:
    """Return the catalogue of the rows of a ruleset, read in a fixed number of queries. Raises ShapeError."""
    rows = [
        row for name, table in SECTIONS.items() for row in ([f"{name}__{under}" for under in table.under] or [name])
    ]
    row = Ruleset.objects.prefetch_related(*rows).get(pk=ruleset.pk)
    sections: dict[str, Any] = {name: table.items(getattr(row, name)) for name, table in SECTIONS.items()}
    return Catalogue(**RULESET.fields(row), **sections, odds=parse_odds(row.odds))
