"""Spend the points that one squad cannot use: on vehicles, extras and the other squads."""

from collections.abc import Iterable, Iterator

from rules.core.advice.completion.filling import Change, Changes, Filler, Filling, cost_of
from rules.core.advice.judging import Judged, judged, no_new_error
from rules.core.advice.steps import SuggestionLine, alike, capital, men, step, tried
from rules.core.catalogue.building import Purchase
from rules.core.catalogue.catalogue import Catalogue, Scope
from rules.core.document.naming import extra_label, squad_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.points import extra_points
from rules.core.judging.prices import PriceList
from rules.core.text import Text

MOST_EQUAL = 6  # baskets with the same cost


def baskets(
    before: Judged, squad: Squad, prices: PriceList, budget: int, others: Iterable[list[Changes]] = ()
) -> tuple[Changes, ...]:
    """Return the baskets within a budget, the empty one first; of equal costs, the smallest.

    Vehicles and squad extras go to `squad`. `others`: further choices, with one item taken from each.
    """
    known: dict[int, list[Changes]] = {0: [()]}
    for bought in _Shop(before, squad, prices).all():
        known = _with_one(known, [(one,) for one in bought], budget)
    for choices in others:
        if len(known.get(budget, ())) == MOST_EQUAL:
            break
        known = _with_one(known, choices, budget)
    return tuple(sorted((basket for equal in known.values() for basket in equal), key=len))


def _with_one(
    known: dict[int, list[Changes]], choices: list[Changes], budget: int
) -> dict[int, list[Changes]]:
    """Return baskets by their points, with at most one item from each choice."""
    found = {cost: list(equal) for cost, equal in known.items()}
    for choice in choices:
        each = cost_of(choice)
        for cost, equal in known.items():
            if cost + each <= budget:
                found.setdefault(cost + each, []).extend((*basket, *choice) for basket in equal)
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


MOST_SQUADS = 12  # the last ones: a longer list is still being built there
MOST_EQUAL_FILLINGS = 4  # fillings of a squad with the same cost


def fillings_beside(roster: Roster, squad: Squad, prices: PriceList, budget: int) -> Iterator[list[Changes]]:
    """Yield the fillings of each other squad within a budget; of equal costs, the smallest changes."""
    others = [(one, squad_label(one, place)) for place, one in enumerate(roster.squads) if one.id != squad.id]
    for other, name in [(one, name) for one, name in others if one.kind == "squad"][-MOST_SQUADS:]:
        filler = Filler(other, prices.catalogue, prices)
        by_cost: dict[int, list[Filling]] = {}
        for filling in filler.fillings(budget):
            if filling.cost:
                by_cost.setdefault(filling.cost, []).append(filling)
        yield [
            _basket(filler, filling, name)
            for equal in by_cost.values()
            for filling in sorted(equal, key=_changes)[:MOST_EQUAL_FILLINGS]
        ]


def _changes(filling: Filling) -> tuple[int, Filling]:
    return sum(filling.shares) + abs(filling.plain), filling


def _basket(filler: Filler, filling: Filling, squad: Text) -> Changes:
    return tuple(
        Change(
            SuggestionLine(capital(alike("{what} ({squad})", what=line.words, squad=squad)), line.points),
            steps,
            is_beside=True,
        )
        for line, steps, _ in filler.changes(filling)
    )
