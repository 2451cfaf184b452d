"""The content of a quick reference, section by section, as text without measurements.

Rulings on entries (mostly prices) are in the reference and the booklet, not here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from armybuilder.printing.layout.words import NONE, cited, stat_text, unbreakable
from armybuilder.printing.units.fire import save_roll, weapon_lines, weapons_by_save
from armybuilder.printing.units.in_hand import FireByClass, ModeFire, Ready, fire_by_class
from armybuilder.printing.units.setting import Setting
from rules.core.catalogue.catalogue import Catalogue, Extra, Stat, VehicleType
from rules.core.catalogue.entry import Entry
from rules.core.catalogue.handbook import PrintedRow, PrintedTable
from rules.core.document.roster import ExtraEntry
from rules.reference.handbook import TOPICS
from rules.reference.parts import paragraphs, readings

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
    highest first: 3 if optional, 2 if on another sheet, 1 if the roster has the numbers for each man. `widths`: those
    of the columns of a table, in ems.
    """

    title: str
    source: str
    lines: tuple[RuleLine, ...]
    columns: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    optional: bool = False
    heading: str = ""
    spare: int = 0
    widths: tuple[float, ...] = ()

    @property
    def head(self) -> str:
        """The label of the values beside its rows; a table has several."""
        return self.columns[0] if len(self.columns) == 1 else ""

    @property
    def rows(self) -> Iterator[tuple[RuleLine, str]]:
        """Yield each line, and the words after its name, with the cells of a table that has no room for them."""
        for line in self.lines:
            cells = () if self.widths or self.head else zip(self.columns, line.cells, strict=False)
            said = "; ".join(f"{head}: {cell}" for head, cell in cells)
            yield line, " ".join(filter(None, (f"{said}." if said else "", line.text)))

    @property
    def heads(self) -> Iterator[tuple[str, float]]:
        """The labels of the columns of a table, with their widths."""
        return zip(self.columns, self.widths, strict=True)


def sections(setting: Setting) -> list[Section]:
    """Return the rules for a list, with optional rules last."""
    has, handbook = setting.used, list(_handbook(setting))
    numbers = (_classes, _fire, _covering, _vehicles, _saves, _save_columns)
    found = [
        *(replace(make(setting), spare=1) for make in numbers),
        *(section for section in handbook if not section.optional),
        _extras(setting),
        Section(
            title=gettext("Rulings"),
            source=_cited([ruling for ruling, _ in has.rulings]),
            lines=tuple(
                RuleLine(setting.say(ruling.name), text=_sentence(setting.say(option.name)))
                for ruling, option in has.rulings
            ),
            spare=2,
        ),
        *(section for section in handbook if section.optional),
    ]
    return _headed([_own(section, setting.catalogue) for section in found if section.lines])


def _headed(found: list[Section]) -> list[Section]:
    """Put a heading above the first optional rule."""
    first = next((place for place, section in enumerate(found) if section.optional), None)
    if first is not None:
        found[first] = replace(found[first], heading=gettext("Optional rules"))
    return found


def _own(section: Section, catalogue: Catalogue) -> Section:
    """Return a section without citations in another language, or of a chapter that its title or the game names."""
    lines = tuple(replace(line, source=cited(line.source, catalogue)) for line in section.lines)
    source = cited(section.source, catalogue)
    is_named = source.casefold() in f"{section.title} {catalogue.name.it}".casefold()
    return replace(section, source="" if is_named else source, lines=lines)


# ── What the list has ──────────────────────────────────────────────────────────────────────────────────────────────


def _classes(setting: Setting) -> Section:
    """Return the classes with their characteristics. Conditions of a value are in words."""
    classes, characteristics = setting.used.classes, setting.catalogue.characteristics
    shown = [item for item in characteristics if any(troops.stats.get(item.id) is not None for troops in classes)]
    lines = []
    for troops in classes:
        values = [(item, troops.stats.get(item.id)) for item in shown]
        conditions = (
            f"{setting.say(item.short)} {stat_text(value, item, setting.language)}"
            for item, value in values
            if isinstance(value, Stat)
        )
        cells = tuple(
            stat_text(value.value if isinstance(value, Stat) else value, item, setting.language)
            for item, value in values
        )
        lines.append(RuleLine(setting.say(troops.name), cells, _sentence(", ".join(conditions))))
    legend = "; ".join(f"{setting.say(item.short)} {setting.say(item.name).lower()}" for item in shown)
    return Section(
        title=gettext("Classes"),
        source=_cited([*classes, *shown]),
        lines=tuple(lines) if shown else (),
        columns=tuple(setting.say(item.short) for item in shown),
        notes=(_sentence(legend),),
    )


