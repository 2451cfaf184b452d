"""The content of a quick reference, section by section, as text without measurements.

Rulings on entries (mostly prices) are in the reference and the booklet, not here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.words import NONE, cited, stat_text, unbreakable
from armybuilder.printing.units.by_class import FireByClass, ModeFire, fire_by_class
from armybuilder.printing.units.fire import weapon_lines
from armybuilder.printing.units.in_hand import Ready
from armybuilder.printing.units.saves import save_roll, weapons_by_save
from armybuilder.printing.units.setting import Bands, Setting
from rules.core.catalogue.catalogue import Catalogue, Extra, SaveRow, Stat, TroopClass, VehicleType, Weapon
from rules.core.catalogue.entry import Entry
from rules.core.catalogue.handbook import PrintedCell, PrintedRow, PrintedTable
from rules.core.contents import UsedEntries
from rules.core.document.roster import ExtraEntry, Roster
from rules.core.text import Language, Text
from rules.reference.handbook import TOPICS
from rules.reference.parts import number, paragraphs, readings

ELSEWHERE = ("defeat-points", "scenario")  # topics on the roster or the scenario sheet


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule: its name, a cell per column, the rest as text, and its paragraph if it differs from the section's."""

    name: str
    cells: tuple[str, ...] = ()
    text: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Rules on a topic, with their paragraph. `notes` follow below. `optional`: the rules leave it to the players.

    `heading` is above this section and the next. `spare`: sections to leave out if they would need a second page,
    highest first: 3 if optional, 2 if on another sheet, 1 if the roster has the numbers for each man.
    """

    title: str
    source: str
    lines: tuple[RuleLine, ...]
    columns: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    optional: bool = False
    heading: str = ""
    spare: int = 0


def sections(roster: Roster, catalogue: Catalogue, options: Options) -> list[Section]:
    """Return the rules for `roster`, in the active language, `options.language`, with optional rules last."""
    setting = Setting(roster, catalogue, options.language)
    has = setting.used
    handbook = list(_handbook(has, options.language))
    numbers = [
        *_classes(has.classes, catalogue, options.language),
        *_fire(roster, setting),
        *_covering(has.weapons, setting),
        *_vehicles(has.vehicles, options.language),
        *_saves(has.vehicles, catalogue, options.language),
        *_save_columns(has.weapons, catalogue, options.language),
    ]
    found = [
        *(replace(section, spare=1) for section in numbers),
        *(section for section in handbook if not section.optional),
        *_extras(has.extras, roster, options.language),
        *_rulings(has, options.language),
        *(section for section in handbook if section.optional),
    ]
    return _headed([_own(section, catalogue) for section in found if section.lines])


def _headed(found: list[Section]) -> list[Section]:
    """Put a heading above the first optional rule."""
    first = next((place for place, section in enumerate(found) if section.optional), None)
    if first is not None:
        found[first] = replace(found[first], heading=gettext("Optional rules"))
    return found


def _own(section: Section, catalogue: Catalogue) -> Section:
    """Return a section without citations in another language."""
    lines = tuple(replace(line, source=cited(line.source, catalogue)) for line in section.lines)
    return replace(section, source=cited(section.source, catalogue), lines=lines)


# ── What the list has ──────────────────────────────────────────────────────────────────────────────────────────────


def _classes(classes: Sequence[TroopClass], catalogue: Catalogue, language: Language) -> Iterator[Section]:
    """Yield the classes with their characteristics. Conditions of a value are in words."""
    shown = [
        item
        for item in catalogue.characteristics
        if any(troops.stats.get(item.id) is not None for troops in classes)
    ]
    lines = []
    for troops in classes:
        values = [troops.stats.get(item.id) for item in shown]
        conditions = [
            f"{item.short.to(language)} {stat_text(value, item, language)}"
            for item, value in zip(shown, values, strict=True)
            if isinstance(value, Stat)
        ]
        cells = tuple(
            stat_text(value.value if isinstance(value, Stat) else value, item, language)
            for item, value in zip(shown, values, strict=True)
        )
        lines.append(RuleLine(troops.name.to(language), cells, _sentence(", ".join(conditions))))
    legend = "; ".join(f"{item.short.to(language)} {item.name.to(language).lower()}" for item in shown)
    yield Section(
        title=gettext("Classes"),
        source=_cited([*classes, *shown]),
        lines=tuple(lines) if shown else (),
        columns=tuple(item.short.to(language) for item in shown),
        notes=(_sentence(legend),),
    )


def _fire(roster: Roster, setting: Setting) -> Iterator[Section]:
    """Yield the rolls of the list's men by range. Weapons without a fire row, such as mortars, have their own rules."""
    found, bands = fire_by_class(roster, setting.catalogue), setting.bands
    dice = gettext("Shots") if bands.own_ranges else gettext("Dice")
    yield Section(
        title=_fire_title(bands, setting.catalogue.die),
        source=_cited(list({mode.weapon.id: mode.weapon for mode in found.modes}.values())),
        lines=tuple(line for mode in found.modes for line in _fire_of(mode, found, setting)),
        columns=(*bands.fire, dice),
    )


