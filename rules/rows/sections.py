"""The tables of a ruleset, by its sections, and that of the rulesets themselves."""

from typing import Any

from rules import models
from rules.core.catalogue import catalogue as core
from rules.core.catalogue.entry import Entry
from rules.core.catalogue.handbook import HandbookRow, HandbookTable, Procedures
from rules.core.catalogue.nicknames import Nickname
from rules.core.catalogue.ready import Preset, ReadyFigure, ReadySquad
from rules.core.catalogue.rulings import Option, Ruling
from rules.rows.mapping import Odd, Table


def _answer_of(name: str) -> Odd:
    """Return how a ruling and its answer have a column each; without a ruling there is none."""
    ruling, option = f"{name}_ruling", f"{name}_option"
    return Odd(
        lambda value: dict(zip((ruling, option), value or ("", ""), strict=True)),
        lambda row: (getattr(row, ruling), getattr(row, option)) if getattr(row, ruling) else None,
    )


def _passes(row: Any) -> core.Passes | None:
    if row.passes_least is None or row.passes_most is None:
        return None
    return core.Passes(least=row.passes_least, most=row.passes_most)


EXTRA = {
    "once_under": _answer_of("once_under"),
    "levels": Odd(
        lambda levels: {"checks_levels": levels is not None, "levels": levels or ()},
        lambda row: row.levels if row.checks_levels else None,
    ),
    "points": Odd(
        lambda points: {"squad_points": points.get("squad"), "list_points": points.get("list")},
        lambda row: {
            scope: points
            for scope, points in (("squad", row.squad_points), ("list", row.list_points))
            if points is not None
        },
    ),
    "shared_limit": Odd(
        lambda limit: {
            "shared_most": limit.most if limit else None,
            "shared_with": limit.also if limit else (),
        },
        lambda row: (
            None if row.shared_most is None else core.SharedLimit(most=row.shared_most, also=row.shared_with)
        ),
    ),
    "passes": Odd(
        lambda passes: {
            "passes_least": passes.least if passes else None,
            "passes_most": passes.most if passes else None,
        },
        _passes,
    ),
}
MOUNTS = Odd(
    lambda mounts: {"mounts_any": mounts is None, "mounts": mounts or ()},
    lambda row: None if row.mounts_any else row.mounts,
)

SECTIONS: dict[str, Table[Any]] = {
    "sides": Table(Entry, models.Side),
    "characteristics": Table(core.Characteristic, models.Characteristic),
    "save_columns": Table(Entry, models.SaveColumn),
    "formats": Table(core.Format, models.Format),
    "classes": Table(core.TroopClass, models.TroopClass),
    "weapons": Table(core.Weapon, models.Weapon, under={"fire": Table(core.FireRow, models.FireRow)}),
    "vehicles": Table(
        core.VehicleType,
        models.VehicleType,
        odd={"mounts": MOUNTS},
        under={
            "movement": Table(core.Movement, models.Movement),
            "saves": Table(core.SaveRow, models.SaveRow),
        },
    ),
    "extras": Table(
        core.Extra,
        models.Extra,
        odd=EXTRA,
        under={"conditions": Table(core.Condition, models.ExtraCondition)},
    ),
    "roles": Table(core.Role, models.Role, odd={"flat_under": _answer_of("flat_under")}),
    "kit": Table(Entry, models.Kit),
    "traits": Table(core.Trait, models.Trait),
    "rulings": Table(Ruling, models.Ruling, under={"options": Table(Option, models.RulingOption)}),
    "presets": Table(Preset, models.Preset),
    "ready_squads": Table(
        ReadySquad, models.ReadySquad, under={"figures": Table(ReadyFigure, models.ReadyFigure)}
    ),
    "nicknames": Table(Nickname, models.Nickname),
    "handbook": Table(
        HandbookTable, models.HandbookTable, under={"rows": Table(HandbookRow, models.HandbookRow)}
    ),
    "checks": Table(core.Check, models.Check, renamed={"check": "function"}),
}

PROCEDURES = Procedures.__struct_fields__
RULESET = Table(
    core.Catalogue,
    models.Ruleset,
    renamed={"id": "id"},
    odd={
        "language": Odd(lambda language: {"language": language or ""}, lambda row: row.language or None),
        "procedures": Odd(
            lambda made: {name: getattr(made, name) for name in PROCEDURES},
            lambda row: Procedures(**{name: getattr(row, name) for name in PROCEDURES}),
        ),
    },
    but=(*SECTIONS, "odds"),
)
TABLES: list[Table[Any]] = [
    RULESET,
    *SECTIONS.values(),
    *(table for section in SECTIONS.values() for table in section.under.values()),
]
