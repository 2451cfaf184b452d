"""Writing the odds of a ruleset as rows."""

from collections.abc import Callable, Sequence
from functools import partial

from django.db import models as orm

from rules import models, odds_effects, odds_mapping
from rules import odds_sections as sections
from rules.core.odds.data import Odds
from rules.core.odds.tables import Explosions, Fire, Saves, Spotting
from rules.row_mapping import Columns, same
from rules.row_saving import save, save_one, save_under

# What a ruleset has once.
SECTIONS: tuple[type[models.Section], ...] = (
    models.Fire,
    models.Saves,
    models.Damage,
    models.Explosions,
    models.Spotting,
    models.Covering,
    models.Morale,
    models.Melee,
    models.Initiative,
    models.Profile,
)


def save_odds(ruleset: models.Ruleset, odds: Odds) -> None:
    """Write the rows of a ruleset's odds; of those there were none is left."""
    situations = save(models.Situation, ruleset, odds.situations, odds_effects.situation_columns)
    effects = [item.effects for item in odds.situations]
    save_under("situation", situations, models.Effect, effects, odds_effects.effect_columns)
    standing = save(models.Standing, ruleset, odds.standing, odds_effects.standing_columns)
    effects = [item.effects for item in odds.standing]
    save_under("standing", standing, models.Effect, effects, odds_effects.effect_columns)
    save(models.QuestionWeapon, ruleset, odds.weapons, odds_mapping.question_weapon_columns)
    save(models.Borrowed, ruleset, odds.borrowed, odds_mapping.borrowed_columns)
    save(models.Roll, ruleset, odds.rolls, odds_mapping.roll_columns)
    guns = save(models.Bombardment, ruleset, odds.bombardments, odds_mapping.bombardment_columns)
    contacts = [item.contacts for item in odds.bombardments]
    save_under("bombardment", guns, models.Contact, contacts, odds_mapping.contact_columns)
    found = sections.damage_tables(odds)
    outcomes = save(models.DamageTable, ruleset, found, sections.damage_table_columns)
    rows = [table.rows for _which, table in found]
    save_under("table", outcomes, models.DamageRow, rows, _plainly(sections.OUTCOME))
    _save_sections(ruleset, odds)


def _plainly(names: tuple[str, ...]) -> Callable[[object], Columns]:
    """Return what makes columns of what is called and written alike in both."""
    return partial(same, names=names)


def _save_sections(ruleset: models.Ruleset, odds: Odds) -> None:
    """Write what a ruleset has once."""
    if odds.fire:
        _save_fire(ruleset, odds.fire)
    if odds.saves:
        _save_saves(ruleset, odds.saves)
    if odds.damage:
        damage = save_one(models.Damage, ruleset, odds.damage, _plainly(sections.DAMAGE))
        _save_rows("damage", damage, models.Penetration, odds.damage.penetration, sections.PENETRATION)
    if odds.explosions:
        _save_explosions(ruleset, odds.explosions)
    if odds.spotting:
        _save_spotting(ruleset, odds.spotting)
    if odds.covering:
        save_one(models.Covering, ruleset, odds.covering, _plainly(sections.COVERING))
    if odds.morale:
        save_one(models.Morale, ruleset, odds.morale, _plainly(sections.MORALE))
    if odds.melee:
        save_one(models.Melee, ruleset, odds.melee, _plainly(sections.MELEE))
    if odds.initiative:
        initiative = save_one(models.Initiative, ruleset, odds.initiative, _plainly(("source",)))
        rolls = sections.initiative_rolls(odds.initiative)
        save_under(
            "initiative", [initiative], models.InitiativeRoll, [rolls], sections.initiative_roll_columns
        )
    if odds.profile:
        save_one(models.Profile, ruleset, odds.profile, sections.profile_columns)


def _save_rows(
    owner: str, row: orm.Model, table: type[orm.Model], items: Sequence[object], names: tuple[str, ...]
) -> None:
    """Write the items of one section that are called and written alike in both."""
    save_under(owner, [row], table, [items], _plainly(names))


def _save_fire(ruleset: models.Ruleset, item: Fire) -> None:
    fire = save_one(models.Fire, ruleset, item, sections.fire_columns)
    _save_rows("fire", fire, models.Ways, item.ways, sections.WAYS)
    _save_rows("fire", fire, models.Astray, item.astray, sections.ASTRAY)
    _save_rows("fire", fire, models.AirNumbers, item.air.numbers if item.air else (), sections.AIR_NUMBERS)
    save_under("fire", [fire], models.Effect, [sections.fire_bands(item)], sections.fire_band_columns)


def _save_saves(ruleset: models.Ruleset, item: Saves) -> None:
    saves = save_one(models.Saves, ruleset, item, _plainly(sections.SAVES))
    _save_rows("saves", saves, models.WeaponColumn, item.columns, sections.WEAPON_COLUMN)
    _save_rows("saves", saves, models.PlainSave, item.plain, sections.PLAIN_SAVE)


def _save_explosions(ruleset: models.Ruleset, item: Explosions) -> None:
    made = save_one(models.Explosions, ruleset, item, sections.explosions_columns)
    _save_rows("explosions", made, models.Blast, item.blasts, sections.BLAST)
    save_under("explosions", [made], models.BlastRow, [item.rows], sections.blast_row_columns)
    found = sections.deviations(item)
    save_under("explosions", [made], models.Deviation, [found], sections.deviation_columns)


def _save_spotting(ruleset: models.Ruleset, item: Spotting) -> None:
    made = save_one(models.Spotting, ruleset, item, _plainly(sections.SPOTTING))
    save_under("spotting", [made], models.SpottingRow, [item.rows], sections.spotting_row_columns)
    save_under("spotting", [made], models.Sight, [item.sights], sections.sight_columns)
