"""Melee, storming buildings, and the initiative roll."""

from fractions import Fraction
from typing import Any

from rules.core.catalogue.odds.tables import InitiativeRoll, Melee
from rules.core.odds import dice
from rules.core.odds.book import Book
from rules.core.odds.dice import ALWAYS, Chances, at_least, chance, distribution, expected
from rules.core.odds.fire import MOST_DICE
from rules.core.odds.format.questions import (
    InitiativeQuestion,
    InitiativeSide,
    MeleeQuestion,
    SituatedMan,
    StormingMen,
    StormingQuestion,
)
from rules.core.odds.format.reading import refuse
from rules.core.odds.hits import saving_men
from rules.core.odds.modifiers import RollCase, holding, total

MOST_FIGURES = 20


def _opposed(rolled: int, die: int, ours: int, theirs: int) -> dict[str, Any]:
    wins, ties, loses = dice.opposed(rolled, die, ours - theirs)
    fought = wins + loses
    return {
        "side": {"bonus": ours},
        "enemy": {"bonus": theirs},
        "wins": chance(wins),
        "ties": chance(ties),
        "loses": chance(loses),
        "decided": chance(wins / fought) if fought else None,
    }


# Melee


def melee(book: Book, question: MeleeQuestion) -> dict[str, Any]:
    rules = book.odds.melee
    assert rules is not None
    ours, for_them = _fighters(book, rules, question.side, "side")
    theirs, for_us = _fighters(book, rules, question.enemy, "enemy")
    if len(question.side) > 1 and len(question.enemy) > 1:
        refuse("enemy", "several-against-several")
    return {"status": "ok", "die": book.die} | _opposed(1, book.die, ours + for_us, theirs + for_them)


def _fighters(book: Book, rules: Melee, men: tuple[SituatedMan, ...], path: str) -> tuple[int, int]:
    """Return the bonus of a side to its die, and the effect of its situations on the enemy's."""
    if len(men) > rules.most:
        refuse(path, "entries", expected=rules.most)
    bonus = given_away = 0
    for number, man in enumerate(men):
        book.troops(f"{path}[{number}].class", man.class_)
        facts = book.facts(man.situations, "melee", f"{path}[{number}].situations")
        case = RollCase(facts=facts, class_=man.class_)
        bonus += book.catalogue.stat(man.class_, rules.characteristic) + total(holding(book.odds, "melee", case), "die")
        given_away += total(holding(book.odds, "melee-enemy", case), "die")
    return bonus, given_away


# Storming (rth §11.1, bn §11.1)


def storming(book: Book, question: StormingQuestion) -> dict[str, Any]:
    procedures = book.catalogue.procedures
    ours, our_saves = _party(book, question.attackers, "attackers")
    theirs, their_saves = _party(book, question.defenders, "defenders")
    attack, defence = procedures.storm_attacking or book.die, procedures.storm_defending or book.die
    our_hits = dice.successes(ours, at_least(attack, book.die))
    their_hits = dice.successes(theirs, at_least(defence, book.die))
    return {
        "status": "ok",
        "die": book.die,
        "attackers": _told_party(ours, attack, our_hits, dice.lost(their_hits, our_saves)),
        "defenders": _told_party(theirs, defence, their_hits, dice.lost(our_hits, their_saves)),
    }


def _party(book: Book, men: tuple[StormingMen, ...], path: str) -> tuple[int, tuple[Fraction, ...]]:
    """Return the dice of a side, and the chance of each figure to save once."""
    rolled, saves = 0, list[Fraction]()
    for number, one in enumerate(men):
        here = f"{path}[{number}]"
        book.troops(f"{here}.class", one.class_)
        facts = book.facts(one.situations, "storming", f"{here}.situations")
        case = RollCase(facts=facts, class_=one.class_, target_class=one.class_)
        assert book.odds.melee is not None
        assert book.odds.saves is not None
        if not any(rule.effect.forbids for rule in holding(book.odds, "storming", case)):
            rolled += one.count * book.catalogue.stat(one.class_, book.odds.melee.characteristic)
        saves += [ALWAYS - saving_men(book, book.odds.saves, case).lost] * one.count
    if len(saves) > MOST_FIGURES:
        refuse(path, "figures", most=MOST_FIGURES, number=len(saves))
    if rolled > MOST_DICE:
        refuse(path, "dice", most=MOST_DICE, number=rolled)
    return rolled, tuple(saves)


def _told_party(rolled: int, need: int, hits: Chances, casualties: Chances) -> dict[str, Any]:
    return {
        "dice": rolled,
        "need": {"at_least": need},
        "hits": distribution(hits),
        "expected_hits": chance(expected(hits)),
        "casualties": distribution(casualties),
        "expected_casualties": chance(expected(casualties)),
        "wiped_out": chance(casualties[-1]),
    }


# Initiative


def initiative(book: Book, question: InitiativeQuestion) -> dict[str, Any]:
    rules = book.odds.initiative
    assert rules is not None
    rolled = rules.turn if question.occasion == "turn" else rules.setup
    if rolled is None:
        refuse("occasion", "choice", word=question.occasion, expected="turn")
    ours = _bonus(book, rolled, question.side, "side", question.occasion)
    theirs = _bonus(book, rolled, question.enemy, "enemy", question.occasion)
    die = rolled.die or book.die
    return {"status": "ok", "die": die, "dice": rolled.dice} | _opposed(rolled.dice, die, ours, theirs)


def _bonus(book: Book, rolled: InitiativeRoll, side: InitiativeSide, path: str, occasion: str) -> int:
    facts = book.facts(side.situations, "initiative", f"{path}.situations")
    if rolled.characteristic or side.class_:
        book.troops(f"{path}.class", side.class_)
    bonus = book.catalogue.stat(side.class_, rolled.characteristic) if rolled.characteristic else 0
    if rolled.leadership:
        bonus += side.leadership
    if rolled.turns:
        bonus -= side.active_turns
    if occasion == "turn":
        bonus += total(holding(book.odds, "initiative", RollCase(facts=facts)), "die")
    return bonus
