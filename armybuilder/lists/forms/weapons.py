"""The field for the weapons of a figure or a vehicle."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils.translation import gettext

from armybuilder.lists.forms.context import FormContext
from armybuilder.lists.forms.fields import AnyOf, with_own
from armybuilder.lists.words import surcharge
from armybuilder.widgets import Chips, options_of, priced
from rules.core.catalogue.catalogue import Weapon
from rules.core.document.edits import MOST
from rules.core.document.naming import weapon_in_full
from rules.core.text import Language
from rules.reference.answers import fire_facts


class Fire(NamedTuple):
    """What a weapon of a row does, and the address of its odds."""

    name: str
    facts: Sequence[str]
    odds: str = ""


class WeaponChips(Chips):
    """Weapons: some in sight, the rest behind "More weapons…". Each stands as often as it is had.

    `in_sight`: how many are; `again`: those of which there may be one more; `fire`: what those that are had do.
    """

    template_name = "lists/_weapon_chips.html"

    def __init__(self, in_sight: int, again: Collection[str] = (), fire: Sequence[Fire] = ()) -> None:
        super().__init__()
        self.in_sight, self.again, self.fire = in_sight, again, fire

    def optgroups(self, name: str, value: list[str], attrs: dict[str, Any] | None = None) -> list[Any]:
        """Return a group for each weapon."""
        return [
            (None, list(self._options(name, weapon, label, value.count(weapon))), number)
            for number, (weapon, label) in enumerate(self.choices)
        ]

    def _options(self, name: str, weapon: str, label: Any, times: int) -> Iterator[dict[str, Any]]:
        """Yield the weapon as often as it is had, and once more where it is not, or may be had again."""
        for number in range(times):
            yield self.create_option(name, weapon, label, True, number)
        if times == 0 or weapon in self.again:
            yield self.create_option(name, weapon, label, False, times)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return what the template prints."""
        context = super().get_context(name, value, attrs)
        widget = context["widget"]
        first, more = widget["optgroups"][: self.in_sight], widget["optgroups"][self.in_sight :]
        widget["first"], widget["more"] = options_of(first), options_of(more)
        widget["is_open"] = any(option["selected"] for option in widget["more"])
        widget["fire"] = self.fire
        return context


def weapons_field(
    own: Sequence[str],
    first: Sequence[Weapon],
    context: FormContext,
    *,
    twice: bool = False,
    fired: Sequence[str] = (),
    odds: Mapping[str, str] = MappingProxyType({}),
) -> AnyOf:
    """Return the field: `first` in sight, with what the row has and the edition has not. `twice`: the same again.

    `fired`: what the row fires, where it is more than it was given; `odds`: where the odds of weapons stand.
    """
    weapons = context.catalogue.weapons
    known = context.catalogue.weapon_by_id
    foreign = [weapon for weapon in own if weapon not in known]
    in_sight = with_own(_choices(first, context), foreign)
    rest = _choices((weapon for weapon in weapons if weapon not in first), context)
    widget = WeaponChips(len(in_sight), known if twice else (), _fire(fired or own, context, odds))
    return AnyOf(gettext("Weapons"), [*in_sight, *rest], own, most=MOST["weapons"], widget=widget)


def _fire(fired: Iterable[str], context: FormContext, odds: Mapping[str, str]) -> list[Fire]:
    """Return what weapons do, each once; one that has neither a row in the table of fire nor odds says nothing."""
    catalogue, language = context.catalogue, context.language
    weapons = (catalogue.weapon_by_id[id_] for id_ in dict.fromkeys(fired) if id_ in catalogue.weapon_by_id)
    return [
        Fire(_called(weapon, language), facts, odds.get(weapon.id, ""))
        for weapon in weapons
        if (facts := fire_facts(weapon, catalogue, language)) or weapon.id in odds
    ]


def _called(weapon: Weapon, language: Language) -> str:
    in_full = weapon_in_full(weapon, language)
    return f"{weapon.name.to(language)} ({in_full})" if in_full else weapon.name.to(language)


def _choices(weapons: Iterable[Weapon], context: FormContext) -> list[tuple[str, str]]:
    return [
        (weapon.id, priced(weapon.name.to(context.language), _price(weapon, context))) for weapon in weapons
    ]


def _price(weapon: Weapon, context: FormContext) -> str:
    if not context.has_points:
        return ""
    if weapon.id in context.prices.unpriced:
        return gettext("no price")
    return surcharge(context.prices.weapons.get(weapon.id, 0)) or "0"
