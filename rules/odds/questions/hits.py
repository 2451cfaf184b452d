"""The pages about hits apart from direct fire: bombardment, covering fire, and the effect of hits."""

from dataclasses import replace
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from rules.core.catalogue.odds.tables import Bombardment
from rules.core.odds import usual_target
from rules.odds.asking.facts import Engine, needed
from rules.odds.asking.fields import PLACES, Address, Field, Labels, closed_up
from rules.odds.asking.forms import (
    MOST,
    Aimed,
    Asking,
    QuestionForm,
    TargetForm,
    Targets,
    ask_values,
    classes,
)
from rules.odds.fire.answer import (
    changes,
    dice_in_words,
    harm,
    harm_source,
    occupants,
    of_hits,
    times,
    told_facts,
    verb,
)
from rules.odds.showing.answers import (
    MOST_BARS,
    Answer,
    Chart,
    Figure,
    Raw,
    WorkingStep,
    columns,
    fraction,
    hit,
    lost,
    outcome_bar,
    percent,
    said,
    unanswered,
)
from rules.odds.showing.words import names, within, word, words


def read_bombardment(address: Address, engine: Engine) -> TargetForm:
    rules = {one.id: one for one in engine.catalogue.odds.bombardments}
    known = {id_: _name(engine, one) for id_, one in rules.items()}
    ask = Asking(address, engine, "bombardment")
    ask.raw["by"] = ask.choose("by", gettext("Incoming fire"), known, next(iter(known)))
    rule = rules[ask.raw["by"]]
    targets = _targets(engine, rule)
    aimed = targets.ask(address, usual_target(engine.catalogue), 1 if rule.one_man else MOST)
    ask.raw["target"] = aimed.raw
    if rule.kind in ("fire", "indirect"):
        ask.raw["class"] = ask.troops("s", gettext("Troops directing it"))
    if rule.kind == "fire":
        ask.raw["distance"] = ask.number("cm", gettext("Distance in cm"), (0, 1000), 50)
    if rule.kind == "passes":
        ask.raw["passes"] = ask.number("p", gettext("Passes"), (1, 3), 1)
    if rule.contacts:
        known_ways = {one.contact: word("contacts", one.contact) for one in rule.contacts}
        ways = {"": gettext("already contacted")} | known_ways
        contact = ask.choose("c", gettext("The guns are"), ways, "", keep=False)
        ask.raw |= {"contact": contact} if contact else {}
    ask.side(gettext("Bombardment"))
    ask.fields += aimed.fields
    kind = "men" if aimed.is_men else _kind(engine, aimed.raw["vehicle"])
    is_sure = kind in rule.sure or (kind == "soft" and rule.soft_at_most is not None)
    if rule.kind == "zone" and not is_sure:
        positioned = gettext("Positioned at")
        ask.raw["zone"] = ask.choose("z", positioned, words("zones"), "short", keep=False, segment=True)
    ask.side(gettext("Fires at"))
    facts = ask.situations()
    return TargetForm(ask.raw, tuple(ask.sides), facts, aimed)


def _name(engine: Engine, rule: Bombardment) -> str:
    weapon = engine.catalogue.weapon_by_id.get(rule.weapon)
    name = rule.name or (weapon.name if weapon else None)
    return name.to(engine.language) if name else rule.id


def _targets(engine: Engine, rule: Bombardment) -> Targets:
    targets = Targets.of(engine.catalogue, engine.language)
    vehicles = {id_: name for id_, name in targets.vehicles.items() if _kind(engine, id_) in rule.targets}
    return replace(targets, vehicles=vehicles, air={})


def _kind(engine: Engine, vehicle: str) -> str:
    damage = engine.catalogue.odds.damage
    return "soft" if damage and vehicle in damage.soft_vehicles else "armour"


