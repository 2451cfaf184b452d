"""Between a catalogue and its rows: `build_catalogue(save_catalogue(c)) == c` for every catalogue.

How one item becomes a row and a row an item is in `rules.rows.mapping`,
`rules.rows.ready_mapping`.
"""

from django.db import models as orm
from django.db import transaction

from rules import models
from rules.core.catalogue import catalogue as core
from rules.core.catalogue.completion import Completion
from rules.core.catalogue.entry import Entry
from rules.core.catalogue.states import MarkerKind, State, VehicleState
from rules.loading.odds_text import parse_odds
from rules.loading.shapes import convert
from rules.rows import mapping as row_mapping
from rules.rows import ready_mapping
from rules.rows.saving import save, save_under

# The tables that hang on a ruleset itself; the rows under one of these go with it.
TABLES: tuple[type[orm.Model], ...] = (
    models.Side,
    models.Characteristic,
    models.SaveColumn,
    models.Format,
    models.TroopClass,
    models.Weapon,
    models.VehicleType,
    models.Extra,
    models.Role,
    models.Kit,
    models.Trait,
    models.Ruling,
    models.Check,
    models.Preset,
    models.ReadySquad,
    models.Nickname,
    models.HandbookTable,
)


@transaction.atomic
def save_catalogue(catalogue: core.Catalogue) -> models.Ruleset:
    """Write a ruleset's rows anew, whatever was there, and return the ruleset. Its versions are not touched."""
    ruleset, _ = models.Ruleset.objects.update_or_create(
        id=catalogue.id, defaults=row_mapping.ruleset_columns(catalogue)
    )
    for table in TABLES:
        table._default_manager.filter(ruleset=ruleset).delete()
    save(models.Side, ruleset, catalogue.sides, row_mapping.entry_columns)
    save(models.Characteristic, ruleset, catalogue.characteristics, row_mapping.characteristic_columns)
    save(models.SaveColumn, ruleset, catalogue.save_columns, row_mapping.entry_columns)
    save(models.Format, ruleset, catalogue.formats, row_mapping.format_columns)
    save(models.TroopClass, ruleset, catalogue.classes, row_mapping.class_columns)
    save(models.Role, ruleset, catalogue.roles, row_mapping.role_columns)
    save(models.Kit, ruleset, catalogue.kit, row_mapping.entry_columns)
    save(models.Trait, ruleset, catalogue.traits, row_mapping.trait_columns)
    save(models.Check, ruleset, catalogue.checks, row_mapping.check_columns)
    save(models.Preset, ruleset, catalogue.presets, ready_mapping.preset_columns)
    save(models.Nickname, ruleset, catalogue.nicknames, ready_mapping.nickname_columns)
    squads = save(models.ReadySquad, ruleset, catalogue.ready_squads, ready_mapping.ready_squad_columns)
    figures = [item.figures for item in catalogue.ready_squads]
    save_under("squad", squads, models.ReadyFigure, figures, ready_mapping.ready_figure_columns)
    weapons = save(models.Weapon, ruleset, catalogue.weapons, row_mapping.weapon_columns)
    save_under(
        "weapon", weapons, models.FireRow, [item.fire for item in catalogue.weapons], row_mapping.fire_columns
    )
    vehicles = save(models.VehicleType, ruleset, catalogue.vehicles, row_mapping.vehicle_columns)
    movement = [item.movement for item in catalogue.vehicles]
    save_under("vehicle", vehicles, models.Movement, movement, row_mapping.movement_columns)
    save_under(
        "vehicle",
        vehicles,
        models.SaveRow,
        [item.saves for item in catalogue.vehicles],
        row_mapping.save_row_columns,
    )
    extras = save(models.Extra, ruleset, catalogue.extras, row_mapping.extra_columns)
    conditions = [item.conditions for item in catalogue.extras]
    save_under("extra", extras, models.ExtraCondition, conditions, row_mapping.condition_columns)
    rulings = save(models.Ruling, ruleset, catalogue.rulings, row_mapping.ruling_columns)
    save_under(
        "ruling",
        rulings,
        models.RulingOption,
        [item.options for item in catalogue.rulings],
        row_mapping.option_columns,
    )
    tables = save(models.HandbookTable, ruleset, catalogue.handbook, row_mapping.table_columns)
    save_under(
        "table",
        tables,
        models.HandbookRow,
        [item.rows for item in catalogue.handbook],
        row_mapping.table_row_columns,
    )
    return ruleset


def build_catalogue(ruleset: models.Ruleset) -> core.Catalogue:
    """Return the catalogue of a ruleset's rows, read in a fixed number of queries."""
    row = models.Ruleset.objects.with_rows().get(pk=ruleset.pk)
    return core.Catalogue(
        id=row.id,
        **row_mapping.ruleset_fields(row),
        sides=tuple(Entry(**row_mapping.entry_fields(side)) for side in row.sides.all()),
        characteristics=tuple(map(row_mapping.characteristic, row.characteristics.all())),
        save_columns=tuple(Entry(**row_mapping.entry_fields(column)) for column in row.save_columns.all()),
        formats=tuple(
            core.Format(**row_mapping.entry_fields(item), limit=item.limit) for item in row.formats.all()
        ),
        classes=tuple(map(row_mapping.troop_class, row.classes.all())),
        weapons=tuple(map(row_mapping.weapon, row.weapons.all())),
        vehicles=tuple(map(row_mapping.vehicle, row.vehicles.all())),
        extras=tuple(map(row_mapping.extra, row.extras.all())),
        roles=tuple(map(row_mapping.role, row.roles.all())),
        kit=tuple(Entry(**row_mapping.entry_fields(item)) for item in row.kit.all()),
        traits=tuple(map(row_mapping.trait, row.traits.all())),
        rulings=tuple(map(row_mapping.ruling, row.rulings.all())),
        presets=tuple(map(ready_mapping.preset, row.presets.all())),
        ready_squads=tuple(map(ready_mapping.ready_squad, row.ready_squads.all())),
        nicknames=tuple(map(ready_mapping.nickname, row.nicknames.all())),
        procedures=row_mapping.procedures(row),
        abbreviations=convert(row.abbreviations, tuple[core.Abbreviation, ...], ("abbreviations",)),
        states=convert(row.states, tuple[State, ...], ("states",)),
        vehicle_states=convert(row.vehicle_states, tuple[VehicleState, ...], ("vehicle_states",)),
        markers=convert(row.markers, tuple[MarkerKind, ...], ("markers",)),
        completion=convert(row.completion, Completion, ("completion",)),
        odds=parse_odds(row.odds),
        handbook=tuple(map(row_mapping.table, row.handbook.all())),
        checks=tuple(map(row_mapping.check, row.checks.all())),
    )
