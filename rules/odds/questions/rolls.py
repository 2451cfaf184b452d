"""The pages of rolls: suppression, morale, spotting, and the single rolls of a ruleset."""

from dataclasses import replace

from django.utils.translation import gettext, ngettext

from rules.core.catalogue.odds.tables import Level, Roll, Spotting
from rules.core.odds import usual_target
from rules.core.odds.rolls import harder
from rules.core.procedures import QUALITY
from rules.core.text import signed
from rules.odds.asking.facts import Engine, needed
from rules.odds.asking.fields import Address, Field
from rules.odds.asking.forms import Asking, QuestionForm, Targets, classes
from rules.odds.fire.answer import called, changes, times, told_facts
from rules.odds.showing.answers import (
    Answer,
    Chart,
    Figure,
    Raw,
    WorkingStep,
    columns,
    fraction,
    outcome_bar,
    percent,
    pieces,
    said,
    unanswered,
)
from rules.odds.showing.words import within, word, words

MOST_COLUMNS = 13


def read_suppression(address: Address, engine: Engine) -> QuestionForm:
    """Return the question of whether a suppressed man acts again."""
    ask = Asking(address, engine, "suppression")
    ask.raw["class"] = ask.troops("s", gettext("Troops"))
    if engine.catalogue.leadership:
        ask.raw["leadership"] = ask.number("l", gettext("His leader’s leadership"), (0, 4), 0)
    ask.side(gettext("Suppressed troops"))
    return ask.form()


def show_suppression(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
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
            WorkingStep(gettext("%(who)s acts again on") % {"who": who}, needed(answer["need"]), source),
            WorkingStep(label, percent(chance), source),
        ),
    )


def read_morale(address: Address, engine: Engine) -> QuestionForm:
    rules = engine.catalogue.odds.morale
    assert rules is not None
    ask = Asking(address, engine, "morale")
    raw, by_class = ask.raw, rules.at_least is None
    if by_class:
        raw["class"] = ask.troops("s", gettext("Troops"))
    if rules.reaction:
        raw["badly_wounded"] = ask.number("bw", gettext("Badly wounded"), (0, 20), 0)
    else:
        most = raw["men"] = ask.number("men", gettext("Men at the start"), (1, 200), 9)
        lost = ask.number("lost", gettext("Lost, including leaders"), (0, most), min(3, most))
        raw["lost"] = lost
        if by_class:
            raw["leaders_lost"] = ask.number("ll", gettext("Leaders among them"), (0, lost), 0)
            squads = gettext("Other squads still standing, for a platoon’s test")
            raw["formations"] = ask.number("fo", squads, (0, 50), 0)
    ask.side(gettext("Testing troops"))
    return ask.form(ask.situations())


