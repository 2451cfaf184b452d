"""Tests of men: suppression, morale, and reacting under covering fire."""

from fractions import Fraction
from typing import Any

from msgspec import UNSET

from rules.core.catalogue.odds.effects import Effect, Rule
from rules.core.catalogue.odds.tables import Morale
from rules.core.odds import dice
from rules.core.odds.book import Book
from rules.core.odds.dice import ALWAYS, NEVER, at_most, chance, chances, need_at_most
from rules.core.odds.fire import with_missed
from rules.core.odds.format.questions import CoveringFireQuestion, MoraleQuestion, SuppressionQuestion
from rules.core.odds.format.reading import given, refuse
from rules.core.odds.hits import by_table, saving_men
from rules.core.odds.modifiers import RollCase, counted, holding, quality_chance, told, total
from rules.core.procedures import COVERING, MORALE, QUALITY, band, losses, morale_need, suppression_most

BADLY_WOUNDED = "badly-wounded"
PASSED = "passed"
MOST_SUMMED = 12  # dice of a sum: for fifty dice of a hundred faces it takes seconds


def suppression(book: Book, question: SuppressionQuestion) -> dict[str, Any]:
    book.troops("class", question.class_)
    most = suppression_most(book.catalogue, question.class_, question.leadership) or 0
    need = need_at_most(most, book.die)
    made = book.stated("cannot" if need is None else "ok", book.catalogue.item_source)
    return made | {"die": book.die, "need": need, "chance": chance(at_most(most, book.die))}


def morale(book: Book, question: MoraleQuestion) -> dict[str, Any]:
    rules = book.odds.morale
    assert rules is not None
    facts = book.facts(question.situations, "morale")
    if question.class_:
        book.troops("class", question.class_)
    if rules.reaction:
        return _by_quality(book, rules, question, facts)
    men, lost, leaders = (
        given(question.men, "", "men"),
        given(question.lost, "", "lost"),
        question.leaders_lost,
    )
    if lost > men:
        refuse("lost", "most", expected=men)
    if leaders > lost:
        refuse("leaders_lost", "most", expected=lost)
    made: dict[str, Any] = {"die": book.die}
    rolled = 1
    if rules.at_least is None:
        book.troops("class", question.class_)
        rolled = book.catalogue.stat(question.class_, MORALE) + question.formations
        counted_losses = losses(book.catalogue, lost, leaders) or 0
        made |= {"dice": rolled, "counted": counted_losses, "half": 2 * (men - lost) >= men}
    need = face_needed(book, men, lost, leaders)
    made["need"] = None if need is None else {"at_least": need}
    made["chance"] = chance(passing(rolled, need, book.die))
    made["curve"] = [chance(one) for one in curve(book, rolled, men, leaders)]
    return book.stated("cannot" if need is None else "ok", rules.source) | made


def face_needed(book: Book, men: int, lost: int, leaders: int = 0) -> int | None:
    """Return the lowest face that passes after losses, which include the leaders; None: no face does.

    By the number of losses (rth §12.0, bn §12.0), or a fixed one from half of the men on (ludonet).
    """
    rules = book.odds.morale
    if rules and rules.at_least is not None:
        return rules.at_least if 2 * lost >= men else 1
    counted_losses = losses(book.catalogue, lost, leaders) or 0
    return morale_need(counted_losses, 2 * (men - lost) >= men, book.die)


def passing(rolled: int, need: int | None, die: int) -> Fraction:
    """Return the chance that one of the dice shows at least the face needed (None: no face is enough)."""
    return NEVER if need is None else dice.highest_at_least(rolled, die, need)


def curve(book: Book, rolled: int, men: int, leaders: int = 0) -> list[Fraction]:
    """Return the chance to pass after each number of losses, with the leaders lost first."""
    needs = (face_needed(book, men, lost, min(leaders, lost)) for lost in range(men + 1))
    return [passing(rolled, need, book.die) for need in needs]


# By quality, with a reaction (bi)


def _by_quality(book: Book, rules: Morale, question: MoraleQuestion, facts: frozenset[str]) -> dict[str, Any]:
    book.troops("class", question.class_)
    case = RollCase(facts=facts, class_=question.class_)
    base, known = _morale_test(book, case)
    if question.badly_wounded and rules.badly_wounded:
        effect = Effect(roll="morale", chance=rules.badly_wounded * question.badly_wounded)
        known.append(Rule(BADLY_WOUNDED, rules.source, "", effect))
    number = quality_chance(base, known, book.die)
    passed = at_most(number, book.die)
    return book.stated("ok" if number else "cannot", rules.source) | {
        "die": book.die,
        "base": base,
        "modifiers": told(known),
        "need": need_at_most(number, book.die),
        "chance": chance(passed),
        "outcomes": chances(_reactions(book, rules, case, passed)),
    }


def _morale_test(book: Book, case: RollCase) -> tuple[int, list[Rule]]:
    base = book.catalogue.stat(case.class_, QUALITY) + (book.catalogue.procedures.morale_bonus or 0)
    return base, counted(holding(book.odds, "morale", case))


def _reactions(book: Book, rules: Morale, case: RollCase, passed: Fraction) -> dict[str, Fraction]:
    assert rules.reaction is not None
    modifier = total(holding(book.odds, "reaction", case), "die")
    failed = {name: (ALWAYS - passed) * one for name, one in by_table(rules.reaction, modifier).items()}
    shocked, panic = (row.outcome for row in rules.reaction.rows[:2])
    if rules.shocked in case.facts:
        failed[panic] += failed[shocked]
        failed[shocked] = NEVER
    return {PASSED: passed} | failed


def quality_passes(book: Book, class_id: str, facts: frozenset[str]) -> Fraction:
    base, known = _morale_test(book, RollCase(facts=facts, class_=class_id))
    return at_most(quality_chance(base, known, book.die), book.die)


def covering_fire(book: Book, question: CoveringFireQuestion) -> dict[str, Any]:
    covering, most = book.odds.covering, book.catalogue.procedures.covering_most
    assert covering is not None
    assert most is not None
    book.troops("class", question.class_)
    case = RollCase(facts=book.facts(question.situations, "covering-fire"), distance=question.distance)
    weapons = sum(
        _value(book, book.weapon(f"group[{number}].weapon", one.weapon), question.distance) * one.count
        for number, one in enumerate(question.group)
    )
    bonus = book.catalogue.stat(question.class_, COVERING) if weapons else 0
    value = min(weapons + bonus, most)
    rolled = covering.dice + total(holding(book.odds, "covering", case), "dice")
    if rolled > MOST_SUMMED:
        refuse("situations", "dice", most=MOST_SUMMED, number=rolled)
    hit = dice.sum_at_most(rolled, book.die, value) if weapons else NEVER
    made = book.stated("ok" if weapons else "out-of-range", covering.source)
    made |= {"die": book.die, "weapons": weapons, "bonus": bonus, "value": value, "dice": rolled}
    made["chance"] = chance(hit)
    if question.target is not UNSET:
        book.target(question.target)
        if not question.target.class_:
            refuse("target", "missing", word="class")
        assert book.odds.saves is not None
        target = RollCase(facts=case.facts, target_class=question.target.class_)
        fate = saving_men(book, book.odds.saves, target)
        hits = (1 - hit, hit)
        made["target"] = fate.told(hits, with_missed(fate, hits))
    return made


def _value(book: Book, weapon: str, distance: int) -> int:
    known = book.catalogue.weapon_by_id.get(weapon)
    place = band(book.catalogue.covering_bands, distance)
    if known is None or place is None or place >= len(known.covering):
        return 0
    return known.covering[place] or 0
