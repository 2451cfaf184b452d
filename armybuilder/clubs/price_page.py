"""The page of a club's prices and rulings for one ruleset, as it is shown."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.core.paginator import Page
from msgspec import Struct

from armybuilder.clubs.house import Question, questions
from armybuilder.clubs.models import HouseRules
from armybuilder.clubs.price_form import RULINGS, HouseForm
from armybuilder.clubs.price_table import Group, Item, PriceTable, Step
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text.text import Language

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


class Ruling(Struct, frozen=True):
    """An open question with what is chosen, what is wrong with that, and what somebody chose meanwhile."""

    question: Question
    name: str
    error: str
    said: str


class Version(Struct, frozen=True):
    """A version with what it changed. `line` says so in short, where its author did not.

    `lists`: how many lists made for the club stand under it.
    """

    rules: HouseRules
    lists: int
    line: str
    steps: tuple[Step, ...]


class PricePage:
    """A club's prices and rulings under its current house rules `now`, which is numbered 0 where there are none yet."""

    def __init__(self, book: Catalogue, now: HouseRules, language: Language) -> None:
        self.book, self.now = book, now
        self.table = PriceTable(book, now.rulings, language)
        self.groups = self.table.groups()
        self.gone = tuple(self.table.item(key) for key in now.prices if key not in self.table.prices)

    def form(self, shown: HouseRules, data: Mapping[str, str] | None = None) -> HouseForm:
        """Return the form, which begins with the prices and answers that are `shown`."""
        return HouseForm(self.book, self.groups, self.gone, shown, data)

    def wanted(self, form: HouseForm) -> tuple[dict[str, int], dict[str, str]]:
        """Return the prices that a form wants, without those that the book has under its answers, and its answers."""
        table = PriceTable(self.book, form.rulings, self.table.language)
        return table.differing(form.prices), form.rulings

    def rulings(self, form: HouseForm, meanwhile: HouseRules | None = None) -> list[Ruling]:
        """Return the open questions, as `rows` has the prices."""
        language = self.table.language
        steps = self.table.ruling_steps(meanwhile.rulings, self.now.rulings) if meanwhile else {}
        said = {ruling: f"{step.before} → {step.after}" for ruling, step in steps.items()}
        return [
            Ruling(
                one,
                f"{RULINGS}{one.id}",
                " ".join(map(str, form[f"{RULINGS}{one.id}"].errors)),
                said.get(one.id, ""),
            )
            for one in questions(self.book, form.answers, language)
        ]

    def rows(self, form: HouseForm, meanwhile: HouseRules | None = None) -> list[Rows]:
        """Return the table; `meanwhile`: a version before the current one, upon which the form was filled in."""
        gone = [Group("gone", "", "", self.gone)] if self.gone else []
        return [
            Rows(group, tuple(self._box(item, form, meanwhile) for item in group.items))
            for group in (*self.groups, *gone)
        ]

    def _box(self, item: Item, form: HouseForm, meanwhile: HouseRules | None) -> Box:
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

    def versions(
        self, page: Page[HouseRules], written: Sequence[HouseRules], in_use: Counter[int]
    ) -> list[Version]:
        """Return the versions of a page of all that are `written`, each with what it changed and the lists under it."""
        before = {one.number + 1: one for one in written}
        return [self._version(before.get(one.number), one, in_use[one.number]) for one in page]

    def _version(self, before: HouseRules | None, rules: HouseRules, lists: int) -> Version:
        steps = self.table.steps(before, rules)
        line = ", ".join(f"{step.name} {step.before} → {step.after}" for step in steps[:STEPS_IN_A_LINE])
        return Version(rules, lists, line + ("…" if len(steps) > STEPS_IN_A_LINE else ""), tuple(steps))
