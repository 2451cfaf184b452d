"""The pages of suppression and of morale, with its curve by losses."""

from django.utils.translation import gettext, ngettext

from rules.odds.asking.engine import Engine
from rules.odds.asking.facts import needed
from rules.odds.asking.fields import Address, Field, FormSide
from rules.odds.asking.question_form import QuestionForm, ask_class, ask_facts, ask_number, classes, no_facts
from rules.odds.fire.answer import times
from rules.odds.fire.harm import changes
from rules.odds.showing.answers import Answer, Chart, Figure, Step, columns, outcome_bar, unanswered
from rules.odds.showing.numbers import Raw, fraction, percent, said
from rules.odds.showing.words import within

MOST_COLUMNS = 13


def read_suppression(address: Address, engine: Engine) -> QuestionForm:
    """Return the question whether who is suppressed acts again."""
    ours, field = ask_class(address, engine, "s", gettext("Troops"))
    raw: Raw = {"question": "suppression", "class": ours}
    fields: list[Field] = [field]
    if engine.catalogue.leadership:
        raw["leadership"], level = ask_number(address, "l", gettext("Leadership of who leads him"), (0, 4), 0)
        fields.append(level)
    return QuestionForm(
        raw, (FormSide(gettext("Who is suppressed"), tuple(fields)),), no_facts(address, engine)
    )


def show_suppression(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
    """Return the answer whether he acts again."""
    label = gettext("Acts again")
    who = classes(engine)[asked.raw["class"]]
    if answer["status"] != "ok":
        return unanswered(label, who, answer)
    chance = fraction(answer["chance"])
    source = next(
        (one.source for one in engine.catalogue.odds.situations if one.id == "target-suppressed"), ""
    )
    return Answer(
        main=Figure(label, said(chance)),
        sentence=gettext("%(who)s, suppressed: acts again %(times)s.") % {"who": who, "times": times(chance)},
        steps=(
            Step(gettext("%(who)s acts again on") % {"who": who}, needed(answer["need"]), source),
            Step(label, percent(chance), source),
        ),
    )


def read_morale(address: Address, engine: Engine) -> QuestionForm:
    """Return the question whether a test of morale is passed."""
    rules = engine.catalogue.odds.morale
    assert rules is not None
    raw: Raw = {"question": "morale"}
    fields: list[Field] = []
    if rules.at_least is None:
        raw["class"], field = ask_class(address, engine, "s", gettext("Troops"))
        fields.append(field)
    if rules.reaction:
        raw["badly_wounded"], field = ask_number(address, "bw", gettext("Badly wounded"), (0, 20), 0)
        fields.append(field)
    else:
        raw["men"], field = ask_number(address, "men", gettext("Men at the start"), (1, 200), 9)
        fields.append(field)
        most = raw["men"]
        raw["lost"], field = ask_number(
            address, "lost", gettext("Lost, leaders too"), (0, most), min(3, most)
        )
        fields.append(field)
        if rules.at_least is None:
            fields += _of_leaders(address, raw)
    facts = ask_facts(address, engine, "morale")
    raw["situations"] = list(facts.told)
    return QuestionForm(raw, (FormSide(gettext("Who tests"), tuple(fields)),), facts)


def _of_leaders(address: Address, raw: Raw) -> list[Field]:
    raw["leaders_lost"], lost = ask_number(address, "ll", gettext("Leaders among them"), (0, raw["lost"]), 0)
    raw["formations"], squads = ask_number(
        address, "fo", gettext("Other squads still standing, for a platoon’s test"), (0, 50), 0
    )
    return [lost, squads]


def show_morale(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
    """Return the answer whether the test is passed, with the curve by losses where losses count."""
    label = gettext("Holds")
    raw = asked.raw
    who = classes(engine).get(raw.get("class", ""), "")
    if "men" in raw:
        losses = gettext("%(lost)s of %(men)s lost") % raw
        who = f"{who}, {losses}" if who else losses[:1].upper() + losses[1:]
    chance = fraction(answer["chance"])
    source = engine.catalogue.odds.morale.source if engine.catalogue.odds.morale else ""
    bar = outcome_bar({name: fraction(one) for name, one in answer.get("outcomes", {}).items()})
    return Answer(
        main=Figure(label, said(chance)),
        sentence=f"{who}: {within(label)} {times(chance)}.",
        bar=bar,
        charts=_curve(answer, raw["lost"]) if "curve" in answer else (),
        steps=(*_morale_steps(engine, answer, source), Step(label, percent(chance), source)),
    )


def _morale_steps(engine: Engine, answer: Raw, source: str) -> list[Step]:
    steps = []
    if "dice" in answer:
        steps.append(Step(gettext("Dice of the troops"), str(answer["dice"]), source))
        counted = ngettext("%(count)s loss counts", "%(count)s losses count", answer["counted"])
        steps.append(
            Step(counted % {"count": answer["counted"]}, str(answer["counted"]), source),
        )
    if "base" in answer:
        steps.append(Step(gettext("Morale of the troops"), str(answer["base"]), source))
        steps += changes(engine, answer["modifiers"])
    text = gettext("One die at least shows") if "dice" in answer else gettext("The die shows")
    steps.append(Step(text, needed(answer["need"]), source))
    return steps


def _curve(answer: Raw, lost: int) -> tuple[Chart, ...]:
    """Return the chart of the chance by number of losses; a long chart skips some."""
    curve = answer["curve"]
    step = -(-len(curve) // MOST_COLUMNS)
    shown = {
        str(losses): fraction(one) for losses, one in enumerate(curve) if losses % step == 0 or losses == lost
    }
    if not any(shown.values()):
        return ()
    bars = columns(shown, str(lost))
    return (Chart(gettext("By losses"), gettext("holds"), gettext("Losses"), bars),)
