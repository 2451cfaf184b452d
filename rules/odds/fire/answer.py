"""The answer to a question of fire, with its working step by step and the paragraphs."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from rules.odds.asking.form import Engine, Form
from rules.odds.fire.form import FireForm
from rules.odds.showing.answers import (
    Answer,
    Figure,
    Raw,
    WorkingStep,
    bars_of_hits,
    dice_in_words,
    fraction,
    hit,
    in_all,
    lost,
    modifier_text,
    needed,
    outcome_bar,
    percent,
    said,
    times,
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


def harm_source(form: Form) -> str:
    odds = form.odds
    return odds.saves.source if odds.saves else odds.damage.men.source if odds.damage else ""


def verb(form: Form) -> str:
    """Return the verb for success against the target."""
    return kills(form.is_at_men, "air" in form.raw["target"])


def harm(form: Form, answer: Raw, formula: tuple[str, str] = ("", "")) -> list[WorkingStep]:
    """Return the steps from a hit to the fate of the target. `formula`: of the last one, with its power."""
    target, source = answer["target"], harm_source(form)
    steps = changes(form.engine, target["modifiers"])
    if form.odds.saves:
        text = gettext("%(target)s: saves on") % {"target": form.target}
        steps.append(WorkingStep(text, needed(target["save"]), source))
    if target.get("penetration"):
        steps.append(WorkingStep(gettext("Pierces the armour on"), needed(target["penetration"]), source))
    if answer["status"] == "immune":
        return [*steps, WorkingStep(answer["because"]["text"], "–", answer["because"]["source"])]
    steps.append(WorkingStep(verb(form), percent(lost(answer)), source, *formula))
    if told := target.get("occupant_killed"):
        text = gettext("It explodes, and a man inside is killed")
        steps.append(WorkingStep(text, percent(fraction(told)), source))
    return steps


def occupants(answer: Raw) -> list[Figure]:
    """Return the figure of each man inside; nothing if none are given."""
    told = answer["target"].get("occupant_killed")
    return [Figure(gettext("Each man inside"), said(fraction(told)))] if told else []


def situation(form: FireForm) -> str:
    """Return firer, weapon, distance and target as an unfinished sentence."""
    text = gettext("%(shooter)s with %(weapon)s at %(cm)s cm against %(target)s") % {
        "shooter": form.shooter_name,
        "weapon": within(form.weapon_name),
        "cm": form.raw["distance"],
        "target": within(form.target),
    }
    return with_situations(text, form)


def with_situations(text: str, form: Form) -> str:
    named = {one.id: one.name.to(form.language) for one in form.situations}
    told = [name for id_, name in named.items() if id_ in form.raw["situations"]]
    told = [form.person, *told] if form.person else told
    return f"{text} ({sentence(told)})" if told else text


def answered(form: FireForm, answer: Raw) -> Answer:
    if answer["status"] not in ("ok", "immune"):
        return unanswered(verb(form), situation(form), answer | {"because": because(form, answer)})
    name, chance = likeliest_effect(answer)
    figures = [Figure(effect(name), said(chance))] if name else []
    shown = of_hits(form, situation(form), answer, figures)
    return shown._replace(charts=(bars_of_hits(answer),))


def likeliest_effect(answer: Raw) -> tuple[str, Fraction]:
    """Return the likeliest outcome between nothing and a loss: suppression, in most rulesets; "": there is none."""
    outcomes = answer["target"]["outcomes"].items()
    between = [(name, fraction(one)) for name, one in outcomes if name not in LOST | HARMLESS]
    return max(between, key=lambda one: one[1], default=("", Fraction(0)))


def of_hits(form: Form, situation: str, answer: Raw, figures: Sequence[Figure] = (), **more: Any) -> Answer:
    """Return how often a target is hit, and how often it is lost. `figures`: others; `more`: charts, steps."""
    killed, struck = lost(answer), hit(answer)
    facts = {"situation": situation, "hits": times(struck), "number": times(killed)}
    return Answer(
        main=Figure(verb(form), said(killed)),
        figures=(
            Figure(gettext("Hits"), said(struck)),
            *figures,
            *in_all(form.raw, answer),
            *occupants(answer),
        ),
        sentence=shot_sentence(form.is_at_men, "air" in form.raw["target"]) % facts,
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


def working(form: FireForm, answer: Raw) -> tuple[WorkingStep, ...]:
    """Return the steps from the number of the table to the fate of the target; nothing for an impossible shot."""
    if answer["status"] not in ("ok", "immune"):
        return ()
    fire = form.odds.fire
    source = fire.source if fire else ""
    dice = form.row.dice * form.raw["shooter"].get("count", 1) if form.row else answer["dice"]
    at = gettext("%(weapon)s at %(cm)s cm: %(dice)s") % {
        "weapon": form.weapon_name,
        "cm": form.raw["distance"],
        "dice": dice_in_words(dice),
    }
    side = "at_most" if "at_most" in (answer["need"] or {}) else "at_least"
    steps = [WorkingStep(at, needed({side: answer["base"]}), source)]
    steps += changes(form.engine, answer["modifiers"])
    if answer["modifiers"]:
        left = gettext("After modifiers: %(dice)s") % {"dice": dice_in_words(answer["dice"])}
        steps.append(WorkingStep(left, needed(answer["need"]), source))
    for gate in answer["gates"]:
        name = word("gates", gate["id"])
        steps.append(WorkingStep(name, needed(gate["need"]), _gate_source(form, gate["id"], source)))
    one, dice = fraction(answer["chance"]), answer["dice"]
    formula = (f"1 − ({1 - one})", str(dice)) if _is_plain(form, answer) and dice > 1 else ("", "")
    steps.append(WorkingStep(gettext("At least one hit"), percent(hit(answer)), source, *formula))
    return (*steps, *harm(form, answer, _formula(form, answer)))


def _is_plain(form: FireForm, answer: Raw) -> bool:
    """Whether all dice are equal, at one man, without gates or other steps."""
    figures = form.raw["target"].get("figures", 1)
    return not answer["gates"] and "landing" not in answer and figures == 1


def _gate_source(form: FireForm, gate: str, default: str) -> str:
    effects = ((one, effect) for one in form.odds.situations for effect in one.effects if effect.gate)
    found = (effect.source or one.source for one, effect in effects if effect.gate and effect.gate.id == gate)
    return next(found, default)


def _formula(form: FireForm, answer: Raw) -> tuple[str, str]:
    """Return the formula of a kill if every hit is saved separately."""
    save = answer["target"]["save"]
    if not (_is_plain(form, answer) and form.is_at_men and save and "at_least" in save):
        return "", ""
    failed = Fraction(save["at_least"] - 1, answer["die"])
    one = fraction(answer["chance"])
    if answer["dice"] == 1:
        return f"{one} × {failed}", ""
    return f"1 − (1 − {one} × {failed})", str(answer["dice"])
