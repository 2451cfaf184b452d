"""Between each type of the catalogue and its row: a pair of functions, its columns and back.

A function `…_columns` gives the columns of an item; the one named like the item builds it from its row. What is called
and written alike in both is named once, in capitals.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from rules import models
from rules.core.catalogue import catalogue as core
from rules.core.catalogue import rulings
from rules.core.catalogue.entry import Entry
from rules.core.catalogue.handbook import HandbookRow, HandbookTable, Procedures
from rules.core.text.text import Text
from rules.loading.dumping import dump_odds
from rules.loading.shapes import convert

Columns = dict[str, Any]

# What all of them have


def same(item: object, names: Iterable[str]) -> Columns:
    """Return what an item or a row has under these names."""
    return {name: getattr(item, name) for name in names}


def two(column: str, text: Text | None) -> Columns:
    return {f"{column}_it": text.it if text else "", f"{column}_en": text.en if text else ""}


def text(row: object, column: str) -> Text:
    return Text(getattr(row, f"{column}_it"), getattr(row, f"{column}_en"))


def text_or_none(row: object, column: str) -> Text | None:
    both = text(row, column)
    return both if both.it or both.en else None


def pair_or_none(ruling: str, option: str) -> tuple[str, str] | None:
    return (ruling, option) if ruling else None


def entry_columns(item: Entry) -> Columns:
    return {
        "slug": item.id,
        **two("name", item.name),
        "source": item.source,
        **two("reading", item.reading),
    }


def entry_fields(row: models.Entry) -> Columns:
    return {
        "id": row.slug,
        "name": text(row, "name"),
        "source": row.source,
        "reading": text_or_none(row, "reading"),
    }


# The ruleset, its table of classes, its formats, roles and traits


RULESET = (
    "credit",
    "order",
    "item_source",
    "die",
    "bands",
    "covering_bands",
    "has_points",
    "reads",
    "leadership",
    "leadership_source",
)
PROCEDURES = Procedures.__struct_fields__
HANDBOOK_ROW = ("source", "counts", "circles", "morale")
JSON = ("abbreviations", "completion", "states", "vehicle_states", "markers")


def ruleset_columns(catalogue: core.Catalogue) -> Columns:
    return {
        **two("name", catalogue.name),
        **two("edition", catalogue.edition),
        **two("line", catalogue.line),
        **two("short_edition", catalogue.short_edition),
        **two("period", catalogue.period),
        **two("suits", catalogue.suits),
        **same(catalogue, RULESET),
        "language": catalogue.language or "",
        **same(catalogue.procedures, PROCEDURES),
        **{name: msgspec.to_builtins(getattr(catalogue, name)) for name in JSON},
        "odds": dump_odds(catalogue),
    }


def ruleset_fields(row: models.Ruleset) -> Columns:
    texts = {name: text(row, name) for name in ("name", "edition", "line")}
    may_lack = {name: text_or_none(row, name) for name in ("short_edition", "period", "suits")}
    return {**texts, **may_lack, **same(row, RULESET), "language": row.language or None}


def procedures(row: models.Ruleset) -> Procedures:
    return Procedures(**same(row, PROCEDURES))


def characteristic_columns(item: core.Characteristic) -> Columns:
    return {**entry_columns(item), **two("short", item.short), "format": item.format}


def characteristic(row: models.Characteristic) -> core.Characteristic:
    fields = {**entry_fields(row), "short": text(row, "short"), "format": row.format}
    return convert(fields, core.Characteristic)


def format_columns(item: core.Format) -> Columns:
    return {**entry_columns(item), "limit": item.limit}


CLASS = ("code", "side", "rank", "points")


def class_columns(item: core.TroopClass) -> Columns:
    return {**entry_columns(item), **same(item, CLASS), "stats": msgspec.to_builtins(item.stats)}


def troop_class(row: models.TroopClass) -> core.TroopClass:
    stats = convert(row.stats, dict[str, int | core.Stat])
    return core.TroopClass(**entry_fields(row), **same(row, CLASS), stats=stats)


def role_columns(item: core.Role) -> Columns:
    ruling, option = item.flat_under or ("", "")
    return {
        **entry_columns(item),
        "points": item.points,
        "flat_under_ruling": ruling,
        "flat_under_option": option,
    }


def role(row: models.Role) -> core.Role:
    flat_under = pair_or_none(row.flat_under_ruling, row.flat_under_option)
    return core.Role(**entry_fields(row), points=row.points, flat_under=flat_under)


def trait_columns(item: core.Trait) -> Columns:
    return {**entry_columns(item), "carrier": item.carrier}


def trait(row: models.Trait) -> core.Trait:
    return convert({**entry_fields(row), "carrier": row.carrier}, core.Trait)


# Weapons


WEAPON = ("points", "points_under", "carried_by", "kind", "tags", "covering")
FIRE = ("dice", "needs", "reach", "least", "most")


def weapon_columns(item: core.Weapon) -> Columns:
    texts = {**two("in_full", item.in_full), **two("note", item.note)}
    return {**entry_columns(item), **texts, **same(item, WEAPON)}


def weapon(row: models.Weapon) -> core.Weapon:
    fire = tuple(map(fire_row, row.fire.all()))
    in_full, note = text_or_none(row, "in_full"), text_or_none(row, "note")
    return core.Weapon(**entry_fields(row), in_full=in_full, note=note, **same(row, WEAPON), fire=fire)


def fire_columns(item: core.FireRow) -> Columns:
    return {**two("mode", item.mode), **same(item, FIRE)}


def fire_row(row: models.FireRow) -> core.FireRow:
    return core.FireRow(mode=text_or_none(row, "mode"), **same(row, FIRE))


# Vehicles


VEHICLE = ("points", "includes")


def vehicle_columns(item: core.VehicleType) -> Columns:
    return {
        **entry_columns(item),
        **two("note", item.note),
        **same(item, VEHICLE),
        "mounts_any": item.mounts is None,
        "mounts": item.mounts or (),
    }


def vehicle(row: models.VehicleType) -> core.VehicleType:
    return core.VehicleType(
        **entry_fields(row),
        **same(row, VEHICLE),
        note=text_or_none(row, "note"),
        mounts=None if row.mounts_any else row.mounts,
        movement=tuple(map(movement, row.movement.all())),
        saves=tuple(map(save_row, row.saves.all())),
    )


def movement_columns(item: core.Movement) -> Columns:
    return {"kind": item.kind, **two("name", item.name), "distance": item.distance}


def movement(row: models.Movement) -> core.Movement:
    return core.Movement(kind=row.kind, name=text(row, "name"), distance=row.distance)


def save_row_columns(item: core.SaveRow) -> Columns:
    return {**two("name", item.name), "needs": item.needs}


def save_row(row: models.SaveRow) -> core.SaveRow:
    return core.SaveRow(name=text_or_none(row, "name"), needs=row.needs)


# Extras, rulings, checks, presets, ready squads, nicknames


EXTRA = (
    "scopes", "per_level", "level_points", "most", "excludes", "club_price", "counted", "spares_morale", "initiative",
)  # fmt: skip
CONDITION = ("need", "any_of", "code", "level")


def extra_columns(item: core.Extra) -> Columns:
    ruling, option = item.once_under or ("", "")
    return {
        **entry_columns(item),
        **two("text", item.text),
        **same(item, EXTRA),
        "squad_points": item.points.get("squad"),
        "list_points": item.points.get("list"),
        "checks_levels": item.levels is not None,
        "levels": item.levels or (),
        "shared_most": item.shared_limit.most if item.shared_limit else None,
        "shared_with": item.shared_limit.also if item.shared_limit else (),
        "passes_least": item.passes.least if item.passes else None,
        "passes_most": item.passes.most if item.passes else None,
        "once_under_ruling": ruling,
        "once_under_option": option,
    }


def extra(row: models.Extra) -> core.Extra:
    prices: dict[core.Scope, int | None] = {"squad": row.squad_points, "list": row.list_points}
    return core.Extra(
        **entry_fields(row),
        **same(row, EXTRA),
        text=text(row, "text"),
        points={scope: points for scope, points in prices.items() if points is not None},
        levels=row.levels if row.checks_levels else None,
        shared_limit=_shared_limit(row),
        passes=_passes(row),
        once_under=pair_or_none(row.once_under_ruling, row.once_under_option),
        conditions=tuple(map(condition, row.conditions.all())),
    )


def _shared_limit(row: models.Extra) -> core.SharedLimit | None:
    return None if row.shared_most is None else core.SharedLimit(most=row.shared_most, also=row.shared_with)


def _passes(row: models.Extra) -> core.Passes | None:
    if row.passes_least is None or row.passes_most is None:
        return None
    return core.Passes(least=row.passes_least, most=row.passes_most)


def condition_columns(item: core.Condition) -> Columns:
    return same(item, CONDITION)


def condition(row: models.ExtraCondition) -> core.Condition:
    return convert(same(row, CONDITION), core.Condition)


def option_columns(item: rulings.Option) -> Columns:
    return {"slug": item.id, **two("name", item.name)}


def ruling_columns(item: rulings.Ruling) -> Columns:
    return {**entry_columns(item), "about": item.about}


def ruling(row: models.Ruling) -> rulings.Ruling:
    options = (rulings.Option(id=item.slug, name=text(item, "name")) for item in row.options.all())
    return rulings.Ruling(**entry_fields(row), **same(row, ("about",)), options=tuple(options))


CHECK = ("code", "severity", "source")


def check_columns(item: core.Check) -> Columns:
    return {**same(item, CHECK), "function": item.check, "params": msgspec.to_builtins(item.params)}


def check(row: models.Check) -> core.Check:
    fields = {**same(row, CHECK), "check": row.function, "params": row.params}
    return convert(fields, core.Check)


# The handbook


def table_columns(item: HandbookTable) -> Columns:
    return {
        **entry_columns(item),
        "topic": item.topic,
        "columns": msgspec.to_builtins(item.columns),
        "optional": item.optional,
    }


def table(row: models.HandbookTable) -> HandbookTable:
    fields = {**entry_fields(row), "topic": row.topic, "columns": row.columns, "optional": row.optional}
    return convert({**fields, "rows": tuple(map(table_row, row.rows.all()))}, HandbookTable)


def table_row_columns(item: HandbookRow) -> Columns:
    return {
        **two("name", item.name),
        **two("text", item.text),
        "cells": msgspec.to_builtins(item.cells),
        "about": msgspec.to_builtins(item.about),
        "changes": msgspec.to_builtins(item.changes),
        "areas": msgspec.to_builtins(item.areas),
        **same(item, HANDBOOK_ROW),
    }


def table_row(row: models.HandbookRow) -> HandbookRow:
    fields: Columns = {"name": text(row, "name"), "text": text_or_none(row, "text")}
    fields |= {"cells": row.cells, "about": row.about, "changes": row.changes, "areas": row.areas}
    fields |= same(row, HANDBOOK_ROW)
    return convert(fields, HandbookRow)
