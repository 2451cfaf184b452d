"""The form of a question, read from an address: its fields, its values for the engine, its shortest address."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry
from rules.core.catalogue.library import Library
from rules.core.catalogue.odds.effects import Situation
from rules.core.catalogue.odds.tables import AirKind
from rules.core.document.problem import UnreadableListError
from rules.core.odds import answer_to, question_of, usual_target
from rules.core.text import Language, closest, shown
from rules.odds.showing.answers import Raw
from rules.odds.showing.words import names, word, words

Labels = Mapping[str, str]
MOST = 20  # men of a kind
# The numbers of the kinds of men or weapons on a side, in the names of their fields.
PLACES = ("", "2", "3", "4", "5", "6", "7", "8", "9", "10")
SAID = 60  # of a stranger's word no more is repeated


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


class Field(NamedTuple):
    """A field of a form, by its kind: one of several values, a whole number, a tick, a few words, or a button.

    A choice has `groups` of options (value, label) with headings, in a menu or a `segment`; `begins`: another group of
    a side. The button adds a group (`more`): it has the value of a field that is not there yet.
    """

    kind: Literal["choice", "number", "tick", "words", "more"]
    name: str
    label: str
    value: str | int = ""
    least: int = 0
    most: int = 0
    groups: Sequence[tuple[str, Iterable[tuple[str, str]]]] = ()
    segment: bool = False
    begins: bool = False


class FormSide(NamedTuple):
    """Fields that belong together."""

    legend: str
    fields: list[Field]


class Form:
    """A form that is filled from an address field by field.

    `raw`: the question for the engine; `kept`: the shortest address that asks it. What a field cannot say becomes the
    nearest thing that it can, or otherwise its default (`is_changed`). `situations`: those that can be ticked;
    `person`: the one that says who the target is; `target`: the name of the target.
    """

    def __init__(self, query: QueryDict, engine: Engine, question: str) -> None:
        self.query, self.engine, self.question = query, engine, question
        self.catalogue, self.odds, self.language = engine.catalogue, engine.catalogue.odds, engine.language
        self.raw: Raw = {"question": question}
        self.kept: dict[str, str] = {}
        self.is_changed = False
        self.sides: list[FormSide] = []
        self.situations: list[Situation] = []
        self.person = self.target = ""

    @property
    def address(self) -> str:
        return urlencode(self.kept)

    @property
    def is_at_men(self) -> bool:
        return "class" in self.raw["target"]

    @property
    def classes(self) -> dict[str, str]:
        return names(self.catalogue.classes, self.language)

    def side(self, legend: str) -> FormSide:
        """Begin a side, which the next fields are added to."""
        self.sides.append(FormSide(legend, []))
        return self.sides[-1]

    def _add(self, field: Field) -> None:
        self.sides[-1].fields.append(field)

    # Values

    def text(self, name: str) -> str:
        """Return the last value of a name in the address; a button comes after the field that it changes."""
        return self.query.get(name, "")[:1000]

    def words(self, name: str) -> str:
        value = shown(" ".join(self.text(name).split()), SAID)
        if value:
            self.kept[name] = value
        return value

    def one_of(self, name: str, known: Iterable[str], default: str, *, keep: bool = True) -> str:
        """Return the value of a field; `keep`: its default is part of the address too."""
        told = value = self.text(name)
        known = list(known)
        if told not in known:
            value = (closest(told, known) if told else "") or default
            self.is_changed |= bool(told)
        if keep or value != default:
            self.kept[name] = value
        return value

    def whole(self, name: str, bounds: tuple[int, int], default: int, *, keep: bool = True) -> int:
        """Return the whole number of a field within its bounds."""
        told, value = self.text(name), default
        try:
            value = round(float(told.replace(",", "."))) if told else default
            is_read = True
        except (ValueError, OverflowError):
            is_read = False
        held = min(max(value, bounds[0]), bounds[1])
        self.is_changed |= bool(told) and (not is_read or held != value)
        if keep or held != default:
            self.kept[name] = str(held)
        return held

    def is_told(self, name: str) -> bool:
        if self.text(name):
            self.kept[name] = "1"
        return name in self.kept

    # Fields

    def choose(
        self,
        name: str,
        label: str,
        known: Labels,
        default: str,
        *,
        keep: bool = True,
        segment: bool = False,
        begins: bool = False,
    ) -> str:
        value = self.one_of(name, known, default, keep=keep)
        self._add(Field("choice", name, label, value, groups=[("", known.items())], segment=segment, begins=begins))
        return value

    def troops(self, name: str, label: str) -> str:
        """Ask for a class, by default a middle one."""
        return self.choose(name, label, self.classes, usual_target(self.catalogue))

    def number(self, name: str, label: str, bounds: tuple[int, int], default: int, *, keep: bool = True) -> int:
        value = self.whole(name, bounds, default, keep=keep)
        self._add(Field("number", name, label, value, *bounds))
        return value

    def tick(self, name: str, label: str) -> bool:
        told = self.is_told(name)
        self._add(Field("tick", name, label, "1" if told else ""))
        return told

    def groups(self, letter: str, known: Labels, most: int = len(PLACES)) -> Iterator[str]:
        """Yield the place of each group that the address has: the first, and those whose field says something known."""
        for place in PLACES[:most]:
            told = self.text(letter + place)
            if not place or told in known:
                yield place
            elif told:
                self.is_changed = True

    def more(self, letter: str, label: str, value: str) -> None:
        """Add a button for another group in the first free place, if there is one."""
        taken = {field.name for field in self.sides[-1].fields}
        free = next((letter + place for place in PLACES if letter + place not in taken), None)
        if free:
            self._add(Field("more", free, label, value))

    def offered(self) -> list[Situation]:
        return [one for one in self.odds.situations if self.question in one.questions]

    def ticks(self, side: str) -> list[str]:
        """Ask for the situations of one side, with its letter in front (`s-leader`)."""
        return [one.id for one in self.offered() if self.tick(f"{side}-{one.id}", one.name.to(self.language))]

    def tick_situations(self, who: Sequence[str] = ()) -> None:
        """Read the situations; of those that exclude each other the last one counts.

        `who`: those that say who a man is, in a field of its own.
        """
        offered = {one.id: one for one in self.offered()}
        persons = {name: word("who", name) for name in who if name in offered}
        self.situations = [one for name, one in offered.items() if name not in who]
        told: dict[str, str] = {}
        for one in self.situations:
            if self.text(one.id):
                group = one.group or one.id
                self.is_changed |= group in told
                told[group] = one.id
        self.kept |= dict.fromkeys(told.values(), "1")
        self.raw["situations"] = list(told.values())
        if persons and self.is_at_men:
            known = {"soldier": gettext("Soldier")} | persons
            chosen = self.choose("who", gettext("He is a"), known, "soldier", keep=False, segment=True)
            self.raw["situations"] += [chosen] if chosen in persons else []
            self.person = persons.get(chosen, "")

    # The target

    def aim(self, default: str, *, vehicles: Labels, air: Labels) -> None:
        """Ask for the target: a class, or one of the vehicles and of the aircraft."""
        groups = (
            (gettext("On foot"), self.classes),
            (gettext("Vehicles"), vehicles),
            (gettext("In the air"), air),
        )
        known = {**self.classes, **vehicles, **air}
        told = self.one_of("t", known, default)
        offered = [(heading, labels.items()) for heading, labels in groups if labels]
        self._add(Field("choice", "t", gettext("Target"), told, groups=offered))
        kind = "class" if told in self.classes else "vehicle" if told in vehicles else "air"
        self.raw["target"], self.target = {kind: told}, known[told]

    @property
    def vehicles(self) -> dict[str, str]:
        """Return the names of the vehicles on the ground."""
        return names((one for one in self.catalogue.vehicles if one.id not in self.air), self.language)

    @property
    def air(self) -> dict[str, str]:
        """Return the names of the flying targets."""
        return {str(kind): word("air", kind) for kind in (self.odds.air.kinds if self.odds.air else ())}

    def ask_about_target(self, most: int = MOST) -> None:
        """Ask how many men the target is, or for the side and the occupants of a vehicle."""
        target = self.raw["target"]
        if "class" in target and most > 1:
            count = self.number("f", gettext("How many are there"), (1, most), 1, keep=False)
            target |= {"figures": count} if count > 1 else {}
        if "vehicle" in target:
            is_sided = self.odds.method != "range"
            if is_sided and self.tick("side", gettext("From the side or rear")):
                target["facing"] = "side"
            if self.odds.saves and self.odds.saves.explodes_by is not None:
                self._ask_occupants(target)

    def _ask_occupants(self, target: Raw) -> None:
        known = {"": gettext("nobody")} | self.classes
        inside = self.choose("oc", gettext("Inside are"), known, "", keep=False)
        if inside:
            count = self.number("ocn", gettext("How many are inside"), (1, MOST), 1, keep=False)
            target["occupants"] = {"class": inside, "count": count}

    def ask_values(self, shooter: Raw, ours: FormSide) -> None:
        """Ask for the combat values of both sides, if the ruleset has them: of men if ticked."""
        target, damage = self.raw["target"], self.odds.damage
        if damage is None or damage.values is None or "air" in target:
            return
        if "class" in target and not self.tick("values", gettext("With combat values")):
            return
        label = gettext("Combat value")
        shooter["combat_value"] = self.whole("v", (0, 100), 1, keep=False)
        ours.fields.append(Field("number", "v", label, shooter["combat_value"], 0, 100))
        target["combat_value"] = self.number("tv", label, (0, 100), 1, keep=False)


def only_flying(weapon: str, catalogue: Catalogue) -> tuple[AirKind, ...]:
    """Return the targets of an anti-air weapon; nothing for other weapons."""
    odds, known = catalogue.odds, catalogue.weapon_by_id.get(weapon)
    air = odds.air
    if air is None or weapon not in air.weapons:
        return ()
    has_no_row = odds.method != "range" and known is not None and not known.fire
    if weapon not in air.only and not has_no_row:
        return ()
    rows = [row for row in air.numbers if weapon in row.weapons]
    numbers = {"aircraft": [row.aircraft for row in rows], "helicopter": [row.helicopter for row in rows]}
    return tuple(kind for kind in air.kinds if not rows or any(numbers[kind]))


def aimed_weapons(catalogue: Catalogue) -> list[Entry]:
    """Return the weapons that are aimed at someone, and those known only to questions."""
    odds = catalogue.odds
    off_table = {one.weapon for one in odds.bombardments if one.weapon}
    flying = odds.air.weapons if odds.air else ()
    if odds.method == "range":
        return [one for one in catalogue.weapons if one.id not in off_table]
    own = [one for one in catalogue.weapons if one.fire or one.id in flying]
    return [*own, *odds.weapons]
