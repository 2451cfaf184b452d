"""The tables of the reference, in one language: classes, weapons, vehicles and their saves, roles, kit, traits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

from django.utils.translation import gettext as _

from rules.core.catalogue.catalogue import (
    Catalogue,
    Characteristic,
    FireRow,
    SaveRow,
    Stat,
    TroopClass,
    VehicleType,
    Weapon,
)
from rules.core.catalogue.entry import Entry
from rules.core.contents import guns
from rules.core.text import Language, minus
from rules.reference.answers import Answers, carriers
from rules.reference.parts import (
    NONE,
    Heading,
    ShortAnswer,
    Table,
    TableCell,
    TableRow,
    nothing,
    readings,
)


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a catalogue in a language."""

    catalogue: Catalogue
    language: Language

    @property
    def answers(self) -> Answers:
        return Answers(self.catalogue, self.language)

    def classes(self) -> Table:
        headings = [Heading(item.name.to(self.language)) for item in self.catalogue.characteristics]
        if self.catalogue.sides:
            headings.insert(0, Heading(_("Side"), style=""))
        rows = [self._class(item) for item in self.catalogue.classes]
        notes = self._column_notes([*self.catalogue.sides, *self.catalogue.characteristics])
        return Table(_("Classes"), _("Class"), [*headings, *self._points_heading()], rows, notes=notes)

    def _class(self, item: TroopClass) -> TableRow:
        sides = {side.id: side.name.to(self.language) for side in self.catalogue.sides}
        head = [TableCell(sides.get(item.side, NONE), style="")] if sides else []
        head += [self._stat(item, characteristic) for characteristic in self.catalogue.characteristics]
        answer = self.answers.troop_class(item)
        return self._row("classes", item, answer, [*head, *self._points(item.points)])

    def _stat(self, item: TroopClass, characteristic: Characteristic) -> TableCell:
        stat = item.stats.get(characteristic.id)
        if stat is None:
            return nothing()
        if isinstance(stat, Stat):
            return TableCell(characteristic.written(stat.value), stat.note.to(self.language))
        return TableCell(characteristic.written(stat))

    def weapons(self) -> Table:
        """Price, fire and covering fire of each weapon."""
        headings = [*self._points_heading(), Heading(_("Carried"), style="")]
        fire_rows = [row for weapon in self.catalogue.weapons for row in weapon.fire]
        if bands := self._bands(fire_rows):
            title, dice = _("Fire: range in cm"), _("Shots")
            if any(row.needs for row in fire_rows):
                title = _("Fire: number needed on a d%(die)s, by range in cm") % {"die": self.catalogue.die}
                dice = _("Dice")
            headings.append(Heading(title, [*bands, dice], "n grp"))
        if self.catalogue.covering_bands:
            columns = [str(band) for band in self.catalogue.covering_bands]
            headings.append(Heading(_("Covering fire"), columns, "n grp"))
        rows = [
            self._weapon(weapon, len(bands)) for weapon in (*self.catalogue.weapons, *guns(self.catalogue))
        ]
        return Table(_("Weapons"), _("Weapon"), headings, rows)

    def _weapon(self, weapon: Weapon, bands: int) -> TableRow:
        carried = carriers(weapon.carried_by) or NONE
        lines = [self._fire(row, bands) for row in weapon.fire] or [
            _group([nothing()] * (bands + bool(bands)))
        ]
        covering = [
            _or_nothing(value) for value in _filled(weapon.covering, len(self.catalogue.covering_bands))
        ]
        head = [*self._points(weapon.points, ruled=bool(weapon.points_under)), TableCell(carried, style="")]
        answer = self.answers.weapon(weapon)
        return self._row("weapons", weapon, answer, head, lines, _group(covering))

    def _fire(self, row: FireRow, bands: int) -> list[TableCell]:
        pairs = zip(_filled(row.needs, bands), _filled(row.reach, bands), strict=True)
        cells = [_fire_cell(need, reach) for need, reach in pairs]
        limits = [cells[0].note]
        if row.least is not None:
            limits.append(_("min %(cm)s") % {"cm": row.least})
        if row.most is not None:
            limits.append(_("max %(cm)s") % {"cm": row.most})
        cells[0] = cells[0]._replace(note=", ".join(filter(None, limits)))
        dice = TableCell(str(row.dice), row.mode.to(self.language) if row.mode else "")
        return _group([*cells, dice])

    def _bands(self, fire_rows: Iterable[FireRow]) -> list[str]:
        """Return the range bands: the ruleset's distances, or near to far if each weapon has its own."""
        if self.catalogue.bands:
            return [str(band) for band in self.catalogue.bands]
        longest = max((len(row.reach) for row in fire_rows), default=0)
        if longest == 3:
            return [_("Short"), _("Normal"), _("Long")]
        return [str(band + 1) for band in range(longest)]

    def vehicles(self) -> list[Table]:
        """Return the purchases, included weapons, movement and, if the ruleset has them, saves of each vehicle."""
        if not self.catalogue.vehicles:
            return []
        headings = [
            Heading(title, style="") for title in (_("May buy"), _("Included in its price"), _("Moves, cm"))
        ]
        texts = [self._vehicle_texts(vehicle) for vehicle in self.catalogue.vehicles]
        filled = [any(column) for column in zip(*texts, strict=True)]  # own games say little of vehicles
        rows = [
            self._vehicle(vehicle, compress(said, filled))
            for vehicle, said in zip(self.catalogue.vehicles, texts, strict=True)
        ]
        headings = [*self._points_heading(), *compress(headings, filled)]
        table = Table(_("Vehicles"), _("Vehicle"), headings, rows)
        return [table, self._saves()] if self.catalogue.save_columns else [table]

    def _vehicle_texts(self, vehicle: VehicleType) -> list[str]:
        anything = [weapon.id for weapon in self.catalogue.weapons if "vehicle" in weapon.carried_by]
        mounts = anything if vehicle.mounts is None else vehicle.mounts
        moves = ", ".join(f"{way.name.to(self.language)} {way.distance}" for way in vehicle.movement)
        held = ", ".join(self.answers.held(vehicle))
        return [self._weapon_names(mounts), held, moves]

    def _vehicle(self, vehicle: VehicleType, texts: Iterable[str]) -> TableRow:
        cells = [TableCell(text, style="") if text else TableCell(NONE, style="none") for text in texts]
        answer = self.answers.vehicle(vehicle)
        return self._row("vehicles", vehicle, answer, [*self._points(vehicle.points), *cells])

    def _saves(self) -> Table:
        columns = self.catalogue.save_columns
        rows = [
            self._save(vehicle, save, f"saves-{vehicle.id}-{place}")
            for vehicle in self.catalogue.vehicles
            for place, save in enumerate(vehicle.saves, 1)
        ]
        names = [column.name.to(self.language) for column in columns]
        heading = Heading(_("Number needed against"), names, "n grp")
        notes = self._column_notes(columns)
        return Table(_("Vehicle saves"), _("Vehicle"), [heading], rows, notes=notes)

    def _save(self, vehicle: VehicleType, save: SaveRow, anchor: str) -> TableRow:
        names = [vehicle.name, save.name] if save.name else [vehicle.name]
        name = ", ".join(name.to(self.language) for name in names)
        cells = [
            TableCell(_("immune"), style="n none") if need is None else TableCell(f"{need}+")
            for need in save.needs
        ]
        sources = dict.fromkeys(column.source for column in self.catalogue.save_columns)
        answer = ShortAnswer([self.answers.saves(save)])
        return TableRow(anchor, name, ", ".join(sources), _group(cells), answer=answer)

    def _weapon_names(self, ids: Iterable[str]) -> str:
        return ", ".join(self.catalogue.weapon_by_id[weapon].name.to(self.language) for weapon in ids)

    def roles(self) -> list[Table]:
        catalogue, tables = self.catalogue, []
        if catalogue.roles:
            rows = []
            for role in catalogue.roles:
                points = self._points(role.points, ruled=bool(role.flat_under))
                rows.append(self._row("roles", role, self.answers.role(role), points))
            tables.append(Table(_("Roles"), _("Role"), self._points_heading(), rows))
        if catalogue.leadership:
            levels = [self._leadership(level, points) for level, points in catalogue.leadership.items()]
            tables.append(Table(_("Leadership"), _("Leadership"), self._points_heading(), levels))
        return tables

    def _leadership(self, level: int, points: int) -> TableRow:
        name = _("Leadership %(level)s") % {"level": level}
        source, answer = self.catalogue.leadership_source, self.answers.leadership(points)
        return TableRow(f"leadership-{level}", name, source, self._points(points), answer=answer)

    def kit(self) -> list[Table]:
        rows = [self._row("kit", item, self.answers.kit(item)) for item in self.catalogue.kit]
        return [Table(_("Kit"), _("Kit"), [], rows)] if rows else []

    def traits(self) -> list[Table]:
        words = {"squad": _("squad"), "vehicle": _("vehicle")}
        rows = []
        for trait in self.catalogue.traits:
            given_to = [TableCell(words[trait.carrier], style="")]
            rows.append(self._row(f"traits-{trait.carrier}", trait, self.answers.trait(trait), given_to))
        return [Table(_("Traits"), _("Trait"), [Heading(_("Given to"), style="")], rows)] if rows else []

    def _row(
        self,
        section: str,
        entry: Entry,
        answer: ShortAnswer,
        head: Sequence[TableCell] = (),
        lines: Sequence[Sequence[TableCell]] = ((),),
        tail: Sequence[TableCell] = (),
    ) -> TableRow:
        notes = [*answer.sentences, *readings(entry, self.language)]
        name = entry.name.to(self.language)
        return TableRow(f"{section}-{entry.id}", name, entry.source, head, lines, tail, notes, answer=answer)

    def _column_notes(self, entries: Iterable[Entry]) -> list[str]:
        return [
            f"{entry.name.to(self.language)}. {reading}"
            for entry in entries
            for reading in readings(entry, self.language)
        ]

    def _points_heading(self) -> list[Heading]:
        return [Heading(_("Points"))] if self.catalogue.has_points else []

    def _points(self, points: int | None, ruled: bool = False) -> list[TableCell]:
        """Return the price, in a ruleset with prices; `ruled`: a ruling can change it."""
        if not self.catalogue.has_points:
            return []
        note = _("see rulings") if ruled else ""
        return [nothing()._replace(note=note) if points is None else TableCell(minus(points), note)]


def _or_nothing(value: int | None) -> TableCell:
    return nothing() if value is None else TableCell(str(value))


def _filled(values: Sequence[int | None], length: int) -> list[int | None]:
    return [*values, *[None] * (length - len(values))]


def _fire_cell(need: int | None, reach: int | None) -> TableCell:
    """Return a weapon's roll in a range band, with the distance if it is the weapon's own."""
    if need is None:
        return _or_nothing(reach)
    return TableCell(str(need), "" if reach is None else _("to %(cm)s") % {"cm": reach})


def _group(cells: list[TableCell]) -> list[TableCell]:
    """Return the cells with a line to the left of the first."""
    return [
        cell._replace(style=f"{cell.style} grp") if place == 0 else cell for place, cell in enumerate(cells)
    ]
