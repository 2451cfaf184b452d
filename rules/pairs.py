"""Between each type of the catalogue and its row: a pair of functions, its columns and back.

A function `…_columns` gives the columns of an item; the one named like the item builds it from its row.
"""

from typing import Any

import msgspec

from rules import models
from rules.core import catalogue as core
from rules.core.entry import Entry
from rules.core.handbook import HandbookRow, HandbookTable, Procedures
from rules.core.text import Text

Columns = dict[str, Any]

# What all of them have


def two(column: str, text: Text | None) -> Columns:
    return {f"{column}_it": text.it if text else "", f"{column}_en": text.en if text else ""}


def text_or_none(italian: str, english: str) -> Text | None:
    return Text(italian, english) if italian or english else None


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
        "name": Text(row.name_it, row.name_en),
        "source": row.source,
        "reading": text_or_none(row.reading_it, row.reading_en),
    }


# The ruleset, its table of classes, its formats, roles and traits


def ruleset_columns(catalogue: core.Catalogue) -> Columns:
    return {
        **two("name", catalogue.name),
        **two("edition", catalogue.edition),
        **two("line", catalogue.line),
        "credit": catalogue.credit,
        "language": catalogue.language or "",
        "order": catalogue.order,
        "item_source": catalogue.item_source,
        "die": catalogue.die,
        "bands": catalogue.bands,
        "covering_bands": catalogue.covering_bands,
        "has_points": catalogue.has_points,
        "reads": catalogue.reads,
        "leadership": catalogue.leadership,
        "leadership_source": catalogue.leadership_source,
        **{name: getattr(catalogue.procedures, name) for name in Procedures.__struct_fields__},
    }


def procedures(row: models.Ruleset) -> Procedures:
    return Procedures(**{name: getattr(row, name) for name in Procedures.__struct_fields__})


def characteristic_columns(item: core.Characteristic) -> Columns:
    return {**entry_columns(item), **two("short", item.short), "format": item.format}


def characteristic(row: models.Characteristic) -> core.Characteristic:
    text = Text(row.short_it, row.short_en)
    return msgspec.convert({**entry_fields(row), "short": text, "format": row.format}, core.Characteristic)


def format_columns(item: core.Format) -> Columns:
    return {**entry_columns(item), "limit": item.limit}


def class_columns(item: core.TroopClass) -> Columns:
    return {
        **entry_columns(item),
        "code": item.code,
        "side": item.side,
        "rank": item.rank,
        "points": item.points,
        "stats": msgspec.to_builtins(item.stats),
    }


def troop_class(row: models.TroopClass) -> core.TroopClass:
    return core.TroopClass(
        **entry_fields(row),
        code=row.code,
        side=row.side,
        rank=row.rank,
        points=row.points,
        stats=msgspec.convert(row.stats, dict[str, int | core.Stat]),
    )


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
    return msgspec.convert({**entry_fields(row), "carrier": row.carrier}, core.Trait)


# Weapons


def weapon_columns(item: core.Weapon) -> Columns:
    return {
        **entry_columns(item),
        **two("note", item.note),
        "points": item.points,
        "points_under": item.points_under,
        "carried_by": item.carried_by,
        "tags": item.tags,
        "covering": item.covering,
    }


def weapon(row: models.Weapon) -> core.Weapon:
    return core.Weapon(
        **entry_fields(row),
        note=text_or_none(row.note_it, row.note_en),
        points=row.points,
        points_under=row.points_under,
        carried_by=row.carried_by,
        tags=row.tags,
        covering=row.covering,
        fire=tuple(map(fire_row, row.fire.all())),
    )


def fire_columns(item: core.FireRow) -> Columns:
    return {
        **two("mode", item.mode),
        "dice": item.dice,
        "needs": item.needs,
        "reach": item.reach,
        "least": item.least,
        "most": item.most,
    }


def fire_row(row: models.FireRow) -> core.FireRow:
    return core.FireRow(
        mode=text_or_none(row.mode_it, row.mode_en),
        dice=row.dice,
        needs=row.needs,
        reach=row.reach,
        least=row.least,
        most=row.most,
    )


# Vehicles


def vehicle_columns(item: core.VehicleType) -> Columns:
    return {
        **entry_columns(item),
        **two("note", item.note),
        "points": item.points,
        "mounts_any": item.mounts is None,
        "mounts": item.mounts or (),
        "includes": item.includes,
    }


def vehicle(row: models.VehicleType) -> core.VehicleType:
    return core.VehicleType(
        **entry_fields(row),
        note=text_or_none(row.note_it, row.note_en),
        points=row.points,
        mounts=None if row.mounts_any else row.mounts,
        includes=row.includes,
        movement=tuple(map(movement, row.movement.all())),
        saves=tuple(map(save_row, row.saves.all())),
    )


def movement_columns(item: core.Movement) -> Columns:
    return {"kind": item.kind, **two("name", item.name), "distance": item.distance}


