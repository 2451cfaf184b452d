"""Contradictions of a ruleset: conflicting data, unknown ids, missing texts and citations."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sized
from typing import Any

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from msgspec import Struct, structs

from rules.core.catalogue.catalogue import Catalogue, Check
from rules.core.catalogue.entry import Entry
from rules.core.catalogue.handbook import MORALE_ADDED, HandbookRow
from rules.core.document.problem import Path
from rules.core.judging.checks import CHECKS
from rules.core.judging.checks.definition import NoParams
from rules.core.odds.handbook import UnknownNumberError, number_at, number_of
from rules.core.text import LANGUAGES, Text, squeezed
from rules.loading.faults import TWICE, beyond_a_list, odds_faults
from rules.loading.reasons import (
    NO_CITATION,
    NO_TEXT,
    SECTIONS,
    Found,
    ShapeError,
    breach,
    convert,
    each,
    found_at,
    place,
    thing,
)
from rules.loading.references import SUBJECTS, references

HOLDERS = (Struct, tuple, dict)  # sections with parts


def contradictions(catalogue: Catalogue) -> list[Found]:
    """Return everything that is wrong with a ruleset whose fields have the right types: where, and why."""
    rules = (
        _missing,
        _twice,
        _unknown,
        _nicknames,
        _prices,
        _weapon_kinds,
        _numbers,
        _handbook,
        _enforced,
        _params,
        odds_faults,
        beyond_a_list,
    )
    return [found for rule in rules for found in rule(catalogue)]


# Texts and citations


def _missing(catalogue: Catalogue) -> Iterator[Found]:
    """Check that every text is in both languages and every entry cites its paragraph.

    People's own rules cite nothing, and of their texts only names must be there.
    """
    if catalogue.is_own:
        yield from _nameless(catalogue)
        return
    for path, value in _walk(catalogue, ()):
        if isinstance(value, Text):
            empty = [language for language in LANGUAGES if not value.to(language).strip()]
            yield from (found_at(catalogue, path, NO_TEXT[language]) for language in empty)
        elif isinstance(value, Entry | Check) and not value.source.strip():
            yield found_at(catalogue, path, NO_CITATION)
    if not catalogue.item_source.strip():
        yield found_at(catalogue, ("item_source",), NO_CITATION)
    if catalogue.leadership and not catalogue.leadership_source.strip():
        yield ("leadership",), NO_CITATION % {"where": "leadership_source"}


def _nameless(catalogue: Catalogue) -> Iterator[Found]:
    for path, value in _walk(catalogue, ()):
        name = getattr(value, "name", None)
        if isinstance(name, Text) and not (name.it.strip() and name.en.strip()):
            yield found_at(catalogue, path, _("%(where)s has no name"), ("name",))


def _walk(value: Any, path: Path) -> Iterator[tuple[Path, Struct]]:
    within: Iterable[tuple[str | int, Any]]
    if isinstance(value, Struct):
        yield path, value
        within = ((name, getattr(value, name)) for name in value.__struct_fields__)
    else:
        within = value.items() if isinstance(value, dict) else enumerate(value)
    for step, item in within:
        if isinstance(item, HOLDERS):
            yield from _walk(item, (*path, step))


# Ids


def _twice(catalogue: Catalogue) -> Iterator[Found]:
    """Find duplicate ids of a kind; some kinds may share names."""
    for section, kind in SECTIONS.items():
        seen = set()
        for path, item in each(catalogue, section):
            name = item.code if section == "checks" else item.id
            key = (getattr(item, "carrier", getattr(item, "kind", "")), name)
            if key in seen:
                yield path, TWICE % {"thing": thing(kind, name)}
            seen.add(key)
    for path, ruling in each(catalogue, "rulings"):
        names = [option.id for option in ruling.options]
        for answer, name in enumerate(names):
            if name in names[:answer]:
                where = (*path, "options", answer)
                yield where, TWICE % {"thing": thing("option", f"{ruling.id}/{name}")}


def _unknown(catalogue: Catalogue) -> Iterator[Found]:
    options = {f"{ruling.id}/{option.id}" for ruling in catalogue.rulings for option in ruling.options}
    known: dict[str, set[str]] = {
        **{kind: set(entries) for kind, entries in catalogue.by_kind.items()},
        "characteristic": {item.id for item in catalogue.characteristics},
        "save column": {item.id for item in catalogue.save_columns},
        "trait of squads or vehicles": {item.id for item in catalogue.traits},
        "ruling": set(catalogue.ruling_by_id),
        "option": options,
        "check": set(CHECKS),
        "format": set(catalogue.format_by_id),
        "preset": set(catalogue.preset_by_id),
        "ruleset": {catalogue.id},
        "situation": set(catalogue.odds.situation_by_id),
        "roll": set(catalogue.odds.changeable_rolls),
        "roll of its own": {item.id for item in catalogue.odds.rolls},
        "leadership level": {str(level) for level in catalogue.leadership},
    }
    for path, kind, name in references(catalogue):
        if name not in known[kind]:
            around = path[:-1] if isinstance(path[-1], int) else path
            template, within = _("%(where)s: %(thing)s is unknown"), path[len(around) :]
            yield found_at(catalogue, around, template, within, thing=thing(kind, name))


# Nicknames


def _nicknames(catalogue: Catalogue) -> Iterator[Found]:
    """Check that a nickname is one or more words without a comma, once per thing."""
    template = _('%(where)s: "%(word)s" is not allowed: letters or digits, no comma, single spaces')
    for path, nickname in each(catalogue, "nicknames"):
        if not nickname.words:
            yield found_at(catalogue, path, _("%(where)s has no words"))
        keys = [squeezed(word) for word in nickname.words]
        for at, word in enumerate(nickname.words):
            written = word.replace("\N{NO-BREAK SPACE}", " ")  # before its numbers were joined to their units
            if not keys[at] or "," in word or written != " ".join(word.split()):
                yield found_at(catalogue, path, template, word=word)
            elif keys[at] in keys[:at]:
                yield found_at(catalogue, path, _('%(where)s: "%(word)s" appears twice'), word=word)


# Prices


def _prices(catalogue: Catalogue) -> Iterator[Found]:
    """Check that a ruleset without points has no prices."""
    for path, weapon in each(catalogue, "weapons"):
        if weapon.points is not None and "unpriced" in weapon.points_under:
            template = _("%(where)s has both a price and a ruling for unpriced weapons")
            yield found_at(catalogue, path, template, ("points",))
    if catalogue.has_points:
        return
    template = _("%(where)s has a price in a ruleset without points")
    if any(catalogue.leadership.values()):
        yield found_at(catalogue, ("leadership",), template)
    for path, item in each(catalogue, "classes", "weapons", "vehicles", "extras", "roles"):
        for column in ("points", "points_under", "level_points"):
            if getattr(item, column, None) not in (None, {}):
                yield found_at(catalogue, path, template, (column,))


# Tables


def _weapon_kinds(catalogue: Catalogue) -> Iterator[Found]:
    kinds = Counter(weapon.kind for weapon in catalogue.weapons if "figure" in weapon.carried_by)
    template = _('%(where)s: a type needs two weapons that figures carry, and "%(kind)s" has no other')
    for path, weapon in each(catalogue, "weapons"):
        if weapon.kind and kinds[weapon.kind] < 2:
            yield found_at(catalogue, path, template, ("kind",), kind=weapon.kind)


def _numbers(catalogue: Catalogue) -> Iterator[Found]:
    """Check that a row has at most one number per range band, or just one per save column.

    A fire row with its own distances (`reach`) has numbers for those only.
    """
    for path, weapon in each(catalogue, "weapons"):
        for line, row in enumerate(weapon.fire):
            at = (*path, "fire", line)
            yield from _too_long(catalogue, at, row.needs, row.reach or catalogue.bands)
            yield from _too_long(catalogue, (*at, "reach"), row.reach, catalogue.bands or row.reach)
        yield from _too_long(catalogue, (*path, "covering"), weapon.covering, catalogue.covering_bands)
    columns = len(catalogue.save_columns)
    template = _("%(where)s needs as many numbers (%(numbers)s) as there are save columns (%(columns)s)")
    for path, vehicle in each(catalogue, "vehicles"):
        for line, row in enumerate(vehicle.saves):
            if len(row.needs) != columns:
                sizes = {"numbers": len(row.needs), "columns": columns}
                yield found_at(catalogue, (*path, "saves", line), template, **sizes)


def _too_long(catalogue: Catalogue, path: Path, numbers: Sized, bands: Sized) -> Iterator[Found]:
    if len(numbers) > len(bands):
        template = _("%(where)s has too many numbers (%(numbers)s) for its range bands (%(bands)s)")
        yield found_at(catalogue, path, template, numbers=len(numbers), bands=len(bands))


def _handbook(catalogue: Catalogue) -> Iterator[Found]:
    """Check that a handbook row has a subject, a content, and no more cells than columns."""
    for number, table in enumerate(catalogue.handbook):
        for line, row in enumerate(table.rows):
            path = ("handbook", number, "rows", line)
            yield from (found_at(catalogue, path, template, ("about",)) for template in _about(row))
            if len(row.cells) > len(table.columns):
                template = _("%(where)s has too many cells (%(cells)s) for the columns (%(columns)s)")
                sizes = {"cells": len(row.cells), "columns": len(table.columns)}
                yield found_at(catalogue, path, template, **sizes)
            first = row.cells[0] if row.cells else None
            if any(change.by is None for change in row.changes) and not isinstance(first, int):
                template = _("%(where)s has no number to replace that of other defeat points")
                yield found_at(catalogue, path, template, ("changes",))
            if row.morale in MORALE_ADDED and not _is_number(first, catalogue):
                template = _("%(where)s is added to morale, but its first cell is not a number")
                yield found_at(catalogue, path, template, ("morale",))
            if not row.cells and row.text is None:
                yield found_at(catalogue, path, _("%(where)s has neither cells nor text"))


def _is_number(cell: Any, catalogue: Catalogue) -> bool:
    """Whether a cell is a number, or names one that is not there, which is said of the cell."""
    try:
        number_of(number_at(catalogue, cell).cell if isinstance(cell, tuple) else cell)
    except ValueError:
        return False
    except UnknownNumberError:
        pass
    return True


def _about(row: HandbookRow) -> Iterator[StrPromise]:
    """Yield problems with the subjects of a row; a row that prints a number can omit them."""
    subjects = row.about
    if subjects is None:
        if not any(isinstance(cell, tuple) for cell in row.cells):
            yield _('%(where)s has no subjects: "everyone", or some IDs')
        return
    named = any(getattr(subjects, name) for name in SUBJECTS)
    if not (subjects.everyone or named):
        yield _('%(where)s has no subjects: "everyone", or some IDs')
    if subjects.everyone and named:
        yield _("%(where)s applies to everyone, and also names some")


# Checks


def _enforced(catalogue: Catalogue) -> Iterator[Found]:
    """Check that the ruleset has a check for each demand of an extra."""
    codes = {check.code for check in catalogue.checks if check.check == "extra-condition"}
    template = _('%(where)s needs the check "%(check)s", which is not among the checks')
    for path, extra in each(catalogue, "extras"):
        wanted: list[tuple[Path, str]] = [((), "extra-scope")]
        if extra.excludes:
            wanted.append((("excludes",), "extra-excludes"))
        if extra.most is not None or extra.shared_limit or extra.levels or extra.passes:
            wanted.append(((), "extra-limit"))
        missing = [(step, name) for step, name in wanted if name not in catalogue.check_by_function]
        missing += [
            (("conditions", line, "code"), condition.code)
            for line, condition in enumerate(extra.conditions)
            if condition.code not in codes
        ]
        for step, name in missing:
            yield found_at(catalogue, path, template, step, check=name)


def _params(catalogue: Catalogue) -> Iterator[Found]:
    """Check that a check has just its parameters."""
    for at, check in each(catalogue, "checks"):
        definition = CHECKS.get(check.check or check.code)
        fields = {field.name: field for field in structs.fields(definition.params if definition else NoParams)}
        path: Path = (*at, "params")
        where = place(catalogue, path)
        for field in fields.values():
            if field.required and field.name not in check.params:
                yield at, breach(where, "missing", word=field.name)
        for name, value in check.params.items():
            if name not in fields:
                yield (*path, name), breach(where, "field", word=name)
            else:
                yield from _wrong_type(catalogue, (*path, name), value, fields[name].type)
        if definition and definition.name == "cheaper-scope":
            yield from _both_prices(catalogue, path, str(check.params.get("extra", "")))


def _wrong_type(catalogue: Catalogue, path: Path, value: object, expected: Any) -> Iterator[Found]:
    try:
        convert(value, expected, path, catalogue)
    except ShapeError as error:
        yield from error.found


def _both_prices(catalogue: Catalogue, params: Path, extra_id: str) -> Iterator[Found]:
    """Check that an extra with two compared scopes has both prices."""
    extra = catalogue.extra_by_id.get(extra_id)
    if extra and len(extra.points) < 2:
        template = _("%(thing)s has no squad price and list price to compare")
        yield (*params, "extra"), template % {"thing": thing("extra", extra_id)}
