"""The working of an answer about fire, step by step, each with its paragraph."""

from fractions import Fraction

from django.utils.translation import gettext, ngettext

from rules.odds.asking.engine import Engine
from rules.odds.asking.facts import needed
from rules.odds.fire.form import FireForm
from rules.odds.fire.harm import changes, harm
from rules.odds.showing.answers import Step, hit
from rules.odds.showing.numbers import Raw, fraction, percent
from rules.odds.showing.words import GATES


def working(engine: Engine, form: FireForm, answer: Raw) -> tuple[Step, ...]:
    """Return the steps that lead to an answer."""
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


def _rolled(engine: Engine, form: FireForm, answer: Raw) -> list[Step]:
    """Return the number of the table, what changes it, and what is left."""
    dice = form.row.dice * form.raw["shooter"].get("count", 1) if form.row else answer["dice"]
    at = gettext("%(weapon)s at %(cm)s cm: %(dice)s") % {
        "weapon": form.weapon_name,
        "cm": form.raw["distance"],
        "dice": dice_in_words(dice),
    }
    low = "at_most" in (answer["need"] or {})
    base = {"at_most" if low else "at_least": answer["base"]}
    steps = [Step(at, needed(base), _fire_source(engine))]
    steps += changes(engine, answer["modifiers"])
    if answer["modifiers"]:
        left = gettext("So: %(dice)s") % {"dice": dice_in_words(answer["dice"])}
        steps.append(Step(left, needed(answer["need"]), _fire_source(engine)))
    return steps


def dice_in_words(dice: int) -> str:
    """Return a number of dice."""
    return ngettext("%(count)s die", "%(count)s dice", dice) % {"count": dice}


def _hits(engine: Engine, form: FireForm, answer: Raw) -> list[Step]:
    """Return the steps from the dice to at least one hit."""
    steps = [
        Step(str(GATES.get(gate["id"], gate["id"])), needed(gate["need"]), _gate_source(engine, gate["id"]))
        for gate in answer["gates"]
    ]
    one, dice = fraction(answer["chance"]), answer["dice"]
    plain = _is_plain(form, answer)
    steps.append(
        Step(
            gettext("At least one hit"),
            percent(hit(answer)),
            _fire_source(engine),
            f"1 − ({1 - one})" if plain and dice > 1 else "",
            str(dice) if plain and dice > 1 else "",
        )
    )
    return steps


def _is_plain(form: FireForm, answer: Raw) -> bool:
    """Whether all dice are alike, at one man, without anything before or behind them."""
    figures = form.raw["target"].get("figures", 1)
    return not answer["gates"] and "landing" not in answer and figures == 1


def _gate_source(engine: Engine, gate: str) -> str:
    for situation in engine.catalogue.odds.situations:
        for effect in situation.effects:
            if effect.gate and effect.gate.id == gate:
                return effect.source or situation.source
    return _fire_source(engine)


def _formula(form: FireForm, answer: Raw) -> tuple[str, str]:
    """Return the formula of a kill where every hit is saved apart."""
    save = answer["target"]["save"]
    if not (_is_plain(form, answer) and form.aimed.is_men and save and "at_least" in save):
        return "", ""
    failed = Fraction(save["at_least"] - 1, answer["die"])
    one = fraction(answer["chance"])
    if answer["dice"] == 1:
        return f"{one} × {failed}", ""
    return f"1 − (1 − {one} × {failed})", str(answer["dice"])
