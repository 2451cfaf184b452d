"""What no ruleset may say: data that contradict themselves, name what is not there, or lack a text or a citation."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from rules.core.catalogue import Catalogue, Check
from rules.core.checks import CHECKS
from rules.core.entry import Entry
from rules.core.text import Text
from rules.list_limits import beyond_a_list
from rules.named_ids import SUBJECTS, references
from rules.yaml_lines import Path

# The sections of a ruleset, and what one thing of each is called.
SECTIONS = {
    "sides": "side",
    "characteristics": "characteristic",
    "save_columns": "save column",
    "formats": "format",
    "classes": "class",
    "weapons": "weapon",
    "vehicles": "vehicle",
    "extras": "extra",
    "roles": "role",
    "kit": "kit",
    "traits": "trait",
    "rulings": "ruling",
    "presets": "preset",
    "handbook": "table",
    "checks": "check",
}

# What each check must be told in its `params`, and what it may be told. An id is named by the section it is from.
NEEDED_PARAMS: Mapping[str, Mapping[str, type]] = {
    "recommended-size": {"least": int, "most": int},
    "squad-size": {"least": int, "most": int},
    "no-leader-role": {"role": str},
    "class-shift": {"most": int},
    "crew-per-weapon": {"role": str},
    "crew-per-squad": {"role": str},
    "vehicle-weapon-count": {"most": int},
    "scope-overlap": {"extra": str},
    "cheaper-scope": {"extra": str},
    "extra-needs-side": {"extra": str, "side": str, "unless": str},
    "section-size": {"least": int, "most": int},
    "section-leader": {"role": str},
    "section-unassigned": {"role": str},
    "section-leader-not-allowed": {"role": str, "classes": tuple},
    "sniper-team": {"classes": tuple, "least": int, "most": int},
    "scout": {"role": str, "classes": tuple, "most": int},
    "observer-section": {"least": int, "most": int},
}
OPTIONAL_PARAMS: Mapping[str, Mapping[str, type]] = {"no-leader": {"sole_squad": str}}
TYPE_NAMES = {int: "a whole number", str: "one word", tuple: "a list"}


class Contradiction(NamedTuple):
    """Where it is, and what is wrong there."""

    path: Path
    reason: str


Found = Iterator[Contradiction]


def contradictions(catalogue: Catalogue) -> list[Contradiction]:
    """Return everything that is wrong with a ruleset whose fields have the right types."""
    rules = (_missing, _twice, _unknown, _prices, _fire, _covering, _saves, _handbook, _enforced, _params)
    found = [found for rule in rules for found in rule(catalogue)]
    return found + [Contradiction(*beyond) for beyond in beyond_a_list(catalogue)]


def where(ruleset: Any, path: Path) -> str:
    """Return what stands at a path in a person's words, `weapon "lmg": fire[0]`, for a catalogue or its plain data."""
    if not path:
        return "the ruleset"
    if path[0] not in SECTIONS or len(path) == 1:
        return _dotted(path)
    item = _get(_get(ruleset, path[0]), path[1])
    name = _get(item, "id") or _get(item, "code") or path[1]
    subject = f'{SECTIONS[str(path[0])]} "{name}"'
    return f"{subject}: {_dotted(path[2:])}" if len(path) > 2 else subject


def _get(holder: Any, step: str | int) -> Any:
    if isinstance(holder, dict):
        return holder.get(step)
    return holder[step] if isinstance(step, int) else getattr(holder, step, None)


def _dotted(path: Path) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


# Texts and citations


def _missing(catalogue: Catalogue) -> Found:
    """Every text stands in both languages, every entry cites its paragraph."""
    for path, value in _walk(catalogue, ()):
        if isinstance(value, Text):
            if not value.it.strip():
                yield Contradiction(path, f"{where(catalogue, path)} has no Italian text")
            if not value.en.strip():
                yield Contradiction(path, f"{where(catalogue, path)} has no English text")
        elif isinstance(value, Entry | Check) and not value.source.strip():
            yield Contradiction(path, f"{where(catalogue, path)} has no citation")
    if not catalogue.item_source.strip():
        yield Contradiction(("item_source",), "item_source has no citation")
    if catalogue.leadership and not catalogue.leadership_source.strip():
        yield Contradiction(("leadership",), "leadership has no citation (leadership_source)")


