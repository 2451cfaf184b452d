"""The pages of melee, storming a building, and initiative."""

from collections import Counter

from django.utils.translation import gettext

from rules.core.text import signed
from rules.odds.asking.form import MOST, Form
from rules.odds.showing.answers import (
    Answer,
    Chart,
    Figure,
    Raw,
    WorkingStep,
    columns,
    dice_in_words,
    fraction,
    mean,
    needed,
    numbered,
    percent,
    pieces,
    said,
    times,
)
from rules.odds.showing.words import within, word

SIDES = {"s": "n", "t": "f"}  # the letters of the two sides, with those of their numbers


def _read_sides(form: Form, keys: tuple[str, str], most: int) -> None:
    """Ask for two sides, each with several kinds of men and their situations, `most` in all."""
    for (letter, count), key in zip(SIDES.items(), keys, strict=True):
        form.side(word("sides", key))
        men: list[Raw] = []
        for place in form.groups(letter, form.classes, most):
            class_ = _read_class(form, letter + place)
            number = form.number(count + place, gettext("How many"), (1, most), 1) if most > 1 else 1
            men.append({"class": class_, "count": number, "situations": form.ticks(letter + place)})
        if sum(one["count"] for one in men) < most:
            form.more(letter, gettext("Add other troops"), men[-1]["class"])
        form.raw[key] = men


def _read_class(form: Form, name: str) -> str:
    if len(name) == 1:
        return form.troops(name, gettext("Troops"))
    offered = {"": gettext("none")} | form.classes
    return form.choose(name, gettext("And other troops"), offered, "", keep=False, begins=True)


def read_melee(form: Form) -> None:
    rules = form.odds.melee
    _read_sides(form, ("side", "enemy"), rules.most if rules else 1)
    for key in ("side", "enemy"):
        form.raw[key] = [
            {"class": one["class"], "situations": one["situations"]}
            for one in form.raw[key]
            for _ in range(one["count"])
        ]


def show_melee(form: Form, answer: Raw) -> Answer:
    rules = form.odds.melee
    one, other = (_men(form, form.raw[key]) for key in ("side", "enemy"))
    sentence = gettext("%(one)s against %(other)s") % {"one": one, "other": within(other)}
    return _opposed(answer, sentence, rules.source if rules else "", 1)


def _men(form: Form, men: list[Raw]) -> str:
    counted: Counter[str] = Counter()
    for man in men:
        counted[man["class"]] += man.get("count", 1)
    named = [(form.classes[class_], count) for class_, count in counted.items()]
    if counted.total() == 1:
        return named[0][0]
    first, *others = (f"{name} ({count})" for name, count in named)
    return ", ".join([first, *map(within, others)])


def _opposed(answer: Raw, who: str, source: str, dice: int) -> Answer:
    wins, ties, loses = (fraction(answer[key]) for key in ("wins", "ties", "loses"))
    decided = fraction(answer["decided"]) if answer["decided"] else wins
    win, tie, lose, rolled = gettext("Wins"), gettext("Tie"), gettext("Loses"), {"dice": dice_in_words(dice)}
    return Answer(
        main=Figure(win, said(decided)),
        figures=(Figure(gettext("At the first roll"), said(wins)), Figure(tie, said(ties))),
        sentence=gettext("%(who)s: wins %(times)s, ties re-rolled.") % {"who": who, "times": times(decided)},
        bar=pieces([(win, wins, "full"), (tie, ties, "none"), (lose, loses, "ground")]),
        steps=(
            WorkingStep(gettext("One side: %(dice)s") % rolled, signed(answer["side"]["bonus"]), source),
            WorkingStep(gettext("The other: %(dice)s") % rolled, signed(answer["enemy"]["bonus"]), source),
            WorkingStep(win, percent(wins), source),
            WorkingStep(tie, percent(ties), source),
            WorkingStep(gettext("Wins, ties re-rolled"), percent(decided), source),
        ),
    )


def read_storming(form: Form) -> None:
    _read_sides(form, ("attackers", "defenders"), MOST)


def show_storming(form: Form, answer: Raw) -> Answer:
    ours, theirs = answer["attackers"], answer["defenders"]
    cleared, beaten = fraction(theirs["wiped_out"]), fraction(ours["wiped_out"])
    one, other = (_men(form, form.raw[key]) for key in ("attackers", "defenders"))
    sentence = gettext(
        "%(one)s storm %(other)s: they put them all out of action %(times)s, and lose %(mean)s on average."
    ) % {
        "one": one,
        "other": within(other),
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
        steps=(*_party(form, "attackers", ours), *_party(form, "defenders", theirs)),
    )


def _casualties(heading: str, side: Raw) -> Chart:
    average = gettext("%(mean)s on average") % {"mean": mean(fraction(side["expected_casualties"]))}
    return Chart(heading, average, gettext("Losses"), columns(numbered(side["casualties"])))


def _party(form: Form, key: str, side: Raw) -> list[WorkingStep]:
    rules, legend = form.odds.rules_by_roll.get("storming", ()), word("sides", key)
    source = rules[0].source if rules else ""
    rolled = f"{legend}: {dice_in_words(side['dice'])}"
    average = mean(fraction(side["expected_hits"]))
    hits = gettext("%(who)s: hits on average") % {"who": legend}
    return [WorkingStep(rolled, needed(side["need"]), source), WorkingStep(hits, average, source)]


def read_initiative(form: Form) -> None:
    rules = form.odds.initiative
    assert rules is not None
    rolled, when = rules.turn, form.text("when")
    if when == "setup" and rules.setup:
        rolled = rules.setup
    for letter, key in zip(SIDES, ("side", "enemy"), strict=True):
        form.side(word("sides", key))
        side: Raw = {}
        if rolled.characteristic:
            side["class"] = form.troops(letter, gettext("Troops"))
        if rolled.leadership:
            side["leadership"] = form.number(f"{letter}l", gettext("Leadership"), (0, 4), 0)
        if rolled.turns:
            side["active_turns"] = form.number(f"{letter}a", gettext("Turns active in a row"), (0, 20), 0)
        form.raw[key] = side | {"situations": form.ticks(letter)}
    if rules.setup:
        form.side(gettext("When"))
        occasions = {"turn": gettext("each turn"), "setup": gettext("before the game")}
        label = gettext("When rolled")
        form.raw["occasion"] = form.choose("when", label, occasions, "turn", keep=False, segment=True)
    form.sides = [one for one in form.sides if one.fields]


def show_initiative(form: Form, answer: Raw) -> Answer:
    rules = form.odds.initiative
    names = [form.classes.get(form.raw[key].get("class", ""), "") for key in ("side", "enemy")]
    who = (
        gettext("%(one)s against %(other)s") % {"one": names[0], "other": within(names[1])}
        if all(names)
        else gettext("One side against the other")
    )
    return _opposed(answer, who, rules.source if rules else "", answer["dice"])