def _fire(setting: Setting) -> Section:
    """Return the rolls of the list's men by range. Weapons without a fire row (mortars) have their own rules."""
    found, bands, die = fire_by_class(setting), setting.bands, setting.catalogue.die
    title = (
        gettext("Fire: range in cm · at most, on a d%(die)s")
        if bands.own_ranges
        else gettext("Fire: number needed on a d%(die)s, by range in cm")
    )
    return Section(
        title=title % {"die": die},
        source=_cited(list({mode.weapon.id: mode.weapon for mode in found.modes}.values())),
        lines=tuple(line for mode in found.modes for line in _fire_of(mode, found, setting)),
        columns=(*bands.fire, gettext("Shots") if bands.own_ranges else gettext("Dice")),
    )


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


def _covering(setting: Setting) -> Section:
    covering = [one for one in setting.used.weapons if any(value is not None for value in one.covering)]
    lines = (RuleLine(setting.say(one.name), weapon_lines(one, setting)[0].covering) for one in covering)
    return Section(
        title=gettext("Covering fire: by range in cm"),
        source=_cited(covering),
        lines=tuple(lines),
        columns=setting.bands.covering,
    )


def _vehicles(setting: Setting) -> Section:
    vehicles = setting.used.vehicles
    moving = any(kind.movement for kind in vehicles)
    return Section(
        title=gettext("Movement of vehicles, cm") if moving else gettext("Vehicles"),
        source=_cited(vehicles),
        lines=tuple(RuleLine(setting.say(kind.name), text=_moves(kind, setting)) for kind in vehicles),
    )


def _moves(kind: VehicleType, setting: Setting) -> str:
    moves = ", ".join(unbreakable(f"{setting.say(way.name)} {way.distance}") for way in kind.movement)
    return " ".join(filter(None, [_sentence(moves), setting.say(kind.note) if kind.note else ""]))


def _saves(setting: Setting) -> Section:
    columns = setting.catalogue.save_columns
    lines = (
        RuleLine(
            ", ".join(setting.say(name) for name in (kind.name, row.name) if name),
            tuple(map(save_roll, row.needs)),
        )
        for kind in setting.used.vehicles
        for row in kind.saves
    )
    return Section(
        title=gettext("Vehicle saves"),
        source=_cited(columns),
        lines=tuple(lines),
        columns=tuple(setting.say(column.name) for column in columns),
    )


def _save_columns(setting: Setting) -> Section:
    """Return the vehicle save that each weapon in the list calls for."""
    saves, called = setting.catalogue.odds.saves, weapons_by_save(setting.used.weapons, setting)
    return Section(
        title=gettext("Which vehicle save our weapons call for"),
        source=saves.vehicle_source if saves else "",
        lines=tuple(RuleLine(column, text=_sentence(", ".join(hit))) for column, hit in called.items()),
    )


def _extras(setting: Setting) -> Section:
    roster, extras = setting.roster, setting.used.extras
    bought = [*roster.extras, *(entry for squad in roster.squads for entry in squad.extras)]
    several = len({paragraph for extra in extras for paragraph in paragraphs(extra.source)}) > 1
    return Section(
        title=gettext("Extras"),
        source=_cited(extras),
        spare=2,
        lines=tuple(
            RuleLine(
                _extra_name(extra, bought, setting),
                text=setting.say(extra.text),
                source=extra.source if several else "",
            )
            for extra in extras
        ),
    )


def _extra_name(extra: Extra, bought: Sequence[ExtraEntry], setting: Setting) -> str:
    """Return the name with the bought levels."""
    levels = sorted({entry.level or 1 for entry in bought if entry.extra == extra.id})
    name = setting.say(extra.name)
    return unbreakable(f"{name} {'/'.join(map(str, levels))}") if extra.levels else name


# ── The handbook ───────────────────────────────────────────────────────────────────────────────────────────────────


def _handbook(setting: Setting) -> Iterator[Section]:
    """Yield the tables of the handbook in the order of their topics."""
    for topic in TOPICS:
        yield from (_table(table, setting) for table in setting.used.handbook if table.topic == topic)


def _table(table: PrintedTable, setting: Setting) -> Section:
    return Section(
        title=setting.say(table.name),
        source=table.source,
        lines=tuple(_row(row, table, setting) for row in table.rows),
        columns=tuple(map(setting.say, table.columns)),
        notes=tuple(readings(table, setting.language)),
        optional=table.optional,
        spare=3 if table.optional else 2 * (table.topic in ELSEWHERE),
    )


def _row(row: PrintedRow, table: PrintedTable, setting: Setting) -> RuleLine:
    missing = len(table.columns) - len(row.cells) if row.cells else 0
    return RuleLine(
        name=setting.say(row.name),
        cells=(*map(setting.cell, row.cells), *[NONE] * missing),
        text=setting.say(row.text) if row.text else "",
        source=row.source if row.source != table.source else "",
    )


# ── Small pieces ───────────────────────────────────────────────────────────────────────────────────────────────────


def _cited(entries: Sequence[Entry]) -> str:
    """Return the paragraphs of the entries, each once."""
    return ", ".join(dict.fromkeys(part for entry in entries for part in paragraphs(entry.source)))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""
