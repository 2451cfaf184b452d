"""The page of bombardment: fire from off the table, mines and traps."""

from dataclasses import replace

from django.utils.translation import gettext

from rules.core.catalogue.odds.tables import Bombardment
from rules.odds.asking.engine import Engine
from rules.odds.asking.facts import needed
from rules.odds.asking.fields import Address, ChoiceInput, Field, FormSide, Labels, choice
from rules.odds.asking.question_form import TargetForm, ask_class, ask_facts, ask_number
from rules.odds.asking.targets import MOST, Aimed, Targets
from rules.odds.fire.answer import times, told_facts
from rules.odds.fire.harm import harm, occupants, verb
from rules.odds.showing.answers import (
    Answer,
    Chart,
    Figure,
    Step,
    columns,
    hit,
    in_all,
    lost,
    outcome_bar,
    unanswered,
)
from rules.odds.showing.numbers import Raw, fraction, percent, said
from rules.odds.showing.words import GATES, contacts, landing_names, within, zones


def read_bombardment(address: Address, engine: Engine) -> TargetForm:
    """Return the question what becomes of who is bombarded."""
    rules = {one.id: one for one in engine.catalogue.odds.bombardments}
    known = {id_: _name(engine, one) for id_, one in rules.items()}
    by = address.one_of("by", known, next(iter(known)))
    rule = rules[by]
    raw: Raw = {"question": "bombardment", "by": by}
    fields: list[Field] = [choice("by", gettext("What comes down"), known, by)]
    targets = _targets(engine, rule)
    classes = list(targets.men)
    aimed = targets.ask(address, classes[len(classes) // 2], 1 if rule.one_man else MOST)
    raw["target"] = aimed.raw
    fields += _of_kind(address, engine, rule, raw)
    at = [*aimed.fields, *_zone(address, engine, rule, aimed, raw)]
    facts = ask_facts(address, engine, "bombardment")
    raw["situations"] = list(facts.told)
    sides = (FormSide(gettext("Bombardment"), tuple(fields)), FormSide(gettext("At whom"), tuple(at)))
    return TargetForm(raw, sides, facts, aimed)


def _name(engine: Engine, rule: Bombardment) -> str:
    weapon = engine.catalogue.weapon_by_id.get(rule.weapon)
    name = rule.name or (weapon.name if weapon else None)
    return name.to(engine.language) if name else rule.id


def _targets(engine: Engine, rule: Bombardment) -> Targets:
    """Return whom a bombardment is for."""
    targets = Targets.of(engine.catalogue, engine.language)
    vehicles = {id_: name for id_, name in targets.vehicles.items() if _kind(engine, id_) in rule.targets}
    return replace(targets, vehicles=vehicles, air={})


def _kind(engine: Engine, vehicle: str) -> str:
    damage = engine.catalogue.odds.damage
    return "soft" if damage and vehicle in damage.soft_vehicles else "armour"


def _of_kind(address: Address, engine: Engine, rule: Bombardment, raw: Raw) -> list[Field]:
    """Return the fields of the one who directs it, and those of its kind."""
    fields: list[Field] = []
    if rule.kind in ("fire", "indirect"):
        raw["class"], field = ask_class(address, engine, "s", gettext("Troops of who directs it"))
        fields.append(field)
    if rule.kind == "fire":
        raw["distance"], cm = ask_number(address, "cm", gettext("Distance in cm"), (0, 1000), 50)
        fields.append(cm)
    if rule.kind == "passes":
        raw["passes"], passes = ask_number(address, "p", gettext("Passes"), (1, 3), 1)
        fields.append(passes)
    if rule.contacts:
        known: Labels = {"": gettext("reached already")} | contacts([one.contact for one in rule.contacts])
        contact = address.one_of("c", known, "", keep=False)
        raw |= {"contact": contact} if contact else {}
        fields.append(choice("c", gettext("The guns are"), known, contact))
    return fields


def _zone(address: Address, engine: Engine, rule: Bombardment, aimed: Aimed, raw: Raw) -> list[ChoiceInput]:
    """Return the field of the distance of the explosion at which the target is, where that decides."""
    kind = "men" if aimed.is_men else _kind(engine, aimed.raw["vehicle"])
    if rule.kind != "zone" or kind in rule.sure or (kind == "soft" and rule.soft_at_most is not None):
        return []
    raw["zone"] = address.one_of("z", zones(), "short", keep=False)
    return [choice("z", gettext("Stands at"), zones(), raw["zone"], segment=True)]


def show_bombardment(engine: Engine, asked: TargetForm, answer: Raw) -> Answer:
    """Return the answer what becomes of who is bombarded."""
    rule = next(one for one in engine.catalogue.odds.bombardments if one.id == asked.raw["by"])
    name = _name(engine, rule)
    who = gettext("%(by)s on %(target)s") % {"by": name, "target": within(asked.aimed.name)}
    who = told_facts(who, asked.facts)
    label = verb(asked.aimed)
    if answer["status"] not in ("ok", "immune"):
        return unanswered(label, who, answer)
    killed, struck = lost(answer), hit(answer)
    words = gettext("hits %(hits)s, %(kills)s %(number)s") % {
        "hits": times(struck),
        "kills": within(label),
        "number": times(killed),
    }
    return Answer(
        main=Figure(label, said(killed)),
        figures=(Figure(gettext("Hits"), said(struck)), *in_all(asked.raw, answer), *occupants(answer)),
        sentence=f"{who}: {words}.",
        bar=outcome_bar({key: fraction(one) for key, one in answer["target"]["outcomes"].items()}),
        charts=_landing(answer),
        steps=(
            *_gates(engine, rule, answer),
            Step(gettext("Hits"), percent(struck), rule.source),
            *harm(engine, asked.aimed, answer),
        ),
    )


def _gates(engine: Engine, rule: Bombardment, answer: Raw) -> list[Step]:
    """Return a step for each die without which nothing comes down, named as the roll of its own that it is."""
    rolls = {one.id: one.name.to(engine.language) for one in engine.catalogue.odds.rolls}
    return [
        Step(
            rolls.get(gate["id"]) or str(GATES.get(gate["id"], gate["id"])), needed(gate["need"]), rule.source
        )
        for gate in answer["gates"]
    ]


def _landing(answer: Raw) -> tuple[Chart, ...]:
    """Return the chart of where it comes down, if all gates are passed."""
    if "landing" not in answer:
        return ()
    words = landing_names()
    chances = {str(words.get(place, place)): fraction(one) for place, one in answer["landing"].items()}
    beside = gettext("once it is called") if answer["gates"] else ""
    return (Chart(gettext("Where it comes down"), beside, gettext("Place"), columns(chances)),)
