"""How each section of a ruleset is stored, and the ruleset itself."""

from typing import Any

from rules import models
from rules.core.catalogue import catalogue as core
from rules.core.catalogue.building import Nickname, Option, Preset, ReadyFigure, ReadySquad, Ruling
from rules.core.catalogue.entry import Entry
from rules.core.catalogue.handbook import HandbookRow, HandbookTable, Procedures
from rules.rows.mapping import CustomField, RowMapping


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
        lambda row: (
            None if row.shared_most is None else core.SharedLimit(most=row.shared_most, also=row.shared_with)
        ),
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
    "weapons": RowMapping(
        core.Weapon, models.Weapon, under={"fire": RowMapping(core.FireRow, models.FireRow)}
    ),
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
        "language": CustomField(
            lambda language: {"language": language or ""}, lambda row: row.language or None
        ),
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
