"""Between the odds of a ruleset and their rows: facts, standing effects and effects; all else is one JSON column."""

import msgspec
from msgspec.structs import replace

from rules import models
from rules.core.odds.data import Odds
from rules.core.odds.effects import Effect, Situation, Standing
from rules.loading.shapes import convert
from rules.row_mapping import Columns, entry_columns, entry_fields, same

SITUATION = ("questions", "group", "acts_as", "acts_beyond")
EFFECT = tuple(name for name in Effect.__struct_fields__ if name != "gate")


def odds_column(odds: Odds) -> Columns:
    """Return what is kept of odds on the ruleset itself."""
    rest: Columns = msgspec.to_builtins(replace(odds, situations=(), standing=()))
    return rest


def odds(row: models.Ruleset) -> Odds:
    """Return the odds of a ruleset. Facts that somebody wrote into the JSON count as well."""
    rest = convert(row.odds, Odds, ("odds",))
    return replace(
        rest,
        situations=(*map(situation, row.situations.all()), *rest.situations),
        standing=(*map(standing, row.standing.all()), *rest.standing),
    )


def situation_columns(item: Situation) -> Columns:
    return {**entry_columns(item), **same(item, SITUATION)}


def situation(row: models.Situation) -> Situation:
    return Situation(**entry_fields(row), **same(row, SITUATION), effects=_effects(row))


def standing_columns(item: Standing) -> Columns:
    return {"slug": item.id, "source": item.source}


def standing(row: models.Standing) -> Standing:
    return Standing(id=row.slug, source=row.source, effects=_effects(row))


def effect_columns(item: Effect) -> Columns:
    return {**same(item, EFFECT), "gate": msgspec.to_builtins(item.gate)}


def _effects(row: models.Situation | models.Standing) -> tuple[Effect, ...]:
    return tuple(convert({**same(one, EFFECT), "gate": one.gate}, Effect) for one in row.effects.all())
