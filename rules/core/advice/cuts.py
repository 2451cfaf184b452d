"""Cuts that get a list under its limit."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from rules.core.advice.figures import called, price_of, special
from rules.core.advice.steps import Steps, alike, change_men, men, say, step, take_men
from rules.core.catalogue.catalogue import Catalogue, Scope
from rules.core.document.naming import extra_label, in_sentence, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.points import extra_points
from rules.core.judging.prices import PriceList
from rules.core.text import Text

Kind = Literal["men", "gear", "class"]


class Cut(NamedTuple):
    """A change of the row `row` that saves points.

    `like`: the row without its name and id. Equal rows have the same cuts in the same order, by `number`.
    """

    kind: Kind
    row: str
    saving: int
    steps: Steps
    words: Text
    like: tuple[object, ...]
    number: int = 0


class Cutter:
    """The cuts of a list."""

    def __init__(self, roster: Roster, catalogue: Catalogue, prices: PriceList) -> None:
        self.roster, self.catalogue, self.prices = roster, catalogue, prices

    def cuts(self) -> Iterator[Cut]:
        """Yield every cut that saves points: the first of each row, then the second of each, and so on."""
        rows = [cuts for place, squad in enumerate(self.roster.squads) for cuts in self._of_squad(squad, place)]
        rows += [self._of_extra(entry, "list") for entry in self.roster.extras]
        for number, turn in enumerate(zip_longest(*rows)):
            yield from (cut._replace(number=number) for cut in turn if cut and cut.saving > 0)

    def _of_squad(self, squad: Squad, place: int) -> Iterator[Iterator[Cut]]:
        """Yield the cuts of the squad itself, then those of each row, plain men first."""
        name = squad_label(squad, place)
        yield self._class_of_squad(squad, name)
        for figure in sorted(squad.figures, key=lambda figure: special(figure, self.catalogue)):
            yield self._of_figure(squad, figure, name)
        for vehicle in squad.vehicles:
            yield self._of_vehicle(vehicle)
        for entry in squad.extras:
            yield self._of_extra(entry, "squad")

    def _points(self, squad: Squad, figure: Figure, **fields: Any) -> int:
        return price_of(replace(figure, **fields), squad, self.prices)

    def _of_figure(self, squad: Squad, figure: Figure, name: Text) -> Iterator[Cut]:
        """Yield cuts with fewer men, then with the men of the row having one thing less."""
        each = self._points(squad, figure)
        label = called(figure, squad, self.catalogue)
        like = (squad.id, replace(figure, id="", name="", notes=""))
        numbers = range(figure.count, 0, -1)
        for number in numbers:
            words = say("men-of", men=men(number, label), squad=name)
            yield Cut("men", figure.id, number * each, (take_men(figure, number),), words, like)
        for kind, fields, lost in self._lighter(figure):
            saved = each - self._points(squad, figure, **fields)
            for number in numbers:
                words = alike("{men}: {lost}", men=men(number, label), lost=lost)
                steps = change_men(squad, figure, number, **fields)
                yield Cut(kind, figure.id, number * saved, steps, words, like)

    def _lighter(self, figure: Figure) -> Iterator[tuple[Kind, dict[str, Any], Text]]:
        """Yield the priced things that a man can lose: a weapon, a role, some leadership, his own class."""
        known = self.catalogue
        for item in dict.fromkeys(figure.weapons):
            if self.prices.weapons.get(item, 0) > 0:
                left = tuple(other for other in figure.weapons if other != item) or self._usual()
                yield "gear", {"weapons": left}, _without(known.weapon_by_id[item].name)
        for role in figure.roles:
            if self.prices.roles.get(role, 0) > 0:
                left = tuple(other for other in figure.roles if other != role)
                yield "gear", {"roles": left}, _without(known.role_by_id[role].name)
        for level in sorted({0, *self.prices.leadership}, reverse=True):
            if level < figure.leadership:
                words = say("leadership-instead", level=level, was=figure.leadership)
                yield "gear", {"leadership": level}, words
        for class_id, words in self._other_classes(figure.class_):
            yield "class", {"class_": class_id}, words

    def _usual(self) -> tuple[str, ...]:
        """Return the weapons in a man's price: those of the first preset."""
        presets = self.catalogue.offered.presets
        return next((it.weapons for it in presets if not it.leadership and not it.roles), ())

    def _other_classes(self, class_id: str) -> Iterator[tuple[str, Text]]:
        own = self.catalogue.class_by_id.get(class_id)
        for troops in self.catalogue.offered.classes:
            if own and troops.side == own.side and troops.id != own.id:
                yield troops.id, say("instead", now=troops.name, was=own.name)

    def _class_of_squad(self, squad: Squad, name: Text) -> Iterator[Cut]:
        """Yield the other classes of a squad, for its figures of the squad's class."""
        followers = [figure for figure in squad.figures if not figure.class_]
        for class_id, instead in self._other_classes(squad.class_):
            saved = sum(
                figure.count * (self._points(squad, figure) - self._points(squad, figure, class_=class_id))
                for figure in followers
            )
            words = alike("{squad}: {troops}", squad=name, troops=instead)
            steps = (step("edit_squad", squad.id, class_=class_id),)
            yield Cut("class", squad.id, saved, steps, words, (squad.id,))

    def _of_vehicle(self, vehicle: Vehicle) -> Iterator[Cut]:
        """Yield fewer vehicles, then the whole row without one of its weapons."""
        known = self.catalogue.vehicle_by_id.get(vehicle.type)
        label = in_sentence(vehicle_label(vehicle, known), vehicle.name)
        prices = [self.prices.weapons.get(item, 0) for item in vehicle.weapons]
        each = self.prices.vehicles.get(vehicle.type, 0) + sum(prices)
        for number in range(vehicle.count, 0, -1):
            steps: Steps = (take_men(vehicle, number),)
            yield Cut("men", vehicle.id, number * each, steps, men(number, label), (vehicle.id,))
        for place, (item, price) in enumerate(zip(vehicle.weapons, prices, strict=True)):
            if price > 0:
                left = vehicle.weapons[:place] + vehicle.weapons[place + 1 :]
                lost = _without(self.catalogue.weapon_by_id[item].name)
                words = alike("{vehicle}: {lost}", vehicle=men(vehicle.count, label), lost=lost)
                steps = (step("edit_vehicle", vehicle.id, weapons=left),)
                yield Cut("gear", vehicle.id, price * vehicle.count, steps, words, (vehicle.id,))

    def _of_extra(self, entry: ExtraEntry, scope: Scope) -> Iterator[Cut]:
        """Yield the list without the extra, with fewer of it, and with its lower levels."""
        extra = self.catalogue.extra_by_id.get(entry.extra)
        label = in_sentence(extra_label(entry, extra))
        points, was = extra_points(entry, scope, self.prices), entry.level or 1

        def cut(steps: Steps, words: Text, left: int = 0) -> Cut:
            return Cut("gear", entry.id, points - left, steps, words, (entry.id,))

        yield cut((step("remove_row", entry.id),), label)
        for number in range(1, entry.count):
            words = say("extra-instead", extra=label, number=number, was=entry.count)
            left = extra_points(replace(entry, count=number), scope, self.prices)
            yield cut((step("set_count", entry.id, count=number),), words, left)
        for level in extra.levels or () if extra else ():
            if level < was:
                lower = replace(entry, level=level)
                now = in_sentence(extra_label(lower, extra))
                words = say("extra-not", extra=now, was=was)
                steps = (step("edit_extra", entry.id, level=level),)
                yield cut(steps, words, extra_points(lower, scope, self.prices))


def _without(name: Text) -> Text:
    return say("without", name=in_sentence(name))