def movement(row: models.Movement) -> core.Movement:
    return core.Movement(kind=row.kind, name=Text(row.name_it, row.name_en), distance=row.distance)


def save_row_columns(item: core.SaveRow) -> Columns:
    return {**two("name", item.name), "needs": item.needs}


def save_row(row: models.SaveRow) -> core.SaveRow:
    return core.SaveRow(name=text_or_none(row.name_it, row.name_en), needs=row.needs)


# Extras


def extra_columns(item: core.Extra) -> Columns:
    ruling, option = item.once_under or ("", "")
    return {
        **entry_columns(item),
        **two("text", item.text),
        "squad_points": item.points.get("squad"),
        "list_points": item.points.get("list"),
        "scopes": item.scopes,
        "checks_levels": item.levels is not None,
        "levels": item.levels or (),
        "per_level": item.per_level,
        "level_points": item.level_points,
        "most": item.most,
        "shared_most": item.shared_limit.most if item.shared_limit else None,
        "shared_with": item.shared_limit.also if item.shared_limit else (),
        "excludes": item.excludes,
        "passes_least": item.passes.least if item.passes else None,
        "passes_most": item.passes.most if item.passes else None,
        "once_under_ruling": ruling,
        "once_under_option": option,
        "club_price": item.club_price,
        "counted": item.counted,
    }


def extra(row: models.Extra) -> core.Extra:
    prices: dict[core.Scope, int | None] = {"squad": row.squad_points, "list": row.list_points}
    return core.Extra(
        **entry_fields(row),
        text=Text(row.text_it, row.text_en),
        points={scope: points for scope, points in prices.items() if points is not None},
        scopes=row.scopes,
        levels=row.levels if row.checks_levels else None,
        per_level=row.per_level,
        level_points=row.level_points,
        most=row.most,
        shared_limit=_shared_limit(row),
        excludes=row.excludes,
        passes=_passes(row),
        once_under=pair_or_none(row.once_under_ruling, row.once_under_option),
        club_price=row.club_price,
        counted=row.counted,
        conditions=tuple(map(condition, row.conditions.all())),
    )


def _shared_limit(row: models.Extra) -> core.SharedLimit | None:
    return None if row.shared_most is None else core.SharedLimit(most=row.shared_most, also=row.shared_with)


def _passes(row: models.Extra) -> core.Passes | None:
    if row.passes_least is None or row.passes_most is None:
        return None
    return core.Passes(least=row.passes_least, most=row.passes_most)


def condition_columns(item: core.Condition) -> Columns:
    return {"need": item.need, "any_of": item.any_of, "code": item.code, "level": item.level}


def condition(row: models.ExtraCondition) -> core.Condition:
    columns = {"need": row.need, "any_of": row.any_of, "code": row.code, "level": row.level}
    return msgspec.convert(columns, core.Condition)


# Rulings, checks, presets


def option_columns(item: core.Option) -> Columns:
    return {"slug": item.id, **two("name", item.name)}


def ruling(row: models.Ruling) -> core.Ruling:
    options = (core.Option(id=item.slug, name=Text(item.name_it, item.name_en)) for item in row.options.all())
    return core.Ruling(**entry_fields(row), options=tuple(options))


def check_columns(item: core.Check) -> Columns:
    return {
        "code": item.code,
        "severity": item.severity,
        "source": item.source,
        "function": item.check,
        "params": msgspec.to_builtins(item.params),
    }


def check(row: models.Check) -> core.Check:
    columns = {"code": row.code, "severity": row.severity, "source": row.source, "check": row.function}
    return msgspec.convert({**columns, "params": row.params}, core.Check)


def preset_columns(item: core.Preset) -> Columns:
    return {
        "slug": item.id,
        **two("name", item.name),
        **two("note", item.note),
        "weapons": item.weapons,
        "roles": item.roles,
        "leadership": item.leadership,
    }


def preset(row: models.Preset) -> core.Preset:
    return core.Preset(
        id=row.slug,
        name=Text(row.name_it, row.name_en),
        note=text_or_none(row.note_it, row.note_en),
        weapons=row.weapons,
        roles=row.roles,
        leadership=row.leadership,
    )


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
    return msgspec.convert({**fields, "rows": tuple(map(table_row, row.rows.all()))}, HandbookTable)


def table_row_columns(item: HandbookRow) -> Columns:
    return {
        **two("name", item.name),
        **two("text", item.text),
        "cells": msgspec.to_builtins(item.cells),
        "about": msgspec.to_builtins(item.about),
        "source": item.source,
    }


def table_row(row: models.HandbookRow) -> HandbookRow:
    fields = {"name": Text(row.name_it, row.name_en), "text": text_or_none(row.text_it, row.text_en)}
    return msgspec.convert(
        {**fields, "cells": row.cells, "about": row.about, "source": row.source}, HandbookRow
    )
