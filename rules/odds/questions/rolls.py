"""The page of single rolls: calling support, intelligence, actions."""

from django.utils.translation import gettext

from rules.core.catalogue.odds.tables import Level, Roll
from rules.core.odds.book import Book
from rules.core.odds.rolls import harder
from rules.core.procedures import QUALITY
from rules.odds.asking.engine import Engine
from rules.odds.asking.facts import needed
from rules.odds.asking.fields import Address, Field, FormSide, choice
from rules.odds.asking.question_form import QuestionForm, ask_class, ask_facts, ask_number, classes, pieces
from rules.odds.fire.answer import times, told_facts
from rules.odds.fire.harm import called, changes
from rules.odds.showing.answers import Answer, Chart, Figure, Step, columns, unanswered
from rules.odds.showing.numbers import Raw, fraction, percent, said
from rules.odds.showing.words import level_names, within


def read_roll(address: Address, engine: Engine) -> QuestionForm:
    """Return the question whether a roll succeeds."""
    rolls = {one.id: one for one in engine.catalogue.odds.rolls}
    known = {id_: one.name.to(engine.language) for id_, one in rolls.items()}
    told = address.one_of("r", known, next(iter(known)))
    roll = rolls[told]
    raw: Raw = {"question": "roll", "roll": told}
    fields: list[Field] = [choice("r", gettext("Roll"), known, told)]
    if roll.quality or roll.asks_class or roll.class_numbers:
        raw["class"], field = ask_class(address, engine, "s", gettext("Troops"))
        fields.append(field)
    if roll.asks_difficulty:
        levels = level_names()
        raw["difficulty"] = address.one_of("d", levels, "normal", keep=False)
        fields.append(choice("d", gettext("How hard it is"), levels, raw["difficulty"]))
    if roll.level:
        raw["level"], level = ask_number(address, "lv", gettext("Level"), (1, 4), 1)
        fields.append(level)
    if roll.level == "less-against":
        raw["against"], against = ask_number(address, "ag", gettext("The enemy’s level"), (0, 4), 0)
        fields.append(against)
    facts = ask_facts(address, engine, "roll")
    raw["situations"] = list(facts.told)
    return QuestionForm(raw, (FormSide(gettext("What is rolled"), tuple(fields)),), facts)


def show_roll(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
    """Return the answer whether it succeeds."""
    label = gettext("Succeeds")
    roll = next(one for one in engine.catalogue.odds.rolls if one.id == asked.raw["roll"])
    troops = classes(engine).get(asked.raw.get("class", ""), "")
    who = roll.name.to(engine.language) + (f", {within(troops)}" if troops else "")
    who = told_facts(who, asked.facts)
    if answer["status"] != "ok":
        return unanswered(label, who, answer)
    chance = fraction(answer["chance"])
    text = gettext("Succeeds on a die of %(faces)s faces with") % {"faces": answer["die"]}
    return Answer(
        main=Figure(label, said(chance)),
        sentence=f"{who}: {within(label)} {times(chance)}.",
        bar=pieces((label, chance, "full"), (gettext("Fails"), 1 - chance, "none")),
        charts=_by_level(engine, asked, roll),
        steps=(
            *_worked(engine, asked, roll, answer),
            Step(text, needed(answer["need"]), roll.source),
            Step(label, percent(chance), roll.source),
        ),
    )


def _worked(engine: Engine, asked: QuestionForm, roll: Roll, answer: Raw) -> list[Step]:
    """Return what leads to the number: of a roll under the quality of the troops that, and how hard the action is."""
    if not roll.quality:
        return changes(engine, answer["modifiers"])
    quality = Book(engine.library, engine.catalogue).stat(asked.raw["class"], QUALITY)
    steps = [Step(gettext("Quality of the troops"), str(quality), roll.source)]
    steps += changes(engine, answer["modifiers"])
    told = asked.raw["situations"]
    rules = engine.catalogue.odds.rules_by_roll.get(roll.id, ())
    hard = [rule for rule in rules if rule.told in told and rule.effect.harder]
    for rule in hard:
        text = gettext("a level harder") if rule.effect.harder > 0 else gettext("a level easier")
        steps.append(
            Step(
                f"{called(engine, rule.id)}: {text}",
                f"{rule.effect.harder:+d}".replace("-", "−"),
                rule.source,
            )
        )
    level = harder(asked.raw.get("difficulty") or roll.difficulty, sum(rule.effect.harder for rule in hard))
    return steps + [Step(words, figure, roll.source) for words, figure in _of_level(level)]


def _of_level(level: Level | None) -> list[tuple[str, str]]:
    """Return what a level makes of the quality, in words and as a figure."""
    match level:
        case "very-easy":
            return [(level_names()["very-easy"], gettext("always"))]
        case "easy":
            return [(gettext("Easy: twice the quality"), "×2")]
        case "difficult":
            return [(gettext("Difficult: half the quality, rounded up"), "½")]
    return []


def _by_level(engine: Engine, asked: QuestionForm, roll: Roll) -> tuple[Chart, ...]:
    """Return the chart of the chance at each level, where levels count."""
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
