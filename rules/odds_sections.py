"""Between the sections of the odds that a ruleset has once and their rows: fire, saves, damage, and so on.

A section that has no row is there all the same where a table of outcomes belongs to it: what it lacks is said then.
"""

from collections.abc import Iterable
from typing import Any

from rules import models
from rules.core.odds import tables
from rules.core.odds.data import Odds
from rules.core.odds.effects import Effect
from rules.odds_effects import effect, effect_columns
from rules.row_mapping import Columns, fields, same

OUTCOME = ("outcome", "most")
DAMAGE_TABLE = fields(tables.DamageTable, but=("rows",))
DAMAGE_TABLES = ("men", "soft", "armour", "values")
AIR_TABLES = ("aircraft", "helicopter")
REACTION = ("reaction",)

FIRE = ("source", "area", "spread", "as_infantry", "full", "near")
WAYS = fields(tables.Ways)
ASTRAY = fields(tables.Astray)
AIR_NUMBERS = fields(tables.AirNumbers)
AIR = fields(tables.Air, but=("numbers", *AIR_TABLES))
SAVES = fields(tables.Saves, but=("columns", "plain"))
WEAPON_COLUMN = fields(tables.SaveColumn)
PLAIN_SAVE = fields(tables.PlainSave)
DAMAGE = fields(tables.Damage, but=("penetration", *DAMAGE_TABLES))
PENETRATION = fields(tables.Penetration)
SHOTS = ("direct", "precise", "imprecise")
DICE = SHOTS[1:]
BLAST = fields(tables.Blast)
DEVIATION = fields(tables.Deviation)
RINGS = ("short", "long")
SPOTTING = fields(tables.Spotting, but=("rows", "sights"))
SIGHT = ("target", "moving", "cover")
OBSERVERS = ("infantry", "open_vehicle", "closed_vehicle")
COVERING = fields(tables.Covering)
MELEE = fields(tables.Melee)
MORALE = fields(tables.Morale, but=REACTION)
MOMENTS = ("turn", "setup")
INITIATIVE_ROLL = fields(tables.InitiativeRoll)
PROFILE = fields(tables.Profile, but=("crew",))
CREW = fields(tables.Crew)


def sections(row: models.Ruleset) -> Columns:
    """Return the sections that a ruleset has, as plain data."""
    outcomes = {one.which: _damage_table(one) for one in row.damage_tables.all()}
    made = {
        "fire": _fire(row, _of(outcomes, AIR_TABLES)),
        "saves": _saves(row),
        "damage": _damage(row, _of(outcomes, DAMAGE_TABLES)),
        "explosions": _explosions(row),
        "spotting": _spotting(row),
        "covering": _plain(row, "covering", COVERING),
        "morale": {**_plain(row, "morale", MORALE), **_of(outcomes, REACTION)},
        "melee": _plain(row, "melee", MELEE),
        "initiative": _initiative(row),
        "profile": _profile(row),
    }
    return {name: section for name, section in made.items() if section}


def _of(found: dict[str, Columns], names: Iterable[str]) -> dict[str, Columns]:
    return {name: found[name] for name in names if name in found}


def _section(row: models.Ruleset, name: str) -> Any:
    """Return the row of a section, None where the ruleset has none."""
    return getattr(row, name, None)


def _plain(row: models.Ruleset, name: str, names: Iterable[str]) -> Columns:
    section = _section(row, name)
    return same(section, names) if section else {}


def _rows(rows: Any, names: Iterable[str]) -> list[Columns]:
    return [same(one, names) for one in rows.all()]


# Fire and saves


def fire_columns(item: tables.Fire) -> Columns:
    air = item.air or tables.Air(kinds=(), weapons=(), source="")
    return {**same(item, FIRE), **{f"air_{name}": value for name, value in same(air, AIR).items()}}


def fire_bands(item: tables.Fire) -> list[tuple[str, Effect]]:
    """Return what the bands of fire do, with their names."""
    found = [("short", item.short), ("long", item.long)]
    return [(band, one) for band, one in found if one]


def fire_band_columns(item: tuple[str, Effect]) -> Columns:
    band, one = item
    return {"band": band, **effect_columns(one)}


def _fire(row: models.Ruleset, outcomes: dict[str, Columns]) -> Columns:
    fire: models.Fire | None = _section(row, "fire")
    if fire is None:
        return {"air": None} if outcomes else {}
    air = {name: getattr(fire, f"air_{name}") for name in AIR}
    air |= {"numbers": _rows(fire.air_numbers, AIR_NUMBERS), **outcomes}
    return {
        **same(fire, FIRE),
        "ways": _rows(fire.ways, WAYS),
        "astray": _rows(fire.astray, ASTRAY),
        **{one.band: effect(one) for one in fire.effects.all()},
        "air": air if any(value not in ("", (), None, []) for value in air.values()) else None,
    }


