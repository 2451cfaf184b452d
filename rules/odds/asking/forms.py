"""The forms of questions, and fields that several share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry
from rules.core.catalogue.odds.effects import Question
from rules.core.catalogue.odds.tables import AirKind
from rules.core.odds import usual_target
from rules.core.text import Language
from rules.odds.asking.facts import Engine, Facts
from rules.odds.asking.fields import Address, Field, FormSide, Labels, choice, options
from rules.odds.showing.answers import Raw
from rules.odds.showing.words import names, word

MOST = 20


class Aimed(NamedTuple):
    """A target of a question, its name, and its fields."""

    raw: Raw
    name: str
    fields: list[Field]

    @property
    def is_men(self) -> bool:
        return "class" in self.raw


def only_flying(weapon: str, catalogue: Catalogue) -> tuple[AirKind, ...]:
    """Return the targets of an anti-air weapon; nothing for other weapons."""
    odds, known = catalogue.odds, catalogue.weapon_by_id.get(weapon)
    air = odds.air
    if air is None or weapon not in air.weapons:
        return ()
    by_table = odds.method != "range" and known is not None
    if weapon not in air.only and not (by_table and known and not known.fire):
        return ()
    rows = [row for row in air.numbers if weapon in row.weapons]
    numbers = {"aircraft": [row.aircraft for row in rows], "helicopter": [row.helicopter for row in rows]}
    return tuple(kind for kind in air.kinds if not rows or any(numbers[kind]))


@dataclass(frozen=True, slots=True)
class Targets:
    """The possible targets in a ruleset."""

    catalogue: Catalogue
    language: Language
    men: Labels
    vehicles: Labels
    air: Labels

    @classmethod
    def of(cls, catalogue: Catalogue, language: Language) -> "Targets":
        """Return all men, vehicles and aircraft of a ruleset."""
        flying = catalogue.odds.air.kinds if catalogue.odds.air else ()
        vehicles = names((one for one in catalogue.vehicles if one.id not in flying), language)
        air = {str(kind): word("air", kind) for kind in flying}
        return cls(catalogue, language, names(catalogue.classes, language), vehicles, air)

    def choose(self, address: Address, default: str) -> tuple[str, Field]:
        """Return the selected target and its field, with groups of targets."""
        told = address.one_of("t", {**self.men, **self.vehicles, **self.air}, default)
        on_foot, vehicles, in_the_air = gettext("On foot"), gettext("Vehicles"), gettext("In the air")
        groups = [(on_foot, self.men), (vehicles, self.vehicles), (in_the_air, self.air)]
        offered = tuple((heading, options(known, told)) for heading, known in groups if known)
        return told, Field("choice", "t", gettext("Target"), groups=offered)

    def ask(self, address: Address, default: str, most: int = MOST) -> Aimed:
        told, field = self.choose(address, default)
        fields = [field]
        if told in self.men:
            raw: Raw = {"class": told}
            if most > 1:
                fields.append(self._figures(address, raw, most))
            return Aimed(raw, self.men[told], fields)
        if told in self.vehicles:
            raw = {"vehicle": told}
            fields += [*self._side(address, raw), *self._occupants(address, raw)]
            return Aimed(raw, self.vehicles[told], fields)
        return Aimed({"air": told}, self.air[told], fields)

    def _figures(self, address: Address, raw: Raw, most: int) -> Field:
        count = address.number("f", 1, most, 1)
        if count > 1:
            raw["figures"] = count
        return Field("number", "f", gettext("How many are there"), count, 1, most)

    def _side(self, address: Address, raw: Raw) -> list[Field]:
        """Return the field for a hit from the side, if the vehicle's side is weaker."""
        if self.catalogue.odds.method == "range":
            return []
        from_the_side = address.tick("side")
        if from_the_side:
            raw["facing"] = "side"
        return [Field("tick", "side", gettext("From the side or rear"), on=from_the_side)]

    def _occupants(self, address: Address, raw: Raw) -> list[Field]:
        """Return the fields for the men in a vehicle that may explode."""
        saves = self.catalogue.odds.saves
        if saves is None or saves.explodes_by is None:
            return []
        known = {"": gettext("nobody")} | dict(self.men)
        inside = address.one_of("oc", known, "", keep=False)
        fields = [choice("oc", gettext("Inside are"), known, inside)]
        if inside:
            count = address.number("ocn", 1, MOST, 1)
            raw["occupants"] = {"class": inside, "count": count}
            fields.append(Field("number", "ocn", gettext("How many are inside"), count, 1, MOST))
        return fields