def _walk(value: Any, path: Path) -> Iterator[tuple[Path, Struct]]:
    """Yield every struct in a value with its path."""
    if isinstance(value, Struct):
        yield path, value
        for name in value.__struct_fields__:
            yield from _walk(getattr(value, name), (*path, name))
    elif isinstance(value, tuple):
        for place, item in enumerate(value):
            yield from _walk(item, (*path, place))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _walk(item, (*path, key))


# Ids


def _twice(catalogue: Catalogue) -> Found:
    """An id names one thing of its kind; a squad and a vehicle may have a trait of one name."""
    for section, kind in SECTIONS.items():
        seen = set()
        for place, item in enumerate(getattr(catalogue, section)):
            name = item.code if section == "checks" else item.id
            key = (getattr(item, "carrier", ""), name)
            if key in seen:
                yield Contradiction((section, place), f'{kind} "{name}" is there twice')
            seen.add(key)
    for place, ruling in enumerate(catalogue.rulings):
        names = [option.id for option in ruling.options]
        for number, name in enumerate(names):
            if name in names[:number]:
                path = ("rulings", place, "options", number)
                yield Contradiction(path, f'option "{ruling.id}/{name}" is there twice')


def _unknown(catalogue: Catalogue) -> Found:
    """Whatever is named is there."""
    options = {f"{ruling.id}/{option.id}" for ruling in catalogue.rulings for option in ruling.options}
    known: dict[str, set[str]] = {
        "side": {side.id for side in catalogue.sides},
        "characteristic": {item.id for item in catalogue.characteristics},
        "class": set(catalogue.class_by_id),
        "weapon": set(catalogue.weapon_by_id),
        "vehicle": set(catalogue.vehicle_by_id),
        "extra": set(catalogue.extra_by_id),
        "role": set(catalogue.role_by_id),
        "kit": set(catalogue.kit_by_id),
        "trait": set(catalogue.squad_traits),
        "trait of squads or vehicles": {item.id for item in catalogue.traits},
        "ruling": set(catalogue.ruling_by_id),
        "option": options,
        "check": set(CHECKS),
        "leadership level": {str(level) for level in catalogue.leadership},
    }
    for path, kind, name in references(catalogue):
        if name not in known[kind]:
            yield Contradiction(path, f'{kind} "{name}" is unknown')


# Prices


def _prices(catalogue: Catalogue) -> Found:
    """What the text does not price has no price here."""
    for place, weapon in enumerate(catalogue.weapons):
        if weapon.points is not None and "unpriced" in weapon.points_under:
            reason = f'weapon "{weapon.id}" has a price and a ruling for unpriced weapons'
            yield Contradiction(("weapons", place, "points"), reason)
    if catalogue.has_points:
        return
    if catalogue.leadership:
        yield Contradiction(("leadership",), "leadership has prices in a ruleset without points")
    for section in ("classes", "weapons", "vehicles", "extras", "roles"):
        for place, item in enumerate(getattr(catalogue, section)):
            for column in ("points", "points_under", "level_points"):
                if getattr(item, column, None) not in (None, {}):
                    reason = f"{where(catalogue, (section, place))} has a price in a ruleset without points"
                    yield Contradiction((section, place, column), reason)


# Tables


def _fire(catalogue: Catalogue) -> Found:
    """A fire row has a number a range band at most, and distances of its own (`reach`) for those bands only."""
    for place, weapon in enumerate(catalogue.weapons):
        for number, row in enumerate(weapon.fire):
            path = ("weapons", place, "fire", number)
            bands = len(row.reach or catalogue.bands)
            if len(row.needs) > bands:
                yield Contradiction(path, _too_long(where(catalogue, path), len(row.needs), bands))
            if catalogue.bands and len(row.reach) > len(catalogue.bands):
                reason = _too_long(where(catalogue, (*path, "reach")), len(row.reach), len(catalogue.bands))
                yield Contradiction((*path, "reach"), reason)


