"""The end of each working about hits: what changes a save or the damage, what passes, what becomes of the target."""

from fractions import Fraction

from django.utils.translation import gettext

from rules.odds.asking.engine import Engine
from rules.odds.asking.facts import needed, signed
from rules.odds.asking.targets import Aimed
from rules.odds.showing.answers import Figure, Step, lost
from rules.odds.showing.numbers import Raw, fraction, percent, said
from rules.odds.showing.words import STANDING, kills


def changes(engine: Engine, modifiers: list[Raw]) -> list[Step]:
    """Return a step for each modifier: whose it is, and what it does to what."""
    on = {
        "need": gettext("to the number needed"),
        "die": gettext("to the die"),
        "chance": gettext("to the number"),
        "dice": gettext("to the dice"),
    }
    return [
        Step(f"{called(engine, one['id'])}: {on[one['on']]}", signed(one), one["source"]) for one in modifiers
    ]


def called(engine: Engine, id_: str) -> str:
    """Return the name of a fact, or of what always counts."""
    situation = engine.catalogue.odds.situation_by_id.get(id_)
    return situation.name.to(engine.language) if situation else str(STANDING.get(id_, id_))


def harm_source(engine: Engine) -> str:
    """Return the paragraph of saves, or of damage."""
    odds = engine.catalogue.odds
    return odds.saves.source if odds.saves else odds.damage.men.source if odds.damage else ""


def verb(aimed: Aimed) -> str:
    """Return what whoever succeeds does to the target."""
    return kills(aimed.is_men, "air" in aimed.raw)


def harm(engine: Engine, aimed: Aimed, answer: Raw, formula: tuple[str, str] = ("", "")) -> list[Step]:
    """Return the steps from a hit to what becomes of the target. `formula`: of the last one, with its power."""
    target, source = answer["target"], harm_source(engine)
    steps = changes(engine, target["modifiers"])
    if engine.catalogue.odds.saves:
        text = gettext("%(target)s: saves on") % {"target": aimed.name}
        steps.append(Step(text, needed(target["save"]), source))
    if target.get("penetration"):
        steps.append(Step(gettext("Pierces the armour on"), needed(target["penetration"]), source))
    if answer["status"] == "immune":
        return [*steps, Step(answer["because"]["text"], "–", answer["because"]["source"])]
    steps.append(Step(verb(aimed), percent(lost(answer)), source, *formula))
    inside = occupant(answer)
    if inside is not None:
        steps.append(Step(gettext("It explodes, and a man inside is killed"), percent(inside), source))
    return steps


def occupant(answer: Raw) -> Fraction | None:
    """Return the chance that each of the occupants is killed; None: nobody is told of."""
    told = answer["target"].get("occupant_killed")
    return fraction(told) if told else None


def occupants(answer: Raw) -> list[Figure]:
    """Return the figure of the men inside, where some are told of."""
    inside = occupant(answer)
    return [] if inside is None else [Figure(gettext("Each man inside"), said(inside))]
