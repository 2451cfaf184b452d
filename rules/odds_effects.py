"""Between facts of the table, what holds untold, and their effects, and the rows of these."""

import msgspec

from rules import models
from rules.core.odds.effects import Effect, Situation, Standing
from rules.row_mapping import Columns, entry_columns, entry_fields, fields, same

SITUATION = ("questions", "group", "acts_as", "acts_beyond")
EFFECT = fields(Effect, but=("gate",))


def situation_columns(item: Situation) -> Columns:
    return {**entry_columns(item), **same(item, SITUATION)}


def situation(row: models.Situation) -> Columns:
    return {**entry_fields(row), **same(row, SITUATION), "effects": _effects(row)}


def standing_columns(item: Standing) -> Columns:
    return {"slug": item.id, "source": item.source}


def standing(row: models.Standing) -> Columns:
    return {"id": row.slug, "source": row.source, "effects": _effects(row)}


def effect_columns(item: Effect) -> Columns:
    return {**same(item, EFFECT), "gate": msgspec.to_builtins(item.gate)}


def effect(row: models.Effect) -> Columns:
    return {**same(row, EFFECT), "gate": row.gate}


def _effects(row: models.Situation | models.Standing) -> tuple[Columns, ...]:
    return tuple(map(effect, row.effects.all()))
