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
        bonus += book.catalogue.stat(man.class_, rules.characteristic) + total(
            holding(book.odds, "melee", case), "die"
        )
        given_away += total(holding(book.odds, "melee-enemy", case), "die")
    return bonus, given_away


# Storming (rth §11.1, bn §11.1)


def storming(book: Book, question: StormingQuestion) -> dict[str, Any]:
    procedures = book.catalogue.procedures
    attackers = _Party(book, question.attackers, "attackers", procedures.storm_attacking or book.die)
    defenders = _Party(book, question.defenders, "defenders", procedures.storm_defending or book.die)
    return {
        "status": "ok",
        "die": book.die,
        "attackers": attackers.told(defenders.hits),
        "defenders": defenders.told(attackers.hits),
    }


class _Party:
    """A side in a storming: its dice, and the chance of each figure to save once."""

    def __init__(self, book: Book, men: tuple[StormingMen, ...], path: str, need: int) -> None:
        self.need = need
        self.dice = 0
        self.saves: list[Fraction] = []
        for number, one in enumerate(men):
            self._add(book, one, f"{path}[{number}]")
        if len(self.saves) > MOST_FIGURES:
            refuse(path, "figures", most=MOST_FIGURES, number=len(self.saves))
        if self.dice > MOST_DICE:
            refuse(path, "dice", most=MOST_DICE, number=self.dice)
        self.hits = dice.successes(self.dice, at_least(need, book.die))

    def _add(self, book: Book, men: StormingMen, path: str) -> None:
        book.troops(f"{path}.class", men.class_)
        facts = book.facts(men.situations, "storming", f"{path}.situations")
        case = RollCase(facts=facts, class_=men.class_, target_class=men.class_)
        rules = book.odds.melee
        assert rules is not None
        assert book.odds.saves is not None
        if not any(rule.effect.forbids for rule in holding(book.odds, "storming", case)):
            self.dice += men.count * book.catalogue.stat(men.class_, rules.characteristic)
        fate = saving_men(book, book.odds.saves, case)
        self.saves += [ALWAYS - fate.lost] * men.count

    def told(self, hits: Chances) -> dict[str, Any]:
        """Return a side of the answer. `hits` of the other side are spread before anyone saves twice."""
        casualties = dice.lost(hits, tuple(self.saves))
        return {
            "dice": self.dice,
            "need": {"at_least": self.need},
            "hits": distribution(self.hits),
            "expected_hits": chance(expected(self.hits)),
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
