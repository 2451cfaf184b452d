"""Between a catalogue and its rows: `build_catalogue(save_catalogue(c)) == c` for every catalogue.

How one item becomes a row and a row an item is in `rules.pairs`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from django.db import models as orm
from django.db import transaction

from rules import models, pairs
from rules.core import catalogue as core
from rules.core.entry import Entry
from rules.pairs import Columns

RowT = TypeVar("RowT", bound=orm.Model)
ItemT = TypeVar("ItemT")

# The tables that hang on a ruleset itself; the rows under a weapon, vehicle, extra, ruling or table go with theirs.
TABLES: tuple[type[models.Row], ...] = (
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
    models.HandbookTable,
)


@transaction.atomic
def save_catalogue(catalogue: core.Catalogue) -> models.Ruleset:
    """Write a ruleset's rows anew, whatever was there, and return the ruleset. Its versions are not touched."""
    ruleset, _ = models.Ruleset.objects.update_or_create(
        id=catalogue.id, defaults=pairs.ruleset_columns(catalogue)
    )
    for table in TABLES:
        table._default_manager.filter(ruleset=ruleset).delete()
    _save(models.Side, ruleset, catalogue.sides, pairs.entry_columns)
    _save(models.Characteristic, ruleset, catalogue.characteristics, pairs.characteristic_columns)
    _save(models.SaveColumn, ruleset, catalogue.save_columns, pairs.entry_columns)
    _save(models.Format, ruleset, catalogue.formats, pairs.format_columns)
    _save(models.TroopClass, ruleset, catalogue.classes, pairs.class_columns)
    _save(models.Role, ruleset, catalogue.roles, pairs.role_columns)
    _save(models.Kit, ruleset, catalogue.kit, pairs.entry_columns)
    _save(models.Trait, ruleset, catalogue.traits, pairs.trait_columns)
    _save(models.Check, ruleset, catalogue.checks, pairs.check_columns)
    _save(models.Preset, ruleset, catalogue.presets, pairs.preset_columns)
    weapons = _save(models.Weapon, ruleset, catalogue.weapons, pairs.weapon_columns)
    _save_under(
        "weapon", weapons, models.FireRow, [item.fire for item in catalogue.weapons], pairs.fire_columns
    )
    vehicles = _save(models.VehicleType, ruleset, catalogue.vehicles, pairs.vehicle_columns)
    movement = [item.movement for item in catalogue.vehicles]
    _save_under("vehicle", vehicles, models.Movement, movement, pairs.movement_columns)
    _save_under(
        "vehicle",
        vehicles,
        models.SaveRow,
        [item.saves for item in catalogue.vehicles],
        pairs.save_row_columns,
    )
    extras = _save(models.Extra, ruleset, catalogue.extras, pairs.extra_columns)
    conditions = [item.conditions for item in catalogue.extras]
    _save_under("extra", extras, models.ExtraCondition, conditions, pairs.condition_columns)
    rulings = _save(models.Ruling, ruleset, catalogue.rulings, pairs.entry_columns)
    _save_under(
        "ruling",
        rulings,
        models.RulingOption,
        [item.options for item in catalogue.rulings],
        pairs.option_columns,
    )
    tables = _save(models.HandbookTable, ruleset, catalogue.handbook, pairs.table_columns)
    _save_under(
        "table",
        tables,
        models.HandbookRow,
        [item.rows for item in catalogue.handbook],
        pairs.table_row_columns,
    )
    return ruleset


def build_catalogue(ruleset: models.Ruleset) -> core.Catalogue:
    """Return the catalogue of a ruleset's rows, read in a fixed number of queries."""
    row = models.Ruleset.objects.with_rows().get(pk=ruleset.pk)
    return core.Catalogue(
        id=row.id,
        **pairs.ruleset_fields(row),
        sides=tuple(Entry(**pairs.entry_fields(side)) for side in row.sides.all()),
        characteristics=tuple(map(pairs.characteristic, row.characteristics.all())),
        save_columns=tuple(Entry(**pairs.entry_fields(column)) for column in row.save_columns.all()),
        formats=tuple(
            core.Format(**pairs.entry_fields(item), limit=item.limit) for item in row.formats.all()
        ),
        classes=tuple(map(pairs.troop_class, row.classes.all())),
        weapons=tuple(map(pairs.weapon, row.weapons.all())),
        vehicles=tuple(map(pairs.vehicle, row.vehicles.all())),
        extras=tuple(map(pairs.extra, row.extras.all())),
        roles=tuple(map(pairs.role, row.roles.all())),
        kit=tuple(Entry(**pairs.entry_fields(item)) for item in row.kit.all()),
        traits=tuple(map(pairs.trait, row.traits.all())),
        rulings=tuple(map(pairs.ruling, row.rulings.all())),
        presets=tuple(map(pairs.preset, row.presets.all())),
        procedures=pairs.procedures(row),
        handbook=tuple(map(pairs.table, row.handbook.all())),
        checks=tuple(map(pairs.check, row.checks.all())),
    )


def _save(
    table: type[RowT], ruleset: models.Ruleset, items: Sequence[ItemT], columns: Callable[[ItemT], Columns]
) -> list[RowT]:
    """Write the items of a section, each in its place."""
    rows = [table(ruleset=ruleset, position=place, **columns(item)) for place, item in enumerate(items)]
    return table._default_manager.bulk_create(rows)


def _save_under(
    owner: str,
    owners: Iterable[orm.Model],
    table: type[RowT],
    items_of_owners: Iterable[Sequence[ItemT]],
    columns: Callable[[ItemT], Columns],
) -> None:
    """Write the items that belong to the rows of another table, each in its place under its owner."""
    table._default_manager.bulk_create(
        table(**{owner: row}, position=place, **columns(item))
        for row, items in zip(owners, items_of_owners, strict=True)
        for place, item in enumerate(items)
    )
