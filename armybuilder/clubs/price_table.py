"""The prices of a club for one ruleset beside those of the rulebook, and what each version changed."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext, pgettext
from msgspec import Struct

from armybuilder.clubs.models import HouseRules
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry
from rules.core.judging.prices import book_prices, printed_prices
from rules.core.text import Language, minus, signed
from rules.reference.answers import price_name

NOTHING = "\N{EN DASH}"


class PriceGroup(NamedTuple):
    """The price keys under one heading (troops, weapons). `source` is their paragraph if they share one."""

    id: str
    name: str
    source: str
    keys: list[str]


class PriceChange(Struct, frozen=True):
    """A price or ruling before and after a change, as text."""

    name: str
    before: str
    after: str

    @property
    def line(self) -> str:
        return f"{self.before} → {self.after}"


class PriceTable:
    """Everything that a ruleset sells, with names in one language, under the rulings of a club."""

    def __init__(self, book: Catalogue, rulings: dict[str, str], language: Language) -> None:
        self.book, self.language = book, language
        self.printed = printed_prices(book, rulings)
        self.prices = book_prices(self.printed)
        self.usual = book_prices(printed_prices(book, {}))

    def groups(self) -> list[PriceGroup]:
        """Return the groups that are not empty, in the order of the rulebook."""
        book = self.book
        tables: list[tuple[str, str, Sequence[Entry]]] = [
            ("classes", gettext("Troops"), book.classes),
            ("roles", gettext("Roles"), book.roles),
            ("weapons", gettext("Weapons"), book.weapons),
            ("vehicles", gettext("Vehicles"), book.vehicles),
            ("extras", gettext("Extras"), [extra for extra in book.extras if extra.club_price]),
        ]
        groups = [
            PriceGroup(table, name, _source(entries), [f"{table}/{entry.id}" for entry in entries])
            for table, name, entries in tables
            if entries
        ]
        if book.leadership:
            levels = [f"leadership/{level}" for level in book.leadership]
            groups.insert(1, PriceGroup("leadership", gettext("Leadership"), book.leadership_source, levels))
        return groups

    def name(self, key: str) -> str:
        """Return the name of what a key prices. One that is not in this edition is named by its id."""
        return price_name(key, self.book, self.language)

    def in_book(self, key: str) -> str:
        """Return the prices of the rulebook, "" if there are none."""
        return " / ".join(map(minus, self.prices.get(key, ())))

    def note(self, key: str) -> str:
        """Return what a price is for, or why there is none."""
        table, _, item = key.partition("/")
        if key not in self.prices:
            return ""
        if table == "extras":
            return self._note_on_extra(item)
        if table == "roles" and self.book.has_points and item not in self.printed.flat:
            return gettext("on top of the soldier")
        if table == "weapons" and self.book.has_points and not self.prices[key]:
            return gettext("the rulebook gives no price: it cannot be bought")
        if self.prices[key] != self.usual[key]:
            return gettext("by the club’s ruling")
        return ""

    def _note_on_extra(self, extra_id: str) -> str:
        extra = self.book.extra_by_id[extra_id]
        if extra.level_points:
            return gettext("by level; the club’s price applies to each level")
        if extra.per_level:
            return gettext("per level")
        if len(extra.points) > 1:
            return gettext("squad / list; the club’s price applies to both")
        return gettext("each") if extra.counted else ""

    # ── What the club says ─────────────────────────────────────────────────────────────────────────────────────────

    def differing(self, prices: Mapping[str, int]) -> dict[str, int]:
        return {key: points for key, points in prices.items() if self.prices.get(key) != (points,)}

    def delta(self, key: str, points: int) -> str:
        """Return the difference between the club's price and the rulebook: "+2"; "new" if the rulebook has no price."""
        printed = self.prices.get(key, ())
        if not printed:
            return pgettext("price", "new")
        return signed(points - printed[0]) if len(printed) == 1 and printed[0] != points else ""

    def steps(self, before: HouseRules | None, after: HouseRules) -> list[PriceChange]:
        """Return the changes by a version, prices first."""
        old = before or HouseRules()
        prices = partial(self.price_step, old.prices, after.prices)
        keys = dict.fromkeys([*self.prices, *old.prices, *after.prices])
        changed = [key for key in keys if old.prices.get(key) != after.prices.get(key)]
        return [*map(prices, changed), *self.ruling_steps(old.rulings, after.rulings).values()]

    def price_step(self, old: Mapping[str, int], new: Mapping[str, int], key: str) -> PriceChange:
        printed = self.in_book(key) or NOTHING
        return PriceChange(self.name(key), str(old.get(key, printed)), str(new.get(key, printed)))

    def ruling_steps(self, old: dict[str, str], new: dict[str, str]) -> dict[str, PriceChange]:
        steps = {}
        for ruling in self.book.rulings:
            names = {option.id: option.name.to(self.language) for option in ruling.options}
            before, after = (names.get(self.book.option(rulings, ruling.id), "") for rulings in (old, new))
            if before != after:
                steps[ruling.id] = PriceChange(ruling.name.to(self.language), before, after)
        return steps


def _source(entries: Sequence[Entry]) -> str:
    sources = {entry.source for entry in entries}
    return sources.pop() if len(sources) == 1 else ""