def aimed_weapons(catalogue: Catalogue) -> list[Entry]:
    """Return the weapons that are aimed at someone, and those known only to questions."""
    odds = catalogue.odds
    off_table = {one.weapon for one in odds.bombardments if one.weapon}
    flying = odds.air.weapons if odds.air else ()
    if odds.method == "range":
        return [one for one in catalogue.weapons if one.id not in off_table]
    own = [one for one in catalogue.weapons if one.fire or one.id in flying]
    return [*own, *odds.weapons]


def ask_values(address: Address, shooter: Raw, target: Raw, fields: list[Field], at: list[Field]) -> None:
    """Ask for the combat values of both sides: of men if ticked."""
    if "air" in target:
        return
    if "class" in target and not address.tick("values"):
        at.append(Field("tick", "values", gettext("With combat values")))
        return
    if "class" in target:
        at.append(Field("tick", "values", gettext("With combat values"), on=True))
    shooter["combat_value"] = address.number("v", 0, 100, 1)
    target["combat_value"] = address.number("tv", 0, 100, 1)
    fields.append(Field("number", "v", gettext("Combat value"), shooter["combat_value"], 0, 100))
    at.append(Field("number", "tv", gettext("Combat value"), target["combat_value"], 0, 100))


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """A question from an address, the fields of its form, and its situations."""

    raw: Raw
    sides: tuple[FormSide, ...]
    facts: Facts


@dataclass(frozen=True, slots=True)
class TargetForm(QuestionForm):
    """A question about hits on someone."""

    aimed: Aimed


def classes(engine: Engine) -> dict[str, str]:
    return names(engine.catalogue.classes, engine.language)


class Asking:
    """Reads a question from an address: its values are for `raw`, its fields for the sides of its form."""

    def __init__(self, address: Address, engine: Engine, question: Question) -> None:
        self.address, self.engine, self.question = address, engine, question
        self.raw: Raw = {"question": question}
        self.fields: list[Field] = []  # of the side that is being read
        self.sides: list[FormSide] = []

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
        value = self.address.one_of(name, known, default, keep)
        self.fields.append(choice(name, label, known, value, segment, begins))
        return value

    def troops(self, name: str, label: str) -> str:
        """Ask for a class, by default a middle one."""
        return self.choose(name, label, classes(self.engine), usual_target(self.engine.catalogue))

    def number(
        self, name: str, label: str, bounds: tuple[int, int], default: int, *, keep: bool = True
    ) -> int:
        value = self.address.number(name, *bounds, default, keep)
        self.fields.append(Field("number", name, label, value, *bounds))
        return value

    def side(self, legend: str, fields: Iterable[Field] | None = None) -> None:
        """Add a side with its fields, by default those that were read since the last one."""
        if fields is None:
            fields, self.fields = self.fields, []
        self.sides.append(FormSide(legend, tuple(fields)))

    def situations(self, who: Sequence[str] = (), is_man: bool = False) -> Facts:
        """Read the situations; `who` and `is_man` as in `Facts.read`."""
        odds, language = self.engine.catalogue.odds, self.engine.language
        facts = Facts.read(self.address, odds, self.question, language, who, is_man)
        self.raw["situations"] = list(facts.told)
        return facts

    def form(self, facts: Facts | None = None) -> QuestionForm:
        """Return the form; without `facts` it has no situations of its own."""
        return QuestionForm(self.raw, tuple(self.sides), facts or Facts((), (), self.engine.language))


def ask_ticks(
    address: Address, engine: Engine, question: Question, sides: Iterable[str]
) -> dict[str, tuple[list[str], list[Field]]]:
    """Return the situations of each side, and their boxes: one side's have its letter in front (`s-leader`)."""
    known = {
        one.id: one.name.to(engine.language)
        for one in engine.catalogue.odds.situations
        if question in one.questions
    }
    address.correct({f"{side}-{fact}": label for side in sides for fact, label in known.items()})
    made: dict[str, tuple[list[str], list[Field]]] = {}
    for side in sides:
        told = [fact for fact in known if address.tick(f"{side}-{fact}")]
        names = ((f"{side}-{fact}", fact, label) for fact, label in known.items())
        made[side] = told, [Field("tick", name, label, on=fact in told) for name, fact, label in names]
    return made
