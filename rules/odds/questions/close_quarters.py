"""The pages of melee, storming a building, and initiative."""

from collections import Counter

from django.utils.translation import gettext

from rules.core.catalogue.odds.effects import Question
from rules.core.text import signed
from rules.odds.asking.facts import Engine, needed
from rules.odds.asking.fields import PLACES, Address, Field, closed_up
from rules.odds.asking.forms import MOST, Asking, QuestionForm, ask_ticks, classes
from rules.odds.fire.answer import dice_in_words, times
from rules.odds.showing.answers import (
    Answer,
    Chart,
    Figure,
    Raw,
    WorkingStep,
    columns,
    fraction,
    mean,
    numbered,
    percent,
    pieces,
    said,
)
from rules.odds.showing.words import within, word

SIDES = {"s": "n", "t": "f"}  # the letters of the two sides, with those of their numbers


def _read_sides(
    address: Address, engine: Engine, question: Question, keys: tuple[str, str], most: int
) -> QuestionForm:
    """Return a question of two sides, each with several kinds of men and its situations, `most` in all."""
    address.query = closed_up(address.query, SIDES)
    places = PLACES[:most]
    ask = Asking(address, engine, question)
    ticks = ask_ticks(address, engine, question, [letter + place for letter in SIDES for place in places])
    for (letter, count), key in zip(SIDES.items(), keys, strict=True):
        ask.raw[key] = []
        for place in places:
            class_ = _read_class(ask, letter + place)
            if not class_:
                del ask.fields[-1]
                if sum(one["count"] for one in ask.raw[key]) < most:
                    label, last = gettext("Add other troops"), ask.raw[key][-1]["class"]
                    ask.fields.append(Field("more", letter + place, label, last))
                break
            number = ask.number(count + place, gettext("How many"), (1, most), 1) if most > 1 else 1
            told, boxes = ticks[letter + place]
            ask.fields += boxes
            ask.raw[key].append({"class": class_, "count": number, "situations": told})
        ask.side(word("sides", key))
    return ask.form()


def _read_class(ask: Asking, letter: str) -> str:
    """Return the class of the men with a letter; "": the side has no more men."""
    if len(letter) == 1:
        return ask.troops(letter, gettext("Troops"))
    offered = {"": gettext("none")} | classes(ask.engine)
    return ask.choose(letter, gettext("And other troops"), offered, "", keep=False, begins=True)


def read_melee(address: Address, engine: Engine) -> QuestionForm:
    rules = engine.catalogue.odds.melee
    most = rules.most if rules else 1
    asked = _read_sides(address, engine, "melee", ("side", "enemy"), most)
    for key in ("side", "enemy"):
        asked.raw[key] = [
            {"class": one["class"], "situations": one["situations"]}
            for one in asked.raw[key]
            for _ in range(one["count"])
        ]
    return asked


