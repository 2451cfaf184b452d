"""The page of spotting."""

from django.utils.translation import gettext

from rules.core.catalogue.odds.tables import Spotting
from rules.odds.asking.engine import Engine
from rules.odds.asking.facts import needed
from rules.odds.asking.fields import Address, ChoiceInput, Field, FormSide, choice, options
from rules.odds.asking.question_form import QuestionForm, ask_class, ask_facts, ask_number, classes
from rules.odds.fire.answer import times
from rules.odds.fire.harm import changes
from rules.odds.showing.answers import Answer, Figure, Step, unanswered
from rules.odds.showing.numbers import Raw, fraction, percent, said
from rules.odds.showing.words import names


def _reads_class(engine: Engine, table: Spotting) -> bool:
    rules = engine.catalogue.odds.rules_by_roll.get("spotting", ())
    return bool(table.characteristic or table.sights or any(rule.effect.classes for rule in rules))


def read_spotting(address: Address, engine: Engine) -> QuestionForm:
    """Return the question whether somebody is seen."""
    table = engine.catalogue.odds.spotting
    assert table is not None
    usual = table.bands[:2][-1] if table.bands else 50
    distance, cm = ask_number(address, "cm", gettext("Distance in cm"), (0, 1000), usual)
    count, number = ask_number(address, "n", gettext("How many look"), (1, 20), 1)
    raw: Raw = {"question": "spotting", "distance": distance, "count": count}
    fields: list[Field] = [cm, number]
    sides = []
    if _reads_class(engine, table):
        raw["class"], field = ask_class(address, engine, "s", gettext("Troops"))
        fields.insert(0, field)
        if table.sights:
            fields.append(_observer(address, raw))
        sides.append(FormSide(gettext("At whom"), (_target(address, engine, table, raw),)))
    facts = ask_facts(address, engine, "spotting")
    raw["situations"] = list(facts.told)
    return QuestionForm(raw, (FormSide(gettext("Who looks"), tuple(fields)), *sides), facts)


def _observer(address: Address, raw: Raw) -> ChoiceInput:
    known = {
        "infantry": gettext("On foot"),
        "open-vehicle": gettext("Open vehicle"),
        "closed-vehicle": gettext("Closed vehicle"),
    }
    raw["observer"] = address.one_of("o", known, "infantry", keep=False)
    return choice("o", gettext("Looks from"), known, raw["observer"], segment=True)


def _target(address: Address, engine: Engine, table: Spotting, raw: Raw) -> ChoiceInput:
    """Return the field of who is looked for: a class, and a vehicle where the table has rows for it."""
    men = classes(engine)
    vehicles = names(engine.catalogue.vehicles, engine.language) if table.sights else {}
    air = engine.catalogue.odds.fire.air if engine.catalogue.odds.fire else None
    vehicles = {id_: name for id_, name in vehicles.items() if not (air and id_ in air.kinds)}
    told = address.one_of("t", men | vehicles, list(men)[len(men) // 2])
    raw["target"] = {"class": told} if told in men else {"vehicle": told}
    groups = [(gettext("On foot"), men), (gettext("Vehicles"), vehicles)]
    return ChoiceInput(
        "t", gettext("Target"), tuple((head, options(known, told)) for head, known in groups if known)
    )


def show_spotting(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
    """Return the answer whether somebody is seen."""
    label = gettext("Seen")
    table = engine.catalogue.odds.spotting
    source = table.source if table else ""
    at = gettext("At %(cm)s cm") % {"cm": asked.raw["distance"]}
    if answer["status"] != "ok":
        return unanswered(label, at, answer)
    one, some = fraction(answer["chance"]), fraction(answer["any"])
    count = asked.raw["count"]
    figures = (Figure(gettext("By one of them"), said(one)),) if count > 1 else ()
    steps = [Step(at, needed(_base(answer)), source), *changes(engine, answer["modifiers"])]
    steps += [
        Step(gettext("So"), needed(answer["need"]), source),
        Step(gettext("Seen by one"), percent(one), source),
    ]
    if count > 1:
        text = gettext("Seen by one of %(count)s") % {"count": count}
        steps.append(Step(text, percent(some), source, f"1 − ({1 - one})", str(count)))
    return Answer(
        main=Figure(label, said(some)),
        figures=figures,
        sentence=gettext("%(at)s: seen %(times)s.") % {"at": at, "times": times(some)},
        steps=tuple(steps),
    )


def _base(answer: Raw) -> Raw:
    low = "at_most" in answer["need"]
    return {"at_most" if low else "at_least": answer["base"]}