def show_morale(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
    """Return the answer of whether the test is passed, with the curve by losses if losses count."""
    label = gettext("Holds")
    raw = asked.raw
    who = classes(engine).get(raw.get("class", ""), "")
    if "men" in raw:
        losses = gettext("%(lost)s of %(men)s lost") % raw
        who = f"{who}, {losses}" if who else losses[:1].upper() + losses[1:]
    chance = fraction(answer["chance"])
    source = engine.catalogue.odds.morale.source if engine.catalogue.odds.morale else ""
    bar = outcome_bar(answer)
    return Answer(
        main=Figure(label, said(chance)),
        sentence=gettext("%(who)s: holds %(times)s.") % {"who": who, "times": times(chance)},
        bar=bar,
        charts=_curve(answer, raw["lost"]) if "curve" in answer else (),
        steps=(*_morale_steps(engine, answer, source), WorkingStep(label, percent(chance), source)),
    )


def _morale_steps(engine: Engine, answer: Raw, source: str) -> list[WorkingStep]:
    steps = []
    if "dice" in answer:
        steps.append(WorkingStep(gettext("Troops’ dice"), str(answer["dice"]), source))
        counted = ngettext("%(count)s loss counts", "%(count)s losses count", answer["counted"])
        steps.append(
            WorkingStep(counted % {"count": answer["counted"]}, str(answer["counted"]), source),
        )
    if "base" in answer:
        steps.append(WorkingStep(gettext("Troops’ morale"), str(answer["base"]), source))
        steps += changes(engine, answer["modifiers"])
    text = gettext("At least one die shows") if "dice" in answer else gettext("The die shows")
    steps.append(WorkingStep(text, needed(answer["need"]), source))
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


def read_roll(address: Address, engine: Engine) -> QuestionForm:
    rolls = {one.id: one for one in engine.catalogue.odds.rolls}
    known = {id_: one.name.to(engine.language) for id_, one in rolls.items()}
    ask = Asking(address, engine, "roll")
    ask.raw["roll"] = ask.choose("r", gettext("Roll"), known, next(iter(known)))
    roll = rolls[ask.raw["roll"]]
    if roll.quality or roll.asks_class or roll.class_numbers:
        ask.raw["class"] = ask.troops("s", gettext("Troops"))
    if roll.asks_difficulty:
        difficulty = ask.choose("d", gettext("Difficulty"), words("levels"), "normal", keep=False)
        ask.raw["difficulty"] = difficulty
    if roll.level:
        ask.raw["level"] = ask.number("lv", gettext("Level"), (1, 4), 1)
    if roll.level == "less-against":
        ask.raw["against"] = ask.number("ag", gettext("The enemy’s level"), (0, 4), 0)
    ask.side(gettext("What is rolled"))
    return ask.form(ask.situations())


def show_roll(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
    label = gettext("Succeeds")
    roll = next(one for one in engine.catalogue.odds.rolls if one.id == asked.raw["roll"])
    troops = classes(engine).get(asked.raw.get("class", ""), "")
    who = roll.name.to(engine.language) + (f", {within(troops)}" if troops else "")
    who = told_facts(who, asked.facts)
    if answer["status"] != "ok":
        return unanswered(label, who, answer)
    chance = fraction(answer["chance"])
    text = gettext("Succeeds, on a %(faces)s-sided die, with") % {"faces": answer["die"]}
    return Answer(
        main=Figure(label, said(chance)),
        sentence=gettext("%(who)s: succeeds %(times)s.") % {"who": who, "times": times(chance)},
        bar=pieces([(label, chance, "full"), (gettext("Fails"), 1 - chance, "none")]),
        charts=_by_level(engine, asked, roll),
        steps=(
            *_worked(engine, asked, roll, answer),
            WorkingStep(text, needed(answer["need"]), roll.source),
            WorkingStep(label, percent(chance), roll.source),
        ),
    )


def _worked(engine: Engine, asked: QuestionForm, roll: Roll, answer: Raw) -> list[WorkingStep]:
    """Return the source of the number: the quality of the troops, and the difficulty of the action."""
    if not roll.quality:
        return changes(engine, answer["modifiers"])
    quality = engine.catalogue.stat(asked.raw["class"], QUALITY)
    steps = [WorkingStep(gettext("Troop quality"), str(quality), roll.source)]
    steps += changes(engine, answer["modifiers"])
    told = asked.raw["situations"]
    rules = engine.catalogue.odds.rules_by_roll.get(roll.id, ())
    hard = [rule for rule in rules if rule.told in told and rule.effect.harder]
    for rule in hard:
        text = gettext("one level harder") if rule.effect.harder > 0 else gettext("one level easier")
        what = f"{called(engine, rule.id)}: {text}"
        steps.append(WorkingStep(what, signed(rule.effect.harder), rule.source))
    level = harder(asked.raw.get("difficulty") or roll.difficulty, sum(rule.effect.harder for rule in hard))
    return steps + [WorkingStep(words, figure, roll.source) for words, figure in _of_level(level)]


def _of_level(level: Level | None) -> list[tuple[str, str]]:
    """Return the effect of a level on quality, in words and as a figure."""
    match level:
        case "very-easy":
            return [(word("levels", "very-easy"), gettext("always"))]
        case "easy":
            return [(gettext("Easy: twice the quality"), "×2")]
        case "difficult":
            return [(gettext("Difficult: half the quality, rounded up"), "½")]
    return []


def _by_level(engine: Engine, asked: QuestionForm, roll: Roll) -> tuple[Chart, ...]:
    if not roll.level:
        return ()
    chances = {}
    for level in range(1, 5):
        answer = engine.try_asking(asked.raw | {"level": level})
        if answer:
            chances[str(level)] = fraction(answer["chance"])
    if not any(chances.values()):
        return ()
    bars = columns(chances, str(asked.raw["level"]))
    return (Chart(gettext("By level"), within(gettext("Succeeds")), gettext("Level"), bars),)


def _reads_class(engine: Engine, table: Spotting) -> bool:
    rules = engine.catalogue.odds.rules_by_roll.get("spotting", ())
    return bool(table.characteristic or table.sights or any(rule.effect.classes for rule in rules))


def read_spotting(address: Address, engine: Engine) -> QuestionForm:
    table = engine.catalogue.odds.spotting
    assert table is not None
    usual = table.bands[:2][-1] if table.bands else 50
    ask = Asking(address, engine, "spotting")
    ask.raw["distance"] = ask.number("cm", gettext("Distance in cm"), (0, 1000), usual)
    ask.raw["count"] = ask.number("n", gettext("How many look"), (1, 20), 1)
    reads_class = _reads_class(engine, table)
    if reads_class:
        ask.raw["class"] = ask.troops("s", gettext("Troops"))
        ask.fields.insert(0, ask.fields.pop())  # first on the page
    if reads_class and table.sights:
        known = {
            "infantry": gettext("On foot"),
            "open-vehicle": gettext("Open vehicle"),
            "closed-vehicle": gettext("Closed vehicle"),
        }
        looks_from = gettext("Looks from")
        ask.raw["observer"] = ask.choose("o", looks_from, known, "infantry", keep=False, segment=True)
    ask.side(gettext("Observers"))
    if reads_class:
        ask.side(gettext("Fires at"), [_target(address, engine, table, ask.raw)])
    return ask.form(ask.situations())


def _target(address: Address, engine: Engine, table: Spotting, raw: Raw) -> Field:
    """Return the field of the target: a class, or a vehicle if the table has rows for it."""
    known = replace(Targets.of(engine.catalogue, engine.language), air={})
    targets = known if table.sights else replace(known, vehicles={})
    told, field = targets.choose(address, usual_target(engine.catalogue))
    raw["target"] = {"class": told} if told in targets.men else {"vehicle": told}
    return field


def show_spotting(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
    label = gettext("Seen")
    table = engine.catalogue.odds.spotting
    source = table.source if table else ""
    at = gettext("At %(cm)s cm") % {"cm": asked.raw["distance"]}
    if answer["status"] != "ok":
        return unanswered(label, at, answer)
    one, some = fraction(answer["chance"]), fraction(answer["any"])
    count = asked.raw["count"]
    figures = (Figure(gettext("By one of them"), said(one)),) if count > 1 else ()
    steps = [WorkingStep(at, needed(_base(answer)), source), *changes(engine, answer["modifiers"])]
    steps += [
        WorkingStep(gettext("After modifiers"), needed(answer["need"]), source),
        WorkingStep(gettext("Seen by one"), percent(one), source),
    ]
    if count > 1:
        text = gettext("Seen by one of %(count)s") % {"count": count}
        steps.append(WorkingStep(text, percent(some), source, f"1 − ({1 - one})", str(count)))
    return Answer(
        main=Figure(label, said(some)),
        figures=figures,
        sentence=gettext("%(at)s: seen %(times)s.") % {"at": at, "times": times(some)},
        steps=tuple(steps),
    )


def _base(answer: Raw) -> Raw:
    low = "at_most" in answer["need"]
    return {"at_most" if low else "at_least": answer["base"]}
