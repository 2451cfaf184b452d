"""Between the odds of a ruleset and their rows.

Facts and effects are in `rules.odds_effects`, what a ruleset has once (fire, saves …) in `rules.odds_sections`.
"""

import msgspec

from rules import models
from rules.core.odds import tables
from rules.core.odds.data import Odds
from rules.loading.shapes import convert
from rules.odds_effects import situation, standing
from rules.odds_sections import sections
from rules.row_mapping import (
    ODDS,
    Columns,
    entry_columns,
    entry_fields,
    fields,
    same,
    text,
    text_or_none,
    two,
)

QUESTION_WEAPON = ("fires_as", "vehicles")
BORROWED = ("weapons", "source")
BOMBARDMENT = fields(tables.Bombardment, but=("id", "name", "gate", "contacts"))
CONTACT = fields(tables.Contact)
ROLL = fields(tables.Roll, but=("id", "name", "difficulty"))


def odds(row: models.Ruleset) -> Odds:
    """Return the odds of a ruleset. Raises ShapeError."""
    found = {
        **same(row, ODDS),
        "standing": tuple(map(standing, row.standing.all())),
        "situations": tuple(map(situation, row.situations.all())),
        "weapons": tuple(map(question_weapon, row.question_weapons.all())),
        "borrowed": tuple(map(borrowed, row.borrowed.all())),
        "bombardments": tuple(map(bombardment, row.bombardments.all())),
        "rolls": tuple(map(roll, row.rolls.all())),
        **sections(row),
    }
    return convert(found, Odds, ("odds",))


# Weapons that no list holds, and those that a rule leans on


def question_weapon_columns(item: tables.QuestionWeapon) -> Columns:
    return {**entry_columns(item), **two("note", item.note), **same(item, QUESTION_WEAPON)}


def question_weapon(row: models.QuestionWeapon) -> Columns:
    return {**entry_fields(row), "note": text_or_none(row, "note"), **same(row, QUESTION_WEAPON)}


def borrowed_columns(item: tables.Borrowed) -> Columns:
    return {**same(item, BORROWED), "about": msgspec.to_builtins(item.about)}


def borrowed(row: models.Borrowed) -> Columns:
    return {**same(row, BORROWED), "about": row.about}


# Bombardments and rolls


def bombardment_columns(item: tables.Bombardment) -> Columns:
    gate = msgspec.to_builtins(item.gate)
    return {"slug": item.id, **two("name", item.name), "gate": gate, **same(item, BOMBARDMENT)}


def bombardment(row: models.Bombardment) -> Columns:
    return {
        "id": row.slug,
        "name": text_or_none(row, "name"),
        "gate": row.gate,
        **same(row, BOMBARDMENT),
        "contacts": tuple(same(one, CONTACT) for one in row.contacts.all()),
    }


def contact_columns(item: tables.Contact) -> Columns:
    return same(item, CONTACT)


def roll_columns(item: tables.Roll) -> Columns:
    return {
        "slug": item.id,
        **two("name", item.name),
        "difficulty": item.difficulty or "",
        **same(item, ROLL),
    }


def roll(row: models.Roll) -> Columns:
    return {
        "id": row.slug,
        "name": text(row, "name"),
        "difficulty": row.difficulty or None,
        **same(row, ROLL),
    }