def _saves(row: models.Ruleset) -> Columns:
    saves: models.Saves | None = _section(row, "saves")
    if saves is None:
        return {}
    return {
        **same(saves, SAVES),
        "columns": _rows(saves.columns, WEAPON_COLUMN),
        "plain": _rows(saves.plain, PLAIN_SAVE),
    }


# Damage and explosions


def damage_tables(odds: Odds) -> list[tuple[str, tables.DamageTable]]:
    """Return the tables of outcomes that odds have, each with what it is for."""
    air = odds.fire.air if odds.fire else None
    owners = ((odds.damage, DAMAGE_TABLES), (air, AIR_TABLES), (odds.morale, REACTION))
    return [
        (name, found)
        for owner, names in owners
        if owner
        for name, found in same(owner, names).items()
        if found
    ]


def damage_table_columns(item: tuple[str, tables.DamageTable]) -> Columns:
    which, table = item
    return {"which": which, **same(table, DAMAGE_TABLE)}


def _damage_table(row: models.DamageTable) -> Columns:
    return {**same(row, DAMAGE_TABLE), "rows": _rows(row.rows, OUTCOME)}


def _damage(row: models.Ruleset, outcomes: dict[str, Columns]) -> Columns:
    damage: models.Damage | None = _section(row, "damage")
    if damage is None:
        return dict(outcomes)
    return {**same(damage, DAMAGE), **outcomes, "penetration": _rows(damage.penetration, PENETRATION)}


def explosions_columns(item: tables.Explosions) -> Columns:
    columns: Columns = {"source": item.source}
    for shot in DICE:
        columns[f"{shot}_dice"], columns[f"{shot}_die"] = getattr(item, f"{shot}_dice")
    return columns


def deviations(item: tables.Explosions) -> list[tuple[str, tables.Deviation]]:
    """Return where shots fall that are off, each with the kind of shot."""
    return [(shot, one) for shot in SHOTS for one in getattr(item, shot)]


def deviation_columns(item: tuple[str, tables.Deviation]) -> Columns:
    shot, deviation = item
    return {"shot": shot, **same(deviation, DEVIATION)}


def blast_row_columns(item: tables.BlastRow) -> Columns:
    return {"slug": item.id, **same(item, RINGS)}


def _explosions(row: models.Ruleset) -> Columns:
    found: models.Explosions | None = _section(row, "explosions")
    if found is None:
        return {}
    by_shot: dict[str, list[Columns]] = {shot: [] for shot in SHOTS}
    for one in found.deviations.all():
        by_shot[one.shot].append(same(one, DEVIATION))
    return {
        "source": found.source,
        **{f"{shot}_dice": (getattr(found, f"{shot}_dice"), getattr(found, f"{shot}_die")) for shot in DICE},
        "blasts": _rows(found.blasts, BLAST),
        "rows": [{"id": one.slug, **same(one, RINGS)} for one in found.rows.all()],
        **by_shot,
    }


# Seeing, initiative, profile


def spotting_row_columns(item: tables.SpottingRow) -> Columns:
    return {"slug": item.id, "needs": item.needs}


def sight_columns(item: tables.Sight) -> Columns:
    return {**same(item, SIGHT), **{name: level or "" for name, level in same(item, OBSERVERS).items()}}


def _sight(row: models.Sight) -> Columns:
    return {**same(row, SIGHT), **{name: level or None for name, level in same(row, OBSERVERS).items()}}


def _spotting(row: models.Ruleset) -> Columns:
    found: models.Spotting | None = _section(row, "spotting")
    if found is None:
        return {}
    return {
        **same(found, SPOTTING),
        "rows": [{"id": one.slug, "needs": one.needs} for one in found.rows.all()],
        "sights": list(map(_sight, found.sights.all())),
    }


def initiative_rolls(item: tables.Initiative) -> list[tuple[str, tables.InitiativeRoll]]:
    """Return the rolls for initiative, each with when it is made."""
    return [(moment, one) for moment, one in same(item, MOMENTS).items() if one]


def initiative_roll_columns(item: tuple[str, tables.InitiativeRoll]) -> Columns:
    moment, roll = item
    return {"moment": moment, **same(roll, INITIATIVE_ROLL)}


def _initiative(row: models.Ruleset) -> Columns:
    found: models.Initiative | None = _section(row, "initiative")
    if found is None:
        return {}
    return {"source": found.source, **{one.moment: same(one, INITIATIVE_ROLL) for one in found.rolls.all()}}


def profile_columns(item: tables.Profile) -> Columns:
    crew = item.crew or tables.Crew(weapons=(), role="", alone="")
    return {**same(item, PROFILE), **{f"crew_{name}": value for name, value in same(crew, CREW).items()}}


def _profile(row: models.Ruleset) -> Columns:
    profile: models.Profile | None = _section(row, "profile")
    if profile is None:
        return {}
    crew = {name: getattr(profile, f"crew_{name}") for name in CREW}
    return {**same(profile, PROFILE), "crew": crew if any(crew.values()) else None}
