"""Questions read from an address: fields, and sentences for wrong values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext

from rules.core.text import closest, shown

Labels = Mapping[str, str]
MOST_GROUPS = 10  # on a side, each with a number of its own in the address
# The fields of all pages; whatever else an address says is a fact.
FIELDS = frozenset(
    "s w m n m2 on range cm t f side oc ocn values v tv who l men lost ll fo bw o when sl tl sa ta"  # noqa: SIM905
    " h by z p c r d lv ag name".split()
) | {f"{letter}{place}" for letter in "snwtf" for place in range(2, MOST_GROUPS + 1)}
SAID = 60  # of a stranger's word no more is repeated


class ChoiceOption(NamedTuple):
    """One of the things that a field may say."""

    value: str
    label: str
    selected: bool = False


class Field(NamedTuple):
    """A field of a form, by its kind: one of several values, a whole number, a tick, a few words, or a button.

    A choice has `groups` of options with headings, in a menu or a `segment`; `begins`: another group of a side. The
    button adds a group (`more`): it has the value of a field that is not there yet.
    """

    kind: Literal["choice", "number", "tick", "words", "more"]
    name: str
    label: str
    value: str | int = ""
    least: int = 0
    most: int = 0
    on: bool = False
    groups: tuple[tuple[str, tuple[ChoiceOption, ...]], ...] = ()
    segment: bool = False
    begins: bool = False


class FormSide(NamedTuple):
    """Fields that belong together."""

    legend: str
    fields: tuple[Field, ...]


@dataclass(slots=True)
class Address:
    """An address read field by field. `kept`: its shortest form; `faults`: sentences.

    What a field cannot say becomes the nearest thing that it can; what nothing is near to, its default.
    """

    query: QueryDict
    kept: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    meant: set[str] = field(default_factory=set)

    def text(self, name: str) -> str:
        """Return the last value of a name in the address; a button comes after the field that it changes."""
        return self.query.get(name, "")[:1000]

    def one_of(self, name: str, known: Labels, default: str, keep: bool = True) -> str:
        told = self.text(name)
        value = told if told in known else default
        if told and told not in known:
            value = closest(told, known) or default
            self._fault(
                gettext("“%(told)s” is not known here. Showing %(value)s instead."), told, known[value]
            )
        if keep or value != default:
            self.kept[name] = value
        return value

    def number(self, name: str, least: int, most: int, default: int, keep: bool = False) -> int:
        told = self.text(name)
        value = default
        if told:
            try:
                wanted = round(float(told.replace(",", ".")))
            except (ValueError, OverflowError):
                wanted = default
                self._fault(
                    gettext("“%(told)s” is not a number. Showing %(value)s instead."), told, str(default)
                )
            value = min(max(wanted, least), most)
            if value != wanted:
                self._fault(gettext("%(told)s is out of range. Showing %(value)s instead."), told, str(value))
        if keep or value != default:
            self.kept[name] = str(value)
        return value

    def words(self, name: str) -> str:
        value = shown(" ".join(self.text(name).split()), SAID)
        if value:
            self.kept[name] = value
        return value

    def correct(self, facts: Labels) -> None:
        """Replace a misspelt situation with the nearest one, or leave it out."""
        for name in self.query:
            if name in FIELDS or name in facts:
                continue
            meant = closest(name, facts)
            if meant:
                self.meant.add(meant)
                self._fault(
                    gettext("“%(told)s” is not known here. Showing %(value)s instead."), name, facts[meant]
                )
            else:
                self._fault(gettext("“%(told)s” is not asked for here and was ignored."), name, "")

    def tick(self, name: str) -> bool:
        if not self.text(name) and name not in self.meant:
            return False
        self.kept[name] = "1"
        return True

    def _fault(self, sentence: str, told: str, value: str) -> None:
        self.faults.append(sentence % {"told": shown(told, SAID), "value": value})

    def written(self) -> str:
        return urlencode(self.kept)

    def but(self, changed: Mapping[str, str | None]) -> str:
        """Return the query with some fields changed, or left out (None)."""
        now = {**self.kept, **changed}
        return urlencode({name: value for name, value in now.items() if value is not None})


def choice(
    name: str, label: str, known: Labels, value: str, segment: bool = False, begins: bool = False
) -> Field:
    groups = (("", options(known, value)),)
    return Field("choice", name, label, groups=groups, segment=segment, begins=begins)


def options(known: Labels, value: str) -> tuple[ChoiceOption, ...]:
    return tuple(ChoiceOption(one, text, one == value) for one, text in known.items())


PLACES = ("", *(str(number) for number in range(2, MOST_GROUPS + 1)))


def closed_up(query: QueryDict, numbers: Mapping[str, str]) -> QueryDict:
    """Return a query with the groups of each letter numbered in sequence; the first always exists.

    A removed group leaves neither a gap nor values. `numbers`: the letter of a group's number, by its own letter.
    """
    closed = query.copy()
    for letter, number in numbers.items():
        told = ["", *(place for place in PLACES[1:] if query.get(letter + place))]
        for place in PLACES:
            for name in _told_of(query, letter + place, number + place):
                del closed[name]
        for now, before in zip(PLACES, told, strict=False):
            for name in _told_of(query, letter + before, number + before):
                letters = number if name == number + before else letter
                closed[letters + now + name.removeprefix(letters + before)] = query.get(name, "")
    return closed


def _told_of(query: QueryDict, who: str, count: str) -> Iterator[str]:
    return (name for name in query if name in (who, count) or name.startswith(f"{who}-"))
