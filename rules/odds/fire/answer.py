"""The answer to a question of fire, with its working step by step and the paragraphs."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, ngettext

from rules.odds.asking.facts import Engine, Facts, modifier_text, needed
from rules.odds.asking.forms import Aimed
from rules.odds.fire.form import FireForm
from rules.odds.showing.answers import (
    Answer,
    Figure,
    Raw,
    WorkingStep,
    bars_of_hits,
    fraction,
    hit,
    in_all,
    lost,
    outcome_bar,
    percent,
    said,
    unanswered,
)
from rules.odds.showing.words import (
    HARMLESS,
    LOST,
    effect,
    kills,
    sentence,
    shot_sentence,
    within,
    word,
)


def changes(engine: Engine, modifiers: list[Raw]) -> list[WorkingStep]:
    on = {
        "need": gettext("to the number needed"),
        "die": gettext("to the die"),
        "chance": gettext("to the number"),
        "dice": gettext("to the dice"),
    }
    return [
        WorkingStep(f"{called(engine, one['id'])}: {on[one['on']]}", modifier_text(one), one["source"])
        for one in modifiers
    ]


def called(engine: Engine, id_: str) -> str:
    situation = engine.catalogue.odds.situation_by_id.get(id_)
    return situation.name.to(engine.language) if situation else word("standing", id_)


def harm_source(engine: Engine) -> str:
    odds = engine.catalogue.odds
    return odds.saves.source if odds.saves else odds.damage.men.source if odds.damage else ""


def verb(aimed: Aimed) -> str:
    """Return the verb for success against the target."""
    return kills(aimed.is_men, "air" in aimed.raw)


def harm(engine: Engine, aimed: Aimed, answer: Raw, formula: tuple[str, str] = ("", "")) -> list[WorkingStep]:
    """Return the steps from a hit to the fate of the target. `formula`: of the last one, with its power."""
    target, source = answer["target"], harm_source(engine)
    steps = changes(engine, target["modifiers"])
    if engine.catalogue.odds.saves:
        text = gettext("%(target)s: saves on") % {"target": aimed.name}
        steps.append(WorkingStep(text, needed(target["save"]), source))
    if target.get("penetration"):
        steps.append(WorkingStep(gettext("Pierces the armour on"), needed(target["penetration"]), source))
    if answer["status"] == "immune":
        return [*steps, WorkingStep(answer["because"]["text"], "–", answer["because"]["source"])]
    steps.append(WorkingStep(verb(aimed), percent(lost(answer)), source, *formula))
    inside = occupant(answer)
    if inside is not None:
        steps.append(WorkingStep(gettext("It explodes, and a man inside is killed"), percent(inside), source))
    return steps


def occupant(answer: Raw) -> Fraction | None:
    """Return the chance that each of the occupants is killed; None: no occupants are given."""
    told = answer["target"].get("occupant_killed")
    return fraction(told) if told else None


def occupants(answer: Raw) -> list[Figure]:
    inside = occupant(answer)
    return [] if inside is None else [Figure(gettext("Each man inside"), said(inside))]


def situation(form: FireForm) -> str:
    """Return firer, weapon, distance and target as an unfinished sentence."""
    text = gettext("%(shooter)s with %(weapon)s at %(cm)s cm against %(target)s") % {
        "shooter": form.shooter_name,
        "weapon": within(form.weapon_name),
        "cm": form.raw["distance"],
        "target": within(form.aimed.name),
    }
    return told_facts(text, form.facts)


def told_facts(text: str, facts: Facts) -> str:
    told = [one.name.to(facts.language) for one in facts.situations if one.id in facts.told]
    told = [*facts.person, *told]
    return f"{text} ({sentence(told)})" if told else text


def answered(form: FireForm, answer: Raw) -> Answer:
    if answer["status"] not in ("ok", "immune"):
        return unanswered(verb(form.aimed), situation(form), answer | {"because": because(form, answer)})
    outcomes = {key: fraction(one) for key, one in answer["target"]["outcomes"].items()}
    between = {key: one for key, one in outcomes.items() if key not in LOST | HARMLESS}
    likeliest = max(between, key=lambda key: between[key], default="")
    figures = [Figure(effect(likeliest), said(between[likeliest]))] if likeliest else []
    shown = of_hits(form.aimed, situation(form), form.raw, answer, figures)
    return shown._replace(charts=(bars_of_hits(answer),))


def of_hits(
    aimed: Aimed, situation: str, raw: Raw, answer: Raw, figures: Sequence[Figure] = (), **more: Any
) -> Answer:
    """Return how often a target is hit, and how often it is lost. `figures`: others; `more`: charts, steps."""
    killed, struck = lost(answer), hit(answer)
    facts = {"situation": situation, "hits": times(struck), "number": times(killed)}
    return Answer(
        main=Figure(verb(aimed), said(killed)),
        figures=(
            Figure(gettext("Hits"), said(struck)),
            *figures,
            *in_all(raw, answer),
            *occupants(answer),
        ),
        sentence=shot_sentence(aimed.is_men, "air" in aimed.raw) % facts,
        bar=outcome_bar(answer["target"]),
        **more,
    )


def because(form: FireForm, answer: Raw) -> Raw:
    """Return the reason why it is impossible.

    For a single die that cannot show the number needed; for a weapon against flying targets.
    """
    if answer["status"] == "may-not" and form.flying and "air" not in form.raw["target"]:
        return {"text": gettext("it is fired only at flying targets"), "source": answer["because"]["source"]}
    needed = answer.get("base") or 0
    needed += sum(one["by"] for one in answer.get("modifiers", ()) if one["on"] == "need")
    if answer["status"] == "cannot" and form.row and form.row.dice == 1 and needed > answer["die"]:
        text = gettext("it cannot hit: %(needed)s is needed on a single die") % {"needed": needed}
        return {"text": text, "source": answer["because"]["source"]}
    return dict(answer["because"])


def times(value: Fraction) -> str:
    """Return the frequency, for inside a sentence."""
    if not value:
        return gettext("never")
    if value == 1:
        return gettext("always")
    return str(said(value))


def working(engine: Engine, form: FireForm, answer: Raw) -> tuple[WorkingStep, ...]:
    if answer["status"] not in ("ok", "immune"):
        return ()
    return (
        *_rolled(engine, form, answer),
        *_hits(engine, form, answer),
        *harm(engine, form.aimed, answer, _formula(form, answer)),
    )


def _fire_source(engine: Engine) -> str:
    fire = engine.catalogue.odds.fire
    return fire.source if fire else ""


def _rolled(engine: Engine, form: FireForm, answer: Raw) -> list[WorkingStep]:
    """Return the number of the table, its modifiers, and the result."""
    dice = form.row.dice * form.raw["shooter"].get("count", 1) if form.row else answer["dice"]
    at = gettext("%(weapon)s at %(cm)s cm: %(dice)s") % {
        "weapon": form.weapon_name,
        "cm": form.raw["distance"],
        "dice": dice_in_words(dice),
    }
    low = "at_most" in (answer["need"] or {})
    base = {"at_most" if low else "at_least": answer["base"]}
    steps = [WorkingStep(at, needed(base), _fire_source(engine))]
    steps += changes(engine, answer["modifiers"])
    if answer["modifiers"]:
        left = gettext("After modifiers: %(dice)s") % {"dice": dice_in_words(answer["dice"])}
        steps.append(WorkingStep(left, needed(answer["need"]), _fire_source(engine)))
    return steps


def dice_in_words(dice: int) -> str:
    return ngettext("%(count)s die", "%(count)s dice", dice) % {"count": dice}


def _hits(engine: Engine, form: FireForm, answer: Raw) -> list[WorkingStep]:
    steps = []
    for gate in answer["gates"]:
        name, source = word("gates", gate["id"]), _gate_source(engine, gate["id"])
        steps.append(WorkingStep(name, needed(gate["need"]), source))
    one, dice = fraction(answer["chance"]), answer["dice"]
    formula = (f"1 − ({1 - one})", str(dice)) if _is_plain(form, answer) and dice > 1 else ("", "")
    hits = gettext("At least one hit")
    return [*steps, WorkingStep(hits, percent(hit(answer)), _fire_source(engine), *formula)]


def _is_plain(form: FireForm, answer: Raw) -> bool:
    """Whether all dice are equal, at one man, without gates or other steps."""
    figures = form.raw["target"].get("figures", 1)
    return not answer["gates"] and "landing" not in answer and figures == 1


def _gate_source(engine: Engine, gate: str) -> str:
    for situation in engine.catalogue.odds.situations:
        for one in situation.effects:
            if one.gate and one.gate.id == gate:
                return one.source or situation.source
    return _fire_source(engine)


def _formula(form: FireForm, answer: Raw) -> tuple[str, str]:
    """Return the formula of a kill if every hit is saved separately."""
    save = answer["target"]["save"]
    if not (_is_plain(form, answer) and form.aimed.is_men and save and "at_least" in save):
        return "", ""
    failed = Fraction(save["at_least"] - 1, answer["die"])
    one = fraction(answer["chance"])
    if answer["dice"] == 1:
        return f"{one} × {failed}", ""
    return f"1 − (1 − {one} × {failed})", str(answer["dice"])
