"""The pages of covering fire and of spotting."""

from django.utils.translation import gettext

from rules.core.catalogue.odds.tables import Spotting
from rules.odds.asked import Asked, ask_class, ask_facts, ask_number, classes
from rules.odds.engine import Engine, Raw
from rules.odds.facts import needed
from rules.odds.fields import Address, Choice, Field, More, Number, Side, choice, options
from rules.odds.fire_page import times
from rules.odds.fire_working import dice_in_words
from rules.odds.groups import PLACES, closed_up
from rules.odds.harm import changes
from rules.odds.numbers import fraction, percent, said
from rules.odds.shown import Answer, Figure, Step, hit, lost, outcome_bar, unanswered
from rules.odds.words import kills, names, within


def read_covering(address: Address, engine: Engine) -> Asked:
    """Return the question what becomes of who reacts under covering fire."""
    ours, field = ask_class(address, engine, "s", gettext("Troops"))
    fields: list[Field] = [field]
    group = _read_weapons(address, engine, fields)
    nearest = next(iter(engine.catalogue.covering_bands), 25)
    distance, cm = ask_number(address, "cm", gettext("Distance in cm"), (0, 1000), nearest)
    theirs, target = ask_class(address, engine, "t", gettext("Troops"))
    facts = ask_facts(address, engine, "covering-fire")
    raw: Raw = {
        "question": "covering-fire",
        "class": ours,
        "group": group,
        "distance": distance,
        "target": {"class": theirs},
        "situations": list(facts.told),
    }
    sides = (Side(gettext("Who covers"), tuple(fields)), Side(gettext("Who reacts"), (target, cm)))
    return Asked(raw, sides, facts)


def _read_weapons(address: Address, engine: Engine, fields: list[Field]) -> list[Raw]:
    """Return the weapons that cover together, each with its number, and add their fields."""
    address.query = closed_up(address.query, {"w": "n"})
    known = names((one for one in engine.catalogue.weapons if one.covering), engine.language)
    first = "lmg" if "lmg" in known else next(iter(known))
    group: list[Raw] = []
    for place in PLACES:
        name, number = f"w{place}", f"n{place}"
        offered = {"": gettext("none")} | known if place else known
        weapon = address.one_of(name, offered, "" if place else first, keep=not place)
        if not weapon:
            fields.append(More(name, gettext("Another weapon"), group[-1]["weapon"]))
            break
        label = gettext("And a weapon more") if place else gettext("Weapon")
        count = address.number(number, 1, 20, 1)
        fields.append(choice(name, label, offered, weapon, begins=bool(place)))
        fields.append(Number(number, gettext("How many of it"), count, 1, 20))
        group.append({"weapon": weapon, "count": count})
    return group


def show_covering(engine: Engine, asked: Asked, answer: Raw) -> Answer:
    """Return the answer what becomes of who reacts."""
    known = classes(engine)
    weapons = names(engine.catalogue.weapons, engine.language)
    group = ", ".join(f"{one['count']} × {within(weapons[one['weapon']])}" for one in asked.raw["group"])
    who = gettext("%(target)s react at %(cm)s cm under %(group)s of %(who)s") % {
        "target": known[asked.raw["target"]["class"]],
        "cm": asked.raw["distance"],
        "group": group,
        "who": within(known[asked.raw["class"]]),
    }
    label = kills(is_at_men=True, flies=False)
    if answer["status"] != "ok":
        return unanswered(label, who, answer)
    killed, struck = lost(answer), hit(answer)
    rules = engine.catalogue.odds.covering
    source = rules.source if rules else ""
    saves = engine.catalogue.odds.saves
    words = gettext("hits %(hits)s, %(kills)s %(number)s") % {
        "hits": times(struck),
        "kills": within(label),
        "number": times(killed),
    }
    text = gettext("Hit where the sum of %(dice)s is at most the value") % {
        "dice": dice_in_words(answer["dice"])
    }
    return Answer(
        main=Figure(label, said(killed)),
        figures=(Figure(gettext("Hits"), said(struck)),),
        sentence=f"{who}: {words}.",
        bar=outcome_bar({key: fraction(one) for key, one in answer["target"]["outcomes"].items()}),
        steps=(
            Step(group, str(answer["weapons"]), source),
            Step(gettext("For the troops"), f"+{answer['bonus']}", source),
            Step(gettext("Value of the covering fire"), str(answer["value"]), source),
            Step(text, percent(struck), source),
            *changes(engine, answer["target"]["modifiers"]),
            Step(gettext("Saves on"), needed(answer["target"]["save"]), saves.source if saves else ""),
            Step(label, percent(killed), saves.source if saves else ""),
        ),
    )


def _reads_class(engine: Engine, table: Spotting) -> bool:
    rules = engine.catalogue.odds.rules_by_roll.get("spotting", ())
    return bool(table.characteristic or table.sights or any(rule.effect.classes for rule in rules))


def read_spotting(address: Address, engine: Engine) -> Asked:
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
        sides.append(Side(gettext("At whom"), (_target(address, engine, table, raw),)))
    facts = ask_facts(address, engine, "spotting")
    raw["situations"] = list(facts.told)
    return Asked(raw, (Side(gettext("Who looks"), tuple(fields)), *sides), facts)


def _observer(address: Address, raw: Raw) -> Choice:
    known = {
        "infantry": gettext("On foot"),
        "open-vehicle": gettext("Open vehicle"),
        "closed-vehicle": gettext("Closed vehicle"),
    }
    raw["observer"] = address.one_of("o", known, "infantry", keep=False)
    return choice("o", gettext("Looks from"), known, raw["observer"], segment=True)


def _target(address: Address, engine: Engine, table: Spotting, raw: Raw) -> Choice:
    """Return the field of who is looked for: a class, and a vehicle where the table has rows for it."""
    men = classes(engine)
    vehicles = names(engine.catalogue.vehicles, engine.language) if table.sights else {}
    air = engine.catalogue.odds.fire.air if engine.catalogue.odds.fire else None
    vehicles = {id_: name for id_, name in vehicles.items() if not (air and id_ in air.kinds)}
    told = address.one_of("t", men | vehicles, list(men)[len(men) // 2])
    raw["target"] = {"class": told} if told in men else {"vehicle": told}
    groups = [(gettext("On foot"), men), (gettext("Vehicles"), vehicles)]
    return Choice(
        "t", gettext("Target"), tuple((head, options(known, told)) for head, known in groups if known)
    )


def show_spotting(engine: Engine, asked: Asked, answer: Raw) -> Answer:
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
