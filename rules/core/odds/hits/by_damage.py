"""Damage: a die for each hit, on armour after it is pierced; or two dice with the combat values (bi, ludonet)."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

from rules.core.catalogue.odds.effects import Rule
from rules.core.catalogue.odds.tables import Damage, DamageTable, Penetration
from rules.core.odds import dice
from rules.core.odds.book import Book
from rules.core.odds.dice import ALWAYS, NEVER, at_most, need_at_most
from rules.core.odds.hits.fate import Fate, by_table, by_totals
from rules.core.odds.modifiers import RollCase, counted, holding, total

NOT_PIERCED, TURRET, WEAPON = "not-pierced", "turret", "weapon"


def men(book: Book, damage: Damage, case: RollCase) -> Fate:
    table = damage.men
    rules = tuple(counted(holding(book.odds, "damage", case)))
    one = by_table(table, total(rules, "die"))
    return _with_wounds(damage, table, one, case, rules)


def _with_wounds(
    damage: Damage, table: DamageTable, one: dict[str, Fraction], case: RollCase, rules: tuple[Rule, ...] = ()
) -> Fate:
    if damage.wounded in case.facts:
        for wound in table.wounds:
            one[table.rows[-1].outcome] += one[wound]
            one[wound] = NEVER
    return Fate(one, frozenset(table.out), rules=rules, wounds=table.wounds, die=table.die)


def men_with_value(damage: Damage, lead: int, case: RollCase) -> Fate:
    """Return the fate of men with a combat value: the margin decides, with a wound at 1 or 2."""
    assert damage.values is not None
    table = damage.men
    nothing, stopped, destroyed = _by_margin(damage.values, lead).values()
    names = [row.outcome for row in table.rows]
    one = dict(zip(names, (nothing, stopped, destroyed), strict=True))
    return _with_wounds(damage, table, one, case)


def vehicle_with_value(damage: Damage, lead: int) -> Fate:
    """Return the fate of a vehicle with a combat value."""
    assert damage.values is not None
    return Fate(_by_margin(damage.values, lead), frozenset(damage.values.out), die=damage.values.die)


def _by_margin(table: DamageTable, lead: int) -> dict[str, Fraction]:
    """Return the chances of a table's outcomes by the firer's die and value over those of the target."""
    rolls = product(range(1, table.die + 1), repeat=2)
    return by_totals(table, ((ours + lead - theirs, Fraction(1, table.die**2)) for ours, theirs in rolls))


def vehicle(book: Book, damage: Damage, case: RollCase) -> Fate:
    """Return the fate of a vehicle: soft, or armoured and pierced first."""
    if is_soft(damage, case):
        assert damage.soft is not None
        rules = tuple(counted(holding(book.odds, "damage-soft", case)))
        one = by_table(damage.soft, total(rules, "die"))
        return Fate(one, frozenset(damage.soft.out), rules=rules, die=damage.soft.die)
    return _armour(book, damage, case)


def is_soft(damage: Damage, case: RollCase) -> bool:
    """Whether a vehicle has no armour."""
    is_carrier = case.target_vehicle in damage.carriers
    return case.target_vehicle in damage.soft_vehicles or (is_carrier and damage.unarmoured in case.facts)


def _armour(book: Book, damage: Damage, case: RollCase) -> Fate:
    table = damage.armour
    assert table is not None
    piercing = tuple(counted(holding(book.odds, "penetration", case)))
    harming = tuple(counted(holding(book.odds, "damage-armour", case)))
    row = _penetration(damage, case)
    number = 0
    if row is not None:
        base = row.tank if case.target_vehicle in damage.tanks else row.armour
        number = max(0, base + total(piercing, "chance"))
    pierced = at_most(number, book.die)
    one = {NOT_PIERCED: ALWAYS - pierced}
    one |= {name: pierced * value for name, value in by_table(table, total(harming, "die")).items()}
    if damage.no_turret in case.facts:
        one[WEAPON] += one[TURRET]
        one[TURRET] = NEVER
    return Fate(
        one,
        frozenset(table.out),
        penetration=need_at_most(number, book.die),
        rules=(*piercing, *harming),
        immune="" if number else table.source,
        armour=True,
        die=table.die,
    )


def _penetration(damage: Damage, case: RollCase) -> Penetration | None:
    """Return the row of a weapon; the facts that some rows want have all to be told."""
    rows = [row for row in damage.penetration if case.weapon in row.weapons]
    return max(
        (row for row in rows if case.facts.issuperset(row.when)), key=lambda row: len(row.when), default=None
    )


def air(table: DamageTable) -> Fate:
    """Return the fate of a flying target: the first hit decides."""
    one = by_totals(table, dice.sums(table.dice, table.die).items())
    return Fate(one, frozenset(table.out), first=True, die=table.die)


def destroyed(table: DamageTable, die: int) -> Fate:
    """Return the fate of a vehicle that any hit destroys."""
    one = {row.outcome: NEVER for row in table.rows}
    one[table.rows[-1].outcome] = ALWAYS
    return Fate(one, frozenset(table.out), die=die)


def unharmed(fate: Fate, source: str) -> Fate:
    """Return the fate as one that no hit harms: the mildest outcome is certain."""
    first = next(iter(fate.one))
    one = {name: ALWAYS if name == first else NEVER for name in fate.one}
    return replace(fate, one=one, immune=source, penetration=None, rules=())
