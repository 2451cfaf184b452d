"""The effect of a hit: by saves (rth §9, bn §9), by damage dice, or by combat values (bi, ludonet)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from rules.core.catalogue.odds.effects import Rule
from rules.core.catalogue.odds.tables import Damage, DamageTable, Penetration, Saves
from rules.core.odds import dice
from rules.core.odds.book import Book
from rules.core.odds.dice import ALWAYS, NEVER, Chances, Need, at_least, at_most, need_at_least, need_at_most
from rules.core.odds.format.reading import refuse
from rules.core.odds.modifiers import RollCase, counted, holding, told, total


@dataclass(frozen=True, slots=True)
class Fate:
    """The chances of each outcome of one hit, mildest first.

    Of several hits the worst counts, or the `first`. A man with one of `wounds` who takes another has the last
    outcome. `out`: the outcomes that are a loss; `immune`: the paragraph of an immunity; `occupant`: the chance that
    a man in a vehicle dies with its last outcome.
    """

    one: dict[str, Fraction]
    out: frozenset[str]
    save: Need = None
    penetration: Need = None
    rules: tuple[Rule, ...] = ()
    wounds: tuple[str, ...] = ()
    first: bool = False
    immune: str = ""
    occupant: Fraction | None = None
    armour: bool = False
    die: int = 0

    @property
    def lost(self) -> Fraction:
        return sum((self.one[name] for name in self.out), NEVER)

    def outcomes(self, hits: Chances) -> dict[str, Fraction]:
        if self.first:
            hit = ALWAYS - hits[0]
            return {name: hit * one for name, one in self.one.items()}
        made: dict[str, Fraction] = {}
        under, before = NEVER, hits[0]
        last = list(self.one)[-1]
        for name, one in self.one.items():
            if name in self.wounds:
                made[name] = one * dice.slope(hits, under)
            elif name == last and self.wounds:
                made[name] = ALWAYS - hits[0] - sum(made.values(), NEVER)
            else:
                under += one
                now = dice.generating(hits, under)
                made[name], before = now - before, now
        return made

    def lost_of(self, outcomes: dict[str, Fraction]) -> Fraction:
        return sum((outcomes[name] for name in self.out), NEVER)

    def told(self, hits: Chances | None, outcomes: dict[str, Fraction]) -> dict[str, Any]:
        """Return the `target` of an answer; `hits` if their number is uncertain."""
        made: dict[str, Any] = {} if hits is None else {"hits": dice.distribution(hits)}
        made["save"] = self.save
        if self.armour:
            made["penetration"] = self.penetration
        made |= {"modifiers": told(self.rules), "outcomes": dice.chances(outcomes)}
        if self.occupant is not None:
            made["occupant_killed"] = dice.chance(outcomes[list(self.one)[-1]] * self.occupant)
        return made


def by_table(table: DamageTable, modifier: int = 0) -> dict[str, Fraction]:
    """Return the chances of a table's outcomes on one die; natural faces in `kept` are not modified."""
    one = Fraction(1, table.die)
    faces = range(1, table.die + 1)
    return by_totals(table, ((face if face in table.kept else face + modifier, one) for face in faces))


def by_totals(table: DamageTable, totals: Iterable[tuple[int, Fraction]]) -> dict[str, Fraction]:
    """Return the chances of a table's outcomes, from totals with their chances."""
    made = {row.outcome: NEVER for row in table.rows}
    for number, one in totals:
        outcome = next((row.outcome for row in table.rows if number <= row.most), table.rows[-1].outcome)
        made[outcome] += one
    return made


SUPPRESSED, KILLED = "suppressed", "killed"
SAVED, KNOCKED_OUT, EXPLODED = "saved", "knocked-out", "exploded"


# For a target that cannot be fired at, and has no column.
UNHARMED = Fate({SAVED: ALWAYS, KNOCKED_OUT: NEVER, EXPLODED: NEVER}, frozenset([KNOCKED_OUT, EXPLODED]))


def saving_men(book: Book, saves: Saves, case: RollCase, cause: str = "", cause_number: int | None = None) -> Fate:
    """Return the fate of men: a save leaves a man suppressed, one failed save kills him.

    `cause`: the bombardment they save from, with its own effects and possibly a number.
    """
    rules = list(holding(book.odds, "save", case))
    if cause:
        rules += holding(book.odds, f"save-{cause}", case)
    bonuses = tuple(counted(rules))
    told = [rule.effect.number for rule in rules if rule.effect.number is not None]
    number = told[0] if told else cause_number or _save_number(book, saves, case.target_class)
    if number is None:
        return Fate({SUPPRESSED: NEVER, KILLED: ALWAYS}, frozenset([KILLED]), die=book.die)
    needed = max(number - total(bonuses, "die"), saves.fatal + 1)
    passed = at_least(needed, book.die)
    return Fate(
        {SUPPRESSED: passed, KILLED: 1 - passed},
        frozenset([KILLED]),
        save=need_at_least(needed, book.die),
        rules=bonuses,
        die=book.die,
    )


