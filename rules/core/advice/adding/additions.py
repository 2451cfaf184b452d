"""What can be added to a list in one act: figures, weapons, leadership, roles, vehicles, extras, a class up."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from rules.core.advice.figures import SectionRoom, called, plainest, preset_figure, price_of
from rules.core.advice.steps import Steps, change_men, step
from rules.core.advice.wording import alike
from rules.core.catalogue.catalogue import Catalogue, Extra, Weapon
from rules.core.document.naming import extra_label, in_sentence, squad_label, vehicle_label, what_it_is
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.points import extra_points
from rules.core.judging.prices import PriceList
from rules.core.text import Text

Kind = Literal["figure", "weapon", "leadership", "role", "vehicle", "extra", "class"]
MOST_ROWS = 24  # of a squad that are not alike


class Addition(NamedTuple):
    """An addition: what it costs, and the figure that is there then and was there before (None: none), for its fire."""

    kind: Kind
    words: Text
    cost: int
    steps: Steps
    item: str
    squad: Squad | None = None
    now: Figure | None = None
    was: Figure | None = None


class Additions:
    """The additions to a list by the prices that hold in it."""

    def __init__(self, roster: Roster, catalogue: Catalogue, prices: PriceList) -> None:
        self.roster, self.catalogue, self.prices = roster, catalogue, prices
        self.priced = catalogue.has_points or bool(roster.prices)

    def all(self) -> Iterator[Addition]:
        """Yield all additions, those of the last squads first: they are being built.

        What gives points back is no addition: an extra that handicaps the list, a cheaper class.
        """
        return (addition for addition in self._all() if addition.cost >= 0)

    def _all(self) -> Iterator[Addition]:
        yield from self._extras(None, None)
        for number, squad in reversed(list(enumerate(self.roster.squads))):
            name = squad_label(squad, number)
            yield from self._figures(squad, name)
            yield from self._of_rows(squad, name)
            yield from self._vehicles(squad, name)
            yield from self._extras(squad, name)
            yield from self._class_up(squad, name)

    def _points(self, squad: Squad, figure: Figure) -> int:
        return price_of(figure, squad, self.prices)

    def _figures(self, squad: Squad, name: Text) -> Iterator[Addition]:
        for preset in self.catalogue.presets:
            (figure,) = SectionRoom(squad, self.catalogue).placed(
                preset_figure(preset, squad, self.catalogue)
            )
            called = what_it_is(figure, self.catalogue, squad.class_of(figure))
            words = alike("{figure} in {squad}", figure=called, squad=name)
            steps = (step("add_figure", squad.id, item=figure),)
            yield Addition("figure", words, self._points(squad, figure), steps, preset.id, squad, figure)

    def _of_rows(self, squad: Squad, name: Text) -> Iterator[Addition]:
        figures = plainest(squad, self.catalogue)
        by_kind: dict[Figure, Figure] = {}
        for figure in figures:
            by_kind.setdefault(replace(figure, id="", count=1, name="", notes="", team=""), figure)
        for figure in list(by_kind.values())[:MOST_ROWS]:
            yield from self._weapons(squad, figure)
            if figure.leadership:
                yield from self._next_level(squad, figure)
        for figure in figures[:1]:
            if not figure.leadership:
                yield from self._roles(squad, figure)
                yield from self._next_level(squad, figure)

    def _man(self, squad: Squad, figure: Figure) -> Text:
        return called(figure, squad, self.catalogue)

    def _changed(
        self, kind: Kind, squad: Squad, figure: Figure, item: str, what: Text, **fields: Any
    ) -> Addition:
        now = replace(figure, **fields)
        cost = self._points(squad, now) - self._points(squad, figure)
        words = alike("{what}: {man}", what=what, man=self._man(squad, figure))
        return Addition(kind, words, cost, change_men(squad, figure, 1, **fields), item, squad, now, figure)

    def _weapons(self, squad: Squad, figure: Figure) -> Iterator[Addition]:
        for weapon in self.catalogue.weapons:
            if self._is_offered(weapon) and weapon.id not in figure.weapons:
                weapons = (*self._beside(weapon, figure.weapons), weapon.id)
                addition = self._changed("weapon", squad, figure, weapon.id, weapon.name, weapons=weapons)
                if addition.cost > 0 or not self.priced:
                    yield addition

    def _is_offered(self, weapon: Weapon) -> bool:
        return "figure" in weapon.carried_by and (not self.priced or weapon.id not in self.prices.unpriced)

    def _beside(self, weapon: Weapon, weapons: tuple[str, ...]) -> list[str]:
        """Return the weapons that are kept beside another: those of its kind are not."""
        known = self.catalogue.weapon_by_id
        return [
            item
            for item in weapons
            if not weapon.kind or item not in known or known[item].kind != weapon.kind
        ]

    def _next_level(self, squad: Squad, figure: Figure) -> Iterator[Addition]:
        higher = [level for level in sorted(self.catalogue.leadership) if level > figure.leadership]
        for level in higher[:1]:
            what = alike("Leadership {level}", level=level)
            yield self._changed("leadership", squad, figure, "leadership", what, leadership=level)

    def _roles(self, squad: Squad, figure: Figure) -> Iterator[Addition]:
        for role in self.catalogue.roles:
            is_bought = self.prices.roles.get(role.id, 0) > 0 or not self.priced
            if is_bought and role.id not in figure.roles:
                roles = (*figure.roles, role.id)
                yield self._changed("role", squad, figure, role.id, role.name, roles=roles)

    def _vehicles(self, squad: Squad, name: Text) -> Iterator[Addition]:
        for item in self.catalogue.vehicles:
            words = alike("{vehicle} in {squad}", vehicle=item.name, squad=name)
            steps = (step("add_vehicle", squad.id, item=Vehicle(type=item.id)),)
            yield Addition("vehicle", words, self.prices.vehicles.get(item.id, 0), steps, item.id, squad)
        for vehicle in squad.vehicles:
            yield from self._mounted(squad, vehicle)

    def _mounted(self, squad: Squad, vehicle: Vehicle) -> Iterator[Addition]:
        """Yield the weapons that a vehicle may have mounted and has not."""
        known = self.catalogue.vehicle_by_id.get(vehicle.type)
        if known is None:
            return
        for weapon in self.catalogue.weapons:
            may = "vehicle" in weapon.carried_by if known.mounts is None else weapon.id in known.mounts
            cost = self.prices.weapons.get(weapon.id, 0) * vehicle.count
            is_sold = not self.priced or (cost > 0 and weapon.id not in self.prices.unpriced)
            if may and is_sold and weapon.id not in (*vehicle.weapons, *known.includes):
                label = in_sentence(vehicle_label(vehicle, known), vehicle.name)
                words = alike("{weapon}: {vehicle}", weapon=weapon.name, vehicle=label)
                steps = (step("edit_vehicle", vehicle.id, weapons=(*vehicle.weapons, weapon.id)),)
                yield Addition("weapon", words, cost, steps, weapon.id, squad)

    def _extras(self, squad: Squad | None, name: Text | None) -> Iterator[Addition]:
        bought = squad.extras if squad else self.roster.extras
        for extra in self.catalogue.extras:
            if extra.sold_for("squad" if squad else "list"):
                yield self._extra(
                    extra, next((it for it in bought if it.extra == extra.id), None), squad, name
                )

    def _extra(
        self, extra: Extra, had: ExtraEntry | None, squad: Squad | None, name: Text | None
    ) -> Addition:
        """Return the extra at its lowest level that costs something, or one level above that which is there."""
        scope: Literal["squad", "list"] = "squad" if squad else "list"
        levels = [level for level in extra.levels or () if extra.level_points.get(level, 1)]
        level = min(levels, default=0)
        was = 0
        steps: Steps = (
            step("add_extra", squad.id if squad else "", item=ExtraEntry(extra=extra.id, level=level)),
        )
        if had and levels:
            level, was = (had.level or 1) + 1, extra_points(had, scope, self.prices)
            steps = (step("edit_extra", had.id, level=level),)
        entry = ExtraEntry(extra=extra.id, level=level)
        words = extra_label(entry, extra)
        if name:
            words = alike("{extra}: {squad}", extra=words, squad=name)
        return Addition("extra", words, extra_points(entry, scope, self.prices) - was, steps, extra.id, squad)

    def _class_up(self, squad: Squad, name: Text) -> Iterator[Addition]:
        own = self.catalogue.class_by_id.get(squad.class_)
        if own is None or own.rank is None:
            return
        for troops in self.catalogue.classes:
            if troops.side == own.side and troops.rank == own.rank - 1:
                now = replace(squad, class_=troops.id)
                cost = sum(f.count * (self._points(now, f) - self._points(squad, f)) for f in squad.figures)
                words = alike("{squad}: {troops}", squad=name, troops=troops.name)
                steps = (step("edit_squad", squad.id, class_=troops.id),)
                yield Addition("class", words, cost, steps, troops.id, squad)
