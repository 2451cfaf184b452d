"""Ask the engine, and show situations as boxes with their effects and exclusions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.catalogue.odds.data import Odds
from rules.core.catalogue.odds.effects import Question, Situation
from rules.core.document.problem import UnreadableListError
from rules.core.odds import answer_to, question_of
from rules.core.text import Language, signed
from rules.odds.asking.fields import Address, Field, choice
from rules.odds.showing.answers import Raw, fraction, lost, said
from rules.odds.showing.words import word, words


class Engine(NamedTuple):
    """The rules of a ruleset among all others, and the language of their sentences."""

    library: Library
    catalogue: Catalogue
    language: Language

    def ask(self, raw: Raw) -> Raw:
        """Return the answer to a question of the ruleset. Raises UnreadableListError if it has none."""
        question = {"format": "odds/1", "ruleset": self.catalogue.id} | raw
        return answer_to(question_of(question, self.library), self.library, self.language)

    def try_asking(self, raw: Raw) -> Raw | None:
        """Return the answer to a question; None if it has none."""
        try:
            return self.ask(raw)
        except UnreadableListError:
            return None

    def refusal(self, error: UnreadableListError) -> str:
        """Return why a question has no answer, as the page says it."""
        reason = error.line(self.language).removeprefix(f"{error.path}: ")
        if side := words("sides").get(error.path):
            return gettext("No answer, “%(side)s”: %(reason)s.") % {"side": side, "reason": reason}
        return gettext("No answer: %(reason)s.") % {"reason": reason}


# The situations that change most at the table come first: the first three of a ruleset.
AT_HAND = ("moved", "cover", "light-cover", "dodging", "prone")


@dataclass(frozen=True, slots=True)
class Box:
    """A situation to tick: its effect here (`mark`), and an explanation (`note`)."""

    name: str
    label: str
    on: bool
    mark: str = ""
    note: str = ""
    is_off: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """The situations in an address, and those that it may have.

    `who`: the field that names the person; `person`: its value in words.
    """

    told: tuple[str, ...]
    situations: tuple[Situation, ...]
    language: Language
    who: Field | None = None
    person: tuple[str, ...] = ()

    @classmethod
    def read(
        cls,
        address: Address,
        odds: Odds,
        question: Question,
        language: Language,
        who: Sequence[str] = (),
        is_man: bool = False,
    ) -> "Facts":
        """Return the facts that an address tells; of those that exclude each other the last one counts.

        `who`: those that say who someone is, which only a man (`is_man`) can be.
        """
        known = [one for one in odds.situations if question in one.questions]
        address.correct({one.id: one.name.to(language) for one in known})
        persons = sorted((one for one in known if one.id in who), key=lambda one: who.index(one.id))
        boxes = [one for one in known if one.id not in who]
        told = _without_rivals(address, [one for one in boxes if address.tick(one.id)], language)
        field, person = None, ""
        if persons and is_man:
            ids = {"soldier": gettext("Soldier")} | {one.id: word("who", one.id) for one in persons}
            chosen = address.one_of("who", ids, "soldier", keep=False)
            field = choice("who", gettext("He is a"), ids, chosen, segment=True)
            if chosen != "soldier":
                told.append(chosen)
                person = ids[chosen]
        return cls(tuple(told), tuple(boxes), language, field, (person,) if person else ())

    def boxes(self, engine: Engine, raw: Raw, answer: Raw | None) -> list[Box]:
        return [self._box(engine, raw, answer, one) for one in self.situations]

    def _box(self, engine: Engine, raw: Raw, answer: Raw | None, one: Situation) -> Box:
        on = one.id in self.told
        rivals = [other for other in self.situations if other.group and other.group == one.group]
        taken = [other for other in rivals if other.id in self.told and other is not one]
        rest = [fact for fact in self.told if fact not in {other.id for other in [*rivals, one]}]
        without = engine.try_asking(raw | {"situations": rest})
        with_it = answer if on else engine.try_asking(raw | {"situations": [*rest, one.id]})
        label = one.name.to(self.language)
        mark = effect(one.id, without, with_it)
        changes = worth(without) != worth(with_it)
        note = ""
        if taken:
            note = gettext("instead of “%(other)s”") % {"other": taken[0].name.to(self.language)}
        elif not changes and without is not None:
            note = gettext("changes nothing here")
        elif changes and not mark and with_it:
            note = gettext("then %(chance)s") % {"chance": said(result(with_it))}
        return Box(one.id, label, on, mark if changes else "±0", note, not changes, one.group)


def _without_rivals(address: Address, told: Sequence[Situation], language: Language) -> list[str]:
    kept = {one.group or one.id: one for one in told}
    for one in told:
        winner = kept[one.group or one.id]
        if winner is not one:
            del address.kept[one.id]
            address.faults.append(
                gettext("“%(one)s” and “%(other)s” cannot both apply. The second is shown.")
                % {"one": one.name.to(language), "other": winner.name.to(language)}
            )
    return [one.id for one in kept.values()]


def result(answer: Raw) -> Fraction:
    if answer["question"] == "save":
        return 1 - lost(answer)
    if "target" in answer:
        return lost(answer)
    return fraction(answer.get("any") or answer["chance"])


def worth(answer: Raw | None) -> object:
    if answer is None:
        return None
    keys = ("status", "need", "dice", "chance", "hits", "wins", "value", "curve", "outcomes")
    return [answer.get(key) for key in keys] + [answer.get("target", {}).get("outcomes")]


def effect(fact: str, without: Raw | None, answer: Raw | None) -> str:
    """Return the effect of a situation on a roll in short: “+1”, “½”, “5+”, “no”."""
    if answer is None:
        return ""
    if answer.get("status") in ("may-not", "unseen") and answer["status"] != (without or {}).get("status"):
        return gettext("no")
    for modifier in [*answer.get("modifiers", ()), *answer.get("target", {}).get("modifiers", ())]:
        if modifier["id"] == fact:
            return modifier_text(modifier)
    old = [gate["id"] for gate in (without or {}).get("gates", ())]
    for gate in answer.get("gates", ()):
        if gate["id"] not in old:
            return needed(gate["need"])
    return ""


def modifier_text(modifier: Raw) -> str:
    by = modifier.get("by")
    return "½" if by is None else signed(by)


def needed(need: Raw | None) -> str:
    """Return the successful faces: “5+” for high ones, “1–4” for low ones, “–” for none."""
    if need is None:
        return "–"
    if "at_least" in need:
        return f"{need['at_least']}+"
    return "1" if need["at_most"] == 1 else f"1–{need['at_most']}"


def at_hand(boxes: Sequence[Box]) -> tuple[list[Box], list[Box]]:
    """Return the boxes that lie under the thumb, under short names, and the others."""
    by_name = {box.name: box for box in boxes}
    first = [by_name[name] for name in AT_HAND if name in by_name][:3]
    named = [replace(box, label=word("short", box.name)) for box in first]
    return named, [box for box in boxes if box not in first]
