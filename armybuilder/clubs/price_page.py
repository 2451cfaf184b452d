"""The page of a club's prices for one ruleset, as it is shown."""

from collections.abc import Mapping

from django.core.paginator import Page
from msgspec import Struct

from armybuilder.clubs.models import HouseRules
from armybuilder.clubs.price_form import PricesForm
from armybuilder.clubs.price_table import Group, Item, PriceTable, Step
from rules.core.catalogue import Catalogue
from rules.core.text import Language

STEPS_IN_A_LINE = 3


class Box(Struct, frozen=True):
    """A row of the table: what is in its box, what is wrong with that, and what somebody wrote meanwhile."""

    item: Item
    id: str
    value: str
    delta: str
    errors: tuple[str, ...]
    said: str


class Rows(Struct, frozen=True):
    """The rows under one heading."""

    group: Group
    boxes: tuple[Box, ...]


class Version(Struct, frozen=True):
    """A version with what it changed. `line` says so in short, where its author did not."""

    rules: HouseRules
    line: str
    steps: tuple[Step, ...]


class PricePage:
    """A club's prices under its current house rules `now`, which is numbered 0 where there are none yet."""

    def __init__(self, book: Catalogue, now: HouseRules, language: Language) -> None:
        self.book, self.now = book, now
        self.table = PriceTable(book, now.rulings, language)
        self.groups = self.table.groups()
        self.gone = tuple(self.table.item(key) for key in now.prices if key not in self.table.prices)

    def form(self, shown: Mapping[str, int], data: Mapping[str, str] | None = None) -> PricesForm:
        """Return the form, which begins with the prices that are `shown`."""
        return PricesForm(self.groups, self.gone, shown, data)

    def rows(self, form: PricesForm, meanwhile: HouseRules | None = None) -> list[Rows]:
        """Return the table; `meanwhile`: a version before the current one, upon which the form was filled in."""
        gone = [Group("gone", "", "", self.gone)] if self.gone else []
        return [
            Rows(group, tuple(self._box(item, form, meanwhile) for item in group.items))
            for group in (*self.groups, *gone)
        ]

    def _box(self, item: Item, form: PricesForm, meanwhile: HouseRules | None) -> Box:
        bound = form[item.key]
        given = bound.value()
        value = "" if given is None else str(given)
        points = self.now.prices.get(item.key)
        delta = self.table.delta(item, points) if points is not None and value == str(points) else ""
        said = self._said(item, meanwhile) if meanwhile else ""
        return Box(item, item.key.replace("/", "-"), value, delta, tuple(map(str, bound.errors)), said)

    def _said(self, item: Item, before: HouseRules) -> str:
        old, new = before.prices.get(item.key), self.now.prices.get(item.key)
        if old == new:
            return ""
        step = self.table.price_step(before.prices, self.now.prices, item.key)
        return f"{step.before} → {step.after}"

    def versions(self, page: Page[HouseRules]) -> list[Version]:
        """Return the versions of a page, the newest first, each with what it changed."""
        listed = list(page)
        last = listed[-1].number if listed else 0
        older = (
            HouseRules.objects.of(self.now.club_id, self.book.id).filter(number__lt=last).first()
            if last > 1
            else None
        )
        return [self._version(before, one) for one, before in zip(listed, [*listed[1:], older], strict=False)]

    def _version(self, before: HouseRules | None, rules: HouseRules) -> Version:
        steps = self.table.steps(before, rules)
        line = ", ".join(f"{step.name} {step.before} → {step.after}" for step in steps[:STEPS_IN_A_LINE])
        return Version(rules, line + ("…" if len(steps) > STEPS_IN_A_LINE else ""), tuple(steps))
