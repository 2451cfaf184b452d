"""What can be taken from one row of a list, and how many points that saves."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product, zip_longest
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from rules.core.advice.fixes.definition import men, say, special
from rules.core.advice.mixed import Change, joined, mixes
from rules.core.advice.steps import Steps, change_men, step, take_men
from rules.core.catalogue.catalogue import Catalogue, Scope
from rules.core.contents.naming import extra_label, figure_label, in_sentence, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.loadout import loadout_of
from rules.core.judging.points import extra_points
from rules.core.judging.prices import PriceList
from rules.core.text.text import Text

Kind = Literal["men", "gear", "class", "own-class", "mixed"]
MOST_TAKEN = 4  # weapons of a row of which all choices are looked at
MOST_CUTS = 3000  # of a list, and mixed ones as many more: of all rows by turns, those first that take most


class Cut(NamedTuple):
    """What is taken from the row `row`: at most `saving` points less, by `steps`.

    `like`: the row but for its name and id; rows that are alike have the same cuts in the same order.
    """

    kind: Kind
    row: str
    saving: int
    steps: Steps
    words: Text
    like: tuple[object, ...]


Lighter = tuple[dict[str, Any], Sequence[Text]]  # fields of a figure, and what that loses


class Cutter:
    """The cuts of a list, plain rows first. `is_whole`: no cut was left out, as there are too many."""

    def __init__(self, roster: Roster, catalogue: Catalogue, prices: PriceList) -> None:
        self.roster, self.catalogue, self.prices = roster, catalogue, prices
        self.is_whole = True

    def cuts(self) -> list[Cut]:
        """Return the cuts of one kind that save points: all of them, but of lists of very many."""
        squads = self.roster.squads
        rows = [row for number, squad in enumerate(squads) for row in self._of_squad(squad, number)]
        return self._by_turns([*rows, *(self._of_extra(entry, None) for entry in self.roster.extras)])

    def mixed(self) -> list[Cut]:
        """Return the cuts that take several things of one row: all of them, but of lists of very many."""
        squads = self.roster.squads
        rows = [row for squad in squads for row in self._mixed_of_squad(squad)]
        return self._by_turns([*rows, *(self._mixed_of_extra(entry, None) for entry in self.roster.extras)])

    def _by_turns(self, rows: list[Iterator[Cut]]) -> list[Cut]:
        """Return the cuts that save something, of all rows by turns until there are enough."""
        found: list[Cut] = []
        for turn in zip_longest(*((cut for cut in row if cut.saving > 0) for row in rows)):
            if len(found) >= MOST_CUTS:
                self.is_whole = False
                break
            found += [cut for cut in turn if cut]
        return found

    def _of_squad(self, squad: Squad, number: int) -> Iterator[Iterator[Cut]]:
        """Yield the cuts of a squad itself, and those of each of its rows."""
        name = squad_label(squad, number)
        yield self._class(squad, name)
        for figure in sorted(squad.figures, key=lambda figure: special(figure, self.catalogue)):
            yield self._of_figure(squad, figure, name)
        for vehicle in squad.vehicles:
            yield self._vehicle(vehicle)
        for entry in squad.extras:
            yield self._of_extra(entry, squad)

    def _of_figure(self, squad: Squad, figure: Figure, name: Text) -> Iterator[Cut]:
        """Yield the cuts of a row of men, the kinds by turns."""
        kinds = (
            self._men(squad, figure, name),
            self._less("gear", squad, figure, self._lighter(figure)),
            self._less("own-class", squad, figure, self._cheaper(squad, figure)),
        )
        for turn in zip_longest(*kinds):
            yield from (cut for cut in turn if cut)

    def _man(self, squad: Squad, figure: Figure) -> Text:
        label = figure_label(figure, self.catalogue, squad.class_of(figure))
        return in_sentence(label, figure.name)

    def _points(self, squad: Squad, figure: Figure, class_id: str = "") -> int:
        return loadout_of(figure, class_id or squad.class_of(figure), self.prices).points

    def _men(self, squad: Squad, figure: Figure, name: Text) -> Iterator[Cut]:
        each, label = self._points(squad, figure), self._man(squad, figure)
        for number in range(figure.count, 0, -1):
            words = say("{men} di {squad}", "{men} of {squad}", men=men(number, label), squad=name)
            steps = (take_men(figure, number),)
            yield Cut("men", figure.id, number * each, steps, words, _like(squad, figure))

    def _less(self, kind: Kind, squad: Squad, figure: Figure, changes: Iterable[Lighter]) -> Iterator[Cut]:
        """Yield all ways to change so many men of a row so that they cost less."""
        each, label = self._points(squad, figure), self._man(squad, figure)
        for fields, lost in changes:
            saved = each - self._points(squad, replace(figure, **fields))
            for number in range(figure.count, 0, -1) if saved > 0 else ():
                words = say("{men}: {lost}", "{men}: {lost}", men=men(number, label), lost=joined(lost))
                steps = change_men(squad, figure, number, **fields)
                yield Cut(kind, figure.id, number * saved, steps, words, _like(squad, figure))

    def _mixed_of_squad(self, squad: Squad) -> Iterator[Iterator[Cut]]:
        for figure in sorted(squad.figures, key=lambda figure: special(figure, self.catalogue)):
            label, like = self._man(squad, figure), _like(squad, figure)
            yield self._mixed(
                squad, figure, self._points(squad, figure), self._changes(squad, figure), label, like
            )
        for vehicle in squad.vehicles:
            each, label = self._price(vehicle), self._vehicle_label(vehicle)
            changes = [
                Change({"weapons": left}, lost, each - self._price(replace(vehicle, weapons=left)))
                for left, lost in self._weapons_of_vehicle(vehicle.weapons)
                if lost
            ]
            yield self._mixed(squad, vehicle, each, changes, label, (vehicle.id,))
        for entry in squad.extras:
            yield self._mixed_of_extra(entry, squad)

    def _mixed(
        self,
        squad: Squad,
        row: Figure | Vehicle,
        each: int,
        changes: list[Change],
        label: Text,
        like: tuple[object, ...],
    ) -> Iterator[Cut]:
        for mix in mixes(changes, row.count):
            words = mix.words(label, row.count)
            yield Cut("mixed", row.id, mix.saving(each), mix.steps(row, squad.id), words, like)

    def _changes(self, squad: Squad, figure: Figure) -> list[Change]:
        """Return what a man of a row may become that costs less: lighter, of another class, both."""
        each = self._points(squad, figure)
        gear: list[Lighter] = [({}, ()), *self._lighter(figure)]
        troops: list[Lighter] = [({}, ()), *self._cheaper(squad, figure)]
        found = [
            Change(
                lighter | cheaper,
                (*lost, *instead),
                each - self._points(squad, replace(figure, **lighter, **cheaper)),
                is_plain=not (lighter and cheaper),
            )
            for (lighter, lost), (cheaper, instead) in product(gear, troops)
        ]
        return sorted((change for change in found if change.saved > 0), key=lambda change: -change.saved)

    def _lighter(self, figure: Figure) -> Iterator[Lighter]:
        levels = [0, *(level for level in sorted(self.prices.leadership) if level < figure.leadership)]
        leaderships = [figure.leadership, *(reversed(levels) if figure.leadership else ())]
        for leadership in leaderships:
            for weapons, fewer in self._weapons(figure.weapons):
                for roles, without in self._roles(figure.roles):
                    lost = [*self._level(leadership, figure.leadership), *fewer, *without]
                    if lost:
                        changes = {"leadership": leadership, "weapons": weapons, "roles": roles}
                        yield {k: v for k, v in changes.items() if v != getattr(figure, k)}, lost

    def _level(self, level: int, was: int) -> list[Text]:
        if level == was:
            return []
        return [
            say("leadership {level} invece di {was}", "leadership {level} for {was}", level=level, was=was)
        ]

    def _cheaper(self, squad: Squad, figure: Figure) -> Iterator[Lighter]:
        """Yield the other classes of the own side of a figure."""
        own = self.catalogue.class_by_id.get(squad.class_of(figure))
        for troops in self.catalogue.classes:
            if own and troops.side == own.side and troops.id != own.id:
                yield {"class_": troops.id}, (_instead(troops.name, own.name),)

    def _weapons(self, weapons: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[Text]]]:
        """Yield the weapons as they are, and without any of those that cost something."""
        dear = [item for item in dict.fromkeys(weapons) if self.prices.weapons.get(item, 0) > 0]
        for gone in self._choices(dear):
            left = tuple(item for item in weapons if item not in gone)
            if gone and not left:
                left = self._usual()
            yield left, [self._without(self.catalogue.weapon_by_id[item].name) for item in gone]

    def _usual(self) -> tuple[str, ...]:
        """Return what the price of a man includes: the weapons of the first preset."""
        return next((it.weapons for it in self.catalogue.presets if not it.leadership and not it.roles), ())

    def _roles(self, roles: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[Text]]]:
        for gone in self._choices([item for item in roles if self.prices.roles.get(item, 0) > 0]):
            left = tuple(role for role in roles if role not in gone)
            yield left, [self._without(self.catalogue.role_by_id[item].name) for item in gone]

    def _without(self, name: Text) -> Text:
        return say("senza {name}", "without {name}", name=in_sentence(name))

    def _class(self, squad: Squad, name: Text) -> Iterator[Cut]:
        """Yield the cheaper classes of a squad's own side, for those of its figures that follow it."""
        own = self.catalogue.class_by_id.get(squad.class_)
        if own is None:
            return
        followers = [figure for figure in squad.figures if not figure.class_]
        for troops in self.catalogue.classes:
            saved = sum(
                figure.count * (self._points(squad, figure) - self._points(squad, figure, troops.id))
                for figure in followers
            )
            if troops.side == own.side and troops.id != own.id and saved > 0:
                words = say(
                    "{squad}: {troops}",
                    "{squad}: {troops}",
                    squad=name,
                    troops=_instead(troops.name, own.name),
                )
                steps = (step("edit_squad", squad.id, class_=troops.id),)
                yield Cut("class", squad.id, saved, steps, words, (squad.id,))

    def _vehicle_label(self, vehicle: Vehicle) -> Text:
        label = vehicle_label(vehicle, self.catalogue.vehicle_by_id.get(vehicle.type))
        return in_sentence(label, vehicle.name)

    def _price(self, vehicle: Vehicle) -> int:
        """Return what one of a row of vehicles costs."""
        weapons = sum(self.prices.weapons.get(item, 0) for item in vehicle.weapons)
        return self.prices.vehicles.get(vehicle.type, 0) + weapons

    def _vehicle(self, vehicle: Vehicle) -> Iterator[Cut]:
        each, label = self._price(vehicle), self._vehicle_label(vehicle)
        for number in range(vehicle.count, 0, -1):
            steps: Steps = (take_men(vehicle, number),)
            yield Cut("men", vehicle.id, number * each, steps, men(number, label), (vehicle.id,))
        for left, lost in self._weapons_of_vehicle(vehicle.weapons):
            saved = each - self._price(replace(vehicle, weapons=left))
            words = say(
                "{vehicle}: {lost}", "{vehicle}: {lost}", vehicle=men(vehicle.count, label), lost=joined(lost)
            )
            steps = (step("edit_vehicle", vehicle.id, weapons=left),)
            yield Cut("gear", vehicle.id, saved * vehicle.count, steps, words, (vehicle.id,))

    def _weapons_of_vehicle(self, weapons: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[Text]]]:
        known = [item for item in weapons if item in self.catalogue.weapon_by_id]
        for gone in dict.fromkeys(self._choices(known)):
            left = list(weapons)
            for item in gone:
                left.remove(item)
            yield tuple(left), [self._without(self.catalogue.weapon_by_id[item].name) for item in gone]

    def _of_extra(self, entry: ExtraEntry, squad: Squad | None) -> Iterator[Cut]:
        extra = self.catalogue.extra_by_id.get(entry.extra)
        label = in_sentence(extra_label(entry, extra))
        points = extra_points(entry, "squad" if squad else "list", self.prices)
        like = (entry.id,)
        yield Cut("gear", entry.id, points, (step("remove_row", entry.id),), label, like)
        for number in range(1, entry.count):
            fewer = extra_points(replace(entry, count=number), "squad" if squad else "list", self.prices)
            words = say(
                "{extra}: {number} invece di {was}",
                "{extra}: {number} for {was}",
                extra=label,
                number=number,
                was=entry.count,
            )
            steps: Steps = (step("set_count", entry.id, count=number),)
            yield Cut("gear", entry.id, points - fewer, steps, words, like)
        for level in extra.levels or () if extra else ():
            if level < (entry.level or 1):
                lower = replace(entry, level=level)
                saved = points - extra_points(lower, "squad" if squad else "list", self.prices)
                words = in_sentence(extra_label(lower, extra))
                words = say("{extra}, non {was}", "{extra}, not {was}", extra=words, was=entry.level or 1)
                steps = (step("edit_extra", entry.id, level=level),)
                yield Cut("gear", entry.id, saved, steps, words, like)

    def _mixed_of_extra(self, entry: ExtraEntry, squad: Squad | None) -> Iterator[Cut]:
        """Yield fewer of an extra, at a lower level."""
        extra = self.catalogue.extra_by_id.get(entry.extra)
        scope: Scope = "squad" if squad else "list"
        points = extra_points(entry, scope, self.prices)
        levels = [level for level in (extra.levels or () if extra else ()) if level < (entry.level or 1)]
        for number, level in product(range(1, entry.count), levels):
            fewer = replace(entry, count=number, level=level)
            label = men(number, in_sentence(extra_label(fewer, extra)))
            words = say("{extra} invece di {was}", "{extra} for {was}", extra=label, was=entry.count)
            steps = (
                step("set_count", entry.id, count=number),
                step("edit_extra", entry.id, level=level),
            )
            saved = points - extra_points(fewer, scope, self.prices)
            yield Cut("mixed", entry.id, saved, steps, words, (entry.id,))

    def _choices(self, items: list[str]) -> Iterator[tuple[str, ...]]:
        """Yield what may be taken of some things: nothing, one, two …; of many only one, or all."""
        self.is_whole = self.is_whole and len(items) <= MOST_TAKEN
        for number in range(len(items) + 1):
            if number < 2 or number == len(items) or len(items) <= MOST_TAKEN:
                yield from combinations(items, number)


def _instead(now: Text, was: Text) -> Text:
    return say("{now} invece di {was}", "{now} for {was}", now=now, was=was)


def _like(squad: Squad, figure: Figure) -> tuple[object, ...]:
    return squad.id, replace(figure, id="", name="", notes="")