def show_bombardment(engine: Engine, asked: TargetForm, answer: Raw) -> Answer:
    rule = next(one for one in engine.catalogue.odds.bombardments if one.id == asked.raw["by"])
    name = _name(engine, rule)
    who = gettext("%(by)s on %(target)s") % {"by": name, "target": within(asked.aimed.name)}
    who = told_facts(who, asked.facts)
    if answer["status"] not in ("ok", "immune"):
        return unanswered(verb(asked.aimed), who, answer)
    steps = (
        *_gates(engine, rule, answer),
        WorkingStep(gettext("Hits"), percent(hit(answer)), rule.source),
        *harm(engine, asked.aimed, answer),
    )
    return of_hits(asked.aimed, who, asked.raw, answer, charts=_landing(answer), steps=steps)


def _gates(engine: Engine, rule: Bombardment, answer: Raw) -> list[WorkingStep]:
    """Return a step for each gate, named like its own roll."""
    rolls = {one.id: one.name.to(engine.language) for one in engine.catalogue.odds.rolls}
    steps = []
    for gate in answer["gates"]:
        name = rolls.get(gate["id"]) or word("gates", gate["id"])
        steps.append(WorkingStep(name, needed(gate["need"]), rule.source))
    return steps


def _landing(answer: Raw) -> tuple[Chart, ...]:
    """Return the chart of landing places, if all gates are passed."""
    if "landing" not in answer:
        return ()
    chances = {word("landing", place): fraction(one) for place, one in answer["landing"].items()}
    beside = gettext("once it is called") if answer["gates"] else ""
    return (Chart(gettext("Where it lands"), beside, gettext("Place"), columns(chances)),)


def read_covering(address: Address, engine: Engine) -> QuestionForm:
    ask = Asking(address, engine, "covering-fire")
    ask.raw["class"] = ask.troops("s", gettext("Troops"))
    ask.raw["group"] = _read_weapons(ask)
    ask.side(gettext("Covering troops"))
    nearest = next(iter(engine.catalogue.covering_bands), 25)
    ask.raw["distance"] = ask.number("cm", gettext("Distance in cm"), (0, 1000), nearest)
    ask.raw["target"] = {"class": ask.troops("t", gettext("Troops"))}
    ask.fields.reverse()  # the troops first
    ask.side(gettext("Reacting troops"))
    return ask.form(ask.situations())


def _read_weapons(ask: Asking) -> list[Raw]:
    """Return the weapons that cover together, each with its number."""
    ask.address.query = closed_up(ask.address.query, {"w": "n"})
    weapons = ask.engine.catalogue.weapons
    known = names((one for one in weapons if one.covering), ask.engine.language)
    first = "lmg" if "lmg" in known else next(iter(known))
    group: list[Raw] = []
    for place in PLACES:
        name, number = f"w{place}", f"n{place}"
        offered = {"": gettext("none")} | known if place else known
        label = gettext("And another weapon") if place else gettext("Weapon")
        weapon = ask.choose(name, label, offered, "" if place else first, keep=not place, begins=bool(place))
        if not weapon:
            ask.fields[-1] = Field("more", name, gettext("Another weapon"), group[-1]["weapon"])
            break
        count = ask.number(number, gettext("How many of them"), (1, 20), 1, keep=False)
        group.append({"weapon": weapon, "count": count})
    return group


