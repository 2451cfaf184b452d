"""The pages of rolls: suppression, morale, spotting, and the single rolls of a ruleset."""

from django.utils.translation import gettext, ngettext

from rules.core.catalogue.odds.tables import Level, Roll
from rules.core.odds import usual_target
from rules.core.odds.rolls import harder
from rules.core.procedures import QUALITY
from rules.core.text import signed
from rules.odds.asking.form import Form
from rules.odds.fire.answer import called, changes, with_situations
from rules.odds.showing.answers import (
    Answer,
    Chart,
    Figure,
    Raw,
    WorkingStep,
    columns,
    fraction,
    needed,
    outcome_bar,
    percent,
    pieces,
    said,
    times,
    unanswered,
)
from rules.odds.showing.words import within, word, words

MOST_COLUMNS = 13


def read_suppression(form: Form) -> None:
    """Ask whether a suppressed man acts again."""
    form.side(gettext("Suppressed troops"))
    form.raw["class"] = form.troops("s", gettext("Troops"))
    if form.catalogue.leadership:
        form.raw["leadership"] = form.number("l", gettext("His leader’s leadership"), (0, 4), 0)


def show_suppression(form: Form, answer: Raw) -> Answer:
    label, who = gettext("Acts again"), form.classes[form.raw["class"]]
    if answer["status"] != "ok":
        return unanswered(label, who, answer)
    chance, suppressed = fraction(answer["chance"]), form.odds.situation_by_id.get("target-suppressed")
    source = suppressed.source if suppressed else ""
    return Answer(
        main=Figure(label, said(chance)),
        sentence=gettext("%(who)s, suppressed: acts again %(times)s.") % {"who": who, "times": times(chance)},
        steps=(
            WorkingStep(gettext("%(who)s acts again on") % {"who": who}, needed(answer["need"]), source),
            WorkingStep(label, percent(chance), source),
        ),
    )


def read_morale(form: Form) -> None:
    rules, raw = form.odds.morale, form.raw
    assert rules is not None
    by_class = rules.at_least is None
    form.side(gettext("Testing troops"))
    if by_class:
        raw["class"] = form.troops("s", gettext("Troops"))
    if rules.reaction:
        raw["badly_wounded"] = form.number("bw", gettext("Badly wounded"), (0, 20), 0)
    else:
        most = raw["men"] = form.number("men", gettext("Men at the start"), (1, 200), 9)
        lost = form.number("lost", gettext("Lost, including leaders"), (0, most), min(3, most))
        raw["lost"] = lost
        if by_class:
            raw["leaders_lost"] = form.number("ll", gettext("Leaders among them"), (0, lost), 0)
            squads = gettext("Other squads still standing, for a platoon’s test")
            raw["formations"] = form.number("fo", squads, (0, 50), 0)
    form.tick_situations()


def show_morale(form: Form, answer: Raw) -> Answer:
    """Return the answer of whether the test is passed, with the curve by losses if losses count."""
    label, raw = gettext("Holds"), form.raw
    who = form.classes.get(raw.get("class", ""), "")
    if "men" in raw:
        losses = gettext("%(lost)s of %(men)s lost") % raw
        who = f"{who}, {losses}" if who else losses[:1].upper() + losses[1:]
    chance = fraction(answer["chance"])
    source = form.odds.morale.source if form.odds.morale else ""
    return Answer(
        main=Figure(label, said(chance)),
        sentence=gettext("%(who)s: holds %(times)s.") % {"who": who, "times": times(chance)},
        bar=outcome_bar(answer),
        charts=_curve(answer, raw["lost"]) if "curve" in answer else (),
        steps=(*_morale_steps(form, answer, source), WorkingStep(label, percent(chance), source)),
    )


def _morale_steps(form: Form, answer: Raw, source: str) -> list[WorkingStep]:
    steps = []
    if "dice" in answer:
        steps.append(WorkingStep(gettext("Troops’ dice"), str(answer["dice"]), source))
        counted = ngettext("%(count)s loss counts", "%(count)s losses count", answer["counted"])
        text = counted % {"count": answer["counted"]}
        steps.append(WorkingStep(text, str(answer["counted"]), source))
    if "base" in answer:
        steps.append(WorkingStep(gettext("Troops’ morale"), str(answer["base"]), source))
        steps += changes(form.engine, answer["modifiers"])
    text = gettext("At least one die shows") if "dice" in answer else gettext("The die shows")
    steps.append(WorkingStep(text, needed(answer["need"]), source))
    return steps


