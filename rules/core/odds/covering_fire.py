"""Reacting under covering fire (rth §8.3, bn §8.3)."""

from typing import Any

from msgspec import UNSET

from rules.core.odds.book import Book
from rules.core.odds.direct_fire.fire import with_missed
from rules.core.odds.format.questions import CoveringFireQuestion, Target
from rules.core.odds.format.refusals import refuse
from rules.core.odds.hits import by_saves
from rules.core.odds.hits.fate import Fate
from rules.core.odds.modifiers import RollCase, holding, total
from rules.core.odds.probability import dice
from rules.core.odds.probability.chances import NEVER, chance
from rules.core.procedures.rolls import COVERING, band


def covering_fire(book: Book, question: CoveringFireQuestion) -> dict[str, Any]:
    """Return the answer to a question of covering fire. Raises UnreadableQuestionError."""
    covering, most = book.odds.covering, book.catalogue.procedures.covering_most
    assert covering is not None
    assert most is not None
    book.troops("class", question.class_)
    case = RollCase(facts=book.facts(question.situations, "covering-fire"), distance=question.distance)
    weapons = sum(
        _value(book, book.weapon(f"group[{number}].weapon", one.weapon), question.distance) * one.count
        for number, one in enumerate(question.group)
    )
    bonus = book.stat(question.class_, COVERING) if weapons else 0
    value = min(weapons + bonus, most)
    rolled = covering.dice + total(holding(book.odds, "covering", case), "dice")
    hit = dice.sum_at_most(rolled, book.die, value) if weapons else NEVER
    made = book.stated("ok" if weapons else "out-of-range", covering.source)
    made |= {"die": book.die, "weapons": weapons, "bonus": bonus, "value": value, "dice": rolled}
    made["chance"] = chance(hit)
    if question.target is not UNSET:
        fate = _fate(book, case, question.target)
        hits = (1 - hit, hit)
        made["target"] = fate.told(hits, with_missed(fate, hits))
    return made


def _value(book: Book, weapon: str, distance: int) -> int:
    known = book.catalogue.weapon_by_id.get(weapon)
    place = band(book.catalogue.covering_bands, distance)
    if known is None or place is None or place >= len(known.covering):
        return 0
    return known.covering[place] or 0


def _fate(book: Book, case: RollCase, target: Target) -> Fate:
    book.target(target)
    if not target.class_:
        refuse("target", "missing", word="class")
    assert book.odds.saves is not None
    return by_saves.men(book, book.odds.saves, RollCase(facts=case.facts, target_class=target.class_))
