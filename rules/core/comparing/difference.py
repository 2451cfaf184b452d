"""The differences between two lists, in the players' terms. The sentences are in `changes.yaml`.

Rows are matched by their ids, then by equality, then by name: this finds edited rows, and those of a copy. For other
lists leave the ids out: rows of two examples may share some by chance.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.comparing.rows import (
    FIELDS,
    LIST_FIELDS,
    SQUAD_FIELDS,
    WEAPONS,
    Matched,
    Spot,
    changed,
    match,
    rulings,
)
from rules.core.document.naming import (
    extra_label,
    figure_label,
    in_sentence,
    squad_label,
    vehicle_label,
    what_it_is,
)
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.judging.points import has_points, points_of
from rules.core.judging.report import Fact
from rules.core.text import MINUS, Language, Text, fill, minus

Table = Literal["figures", "vehicles", "extras"]
TABLES: tuple[Table, ...] = ("figures", "vehicles", "extras")
THE_LIST = "the list"  # the place of the list's own extras

ChangeKind = Literal[
    "list-field",  # field, before, after
    "list-notes",
    "list-prices",
    "ruling",  # question, before, after
    "squads-order",
    "squad-added",  # subject, figures
    "squad-removed",  # subject, figures
    "renamed",  # before, after
    "squad-field",  # field, before, after
    "order",
    "added",  # subject, count
    "removed",  # subject, count
    "more",  # subject, by, before, after
    "fewer",  # subject, by, before, after
    "moved",  # subject, from, to
    "field",  # subject, field, before, after
    "weapons",  # subject, before, after
    "notes",  # subject
]


class Change(Struct, frozen=True):
    """A difference: its `kind`, its squad (None: no squad), and the facts of its sentence."""

    kind: ChangeKind
    squad: Text | None = None
    facts: Mapping[str, Fact] = {}


class Balance(Struct, frozen=True):
    """A number of figures, vehicles or extras of one sort: how many more there are (negative: fewer)."""

    label: Text
    by: int


class Difference(Struct, frozen=True):
    """All differences: the points (None: without points), the balance of the content, and each change."""

    before: int | None
    after: int | None
    balance: tuple[Balance, ...]
    changes: tuple[Change, ...]

    @property
    def is_nothing(self) -> bool:
        """Return whether both lists have the same content and cost."""
        return not self.changes and self.before == self.after


class Listed(Struct, frozen=True):
    """A list with its rules."""

    roster: Roster
    rules: Catalogue

    @property
    def total(self) -> int | None:
        """Return the points of the list, None if it has none."""
        if not has_points(self.roster, self.rules):
            return None
        return points_of(self.roster, self.rules).total


def difference(before: Listed, after: Listed) -> Difference:
    squads = match(_squads(before), _squads(after))
    homes = [{pair[which].number: home for home, pair in enumerate(squads.pairs)} for which in (0, 1)]
    changes = [*_list_changes(before, after), *_squad_changes(squads, before, after)]
    for table in TABLES:
        rows = match(list(_rows(before, table, homes[0])), list(_rows(after, table, homes[1])))
        changes += _row_changes(table, rows, before, after)
    return Difference(before.total, after.total, tuple(_balance(before, after)), tuple(changes))


# ── The rows of a list, ready to be matched ────────────────────────────────────────────────────────────────────────


def _squads(listed: Listed) -> list[Spot]:
    squads = enumerate(listed.roster.squads)
    return [Spot(squad, squad_label(squad, number), number, THE_LIST) for number, squad in squads]


def _rows(listed: Listed, table: Table, homes: dict[int, int]) -> Iterator[Spot]:
    """Yield the rows of one kind. `homes`: the place of each common squad among the pairs; other rows have no home."""
    for number, squad in enumerate(listed.roster.squads):
        label, home = squad_label(squad, number), homes.get(number)
        for place, row in enumerate(getattr(squad, table)):
            yield Spot(row, _label(row, squad.class_, listed.rules), place, home, label)
    if table == "extras":
        for place, row in enumerate(listed.roster.extras):
            yield Spot(row, _label(row, "", listed.rules), place, THE_LIST)


def _label(row: Figure | Vehicle | ExtraEntry, squad_class: str, rules: Catalogue) -> Text:
    match row:
        case Figure():
            return in_sentence(figure_label(row, rules, row.class_ or squad_class), row.name)
        case Vehicle():
            return in_sentence(vehicle_label(row, rules.vehicle_by_id.get(row.type)), row.name)
        case ExtraEntry():
            known = rules.extra_by_id.get(row.extra)
            return in_sentence(known.name) if known else Text(row.extra, row.extra)


# ── Changes ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _list_changes(before: Listed, after: Listed) -> Iterator[Change]:
    old, new = before.roster, after.roster
    for field, was, now in changed(LIST_FIELDS, old, new, before.rules, after.rules):
        yield Change("list-field", None, {"field": field, "before": was, "after": now})
    for question, was, now in rulings(old, new, before.rules, after.rules):
        yield Change("ruling", None, {"question": question, "before": was, "after": now})
    if old.prices != new.prices:
        yield Change("list-prices")
    if old.notes != new.notes:
        yield Change("list-notes")


def _squad_changes(squads: Matched, before: Listed, after: Listed) -> Iterator[Change]:
    yield from (_whole_squad("squad-removed", spot) for spot in squads.gone)
    yield from (_whole_squad("squad-added", spot) for spot in squads.new)
    if _reordered(squads.pairs):
        yield Change("squads-order")
    for old, new in squads.pairs:
        if old.row.name != new.row.name:
            yield Change("renamed", None, {"before": old.label, "after": new.label})
        for field, was, now in changed(SQUAD_FIELDS, old.row, new.row, before.rules, after.rules):
            yield Change("squad-field", new.label, {"field": field, "before": was, "after": now})


def _whole_squad(kind: ChangeKind, spot: Spot) -> Change:
    return Change(kind, None, {"subject": spot.label, "figures": spot.row.figure_count})


def _row_changes(table: Table, rows: Matched, before: Listed, after: Listed) -> Iterator[Change]:
    """Yield the changes of one kind of row, without rows of new or removed squads."""
    yield from _whole_rows("removed", rows.gone, before.rules)
    yield from _whole_rows("added", rows.new, after.rules)
    for old, new in rows.pairs:
        yield from _moved(old, new)
        yield from _counted(old, new)
        for field, was, now in changed(FIELDS[table], old.row, new.row, before.rules, after.rules):
            facts = {"subject": old.label, "field": field, "before": was, "after": now}
            yield Change("weapons" if field == WEAPONS else "field", new.squad, facts)
        if getattr(old.row, "notes", "") != getattr(new.row, "notes", ""):
            yield Change("notes", new.squad, {"subject": new.label})
    for home in dict.fromkeys(new.home for _, new in rows.pairs):
        stayed = [(old, new) for old, new in rows.pairs if old.home == new.home == home]
        if home is not None and _reordered(stayed):
            yield Change("order", stayed[0][1].squad)


def _whole_rows(kind: ChangeKind, spots: list[Spot], rules: Catalogue) -> Iterator[Change]:
    """Merge changes with the same name in one squad; extras with the level that they had."""
    counts: Counter[tuple[Text | None, Text]] = Counter()
    for spot in spots:
        label = _with_level(spot.row, rules) if isinstance(spot.row, ExtraEntry) else spot.label
        if spot.home is not None:
            counts[spot.squad, label] += spot.row.count
    for (squad, label), count in counts.items():
        yield Change(kind, squad, {"subject": label, "count": count})


def _moved(old: Spot, new: Spot) -> Iterator[Change]:
    if old.home != new.home and old.squad and new.squad:
        yield Change("moved", None, {"subject": new.label, "from": old.squad, "to": new.squad})


def _counted(old: Spot, new: Spot) -> Iterator[Change]:
    was, now = old.row.count, new.row.count
    if was != now:
        facts = {"subject": new.label, "by": abs(now - was), "before": was, "after": now}
        yield Change("more" if now > was else "fewer", new.squad, facts)


def _reordered(pairs: list[tuple[Spot, Spot]]) -> bool:
    """Whether common rows are in another order; pairs are in the new one."""
    places = [old.number for old, _ in pairs]
    return places != sorted(places)


# ── The balance ────────────────────────────────────────────────────────────────────────────────────────────────────


def _balance(before: Listed, after: Listed) -> Iterator[Balance]:
    """Return the sorts that the second list has more of, then those it has fewer of, in the order of the lists."""
    old, new = _content(before), _content(after)
    by = {label: new[label] - old[label] for label in chain(new, old)}
    yield from (Balance(label, number) for label, number in by.items() if number > 0)
    yield from (Balance(label, number) for label, number in by.items() if number < 0)


def _content(listed: Listed) -> Counter[Text]:
    content: Counter[Text] = Counter()
    roster, rules = listed.roster, listed.rules
    for squad in roster.squads:
        for figure in squad.figures:
            content[in_sentence(what_it_is(figure, rules, squad.class_of(figure)))] += figure.count
        for vehicle in squad.vehicles:
            known = rules.vehicle_by_id.get(vehicle.type)
            sort = in_sentence(known.name) if known else Text(vehicle.type, vehicle.type)
            content[sort] += vehicle.count
        for entry in squad.extras:
            content[_with_level(entry, rules)] += entry.count
    for entry in roster.extras:
        content[_with_level(entry, rules)] += entry.count
    return content


def _with_level(entry: ExtraEntry, rules: Catalogue) -> Text:
    return in_sentence(extra_label(entry, rules.extra_by_id.get(entry.extra)))


ARROW = "\N{RIGHTWARDS ARROW}"  # between before and after; the site draws it
GLUE = "\N{NO-BREAK SPACE}"

SENTENCES = msgspec.yaml.decode(Path(__file__).with_name("changes.yaml").read_bytes(), type=dict[ChangeKind, Text])


def sentence(change: Change, language: Language) -> str:
    """Return a change in words, with its squad: "Bravo: −2 × rifleman (7 → 5)"."""
    facts = dict(change.facts)
    number = facts.get("count", facts.get("by"))
    if isinstance(number, int):
        facts["times"] = _times(number)
    words = fill(SENTENCES[change.kind], language, facts)
    if change.squad:
        return f"{change.squad.to(language)}: {words}"
    return words[:1].upper() + words[1:]


def summary(difference: Difference, language: Language) -> str:
    """Return the difference in one line: "+1 LMG gunner, −2 × rifleman, 143 → 150". Empty if nothing differs."""
    parts = []
    for item in difference.balance:
        sign = "+" if item.by > 0 else MINUS
        parts.append(f"{sign}{_times(abs(item.by))}{item.label.to(language)}")
    if difference.before != difference.after:
        parts.append(f"{points(difference.before)} {ARROW} {points(difference.after)}")
    return ", ".join(parts)


def points(number: int | None) -> str:
    """Return points with a true minus sign, or a dash."""
    return "–" if number is None else minus(number)


def _times(number: int) -> str:
    """Return a number before a noun in the singular: "1 ", "2 × "."""
    return f"1{GLUE}" if number == 1 else f"{number}{GLUE}×{GLUE}"
