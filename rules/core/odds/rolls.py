"""Spotting, and other rolls of a ruleset: support, intelligence, actions by difficulty (bi)."""

from fractions import Fraction
from typing import Any

from msgspec import UNSET

from rules.core.catalogue.odds.effects import Rule
from rules.core.catalogue.odds.tables import LEVELS, Level, Roll, Spotting
from rules.core.odds.book import Book
from rules.core.odds.dice import NEVER, Need, at_least, at_most, chance, need_at_least, need_at_most
from rules.core.odds.format.questions import RollQuestion, SpottingQuestion, Target
from rules.core.odds.format.reading import Status, given, refuse
from rules.core.odds.modifiers import RollCase, counted, holding, told, total
from rules.core.procedures import QUALITY, band


def harder(level: Level | None, steps: int) -> Level | None:
    """Return a level made harder by a number of steps (negative: easier). None: impossible, beyond difficult."""
    place = len(LEVELS) if level is None else LEVELS.index(level)
    moved = max(place + steps, 0)
    return LEVELS[moved] if moved < len(LEVELS) else None


def need_of(level: Level, quality: int, die: int) -> int:
    """Return the highest face on which an action succeeds."""
    match level:
        case "very-easy":
            return die
        case "easy":
            return min(2 * quality, die)
        case "normal":
            return quality
    return -(-quality // 2)


def table_number(book: Book, case: RollCase) -> int | None:
    """Return the table's number at the case's distance; None: nobody sees that far."""
    table = book.odds.spotting
    if table is None or case.distance < 0:
        return None
    rows = {row.id: row for row in table.rows}
    told = [rule.effect.row for rule in holding(book.odds, "spotting", case) if rule.effect.row]
    row = rows[told[-1]] if told else table.rows[0]
    place = band(table.bands, case.distance)
    return row.needs[place] if place is not None and place < len(row.needs) else None


def unseen(rules: list[Rule], distance: int) -> str:
    """Return the paragraph that limits sight, "" if someone sees that far: the farthest sight counts."""
    sights = [rule for rule in rules if rule.effect.sees is not None]
    farthest = max(sights, key=lambda rule: rule.effect.sees or 0, default=None)
    return farthest.source if farthest and distance > (farthest.effect.sees or 0) else ""


def spotting(book: Book, question: SpottingQuestion) -> dict[str, Any]:
    table = book.odds.spotting
    assert table is not None
    facts = book.facts(question.situations, "spotting")
    if question.class_ or table.characteristic or table.sights:
        book.troops("class", question.class_)
    target = None if question.target is UNSET else question.target
    if target:
        book.target(target)
    if table.sights:
        if target is None:
            refuse("", "missing", word="target")
        return _by_sight(book, table, question, target, facts)
    return _by_table(book, table, question, target, facts)


def _answered(
    book: Book, status: Status, source: str, question: SpottingQuestion, one: Fraction, **fields: Any
) -> dict[str, Any]:
    return (
        book.stated(status, source)
        | {"die": book.die}
        | fields
        | {"chance": chance(one), "any": chance(1 - (1 - one) ** question.count)}
    )


def _by_table(
    book: Book, table: Spotting, question: SpottingQuestion, target: Target | None, facts: frozenset[str]
) -> dict[str, Any]:
    if target and target.air is not UNSET:
        refuse("target.air", "not-here", word="spotting")
    case = RollCase(
        facts=facts,
        class_=question.class_,
        target_class=target.class_ if target else "",
        distance=question.distance,
    )
    rules = counted(holding(book.odds, "spotting", case))
    base = table_number(book, case)
    fields: dict[str, Any] = {"base": base, "modifiers": told(rules)}
    if base is None:
        return _answered(book, "out-of-range", table.source, question, NEVER, **fields, need=None)
    number = base + total(rules, "need")
    need = need_at_least(number, book.die)
    status: Status = "cannot" if need is None else "ok"
    return _answered(book, status, table.source, question, at_least(number, book.die), **fields, need=need)


# As an action (bi)


def _by_sight(
    book: Book, table: Spotting, question: SpottingQuestion, target: Target, facts: frozenset[str]
) -> dict[str, Any]:
    if target.air == "aircraft":
        refuse("target.air", "not-here", word="spotting")
    case = RollCase(facts=facts, class_=question.class_, distance=question.distance)
    rules = list(holding(book.odds, "spotting", case))
    known = counted(holding(book.odds, "quality", case))
    base = book.catalogue.stat(question.class_, QUALITY)
    fields: dict[str, Any] = {"base": base, "modifiers": told(known)}
    hidden = unseen(rules, question.distance)
    if hidden:
        return _answered(book, "unseen", hidden, question, NEVER, **fields, need=None)
    level = _level(table, question, target, facts, rules)
    number = 0 if level is None else need_of(level, base + total(known, "chance"), book.die)
    need = need_at_most(number, book.die)
    status: Status = "cannot" if need is None else "ok"
    fields["level"] = level
    return _answered(book, status, table.source, question, at_most(number, book.die), **fields, need=need)


def _level(
    table: Spotting, question: SpottingQuestion, target: Target, facts: frozenset[str], rules: list[Rule]
) -> Level | None:
    """Return the difficulty of spotting the target; None: impossible."""
    fixed = next((rule.effect.row for rule in rules if rule.effect.row), "")
    if fixed:  # a situation that decides alone, for infantry only
        return "difficult" if question.observer == "infantry" else None
    kind = "men" if target.class_ else "vehicle"
    flies = target.air is not UNSET or target.vehicle in table.always_moving
    moving = flies or table.moving in facts
    cover = not facts.isdisjoint(table.cover)
    sight = next(one for one in table.sights if (one.target, one.moving, one.cover) == (kind, moving, cover))
    return harder(sight.level_for(question.observer), sum(rule.effect.harder for rule in rules))


def roll(book: Book, question: RollQuestion) -> dict[str, Any]:
    roll = book.entry("roll", "roll", question.roll, lambda odds: odds.rolls)
    facts = book.facts(question.situations, "roll")
    if question.class_ or roll.asks_class or roll.quality:
        book.troops("class", question.class_)
    case = RollCase(facts=facts, class_=question.class_)
    if roll.quality:
        number, rules = _by_quality(book, roll, question, case)
        need, one = need_at_most(number, roll.die), at_most(number, roll.die)
    else:
        rules = counted(holding(book.odds, roll.id, case))
        need, one = _by_number(book, roll, question, case, rules)
    made = book.stated("cannot" if need is None else "ok", roll.source)
    return made | {"die": roll.die, "need": need, "modifiers": told(rules), "chance": chance(one)}


def _by_number(book: Book, roll: Roll, question: RollQuestion, case: RollCase, rules: list[Rule]) -> tuple[Need, Any]:
    numbers = (rule.effect.number for rule in holding(book.odds, roll.id, case))
    lowest = next((number for number in numbers if number is not None), roll.at_least)
    highest = roll.at_most
    own = roll.class_numbers.get(question.class_)
    if own is not None:
        lowest, highest = (own, None) if lowest is not None else (None, own)
    if roll.level:
        level = given(question.level, "", "level")
        match roll.level:
            case "over":
                lowest = level + 1
            case "at-most":
                highest = level
            case _:
                highest = level - question.against
    if lowest is not None:
        number = lowest - total(rules, "die")
        return need_at_least(number, roll.die), at_least(number, roll.die)
    number = (highest or 0) + total(rules, "chance")
    return need_at_most(number, roll.die), at_most(number, roll.die)


def _by_quality(book: Book, roll: Roll, question: RollQuestion, case: RollCase) -> tuple[int, list[Rule]]:
    """Return the highest face on which an action succeeds, and the changes to the quality."""
    rules = counted(holding(book.odds, "quality", case))
    level = roll.difficulty
    if roll.asks_difficulty:
        if question.difficulty is UNSET:
            refuse("", "missing", word="difficulty")
        level = question.difficulty
    steps = sum(rule.effect.harder for rule in holding(book.odds, roll.id, case))
    level = harder(level, steps)
    quality = book.catalogue.stat(question.class_, QUALITY) + total(rules, "chance")
    return (0 if level is None else need_of(level, quality, roll.die)), rules
