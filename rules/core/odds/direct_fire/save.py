"""What so many hits do."""

from typing import Any

from msgspec import UNSET

from rules.core.odds.book import Book
from rules.core.odds.direct_fire.fire import fate_of, target_kind
from rules.core.odds.direct_fire.modes import check_mode
from rules.core.odds.direct_fire.shot import Aim
from rules.core.odds.format.questions import SaveQuestion
from rules.core.odds.format.refusals import refuse
from rules.core.odds.hits.fate import Fate
from rules.core.odds.modifiers import holding
from rules.core.odds.probability.chances import ALWAYS, NEVER, Chances, chance


def save(book: Book, question: SaveQuestion) -> dict[str, Any]:
    """Return the answer to a question of saves or damage. Raises UnreadableQuestionError."""
    fate = _save_fate(book, question)
    hits: Chances = (*[NEVER] * question.hits, ALWAYS)
    made = book.stated("immune" if fate.immune else "ok", fate.immune)
    outcomes = fate.outcomes(hits)
    return made | {"die": fate.die, "chance": chance(1 - fate.lost), "target": fate.told(None, outcomes)}


def _save_fate(book: Book, question: SaveQuestion) -> Fate:
    shooter, target = question.shooter, question.target
    if shooter.class_:
        refuse("shooter.class", "not-here", word="save")
    book.target(target)
    if target.air is not UNSET:
        refuse("target.air", "not-here", word="save")
    weapon = book.weapon("shooter.weapon", shooter.weapon) if shooter.weapon else ""
    check_mode(book, shooter.mode, "shooter.mode")
    if shooter.vehicle:
        book.vehicle("shooter.vehicle", shooter.vehicle)
    aim = Aim(
        class_="",
        weapon=weapon,
        distance=0,
        facts=book.facts(question.situations, "save"),
        target=target_kind(book, target),
        target_class=target.class_,
        target_vehicle=target.vehicle,
        facing="front" if target.facing is UNSET else target.facing,
    )
    if aim.target == "vehicle" and not weapon and _asks_weapon(book, aim):
        refuse("shooter", "missing", word="weapon")
    return fate_of(book, aim, target, shooter)


def _asks_weapon(book: Book, aim: Aim) -> bool:
    """Whether a vehicle's roll is by weapon: not where a fact says the column, nor where values are rolled."""
    if book.odds.damage and book.odds.damage.values:
        return False
    return not any(rule.effect.column for rule in holding(book.odds, "save", aim.case()))
