"""Rolls of their own: calling support, intelligence, actions."""

from typing import Any

from msgspec import UNSET

from rules.core.catalogue.odds.effects import Rule
from rules.core.catalogue.odds.tables import Roll
from rules.core.odds.book import Book
from rules.core.odds.difficulty import harder, need_of
from rules.core.odds.format.questions import RollQuestion
from rules.core.odds.format.refusals import given, refuse
from rules.core.odds.modifiers import RollCase, counted, holding, told, total
from rules.core.odds.probability.chances import Need, at_least, at_most, chance, need_at_least, need_at_most
from rules.core.procedures.rolls import QUALITY


def roll(book: Book, question: RollQuestion) -> dict[str, Any]:
    """Return the answer to a question of a roll. Raises UnreadableQuestionError."""
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


def _by_number(
    book: Book, roll: Roll, question: RollQuestion, case: RollCase, rules: list[Rule]
) -> tuple[Need, Any]:
    """Return what a roll needs by its number, or by a level that is told."""
    replaced = [
        rule.effect.number for rule in holding(book.odds, roll.id, case) if rule.effect.number is not None
    ]
    lowest = replaced[0] if replaced else roll.at_least
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
    """Return the highest face that succeeds at an action, and what changes the quality."""
    rules = counted(holding(book.odds, "quality", case))
    level = roll.difficulty
    if roll.asks_difficulty:
        if question.difficulty is UNSET:
            refuse("", "missing", word="difficulty")
        level = question.difficulty
    steps = sum(rule.effect.harder for rule in holding(book.odds, roll.id, case))
    level = harder(level, steps)
    quality = book.stat(question.class_, QUALITY) + total(rules, "chance")
    return (0 if level is None else need_of(level, quality, roll.die)), rules