def _save_number(book: Book, saves: Saves, class_id: str) -> int | None:
    has = saves.characteristic in book.catalogue.class_by_id[class_id].stats
    return book.catalogue.stat(class_id, saves.characteristic) if has else None


def saving_vehicle(
    book: Book,
    saves: Saves,
    case: RollCase,
    occupants: str = "",
    weapon_path: str = "shooter.weapon",
    column: str = "",
) -> Fate:
    """Return the fate of a vehicle and, with a class, of its occupants.

    `column`: of its saves, if it is not that of the weapon; `weapon_path`: the place of a refused missing weapon.
    """
    out = frozenset([KNOCKED_OUT, EXPLODED])
    number = _vehicle_number(book, saves, case, weapon_path, column)
    die = book.die
    passed = ALWAYS if number is None else at_least(number, die)
    gap = saves.explodes_by
    exploded = NEVER if number is None or gap is None else Fraction(max(0, min(die, number - gap)), die)
    return Fate(
        {SAVED: passed, KNOCKED_OUT: 1 - passed - exploded, EXPLODED: exploded},
        out,
        save=None if number is None else need_at_least(number, die),
        immune=(saves.vehicle_source or saves.source) if number is None else "",
        occupant=_occupant(book, saves, case, occupants) if occupants else None,
        die=die,
    )


def _vehicle_number(book: Book, saves: Saves, case: RollCase, weapon_path: str, column: str) -> int | None:
    """Return the number of the column for a weapon; None: immune."""
    side = case.facing == "side"
    columns = [rule.effect.column for rule in holding(book.odds, "save", case) if rule.effect.column]
    columns += [one.column for one in saves.columns if case.weapon in one.weapons]
    column = column or next(iter(columns), "")
    rows = book.catalogue.vehicle_by_id[case.target_vehicle].saves
    if column and rows:
        place = [item.id for item in book.catalogue.save_columns].index(column)
        return rows[min(side, len(rows) - 1)].needs[place]
    plain = next((one.needs for one in saves.plain if one.vehicle == case.target_vehicle), None)
    if plain is None:
        refuse(weapon_path, "no-column", word=case.weapon, source=saves.vehicle_source or saves.source)
    return plain[min(side, len(plain) - 1)]


def _occupant(book: Book, saves: Saves, case: RollCase, class_id: str) -> Fraction:
    number = saves.heavy_occupants if case.target_vehicle in saves.heavy else saves.occupants
    if number is None:
        number = _save_number(book, saves, class_id)
    return ALWAYS if number is None else 1 - at_least(max(number, saves.fatal + 1), book.die)


NOT_PIERCED, TURRET, WEAPON = "not-pierced", "turret", "weapon"


def damaged_men(book: Book, damage: Damage, case: RollCase) -> Fate:
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
    assert damage.values is not None
    return Fate(_by_margin(damage.values, lead), frozenset(damage.values.out), die=damage.values.die)


def _by_margin(table: DamageTable, lead: int) -> dict[str, Fraction]:
    """Return the chances of a table's outcomes by the firer's die and value minus those of the target."""
    rolls = product(range(1, table.die + 1), repeat=2)
    return by_totals(table, ((ours + lead - theirs, Fraction(1, table.die**2)) for ours, theirs in rolls))


def damaged_vehicle(book: Book, damage: Damage, case: RollCase) -> Fate:
    """Return the fate of a vehicle: soft, or armoured and pierced first."""
    if is_soft(damage, case):
        assert damage.soft is not None
        rules = tuple(counted(holding(book.odds, "damage-soft", case)))
        one = by_table(damage.soft, total(rules, "die"))
        return Fate(one, frozenset(damage.soft.out), rules=rules, die=damage.soft.die)
    return _armour(book, damage, case)


def is_soft(damage: Damage, case: RollCase) -> bool:
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
    """Return the row of a weapon; all situations that a row needs must be selected."""
    rows = [row for row in damage.penetration if case.weapon in row.weapons]
    return max((row for row in rows if case.facts.issuperset(row.when)), key=lambda row: len(row.when), default=None)


def damaged_aircraft(table: DamageTable) -> Fate:
    """Return the fate of a flying target: the first hit decides."""
    one = by_totals(table, dice.sums(table.dice, table.die).items())
    return Fate(one, frozenset(table.out), first=True, die=table.die)


def destroyed(table: DamageTable, die: int) -> Fate:
    one = {row.outcome: NEVER for row in table.rows}
    one[table.rows[-1].outcome] = ALWAYS
    return Fate(one, frozenset(table.out), die=die)


def unharmed(fate: Fate, source: str) -> Fate:
    """Return the fate of an immune target: the mildest outcome is certain."""
    first = next(iter(fate.one))
    one = {name: ALWAYS if name == first else NEVER for name in fate.one}
    return replace(fate, one=one, immune=source, penetration=None, rules=())