def _covering(catalogue: Catalogue) -> Found:
    """A covering-fire row has a number a band at most."""
    bands = len(catalogue.covering_bands)
    for place, weapon in enumerate(catalogue.weapons):
        if len(weapon.covering) > bands:
            path = ("weapons", place, "covering")
            yield Contradiction(path, _too_long(where(catalogue, path), len(weapon.covering), bands))


def _too_long(subject: str, numbers: int, bands: int) -> str:
    return f"{subject} has {numbers} numbers for {bands} range bands"


def _saves(catalogue: Catalogue) -> Found:
    """A save row has a number a column."""
    columns = len(catalogue.save_columns)
    for place, vehicle in enumerate(catalogue.vehicles):
        for number, row in enumerate(vehicle.saves):
            if len(row.needs) != columns:
                path = ("vehicles", place, "saves", number)
                reason = f"{where(catalogue, path)} has {len(row.needs)} numbers for {columns} save columns"
                yield Contradiction(path, reason)


def _handbook(catalogue: Catalogue) -> Found:
    """A row of the handbook says whom it concerns and what, in no more cells than its table has columns."""
    for place, table in enumerate(catalogue.handbook):
        for number, row in enumerate(table.rows):
            path = ("handbook", place, "rows", number)
            subject = where(catalogue, path)
            named = any(getattr(row.about, name) for name in SUBJECTS)
            if not (row.about.everyone or named):
                yield Contradiction((*path, "about"), f"{subject} has no subjects: everyone, or some ids")
            if row.about.everyone and named:
                yield Contradiction((*path, "about"), f"{subject} is about everyone, and names some besides")
            if len(row.cells) > len(table.columns):
                reason = f"{subject} has {len(row.cells)} cells for {len(table.columns)} columns"
                yield Contradiction(path, reason)
            if not row.cells and row.text is None:
                yield Contradiction(path, f"{subject} has neither cells nor text")


# Checks


def _enforced(catalogue: Catalogue) -> Found:
    """What an extra demands is demanded by a check of the ruleset, a condition by one under its code."""
    codes = {check.code for check in catalogue.checks if check.check == "extra-condition"}
    for place, extra in enumerate(catalogue.extras):
        path = ("extras", place)
        wanted: list[tuple[Path, str]] = [((), "extra-scope")]
        if extra.excludes:
            wanted.append((("excludes",), "extra-excludes"))
        if extra.most is not None or extra.shared_limit or extra.levels or extra.passes:
            wanted.append(((), "extra-limit"))
        missing = [(step, name) for step, name in wanted if name not in catalogue.check_by_function]
        missing += [
            (("conditions", number, "code"), condition.code)
            for number, condition in enumerate(extra.conditions)
            if condition.code not in codes
        ]
        for step, name in missing:
            reason = f'extra "{extra.id}" wants the check "{name}", and it is not among the checks'
            yield Contradiction((*path, *step), reason)


def _params(catalogue: Catalogue) -> Found:
    """A check is told what it asks for, and nothing else."""
    for place, check in enumerate(catalogue.checks):
        function = check.check or check.code
        needed = NEEDED_PARAMS.get(function, {})
        allowed = {**needed, **OPTIONAL_PARAMS.get(function, {})}
        for name in needed:
            if name not in check.params:
                yield Contradiction(("checks", place), f'check "{check.code}" is not told "{name}"')
        for name, value in check.params.items():
            path = ("checks", place, "params", name)
            if name not in allowed:
                yield Contradiction(path, f'check "{check.code}" asks for no "{name}"')
            elif not isinstance(value, allowed[name]):
                yield Contradiction(path, f'check "{check.code}": {name} is {TYPE_NAMES[allowed[name]]}')
        yield from _both_prices(catalogue, place, function, str(check.params.get("extra", "")))


def _both_prices(catalogue: Catalogue, place: int, function: str, extra_id: str) -> Found:
    """Which of two scopes is cheaper is asked of an extra that has a price for both."""
    extra = catalogue.extra_by_id.get(extra_id)
    if function == "cheaper-scope" and extra and len(extra.points) < 2:
        reason = f'extra "{extra_id}" has no price for the squad and for the list to compare'
        yield Contradiction(("checks", place, "params", "extra"), reason)
