"""Spend the points that men cannot use: on vehicles and extras."""

from collections.abc import Iterator

from rules.core.advice.completion.filling import Change, Changes
from rules.core.advice.judging import Judged, judged, no_new_error
from rules.core.advice.steps import SuggestionLine, capital, men, step, tried
from rules.core.catalogue.building import Purchase
from rules.core.catalogue.catalogue import Catalogue, Scope
from rules.core.document.naming import extra_label
from rules.core.document.roster import ExtraEntry, Figure, Squad, Vehicle
from rules.core.judging.points import extra_points
from rules.core.judging.prices import PriceList

MOST_EQUAL = 6  # baskets with the same cost


def baskets(before: Judged, squad: Squad, prices: PriceList, budget: int) -> tuple[Changes, ...]:
    """Return the baskets within a budget, the empty one first; of equal costs, the smallest.

    Vehicles and squad extras go to `squad`.
    """
    known: dict[int, list[Changes]] = {0: [()]}
    for choices in _Shop(before, squad, prices).all():
        known = _with_one(known, choices, budget)
    return tuple(sorted((basket for equal in known.values() for basket in equal), key=len))


def _with_one(known: dict[int, list[Changes]], choices: list[Change], budget: int) -> dict[int, list[Changes]]:
    """Return baskets by their points, with at most one of the choices each."""
    found = {cost: list(equal) for cost, equal in known.items()}
    for bought in choices:
        for cost, equal in known.items():
            total = cost + bought.line.points
            if total <= budget:
                found.setdefault(total, []).extend((*basket, bought) for basket in equal)
    return {cost: sorted(equal, key=len)[:MOST_EQUAL] for cost, equal in found.items()}


def goes_to_squad(item: object, catalogue: Catalogue) -> bool:
    """Return whether a step adds something to a squad: men, vehicles, or extras sold for squads."""
    if isinstance(item, ExtraEntry):
        return catalogue.extra_by_id[item.extra].sold_for("squad")
    return isinstance(item, Figure | Vehicle)


class _Shop:
    """The purchases possible for one list."""

    def __init__(self, before: Judged, squad: Squad, prices: PriceList) -> None:
        self.before, self.squad, self.prices = before, squad, prices
        self.catalogue = prices.catalogue

    def all(self) -> Iterator[list[Change]]:
        """Yield the choices for each thing; one item is taken from each."""
        numbers = self.catalogue.offered.completion
        for choices in (*map(self._vehicles, numbers.vehicles), *map(self._extras, numbers.extras)):
            yield [bought for bought in choices if self._is_good(bought)]

    def _is_good(self, bought: Change) -> bool:
        """Return whether a purchase costs points and is legal; a purchase for a new squad is judged with it."""
        if bought.line.points <= 0:
            return False
        if not self.squad.id and any(goes_to_squad(one.item, self.catalogue) for one in bought.steps):
            return True
        now = tried(self.before.roster, bought.steps)
        return now is not None and no_new_error(self.before, judged(now, self.catalogue))

    def _vehicles(self, purchase: Purchase) -> Iterator[Change]:
        squads = self.before.roster.squads
        there = sum(row.count for squad in squads for row in squad.vehicles if row.type == purchase.id)
        name, each = self.catalogue.vehicle_by_id[purchase.id].name, self.prices.vehicles.get(purchase.id, 0)
        for number in range(1, purchase.most - there + 1):
            item = Vehicle(type=purchase.id, count=number)
            steps = (step("add_vehicle", self.squad.id, item),)
            yield Change(SuggestionLine(capital(men(number, name)), number * each), steps)

    def _extras(self, purchase: Purchase) -> Iterator[Change]:
        extra = self.catalogue.extra_by_id[purchase.id]
        scope: Scope = "squad" if extra.sold_for("squad") else "list"
        rows = self.before.roster.extras if scope == "list" else self.squad.extras
        had = next((row for row in rows if row.extra == extra.id), None)
        if had and not extra.levels:
            return
        was = extra_points(had, scope, self.prices) if had else 0
        for level in [level for level in extra.levels or (0,) if level <= purchase.most]:
            entry = ExtraEntry(extra=extra.id, level=level)
            one = step("add_extra", self.squad.id if scope == "squad" else "", item=entry)
            if had:
                one = step("edit_extra", had.id, level=level)
            words = capital(extra_label(entry, extra))
            yield Change(SuggestionLine(words, extra_points(entry, scope, self.prices) - was), (one,))
