"""Spotting: by a number for each distance, or as an action of some difficulty."""

from fractions import Fraction
from typing import Any

from msgspec import UNSET

from rules.core.catalogue.odds.effects import Rule
from rules.core.catalogue.odds.tables import Level, Spotting
from rules.core.odds.book import Book
from rules.core.odds.difficulty import harder, need_of
from rules.core.odds.format.questions import SpottingQuestion, Target
from rules.core.odds.format.reasons import Status
from rules.core.odds.format.refusals import refuse
from rules.core.odds.modifiers import RollCase, counted, holding, told, total
from rules.core.odds.probability.chances import NEVER, at_least, at_most, chance, need_at_least, need_at_most
from rules.core.odds.sight import table_number, unseen
from rules.core.procedures.rolls import QUALITY


def spotting(book: Book, question: SpottingQuestion) -> dict[str, Any]:
    """Return the answer to a question of spotting. Raises UnreadableQuestionError."""
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
    if base is None:
        return _answered(
            book, "out-of-range", table.source, question, NEVER, base=None, modifiers=told(rules), need=None
        )
    number = base + total(rules, "need")
    need = need_at_least(number, book.die)
    status: Status = "cannot" if need is None else "ok"
    one = at_least(number, book.die)
    return _answered(book, status, table.source, question, one, base=base, modifiers=told(rules), need=need)


# As an action (bi)


def _by_sight(
    book: Book, table: Spotting, question: SpottingQuestion, target: Target, facts: frozenset[str]
) -> dict[str, Any]:
    if target.air == "aircraft":
        refuse("target.air", "not-here", word="spotting")
    case = RollCase(facts=facts, class_=question.class_, distance=question.distance)
    rules = list(holding(book.odds, "spotting", case))
    known = counted(holding(book.odds, "quality", case))
    base = book.stat(question.class_, QUALITY)
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
    """Return how hard it is to see the target; None: impossible."""
    fixed = next((rule.effect.row for rule in rules if rule.effect.row), "")
    if fixed:  # a fact that decides alone, for infantry only
        return "difficult" if question.observer == "infantry" else None
    kind = "men" if target.class_ else "vehicle"
    flies = target.air is not UNSET or target.vehicle in table.always_moving
    moving = flies or table.moving in facts
    cover = not facts.isdisjoint(table.cover)
    sight = next(one for one in table.sights if (one.target, one.moving, one.cover) == (kind, moving, cover))
    return harder(sight.level_for(question.observer), sum(rule.effect.harder for rule in rules))