def _fire_title(bands: Bands, die: int) -> str:
    if bands.own_ranges:
        return gettext("Fire: range in cm · at most, on a d%(die)s") % {"die": die}
    return gettext("Fire: number needed on a d%(die)s, by range in cm") % {"die": die}


def _fire_of(mode: ModeFire, found: FireByClass, setting: Setting) -> Iterator[RuleLine]:
    """Yield the rolls of a fire mode for each group of classes. The last has the notes on the weapon."""
    weapon, way = mode.weapon, weapon_lines(mode.weapon, setting)[mode.number]
    name = f"{setting.say(weapon.name)}, {way.name}" if mode.number else way.name
    note = setting.say(weapon.note) if weapon.note and mode.number == len(weapon.fire) - 1 else ""
    ranges = way.needs if setting.bands.own_ranges else ()
    lines = [
        RuleLine(_of_classes(name, group, found, setting), (*_cells(roll, ranges, setting), way.dice))
        for group, rolls in zip(found.groups, mode.rolls, strict=True)
        for roll in rolls
    ]
    yield from lines[:-1]
    yield from (replace(line, text=note) for line in lines[-1:])


def _cells(roll: Ready, ranges: Sequence[str], setting: Setting) -> Iterator[str]:
    """Yield the number needed in each band, after the weapon’s own range if any: "15 · 6"; "6 2d" with fewer dice."""
    for place, (need, dice) in enumerate(zip(roll.needs, roll.dice, strict=True)):
        said = f"{need} {dice}".strip()
        yield f"{ranges[place]} · {said}" if ranges and need != NONE else said
    yield from [NONE] * (len(setting.bands.fire) - len(roll.needs))  # a weapon of shorter range


def _of_classes(name: str, group: Sequence[str], found: FireByClass, setting: Setting) -> str:
    """Return the name of a weapon, with the classes that have these rolls if the list also has others."""
    if len(found.groups) == 1:
        return name
    classes = (setting.say(setting.catalogue.class_by_id[item].name) for item in group)
    return f"{name}: {', '.join(classes)}"


def _covering(weapons: Sequence[Weapon], setting: Setting) -> Iterator[Section]:
    covering = [weapon for weapon in weapons if any(value is not None for value in weapon.covering)]
    yield Section(
        title=gettext("Covering fire: by range in cm"),
        source=_cited(covering),
        lines=tuple(
            RuleLine(setting.say(weapon.name), weapon_lines(weapon, setting)[0].covering)
            for weapon in covering
        ),
        columns=setting.bands.covering,
    )


def _vehicles(vehicles: Sequence[VehicleType], language: Language) -> Iterator[Section]:
    yield Section(
        title=gettext("Movement of vehicles, cm")
        if any(kind.movement for kind in vehicles)
        else gettext("Vehicles"),
        source=_cited(vehicles),
        lines=tuple(RuleLine(kind.name.to(language), text=_moves(kind, language)) for kind in vehicles),
    )


def _moves(kind: VehicleType, language: Language) -> str:
    moves = ", ".join(unbreakable(f"{way.name.to(language)} {way.distance}") for way in kind.movement)
    return " ".join(filter(None, [_sentence(moves), kind.note.to(language) if kind.note else ""]))


