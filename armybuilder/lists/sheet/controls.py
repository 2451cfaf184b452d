"""The fields of edit forms, filled with what the row says or with what was typed and refused."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext

from armybuilder.lists.sheet.context import Context
from armybuilder.lists.sheet.shapes import Control, ControlKind, Pick
from armybuilder.lists.sheet.words import class_name, price, surcharge
from rules.core.catalogue import Weapon
from rules.core.entry import Entry

FIRST_WEAPONS = 6  # the rest waits behind "More weapons…"


class Fields:
    """Makes the controls of one form. `row`: its id; a refused form shows what was typed, with the errors beside it."""

    def __init__(self, row: str, context: Context) -> None:
        refused = context.refusal_of(row)
        self.row = row
        self.context = context
        self.typed: Mapping[str, Sequence[str]] | None = refused.typed if refused else None
        self.errors: Mapping[str, str] = refused.errors if refused else {}

    def value(self, name: str, now: str) -> str:
        """What a field shows: what was typed, else what the row says."""
        if self.typed is None:
            return now
        return next(iter(self.typed.get(name, ())), "")

    def values(self, name: str, now: Sequence[str]) -> Sequence[str]:
        """What is ticked: what was ticked and refused, else what the row says."""
        return now if self.typed is None else self.typed.get(name, ())

    def line(self, name: str, label: str, now: str, *, placeholder: str = "", help: str = "") -> Control:
        """A line of text."""
        return self._control("text", name, label, now, placeholder=placeholder, help=help)

    def number(self, name: str, label: str, now: int | None, *, help: str = "") -> Control:
        """A whole number, or nothing."""
        return self._control("number", name, label, "" if now is None else str(now), help=help)

    def notes(self, now: str) -> Control:
        """Free text."""
        return self._control("notes", "notes", gettext("Notes"), now)

    def select(self, name: str, label: str, now: str, options: Iterable[tuple[str, str]]) -> Control:
        """One of many. A value that the edition does not have stays to be chosen: it is the row's."""
        return self._one_of("select", name, label, now, ((value, text, "") for value, text in options))

    def segment(self, name: str, label: str, now: str, options: Iterable[tuple[str, str, str]]) -> Control:
        """One of a few, with prices, side by side."""
        return self._one_of("segment", name, label, now, options)

    def chips(
        self, name: str, label: str, now: Sequence[str], items: Iterable[Entry], prices: Mapping[str, int]
    ) -> Control:
        """Any of some, with prices."""
        ticked = self.values(name, now)
        known = {item.id: item.name.to(self.context.language) for item in items}
        names = known | {value: value for value in now if value not in known}
        picks = [
            Pick(value, text, surcharge(prices.get(value, 0)), value in ticked)
            for value, text in names.items()
        ]
        return self._control("chips", name, label, "", picks=tuple(picks))

    def weapons(
        self, now: Sequence[str], first: Sequence[Weapon], rest: Sequence[Weapon], *, twice: bool
    ) -> Control:
        """The weapons: `first` ones in sight, the others behind "More weapons…". `twice`: the same can be had again."""
        ticked = self.values("weapons", now)
        known = {weapon.id for weapon in (*first, *rest)}
        foreign = [Pick(weapon, weapon, "", True) for weapon in ticked if weapon not in known]
        more = tuple(self._weapon_picks(rest, ticked, twice))
        return self._control(
            "chips",
            "weapons",
            gettext("Weapons"),
            "",
            picks=(*self._weapon_picks(first, ticked, twice), *foreign),
            more=more,
            more_open=any(pick.checked for pick in more),
        )

    def _weapon_picks(self, weapons: Iterable[Weapon], ticked: Sequence[str], twice: bool) -> Iterable[Pick]:
        for weapon in weapons:
            name, cost = weapon.name.to(self.context.language), self._weapon_price(weapon)
            times = ticked.count(weapon.id)
            yield from (Pick(weapon.id, name, cost, True) for _ in range(times))
            if times == 0 or twice:
                yield Pick(weapon.id, name, cost)

    def _weapon_price(self, weapon: Weapon) -> str:
        context = self.context
        if not context.has_points:
            return ""
        if weapon.id in context.prices.unpriced:
            return gettext("no price")
        points = context.prices.weapons.get(weapon.id, 0)
        return surcharge(points) or "0"

    def class_options(self, nothing: str) -> list[tuple[str, str]]:
        """The troop classes with their prices; `nothing` is what no class of one's own means."""
        context = self.context
        options = [("", nothing)] if nothing else []
        for troops in context.catalogue.classes:
            name = class_name(troops.id, context.catalogue, context.language)
            cost = price(context.prices.classes.get(troops.id, 0)) if context.has_points else ""
            options.append((troops.id, f"{name} · {cost}" if cost else name))
        return options

    def _one_of(
        self, kind: ControlKind, name: str, label: str, now: str, options: Iterable[tuple[str, str, str]]
    ) -> Control:
        chosen = self.value(name, now)
        picks = [Pick(value, text, cost, value == chosen) for value, text, cost in options]
        if not any(pick.checked for pick in picks) and chosen == now:
            picks.append(Pick(now, now, "", True))
        return self._control(kind, name, label, chosen, picks=tuple(picks))

    def _control(
        self,
        kind: ControlKind,
        name: str,
        label: str,
        now: str,
        *,
        picks: tuple[Pick, ...] = (),
        more: tuple[Pick, ...] = (),
        more_open: bool = False,
        placeholder: str = "",
        help: str = "",
    ) -> Control:
        return Control(
            kind,
            f"{self.row}-{name}",
            name,
            label,
            self.value(name, now),
            picks,
            more,
            more_open,
            self.errors.get(name, ""),
            help,
            placeholder,
        )
