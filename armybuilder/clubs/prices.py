"""The prices and rulings of a club for one ruleset beside the rulebook: what each version changed, and their page."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from armybuilder.cells import Cell, CellField, Row, Section
from armybuilder.clubs.house import questions
from armybuilder.clubs.models import HouseRules
from rules.cells import Column
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry
from rules.core.judging.prices import book_prices, printed_prices
from rules.core.text import Language, minus, signed
from rules.reference.answers import price_name

NOTHING = "\N{EN DASH}"
LONGEST_NOTE = 120
STEPS_IN_A_LINE = 3
RULINGS = "rulings/"
BOOK = Column("book", _("Rulebook"), "points")
CLUB = Column("club", _("Club"), "points")
DIFFERENCE = Column("difference", _("Difference"), "points")


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


class HouseForm(forms.Form):
    """The house rules of a club. `keys`: of what it can price."""

    note = forms.CharField(
        max_length=LONGEST_NOTE,
        required=False,
        error_messages={"max_length": _("At most 120 characters.")},
    )

    def __init__(self, book: Catalogue, keys: Sequence[str], shown: HouseRules, data: Any = None) -> None:
        super().__init__(data, initial=shown.prices)
        self.book, self.keys, self.shown = book, keys, shown
        self.fields |= {key: CellField(CLUB, book) for key in keys}
        for one in book.rulings:
            options = tuple((option.id, option.id) for option in one.options)
            self.fields[f"{RULINGS}{one.id}"] = CellField(Column(one.id, "", "choice", options=options), book)

    @property
    def prices(self) -> dict[str, int]:
        typed = {key: self.cleaned_data[key] for key in self.keys}
        return {key: points for key, points in typed.items() if points is not None}

    @property
    def answers(self) -> dict[str, str]:
        """The posted answers to open questions; missing ones stay unchanged."""
        given = ((one.id, self.data.get(f"{RULINGS}{one.id}")) for one in self.book.rulings)
        return {ruling: answer or self.book.option(self.shown.rulings, ruling) for ruling, answer in given}

    @property
    def rulings(self) -> dict[str, str]:
        return {one.id: self.answers[one.id] for one in self.book.rulings if self.answers[one.id] != one.default}

    @property
    def wrong(self) -> int:
        return sum(key in self.errors for key in self.keys) if self.is_bound else 0


def merged(posted: Mapping[str, str], base: HouseRules, now: HouseRules, form: HouseForm) -> dict[str, str]:
    """Merge a post based on an older version with later changes by others. The post wins."""
    was, theirs = _posted(base, form), _posted(now, form)
    shown = {}
    for key in theirs:
        mine = posted.get(key, was[key] if key.startswith(RULINGS) else "").strip()
        shown[key] = theirs[key] if mine == was[key] else mine
    return shown


def _posted(rules: HouseRules, form: HouseForm) -> dict[str, str]:
    answers = {f"{RULINGS}{one.id}": form.book.option(rules.rulings, one.id) for one in form.book.rulings}
    return {key: str(rules.prices.get(key, "")) for key in form.keys} | answers


class PricePage:
    """A club's prices and rulings under its current house rules `now`, numbered 0 if there are none yet."""

    def __init__(self, book: Catalogue, now: HouseRules, language: Language) -> None:
        self.book, self.now = book, now
        self.table = PriceTable(book, now.rulings, language)
        self.groups = self.table.groups()
        if gone := [key for key in now.prices if key not in self.table.prices]:
            self.groups.append(PriceGroup("gone", gettext("No longer in this edition"), "", gone))

    @property
    def keys(self) -> list[str]:
        return [key for group in self.groups for key in group.keys]

    def form(self, shown: HouseRules, data: Mapping[str, str] | None = None) -> HouseForm:
        """Return the form, filled with the prices and rulings of `shown`."""
        return HouseForm(self.book, self.keys, shown, data)

    def wanted(self, form: HouseForm) -> tuple[dict[str, int], dict[str, str]]:
        """Return the prices of a form that differ from the rulebook under its rulings, and these rulings."""
        table = PriceTable(self.book, form.rulings, self.table.language)
        return table.differing(form.prices), form.rulings

    def rulings(self, form: HouseForm, meanwhile: HouseRules | None = None) -> list[dict[str, Any]]:
        """Return the open questions, each with its error and with what someone else has answered since."""
        steps = self.table.ruling_steps(meanwhile.rulings, self.now.rulings) if meanwhile else {}
        return [
            {
                "question": one,
                "name": f"{RULINGS}{one.id}",
                "error": " ".join(map(str, form[f"{RULINGS}{one.id}"].errors)),
                "said": steps[one.id].line if one.id in steps else "",
            }
            for one in questions(self.book, form.answers, self.table.language)
        ]

    def sections(self, form: HouseForm, meanwhile: HouseRules | None = None, *, may_edit: bool = True) -> list[Section]:
        """Return the tables; `meanwhile`: a version before the current one, on which the posted form was based."""
        return [
            Section(
                group.id,
                group.name,
                (BOOK, CLUB, DIFFERENCE),
                tuple(self._row(key, form, meanwhile, may_edit=may_edit) for key in group.keys),
                heading=gettext("Name"),
                note=group.source,
            )
            for group in self.groups
        ]

    def _row(self, key: str, form: HouseForm, meanwhile: HouseRules | None, *, may_edit: bool) -> Row:
        table, now, bound = self.table, self.now.prices, form[key]
        given = bound.value()
        value = "" if given is None else str(given)
        printed, name = table.in_book(key), table.name(key)
        delta = table.delta(key, now[key]) if key in now and value == str(now[key]) else ""
        error = " ".join(map(str, bound.errors))
        club = Cell(key, CLUB, "points" if may_edit else "said", value, parent=printed or " ", error=error)
        said = ""
        if meanwhile and meanwhile.prices.get(key) != now.get(key):
            said = table.price_step(meanwhile.prices, now, key).line
        return Row(
            anchor=f"row-{club.anchor}",
            id=key,
            number=None,
            name=name,
            cells=(
                Cell("", BOOK, "said", printed or NOTHING),
                club,
                Cell("", DIFFERENCE, "said", delta),
            ),
            heading=name,
            note=table.note(key),
            is_changed=bool(value) and not may_edit,
            advice=(("users", f"{gettext('meanwhile')}: {said}"),) if said else (),
        )

    def versions(
        self, page: Iterable[HouseRules], written: Sequence[HouseRules], in_use: Mapping[int, int]
    ) -> list[dict[str, Any]]:
        """Return the versions of a page (of all `written`), each with its changes and the number of lists under it."""
        before = {one.number + 1: one for one in written}
        shown = []
        for rules in page:
            steps = self.table.steps(before.get(rules.number), rules)
            line = ", ".join(f"{step.name} {step.line}" for step in steps[:STEPS_IN_A_LINE])
            line += "…" if len(steps) > STEPS_IN_A_LINE else ""
            shown.append({"rules": rules, "lists": in_use[rules.number], "line": line, "steps": steps})
        return shown