def _saves(vehicles: Sequence[VehicleType], catalogue: Catalogue, language: Language) -> Iterator[Section]:
    columns = catalogue.save_columns
    yield Section(
        title=gettext("Vehicle saves"),
        source=_cited(columns),
        lines=tuple(
            RuleLine(_save_name(kind, row, language), tuple(map(save_roll, row.needs)))
            for kind in vehicles
            for row in kind.saves
        ),
        columns=tuple(column.name.to(language) for column in columns),
    )


def _save_columns(weapons: Sequence[Weapon], catalogue: Catalogue, language: Language) -> Iterator[Section]:
    """Yield the vehicle save that each weapon in the list calls for."""
    saves = catalogue.odds.saves
    if saves is None:
        return
    yield Section(
        title=gettext("Which vehicle save our weapons call for"),
        source=saves.vehicle_source,
        lines=tuple(
            RuleLine(column, text=_sentence(", ".join(hit)))
            for column, hit in weapons_by_save(weapons, catalogue, language).items()
        ),
    )


def _save_name(kind: VehicleType, row: SaveRow, language: Language) -> str:
    return ", ".join(name.to(language) for name in (kind.name, row.name) if name)


def _extras(extras: Sequence[Extra], roster: Roster, language: Language) -> Iterator[Section]:
    bought = [*roster.extras, *(entry for squad in roster.squads for entry in squad.extras)]
    sources = {paragraph for extra in extras for paragraph in paragraphs(extra.source)}
    yield Section(
        title=gettext("Extras"),
        source=_cited(extras),
        spare=2,
        lines=tuple(
            RuleLine(
                _extra_name(extra, bought, language),
                text=extra.text.to(language),
                source=extra.source if len(sources) > 1 else "",
            )
            for extra in extras
        ),
    )


def _extra_name(extra: Extra, bought: Sequence[ExtraEntry], language: Language) -> str:
    """Return the name with the bought levels."""
    levels = sorted({entry.level or 1 for entry in bought if entry.extra == extra.id})
    name = extra.name.to(language)
    return unbreakable(f"{name} {'/'.join(map(str, levels))}") if extra.levels else name


def _rulings(has: UsedEntries, language: Language) -> Iterator[Section]:
    yield Section(
        title=gettext("Rulings"),
        spare=2,
        source=_cited([ruling for ruling, _ in has.rulings]),
        lines=tuple(
            RuleLine(ruling.name.to(language), text=_sentence(option.name.to(language)))
            for ruling, option in has.rulings
        ),
    )


# ── The handbook ───────────────────────────────────────────────────────────────────────────────────────────────────


def _handbook(has: UsedEntries, language: Language) -> Iterator[Section]:
    """Yield the tables of the handbook in the order of their topics."""
    for topic in TOPICS:
        yield from (_table(table, language) for table in has.handbook if table.topic == topic)


def _table(table: PrintedTable, language: Language) -> Section:
    return Section(
        title=table.name.to(language),
        source=table.source,
        lines=tuple(_row(row, table, language) for row in table.rows),
        columns=tuple(column.to(language) for column in table.columns),
        notes=tuple(readings(table, language)),
        optional=table.optional,
        spare=3 if table.optional else 2 * (table.topic in ELSEWHERE),
    )


def _row(row: PrintedRow, table: PrintedTable, language: Language) -> RuleLine:
    cells = tuple(_cell(cell, language) for cell in row.cells)
    if cells:
        cells += (NONE,) * (len(table.columns) - len(cells))
    return RuleLine(
        name=row.name.to(language),
        cells=cells,
        text=row.text.to(language) if row.text else "",
        source=row.source if row.source != table.source else "",
    )


def _cell(cell: PrintedCell, language: Language) -> str:
    if cell is None:
        return NONE
    if isinstance(cell, int):
        return number(cell)
    return cell.to(language) if isinstance(cell, Text) else cell


# ── Small pieces ───────────────────────────────────────────────────────────────────────────────────────────────────


def _cited(entries: Sequence[Entry]) -> str:
    """Return the paragraphs of the entries, each once."""
    return ", ".join(dict.fromkeys(part for entry in entries for part in paragraphs(entry.source)))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""