def show_covering(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
    known = classes(engine)
    weapons = names(engine.catalogue.weapons, engine.language)
    group = ", ".join(f"{one['count']} × {within(weapons[one['weapon']])}" for one in asked.raw["group"])
    aimed = Aimed(asked.raw["target"], known[asked.raw["target"]["class"]], [])
    who = gettext("%(target)s reacting at %(cm)s cm under %(group)s of %(who)s") % {
        "target": aimed.name,
        "cm": asked.raw["distance"],
        "group": group,
        "who": within(known[asked.raw["class"]]),
    }
    if answer["status"] != "ok":
        return unanswered(verb(aimed), who, answer)
    rules = engine.catalogue.odds.covering
    source = rules.source if rules else ""
    saves = engine.catalogue.odds.saves
    rolled = {"dice": dice_in_words(answer["dice"])}
    text = gettext("Hit if the sum of %(dice)s is no more than the value") % rolled
    steps = (
        WorkingStep(group, str(answer["weapons"]), source),
        WorkingStep(gettext("For the troops"), f"+{answer['bonus']}", source),
        WorkingStep(gettext("Covering fire value"), str(answer["value"]), source),
        WorkingStep(text, percent(hit(answer)), source),
        *changes(engine, answer["target"]["modifiers"]),
        WorkingStep(gettext("Saves on"), needed(answer["target"]["save"]), saves.source if saves else ""),
        WorkingStep(verb(aimed), percent(lost(answer)), saves.source if saves else ""),
    )
    return of_hits(aimed, who, asked.raw, answer, steps=steps)


MOST_HITS = 20
USUAL_HITS = 6  # of the chart


def read_save(address: Address, engine: Engine) -> TargetForm:
    targets = replace(Targets.of(engine.catalogue, engine.language), air={})
    aimed = targets.ask(address, usual_target(engine.catalogue), most=1)
    ask = Asking(address, engine, "save")
    ask.raw["target"] = aimed.raw
    ask.raw["hits"] = ask.number("h", gettext("Number of hits"), (1, MOST_HITS), 1)
    shooter: Raw = {}
    weapons = _weapons(engine, aimed)
    if weapons:
        shooter["weapon"] = ask.choose("w", gettext("Weapon"), weapons, next(iter(weapons)))
    damage = engine.catalogue.odds.damage
    if damage and damage.values:
        ask_values(address, shooter, aimed.raw, ask.fields, aimed.fields)
    ask.raw["shooter"] = shooter
    facts = ask.situations()
    ask.side(gettext("Who is hit"), aimed.fields)
    ask.side(gettext("What hits"))
    return TargetForm(ask.raw, tuple(ask.sides), facts, aimed)


def _weapons(engine: Engine, aimed: Aimed) -> Labels:
    """Return the weapons that make a difference against a target: all with a column, if saves are by columns."""
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
    label = gettext("Stays in action")
    stays, one = 1 - lost(answer), fraction(answer["chance"])
    hits = asked.raw["hits"]
    counted = ngettext("%(count)s hit", "%(count)s hits", hits) % {"count": hits}
    who = told_facts(f"{asked.aimed.name}, {counted}", asked.facts)
    figures = [Figure(gettext("After one hit"), said(one))] if hits > 1 else []
    return Answer(
        main=Figure(label, said(stays)),
        figures=(*figures, *occupants(answer)),
        sentence=gettext("%(who)s: stays in action %(times)s.") % {"who": who, "times": times(stays)},
        bar=outcome_bar(answer["target"]),
        charts=() if answer["status"] == "immune" else (_by_hits(engine, asked),),
        steps=(*harm(engine, asked.aimed, answer), *_last(engine, asked, answer, label, stays)),
    )


def _last(engine: Engine, asked: QuestionForm, answer: Raw, label: str, stays: Fraction) -> list[WorkingStep]:
    """Return the last step, with its formula if each hit is saved separately."""
    if answer["status"] == "immune":
        return []
    hits = asked.raw["hits"]
    formula = f"({fraction(answer['chance'])})" if engine.catalogue.odds.saves and hits > 1 else ""
    return [WorkingStep(label, percent(stays), harm_source(engine), formula, str(hits) if formula else "")]


def _by_hits(engine: Engine, asked: QuestionForm) -> Chart:
    """Return the chart of the chance after each number of hits, including the selected one."""
    hits = asked.raw["hits"]
    numbers = {*range(1, USUAL_HITS + 1), *range(hits, hits - MOST_BARS + USUAL_HITS, -1)}
    chances = {}
    for number in sorted(number for number in numbers if number > 0):
        answer = engine.try_asking(asked.raw | {"hits": number})
        if answer:
            chances[str(number)] = 1 - lost(answer)
    bars = columns(chances, str(hits))
    return Chart(gettext("By hits"), within(gettext("Stays in action")), gettext("Hits taken"), bars)
