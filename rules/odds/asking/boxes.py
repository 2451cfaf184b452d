"""The situations of a form as boxes to tick, each with its effect."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext

from rules.core.catalogue.odds.effects import Situation
from rules.odds.asking.form import Form
from rules.odds.showing.answers import Raw, fraction, lost, modifier_text, needed, said
from rules.odds.showing.words import word

# The situations that change most at the table come first: the first three of a ruleset.
AT_HAND = ("moved", "cover", "light-cover", "dodging", "prone")


class Box(NamedTuple):
    """A situation to tick: its effect here (`mark`), and an explanation (`note`)."""

    name: str
    label: str
    on: bool
    mark: str
    note: str
    is_off: bool
    group: str


def boxes_of(form: Form, answer: Raw | None) -> list[Box]:
    return [_box(form, answer, one) for one in form.situations]


def _box(form: Form, answer: Raw | None, one: Situation) -> Box:
    told = form.raw["situations"]
    rivals = [other for other in form.situations if other.group and other.group == one.group]
    taken = [other for other in rivals if other.id in told and other is not one]
    rest = [fact for fact in told if fact not in {other.id for other in [*rivals, one]}]
    without = form.engine.try_asking(form.raw | {"situations": rest})
    with_it = answer if one.id in told else form.engine.try_asking(form.raw | {"situations": [*rest, one.id]})
    mark = _effect(one.id, without, with_it)
    changes = _worth(without) != _worth(with_it)
    note = ""
    if taken:
        note = gettext("instead of “%(other)s”") % {"other": taken[0].name.to(form.language)}
    elif not changes and without is not None:
        note = gettext("changes nothing here")
    elif changes and not mark and with_it:
        note = gettext("then %(chance)s") % {"chance": said(_result(with_it))}
    label = one.name.to(form.language)
    return Box(one.id, label, one.id in told, mark if changes else "±0", note, not changes, one.group)


def _result(answer: Raw) -> Fraction:
    if answer["question"] == "save":
        return 1 - lost(answer)
    if "target" in answer:
        return lost(answer)
    return fraction(answer.get("any") or answer["chance"])


def _worth(answer: Raw | None) -> object:
    if answer is None:
        return None
    keys = ("status", "need", "dice", "chance", "hits", "wins", "value", "curve", "outcomes")
    return [answer.get(key) for key in keys] + [answer.get("target", {}).get("outcomes")]


def _effect(fact: str, without: Raw | None, answer: Raw | None) -> str:
    """Return the effect of a situation on a roll in short: “+1”, “½”, “5+”, “no”."""
    if answer is None:
        return ""
    if answer.get("status") in ("may-not", "unseen") and answer["status"] != (without or {}).get("status"):
        return gettext("no")
    for modifier in [*answer.get("modifiers", ()), *answer.get("target", {}).get("modifiers", ())]:
        if modifier["id"] == fact:
            return modifier_text(modifier)
    old = [gate["id"] for gate in (without or {}).get("gates", ())]
    return next((needed(gate["need"]) for gate in answer.get("gates", ()) if gate["id"] not in old), "")


def at_hand(boxes: Sequence[Box]) -> tuple[list[Box], list[Box]]:
    """Return the boxes that lie under the thumb, under short names, and the others."""
    by_name = {box.name: box for box in boxes}
    first = [by_name[name] for name in AT_HAND if name in by_name][:3]
    named = [box._replace(label=word("short", box.name)) for box in first]
    return named, [box for box in boxes if box not in first]
