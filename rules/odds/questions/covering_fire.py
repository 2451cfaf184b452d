"""The page of covering fire."""

from django.utils.translation import gettext

from rules.odds.asking.engine import Engine
from rules.odds.asking.facts import needed
from rules.odds.asking.fields import Address, Field, FormSide, MoreInput, NumberInput, choice
from rules.odds.asking.question_form import QuestionForm, ask_class, ask_facts, ask_number, classes
from rules.odds.asking.side_groups import PLACES, closed_up
from rules.odds.fire.answer import times
from rules.odds.fire.harm import changes
from rules.odds.fire.working import dice_in_words
from rules.odds.showing.answers import Answer, Figure, Step, hit, lost, outcome_bar, unanswered
from rules.odds.showing.numbers import Raw, fraction, percent, said
from rules.odds.showing.words import kills, names, within


def read_covering(address: Address, engine: Engine) -> QuestionForm:
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
    sides = (FormSide(gettext("Who covers"), tuple(fields)), FormSide(gettext("Who reacts"), (target, cm)))
    return QuestionForm(raw, sides, facts)


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
            fields.append(MoreInput(name, gettext("Another weapon"), group[-1]["weapon"]))
            break
        label = gettext("And a weapon more") if place else gettext("Weapon")
        count = address.number(number, 1, 20, 1)
        fields.append(choice(name, label, offered, weapon, begins=bool(place)))
        fields.append(NumberInput(number, gettext("How many of it"), count, 1, 20))
        group.append({"weapon": weapon, "count": count})
    return group


def show_covering(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
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
