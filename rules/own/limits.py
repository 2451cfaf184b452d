"""The checks of own rules as sentences with boxes: each box is a cell of the patch, `checks/CODE/param`.

The sentences are those of the checks (`asks`); checks that follow from the tables have no boxes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_origin

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise
from msgspec import structs, to_builtins

from rules.cells import Choice, Column, Kind, Value, anchor_of, fault_of
from rules.core.catalogue.catalogue import Catalogue, Check
from rules.core.catalogue.entry import offered
from rules.core.judging.checks import CHECKS
from rules.core.judging.checks.definition import KIND_OF_ID
from rules.core.text import Language, parts_of
from rules.own.columns import HEAD, column_of
from rules.own.dice import column_of_dice
from rules.own.filling import FOLLOWING, TABLE_OF, function_of
from rules.own.patch import RETIRED, Patch, Place, checks_of, place_of

SEVERITY = Column(
    "severity",
    _("What breaking it is"),
    "choice",
    options=(("error", _("Error")), ("warning", _("Advice")), ("info", _("Note"))),
)
LABELS: Mapping[str, StrOrPromise] = {
    "least": _("At least"),
    "most": _("At most"),
    "figures": _("Figures"),
    "role": _("Role"),
    "extra": _("Extra"),
    "unless": _("Other extra"),
    "side": _("Side"),
    "classes": _("Troops"),
    "weapons": _("Weapons"),
    "of": _("What is counted"),
    "ids": _("Which"),
    "where": _("Where"),
    "sole_squad": _("A list of one squad"),
}
OPTIONS: Mapping[str, tuple[tuple[str, StrOrPromise], ...]] = {
    "of": (
        ("weapons", _("weapons")),
        ("roles", _("roles")),
        ("classes", _("troops")),
        ("vehicles", _("vehicles")),
    ),
    "where": (("list", _("in the whole list")), ("squad", _("in each squad"))),
    "sole_squad": (("error", _("needs one too")), ("warning", _("can do without"))),
}
CHECKS_AT_MOST = 40  # of a draft, beside those of its base
ZERO = ("class-shift", "vehicle-weapon-count", "most-of")  # "at most 0" says something
BEGIN_WITH: Mapping[str, Mapping[str, Value]] = {
    "squad-size": {"least": 5, "most": 10},
    "recommended-size": {"least": 8, "most": 15},
    "section-size": {"least": 3, "most": 4},
    "observer-section": {"least": 3, "most": 4},
    "sniper-team": {"least": 1, "most": 2},
    "no-leader": {"sole_squad": "error"},
    "vehicle-weapon-count": {"most": 2},
    "most-of": {"of": "weapons", "where": "list", "most": 1},
    "one-in": {"of": "weapons", "where": "squad", "figures": 6},
}
# What a check asks of the tables, beside the things that it names: without it, it finds nothing.
WANTS: Mapping[str, StrOrPromise] = {
    "class-shift": _("needs ranks of troops"),
    "two-support-weapons": _("needs support weapons"),
    "crew-per-weapon": _("needs weapons for two men"),
    "crew-per-squad": _("needs weapons for two men"),
    "cheaper-scope": _("needs an extra with both prices"),
}
TAGS = {"two-support-weapons": "support", "crew-per-weapon": "needs-crew", "crew-per-squad": "needs-crew"}


class Box(NamedTuple):
    """A box of a sentence: its place, its column, and its value (None: empty). `wrong`: what was typed and is none.

    `names`: what it can name, by id.
    """

    place: str
    column: Column
    value: Value | None
    names: Mapping[str, str]
    wrong: str = ""

    @property
    def values(self) -> Sequence[int | str]:
        """Return the number in it, or the ids that it names."""
        return [self.value] if isinstance(self.value, int | str) else list(self.value or ())

    @property
    def is_empty(self) -> bool:
        """Whether it has nothing, or names only what is not in the tables."""
        return not (self.names.keys() & set(self.values) if self.column.source else self.values)

    @property
    def words(self) -> str:
        return ", ".join(str(self.names.get(str(value), value)) for value in self.values)

    @property
    def text(self) -> str:
        return self.wrong or self.words

    @property
    def options(self) -> list[Choice]:
        """Return what its menu has, if it has one."""
        if self.column.kind not in ("one", "choice"):
            return []
        return self.choices if self.text else [Choice("", "…", True), *self.choices]

    @property
    def choices(self) -> list[Choice]:
        return [Choice(value, name, value in self.values) for value, name in self.names.items()]

    @property
    def anchor(self) -> str:
        return anchor_of(self.place)


class Limit(NamedTuple):
    """A check as a sentence: texts and boxes in turn. `wants`: what the tables lack for it.

    `is_own`: the parent does not have it. `faults`: boxes that keep it from counting, and why.
    """

    code: str
    function: str
    severity: Box
    parts: tuple[str | Box, ...]
    wants: StrOrPromise = ""
    is_own: bool = False
    is_changed: bool = False
    is_retired: bool = False
    faults: tuple[tuple[Box, str], ...] = ()

    @property
    def boxes(self) -> list[Box]:
        return [part for part in self.parts if isinstance(part, Box)]

    @property
    def words(self) -> str:
        """Return the sentence with what is in its boxes."""
        return "".join(part if isinstance(part, str) else part.words or "…" for part in self.parts)


def functions() -> list[str]:
    """Return the checks that people can add: any number of times if they have boxes."""
    return [name for name, known in CHECKS.items() if name not in FOLLOWING and known.words.asks]


def columns_of_check(function: str, params: Mapping[str, Any]) -> dict[str, Column]:
    """Return a column for each param of a check; `params`: its values, which say what ids name."""
    return {field.name: _column(function, field, params) for field in structs.fields(CHECKS[function].params)}


def _column(function: str, field: structs.FieldInfo, params: Mapping[str, Any]) -> Column:
    name, label = field.name, LABELS[field.name]
    if name in OPTIONS:
        return Column(name, label, "choice", options=OPTIONS[name])
    if name == "ids":
        return Column(name, label, "some", source=str(params.get("of", "weapons")))
    if field.type in KIND_OF_ID:
        kind: Kind = "some" if get_origin(field.type) is tuple else "one"
        return Column(name, label, kind, source=TABLE_OF[KIND_OF_ID[field.type]])
    return Column(name, label, "number", least=0 if function in ZERO else 1)


def column_at(base: Catalogue, patch: Patch, catalogue: Catalogue, place: Place) -> Column:
    """Return the column of any cell of a draft; `catalogue`: the draft applied. Raises LookupError if there is none."""
    if place.table == "head":
        return HEAD[place.field]
    if place.table == "dice":
        return column_of_dice(patch, catalogue, place.row, place.field)
    if place.table != "checks":
        return column_of(catalogue, place.table, place.field)
    check = _drafts(base, patch)[place.row]
    if check.function in FOLLOWING:
        raise LookupError(place.row)
    if place.field == SEVERITY.field:
        return SEVERITY
    return columns_of_check(check.function, check.params)[place.field]


def limits_of(base: Catalogue, patch: Patch, catalogue: Catalogue, language: Language) -> list[Limit]:
    """Return the limits of a draft, those of its base first; `catalogue`: the draft applied."""
    counted = {check.code for check in catalogue.checks}
    return [
        _limit(check, patch, catalogue, language, is_whole=check.code in counted)
        for check in _drafts(base, patch).values()
        if check.function not in FOLLOWING
    ]


def following(catalogue: Catalogue) -> list[Check]:
    """Return the checks that follow from the tables."""
    return [check for check in catalogue.checks if (check.check or check.code) in FOLLOWING]


def sentence_to_add(function: str, catalogue: Catalogue, language: Language) -> Limit:
    """Return a check that can be added, with the values that it begins with."""
    check = _Draft("", function, "error", begin_with(function, catalogue))
    return _limit(check, {}, catalogue, language, is_whole=True)


def begin_with(function: str, catalogue: Catalogue) -> dict[str, Value]:
    """Return the first values of a check: usual numbers, and the first things that it can name, each once."""
    given: dict[str, Value] = dict(BEGIN_WITH.get(function, {}))
    for name, column in columns_of_check(function, given).items():
        if name in given or column.kind == "choice":
            continue
        if column.kind == "number":
            given[name] = 1
            continue
        entries = getattr(catalogue.offered, column.source)
        if function == "cheaper-scope":
            entries = [extra for extra in entries if len(extra.points) > 1]
        there = [entry.id for entry in entries if entry.id not in given.values()][:1]
        if there:
            given[name] = there if column.kind == "some" else there[0]
    return given


def is_full(base: Catalogue, patch: Patch) -> bool:
    """Whether a draft has as many checks of its own as it can have."""
    return sum(check.is_own for check in _drafts(base, patch).values()) >= CHECKS_AT_MOST


def is_there(function: str, base: Catalogue, patch: Patch) -> bool:
    """Whether a draft has a check without boxes already: a second one would say the same."""
    known = _drafts(base, patch).values()
    return not columns_of_check(function, {}) and any(check.function == function for check in known)


def added(function: str, base: Catalogue, patch: Patch, catalogue: Catalogue) -> list[tuple[str, Value]]:
    """Return the cells of a further check. Raises LookupError for one that cannot be added."""
    known, number = _drafts(base, patch), 1
    if function not in functions() or is_full(base, patch):
        raise LookupError(function)
    if is_there(function, base, patch):
        return []
    taken = known.keys() | {check.code for check in catalogue.checks}
    while (code := function if number == 1 else f"{function}-{number}") in taken:
        number += 1
    cells: dict[str, Value] = {"check": function} if code != function else {}
    cells |= {"severity": "error", **begin_with(function, catalogue)}
    return [(f"checks/{code}/{name}", value) for name, value in cells.items()]


def act_on_limit(
    act: str, code: str, base: Catalogue, patch: Patch, catalogue: Catalogue
) -> list[tuple[str, Value | None]]:
    """Return the changes of an act: add (a check by its name), remove, restore or revert. Raises LookupError."""
    if act == "add":
        return list(added(code, base, patch, catalogue))
    check = _drafts(base, patch)[code]
    if check.function in FOLLOWING:
        raise LookupError(code)
    retired = f"checks/{code}/{RETIRED}"
    cells: list[tuple[str, Value | None]] = [(place, None) for place in patch if place.startswith(f"checks/{code}/")]
    match act:
        case "remove":
            return cells if check.is_own else [(retired, True)]
        case "restore":
            return [(retired, None)]
        case "revert" if not check.is_own:
            return cells
    raise LookupError(act)


class _Draft(NamedTuple):
    code: str
    function: str
    severity: str
    params: dict[str, Any]
    is_own: bool = True
    is_retired: bool = False


def _drafts(base: Catalogue, patch: Patch) -> dict[str, _Draft]:
    """Return the checks of a draft by code, complete or not."""
    own = {place_of(text).row for text in patch if text.startswith("checks/")}
    own -= {check.code for check in base.checks}
    found = checks_of({"checks": to_builtins(base.checks)}, patch)
    drafts = {
        code: _Draft(
            code,
            function_of(it),
            it["severity"],
            it.get("params", {}),
            is_own=code in own,
            is_retired=bool(it.get(RETIRED)),
        )
        for code, it in found.items()
    }
    return {code: draft for code, draft in drafts.items() if draft.function in CHECKS}


def _limit(check: _Draft, patch: Patch, catalogue: Catalogue, language: Language, *, is_whole: bool) -> Limit:
    columns = columns_of_check(check.function, check.params)

    def box(column: Column, value: Any) -> Box:
        place = f"checks/{check.code}/{column.field}"
        names = {item: str(label) for item, label in column.options}
        if column.source:
            entries = getattr(catalogue, column.source)
            chosen = [value] if isinstance(value, str) else value or ()
            names = {entry.id: entry.name.to(language) for entry in offered(entries, chosen)}
        return Box(place, column, value, names, str(patch.get(place + "!", "")))

    def param(name: str) -> Box:
        usual = columns[name].options[0][0] if name in ("where", "sole_squad") else None
        return box(columns[name], check.params.get(name, usual))

    parts: list[str | Box] = []
    asks = CHECKS[check.function].words.asks
    seen = set()
    for text, name in parts_of(asks.to(language)) if asks else ():
        parts.append(text)
        if name and name not in seen:
            parts.append(param(name))
            seen.add(name)
        elif name:
            parts.append(str(check.params.get(name, "…")))
    if parts[-1:] == ["."] and len(parts) > 1 and seen >= columns.keys():
        parts.pop()  # a box ends the sentence
    for name in columns:
        if name not in seen:
            parts += [f" {columns[name].label}: ", param(name)]
    limit = Limit(
        code=check.code,
        function=check.function,
        severity=box(SEVERITY, check.severity),
        parts=tuple(part for part in parts if part != ""),
        wants="" if _has_what_it_wants(check.function, catalogue) else WANTS[check.function],
        is_own=check.is_own,
        is_changed=not check.is_own and any(place.startswith(f"checks/{check.code}/") for place in patch),
        is_retired=check.is_retired,
    )
    return limit._replace(faults=tuple(_faults(limit, catalogue, is_whole=is_whole)))


def _faults(limit: Limit, catalogue: Catalogue, *, is_whole: bool) -> Iterator[tuple[Box, str]]:
    boxes = limit.boxes
    for box in (*boxes, limit.severity):
        if box.wrong and (error := fault_of(box.column, box.wrong, catalogue)):
            yield box, str(error)
    if limit.is_retired:
        return
    numbers = {box.column.field: box.value for box in boxes if isinstance(box.value, int)}
    if not is_whole:
        empty = [box for box in boxes if box.is_empty]
        if empty:
            yield empty[0], gettext("This limit needs a choice here.")
        else:
            yield boxes[0], gettext("This limit needs an extra with both prices.")
    elif numbers.get("least", 0) > numbers.get("most", 10_000):
        yield boxes[0], gettext("The smallest number is greater than the largest.")


def _has_what_it_wants(function: str, catalogue: Catalogue) -> bool:
    if function == "cheaper-scope":
        return any(len(extra.points) > 1 for extra in catalogue.extras)
    if function == "class-shift":
        return any(troops.rank for troops in catalogue.classes)
    return function not in TAGS or any(TAGS[function] in weapon.tags for weapon in catalogue.weapons)
