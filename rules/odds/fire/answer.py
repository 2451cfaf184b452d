"""What a page answers to a question of fire."""

from fractions import Fraction

from django.utils.translation import gettext

from rules.odds.asking.facts import Facts
from rules.odds.fire.form import FireForm
from rules.odds.fire.harm import occupants, verb
from rules.odds.showing.answers import (
    Answer,
    Figure,
    bars_of_hits,
    hit,
    in_all,
    lost,
    outcome_bar,
    unanswered,
)
from rules.odds.showing.numbers import Raw, fraction, said
from rules.odds.showing.words import HARMLESS, LOST, effect, sentence, within


def situation(form: FireForm) -> str:
    """Return who fires what how far at whom, as a sentence without its end."""
    text = gettext("%(shooter)s with %(weapon)s at %(cm)s cm against %(target)s") % {
        "shooter": form.shooter_name,
        "weapon": within(form.weapon_name),
        "cm": form.raw["distance"],
        "target": within(form.aimed.name),
    }
    return told_facts(text, form.facts)


def told_facts(text: str, facts: Facts) -> str:
    """Return a text with the facts that are told, in brackets."""
    told = [one.name.to(facts.language) for one in facts.situations if one.id in facts.told]
    told = [*facts.person, *told]
    return f"{text} ({sentence(told)})" if told else text


def answered(form: FireForm, answer: Raw) -> Answer:
    """Return the answer as the page shows it."""
    name = verb(form.aimed)
    if answer["status"] not in ("ok", "immune"):
        return unanswered(name, situation(form), answer | {"because": because(form, answer)})
    killed, struck = lost(answer), hit(answer)
    outcomes = {key: fraction(one) for key, one in answer["target"]["outcomes"].items()}
    words = gettext("hits %(hits)s, %(kills)s %(number)s") % {
        "hits": times(struck),
        "kills": within(name),
        "number": times(killed),
    }
    between = {key: one for key, one in outcomes.items() if key not in LOST | HARMLESS}
    figures = [Figure(gettext("Hits"), said(struck))]
    if between:
        likeliest = max(between, key=lambda key: between[key])
        figures.append(Figure(effect(likeliest), said(between[likeliest])))
    figures += [*in_all(form.raw, answer), *occupants(answer)]
    return Answer(
        main=Figure(name, said(killed)),
        figures=tuple(figures),
        sentence=f"{situation(form)}: {words}.",
        bar=outcome_bar(outcomes),
        charts=(bars_of_hits(answer),),
    )


def because(form: FireForm, answer: Raw) -> Raw:
    """Return why nothing can come of it.

    Of a single die that would have to show more than it has with the number; of a weapon that is for what flies, that.
    """
    if answer["status"] == "may-not" and form.flying and "air" not in form.raw["target"]:
        return {"text": gettext("it is fired only at what flies"), "source": answer["because"]["source"]}
    needed = answer.get("base") or 0
    needed += sum(one["by"] for one in answer.get("modifiers", ()) if one["on"] == "need")
    if answer["status"] == "cannot" and form.row and form.row.dice == 1 and needed > answer["die"]:
        text = gettext("it cannot hit, %(needed)s is needed with a single die") % {"needed": needed}
        return {"text": text, "source": answer["because"]["source"]}
    return dict(answer["because"])


def times(value: Fraction) -> str:
    """Return how often, within a sentence."""
    if not value:
        return gettext("never")
    if value == 1:
        return gettext("always")
    return str(said(value))