def show_melee(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
    rules = engine.catalogue.odds.melee
    who = [_men(engine, asked.raw[key]) for key in ("side", "enemy")]
    sentence = gettext("%(one)s against %(other)s") % {"one": who[0], "other": within(who[1])}
    return _opposed(answer, sentence, rules.source if rules else "", 1)


def _men(engine: Engine, men: list[Raw]) -> str:
    counted: Counter[str] = Counter()
    for man in men:
        counted[man["class"]] += man.get("count", 1)
    named = [(classes(engine)[class_], count) for class_, count in counted.items()]
    if counted.total() == 1:
        return named[0][0]
    first, *others = (f"{name} ({count})" for name, count in named)
    return ", ".join([first, *map(within, others)])


def _opposed(answer: Raw, who: str, source: str, dice: int) -> Answer:
    wins, ties, loses = (fraction(answer[key]) for key in ("wins", "ties", "loses"))
    decided = fraction(answer["decided"]) if answer["decided"] else wins
    rolled = {"dice": dice_in_words(dice)}
    return Answer(
        main=Figure(gettext("Wins"), said(decided)),
        figures=(Figure(gettext("At the first roll"), said(wins)), Figure(gettext("Tie"), said(ties))),
        sentence=gettext("%(who)s: wins %(times)s, ties re-rolled.") % {"who": who, "times": times(decided)},
        bar=pieces(
            [
                (gettext("Wins"), wins, "full"),
                (gettext("Tie"), ties, "none"),
                (gettext("Loses"), loses, "ground"),
            ]
        ),
        steps=(
            WorkingStep(gettext("One side: %(dice)s") % rolled, signed(answer["side"]["bonus"]), source),
            WorkingStep(gettext("The other: %(dice)s") % rolled, signed(answer["enemy"]["bonus"]), source),
            WorkingStep(gettext("Wins"), percent(wins), source),
            WorkingStep(gettext("Tie"), percent(ties), source),
            WorkingStep(gettext("Wins, ties re-rolled"), percent(decided), source),
        ),
    )


def read_storming(address: Address, engine: Engine) -> QuestionForm:
    return _read_sides(address, engine, "storming", ("attackers", "defenders"), MOST)


def show_storming(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
    ours, theirs = answer["attackers"], answer["defenders"]
    cleared, beaten = fraction(theirs["wiped_out"]), fraction(ours["wiped_out"])
    who = [_men(engine, asked.raw[key]) for key in ("attackers", "defenders")]
    sentence = gettext(
        "%(one)s storm %(other)s: they put them all out of action %(times)s, and lose %(mean)s on average."
    ) % {
        "one": who[0],
        "other": within(who[1]),
        "times": times(cleared),
        "mean": mean(fraction(ours["expected_casualties"])),
    }
    return Answer(
        main=Figure(gettext("Building cleared"), said(cleared)),
        figures=(Figure(gettext("All attackers lost"), said(beaten)),),
        sentence=sentence,
        charts=(
            _casualties(gettext("Defenders’ losses"), theirs),
            _casualties(gettext("Attackers’ losses"), ours),
        ),
        steps=(
            *_party(engine, word("sides", "attackers"), ours),
            *_party(engine, word("sides", "defenders"), theirs),
        ),
    )


def _casualties(heading: str, side: Raw) -> Chart:
    average = gettext("%(mean)s on average") % {"mean": mean(fraction(side["expected_casualties"]))}
    return Chart(heading, average, gettext("Losses"), columns(numbered(side["casualties"])))


def _party(engine: Engine, legend: str, side: Raw) -> list[WorkingStep]:
    rules = engine.catalogue.odds.rules_by_roll.get("storming", ())
    source = rules[0].source if rules else ""
    rolled = f"{legend}: {dice_in_words(side['dice'])}"
    average = mean(fraction(side["expected_hits"]))
    hits = gettext("%(who)s: hits on average") % {"who": legend}
    return [WorkingStep(rolled, needed(side["need"]), source), WorkingStep(hits, average, source)]


def read_initiative(address: Address, engine: Engine) -> QuestionForm:
    rules = engine.catalogue.odds.initiative
    assert rules is not None
    ask = Asking(address, engine, "initiative")
    occasions = {"turn": gettext("each turn"), "setup": gettext("before the game")}
    rolled, when = rules.turn, "turn"
    if rules.setup:
        when = ask.choose("when", gettext("When rolled"), occasions, "turn", keep=False, segment=True)
        rolled = rules.setup if when == "setup" else rules.turn
    ask.raw["occasion"], asked_when = when, ask.fields
    ask.fields = []
    ticks = ask_ticks(address, engine, "initiative", SIDES)
    for letter, key in zip(SIDES, ("side", "enemy"), strict=True):
        side: Raw = {}
        if rolled.characteristic:
            side["class"] = ask.troops(letter, gettext("Troops"))
        if rolled.leadership:
            side["leadership"] = ask.number(f"{letter}l", gettext("Leadership"), (0, 4), 0)
        if rolled.turns:
            side["active_turns"] = ask.number(f"{letter}a", gettext("Turns active in a row"), (0, 20), 0)
        told, boxes = ticks[letter]
        ask.raw[key] = side | {"situations": told}
        ask.fields += boxes
        ask.side(word("sides", key))
    ask.side(gettext("When"), asked_when)
    ask.sides = [one for one in ask.sides if one.fields]
    return ask.form()


def show_initiative(engine: Engine, asked: QuestionForm, answer: Raw) -> Answer:
    rules = engine.catalogue.odds.initiative
    known = classes(engine)
    names = [known.get(asked.raw[key].get("class", ""), "") for key in ("side", "enemy")]
    who = (
        gettext("%(one)s against %(other)s") % {"one": names[0], "other": within(names[1])}
        if all(names)
        else gettext("One side against the other")
    )
    return _opposed(answer, who, rules.source if rules else "", answer["dice"])