def _curve(answer: Raw, lost: int) -> tuple[Chart, ...]:
    """Return the chart of the chance by number of losses; a long chart skips some."""
    curve = answer["curve"]
    step = -(-len(curve) // MOST_COLUMNS)
    shown = {str(losses): fraction(one) for losses, one in enumerate(curve) if losses % step == 0 or losses == lost}
    if not any(shown.values()):
        return ()
    bars = columns(shown, str(lost))
    return (Chart(gettext("By losses"), gettext("holds"), gettext("Losses"), bars),)


def _roll(form: Form) -> Roll:
    return next(one for one in form.odds.rolls if one.id == form.raw["roll"])


def read_roll(form: Form) -> None:
    known = {one.id: one.name.to(form.language) for one in form.odds.rolls}
    form.side(gettext("What is rolled"))
    form.raw["roll"] = form.choose("r", gettext("Roll"), known, next(iter(known)))
    roll = _roll(form)
    if roll.quality or roll.asks_class or roll.class_numbers:
        form.raw["class"] = form.troops("s", gettext("Troops"))
    if roll.asks_difficulty:
        label = gettext("Difficulty")
        form.raw["difficulty"] = form.choose("d", label, words("levels"), "normal", keep=False)
    if roll.level:
        form.raw["level"] = form.number("lv", gettext("Level"), (1, 4), 1)
    if roll.level == "less-against":
        form.raw["against"] = form.number("ag", gettext("The enemy’s level"), (0, 4), 0)
    form.tick_situations()


def show_roll(form: Form, answer: Raw) -> Answer:
    label, roll = gettext("Succeeds"), _roll(form)
    troops = form.classes.get(form.raw.get("class", ""), "")
    who = roll.name.to(form.language) + (f", {within(troops)}" if troops else "")
    who = with_situations(who, form)
    if answer["status"] != "ok":
        return unanswered(label, who, answer)
    chance = fraction(answer["chance"])
    text = gettext("Succeeds, on a %(faces)s-sided die, with") % {"faces": answer["die"]}
    return Answer(
        main=Figure(label, said(chance)),
        sentence=gettext("%(who)s: succeeds %(times)s.") % {"who": who, "times": times(chance)},
        bar=pieces([(label, chance, "full"), (gettext("Fails"), 1 - chance, "none")]),
        charts=_by_level(form) if roll.level else (),
        steps=(
            *_worked(form, roll, answer),
            WorkingStep(text, needed(answer["need"]), roll.source),
            WorkingStep(label, percent(chance), roll.source),
        ),
    )


def _worked(form: Form, roll: Roll, answer: Raw) -> list[WorkingStep]:
    """Return the source of the number: the quality of the troops, and the difficulty of the action."""
    if not roll.quality:
        return changes(form.engine, answer["modifiers"])
    quality = form.catalogue.stat(form.raw["class"], QUALITY)
    steps = [WorkingStep(gettext("Troop quality"), str(quality), roll.source)]
    steps += changes(form.engine, answer["modifiers"])
    rules = form.odds.rules_by_roll.get(roll.id, ())
    hard = [rule for rule in rules if rule.told in form.raw["situations"] and rule.effect.harder]
    for rule in hard:
        text = gettext("one level harder") if rule.effect.harder > 0 else gettext("one level easier")
        what = f"{called(form.engine, rule.id)}: {text}"
        steps.append(WorkingStep(what, signed(rule.effect.harder), rule.source))
    level = harder(form.raw.get("difficulty") or roll.difficulty, sum(rule.effect.harder for rule in hard))
    known: dict[Level | None, tuple[str, str]] = {
        "very-easy": (word("levels", "very-easy"), gettext("always")),
        "easy": (gettext("Easy: twice the quality"), "×2"),
        "difficult": (gettext("Difficult: half the quality, rounded up"), "½"),
    }
    if level in known:
        steps.append(WorkingStep(*known[level], roll.source))
    return steps


def _by_level(form: Form) -> tuple[Chart, ...]:
    chances = {}
    for level in range(1, 5):
        answer = form.engine.try_asking(form.raw | {"level": level})
        if answer:
            chances[str(level)] = fraction(answer["chance"])
    bars = columns(chances, str(form.raw["level"]))
    return (Chart(gettext("By level"), within(gettext("Succeeds")), gettext("Level"), bars),)


def read_spotting(form: Form) -> None:
    table = form.odds.spotting
    assert table is not None
    rules = form.odds.rules_by_roll.get("spotting", ())
    reads_class = table.characteristic or table.sights or any(rule.effect.classes for rule in rules)
    form.side(gettext("Observers"))
    if reads_class:
        form.raw["class"] = form.troops("s", gettext("Troops"))
    usual = table.bands[:2][-1] if table.bands else 50
    form.raw["distance"] = form.number("cm", gettext("Distance in cm"), (0, 1000), usual)
    form.raw["count"] = form.number("n", gettext("How many look"), (1, 20), 1)
    if table.sights:
        known = {
            "infantry": gettext("On foot"),
            "open-vehicle": gettext("Open vehicle"),
            "closed-vehicle": gettext("Closed vehicle"),
        }
        label = gettext("Looks from")
        form.raw["observer"] = form.choose("o", label, known, "infantry", keep=False, segment=True)
    if reads_class:
        form.side(gettext("Fires at"))
        form.aim(usual_target(form.catalogue), vehicles=form.vehicles if table.sights else {}, air={})
    form.tick_situations()


def show_spotting(form: Form, answer: Raw) -> Answer:
    label, count = gettext("Seen"), form.raw["count"]
    source = form.odds.spotting.source if form.odds.spotting else ""
    at = gettext("At %(cm)s cm") % {"cm": form.raw["distance"]}
    if answer["status"] != "ok":
        return unanswered(label, at, answer)
    one, some = fraction(answer["chance"]), fraction(answer["any"])
    figures = (Figure(gettext("By one of them"), said(one)),) if count > 1 else ()
    side = "at_most" if "at_most" in answer["need"] else "at_least"
    steps = [
        WorkingStep(at, needed({side: answer["base"]}), source),
        *changes(form.engine, answer["modifiers"]),
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
