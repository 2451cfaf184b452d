"""The forms of questions, and fields that several share."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry
from rules.core.catalogue.odds.effects import Question
from rules.core.catalogue.odds.tables import AirKind
from rules.core.text import Language
from rules.odds.asking.facts import Engine, Facts
from rules.odds.asking.fields import (
    Address,
    ChoiceInput,
    Field,
    FormSide,
    Labels,
    NumberInput,
    TickInput,
    choice,
    options,
)
from rules.odds.showing.answers import Piece, Raw, piece
from rules.odds.showing.words import AIR, names

MOST = 20


@dataclass(frozen=True, slots=True)
class Aimed:
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
        air = {str(kind): str(AIR[kind]) for kind in flying}
        return cls(catalogue, language, names(catalogue.classes, language), vehicles, air)

    def ask(self, address: Address, default: str, most: int = MOST) -> Aimed:
        told = address.one_of("t", {**self.men, **self.vehicles, **self.air}, default)
        groups: list[tuple[str, Labels]] = [
            (gettext("On foot"), self.men),
            (gettext("Vehicles"), self.vehicles),
            (gettext("In the air"), self.air),
        ]
        offered = tuple((heading, options(known, told)) for heading, known in groups if known)
        fields: list[Field] = [ChoiceInput("t", gettext("Target"), offered)]
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

    def _figures(self, address: Address, raw: Raw, most: int) -> NumberInput:
        count = address.number("f", 1, most, 1)
        if count > 1:
            raw["figures"] = count
        return NumberInput("f", gettext("How many are there"), count, 1, most)

    def _side(self, address: Address, raw: Raw) -> list[Field]:
        """Return the field for a hit from the side, if the vehicle's side is weaker."""
        if self.catalogue.odds.method == "range":
            return []
        from_the_side = address.tick("side")
        if from_the_side:
            raw["facing"] = "side"
        return [TickInput("side", gettext("From the side or rear"), from_the_side)]

    def _occupants(self, address: Address, raw: Raw) -> list[Field]:
        """Return the fields for the men in a vehicle that may explode."""
        saves = self.catalogue.odds.saves
        if saves is None or saves.explodes_by is None:
            return []
        known = {"": gettext("nobody")} | dict(self.men)
        inside = address.one_of("oc", known, "", keep=False)
        fields: list[Field] = [choice("oc", gettext("Inside are"), known, inside)]
        if inside:
            count = address.number("ocn", 1, MOST, 1)
            raw["occupants"] = {"class": inside, "count": count}
            fields.append(NumberInput("ocn", gettext("How many are inside"), count, 1, MOST))
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


def targets_of(catalogue: Catalogue, language: Language) -> list[tuple[str, Labels]]:
    """Return the men and vehicles of a ruleset with odds of fire, in groups with headings."""
    if "fire" not in catalogue.odds.questions:
        return []
    known = Targets.of(catalogue, language)
    groups: list[tuple[str, Labels]] = [
        (gettext("On foot"), known.men),
        (gettext("Vehicles"), known.vehicles),
    ]
    return [(heading, labels) for heading, labels in groups if labels]


def ask_values(address: Address, shooter: Raw, target: Raw, fields: list[Field], at: list[Field]) -> None:
    """Ask for the combat values of both sides: of men if ticked."""
    if "air" in target:
        return
    if "class" in target and not address.tick("values"):
        at.append(TickInput("values", gettext("With combat values"), False))
        return
    if "class" in target:
        at.append(TickInput("values", gettext("With combat values"), True))
    shooter["combat_value"] = address.number("v", 0, 100, 1)
    target["combat_value"] = address.number("tv", 0, 100, 1)
    fields.append(NumberInput("v", gettext("Combat value"), shooter["combat_value"], 0, 100))
    at.append(NumberInput("tv", gettext("Combat value"), target["combat_value"], 0, 100))


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


def ask_class(address: Address, engine: Engine, name: str, label: str) -> tuple[str, Field]:
    """Return the class in an address, by default a middle one, and its field."""
    known = classes(engine)
    value = address.one_of(name, known, list(known)[len(known) // 2])
    return value, choice(name, label, known, value)


def ask_number(
    address: Address, name: str, label: str, bounds: tuple[int, int], default: int
) -> tuple[int, Field]:
    value = address.number(name, *bounds, default, keep=True)
    return value, NumberInput(name, label, value, *bounds)


def ask_facts(address: Address, engine: Engine, question: Question) -> Facts:
    return Facts.read(address, engine.catalogue.odds, question, engine.language)


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
        ticks: list[Field] = [
            TickInput(f"{side}-{fact}", label, fact in told) for fact, label in known.items()
        ]
        made[side] = told, ticks
    return made


def no_facts(address: Address, engine: Engine) -> Facts:
    """Return an empty set of situations for a question without any."""
    return Facts((), (), engine.language)


def pieces(*parts: tuple[str, Fraction, str]) -> tuple[Piece, ...]:
    """Return the pieces of a bar, each with its name, its chance and its style."""
    made, start = [], Fraction(0)
    for label, chance, kind in parts:
        if chance:
            made.append(piece(label, chance, start, kind))
        start += chance
    return tuple(made)
