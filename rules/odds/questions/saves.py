"""The page of what so many hits do: saves of men and vehicles, or damage."""

from dataclasses import replace
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from rules.odds.asking.engine import Engine
from rules.odds.asking.fields import Address, Field, FormSide, Labels, choice
from rules.odds.asking.question_form import QuestionForm, TargetForm, ask_facts, ask_number
from rules.odds.asking.targets import Aimed, Targets, ask_values
from rules.odds.fire.answer import times, told_facts
from rules.odds.fire.harm import harm, harm_source, occupants
from rules.odds.showing.answers import MOST_BARS, Answer, Chart, Figure, Step, columns, lost, outcome_bar
from rules.odds.showing.numbers import Raw, fraction, percent, said
from rules.odds.showing.words import names, within

MOST_HITS = 20
USUAL_HITS = 6  # of the chart


def read_save(address: Address, engine: Engine) -> TargetForm:
    """Return the question what becomes of who is hit."""
    targets = replace(Targets.of(engine.catalogue, engine.language), air={})
    classes = list(targets.men)
    aimed = targets.ask(address, classes[len(classes) // 2], most=1)
    raw: Raw = {"question": "save", "target": aimed.raw}
    raw["hits"], number = ask_number(address, "h", gettext("How many hits"), (1, MOST_HITS), 1)
    shooter: Raw = {}
    by: list[Field] = [number]
    weapons = _weapons(engine, aimed)
    if weapons:
        shooter["weapon"] = address.one_of("w", weapons, next(iter(weapons)))
        by.append(choice("w", gettext("Weapon"), weapons, shooter["weapon"]))
    damage = engine.catalogue.odds.damage
    if damage and damage.values:
        ask_values(address, shooter, aimed.raw, by, aimed.fields)
    facts = ask_facts(address, engine, "save")
    raw |= {"shooter": shooter, "situations": list(facts.told)}
    sides = (FormSide(gettext("Who is hit"), tuple(aimed.fields)), FormSide(gettext("What hits"), tuple(by)))
    return TargetForm(raw, sides, facts, aimed)


def _weapons(engine: Engine, aimed: Aimed) -> Labels:
    """Return the weapons that make a difference to a target: all that have a column, where saves are by columns."""
    odds = engine.catalogue.odds
    known = names([*engine.catalogue.weapons, *odds.weapons], engine.language)
    if aimed.is_men:
        by_weapon = any(rule.effect.weapons for rule in odds.rules_by_roll.get("damage", ()))
        return known if by_weapon and odds.damage else {}
    if odds.saves and not any(one.vehicle == aimed.raw["vehicle"] for one in odds.saves.plain):
        in_columns = {weapon for column in odds.saves.columns for weapon in column.weapons}
        return {id_: name for id_, name in known.items() if id_ in in_columns}
    return {} if odds.damage and odds.damage.values else known


def show_save(engine: Engine, asked: TargetForm, answer: Raw) -> Answer:
    """Return the answer what becomes of who is hit."""
    label = gettext("Stays in action")
    stays, one = 1 - lost(answer), fraction(answer["chance"])
    hits = asked.raw["hits"]
    counted = ngettext("%(count)s hit", "%(count)s hits", hits) % {"count": hits}
    who = told_facts(f"{asked.aimed.name}, {counted}", asked.facts)
    figures = [Figure(gettext("After one hit"), said(one))] if hits > 1 else []
    return Answer(
        main=Figure(label, said(stays)),
        figures=(*figures, *occupants(answer)),
        sentence=f"{who}: {within(label)} {times(stays)}.",
        bar=outcome_bar({name: fraction(chance) for name, chance in answer["target"]["outcomes"].items()}),
        charts=() if answer["status"] == "immune" else (_by_hits(engine, asked),),
        steps=(*harm(engine, asked.aimed, answer), *_last(engine, asked, answer, label, stays)),
    )


def _last(engine: Engine, asked: QuestionForm, answer: Raw, label: str, stays: Fraction) -> list[Step]:
    """Return the last step; where each hit is saved apart with its formula."""
    if answer["status"] == "immune":
        return []
    hits = asked.raw["hits"]
    formula = f"({fraction(answer['chance'])})" if engine.catalogue.odds.saves and hits > 1 else ""
    return [Step(label, percent(stays), harm_source(engine), formula, str(hits) if formula else "")]


def _by_hits(engine: Engine, asked: QuestionForm) -> Chart:
    """Return the chart of the chance after each number of hits, that which is asked for among them."""
    hits = asked.raw["hits"]
    numbers = sorted(
        {*range(1, USUAL_HITS + 1), *range(hits, hits - MOST_BARS + USUAL_HITS, -1)} - {0, -1, -2}
    )
    chances = {}
    for number in numbers:
        answer = engine.try_asking(asked.raw | {"hits": number})
        if answer:
            chances[str(number)] = 1 - lost(answer)
    bars = columns(chances, str(hits))
    return Chart(gettext("By hits"), within(gettext("Stays in action")), gettext("Hits taken"), bars)
