"""The tables of the reference, in one language: classes, weapons, vehicles and their saves, roles, kit, traits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

from django.utils.translation import gettext as _

from rules.core.catalogue.catalogue import (
    Carrier,
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
from rules.core.contents import guns, weapons_in_price
from rules.core.text import Language, Text, minus
from rules.reference.answers import fire_facts, ruling_text
from rules.reference.parts import (
    NONE,
    ChapterPart,
    Heading,
    ReferenceEntry,
    ShortAnswer,
    TableCell,
    in_points,
    nothing,
    readings,
)


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a catalogue in a language, the active one."""

    catalogue: Catalogue
    language: Language

    def classes(self) -> ChapterPart:
        headings = [Heading(item.name.to(self.language)) for item in self.catalogue.characteristics]
        if self.catalogue.sides:
            headings.insert(0, Heading(_("Side"), style=""))
        rows = [self._class(item) for item in self.catalogue.classes]
        notes = self._column_notes([*self.catalogue.sides, *self.catalogue.characteristics])
        return ChapterPart(_("Classes"), rows, _("Class"), [*headings, *self._points_heading()], notes=notes)

    def _class(self, item: TroopClass) -> ReferenceEntry:
        sides = {side.id: side.name.to(self.language) for side in self.catalogue.sides}
        head = [TableCell(sides.get(item.side, NONE), style="")] if sides else []
        facts = [sides[item.side]] if item.side in sides else []
        for characteristic in self.catalogue.characteristics:
            cell = self._stat(item, characteristic)
            head.append(cell)
            if characteristic.id in item.stats:
                note = f" ({cell.note})" if cell.note else ""
                facts.append(f"{characteristic.name.to(self.language)} {cell.text}{note}")
        head += self._points(item.points)
        return self._row("classes", item, [*facts, *self._price(item.points)], head)

    def _stat(self, item: TroopClass, characteristic: Characteristic) -> TableCell:
        stat = item.stats.get(characteristic.id)
        if stat is None:
            return nothing()
        if isinstance(stat, Stat):
            return TableCell(characteristic.written(stat.value), stat.note.to(self.language))
        return TableCell(characteristic.written(stat))

    def weapons(self) -> ChapterPart:
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
        rows = [self._weapon(weapon, len(bands)) for weapon in (*self.catalogue.weapons, *guns(self.catalogue))]
        return ChapterPart(_("Weapons"), rows, _("Weapon"), headings)

    def _weapon(self, weapon: Weapon, bands: int) -> ReferenceEntry:
        """Return the row of a weapon; a price under a ruling is one of the doubts."""
        words: dict[Carrier, str] = {"figure": _("on foot"), "vehicle": _("on vehicles")}
        carried = ", ".join(words[carrier] for carrier in weapon.carried_by) or NONE
        lines = [self._fire(row, bands) for row in weapon.fire] or [_group([nothing()] * (bands + bool(bands)))]
        covering = [_or_nothing(value) for value in _filled(weapon.covering, len(self.catalogue.covering_bands))]
        head = [*self._points(weapon.points, ruled=bool(weapon.points_under)), TableCell(carried, style="")]
        facts = [*fire_facts(weapon, self.catalogue, self.language), *self._surcharge(weapon.points)]
        if weapon.points is None and weapon.points_under:
            facts.append(_("price: see rulings"))
        if weapon.carried_by == ("vehicle",):
            facts.append(_("on vehicles"))
        rulings = weapon.points_under
        return self._row("weapons", weapon, facts, head, lines, _group(covering), note=weapon.note, rulings=rulings)

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

    def vehicles(self) -> ChapterPart:
        """Return the purchases, included weapons and movement of each vehicle."""
        titles = (_("May buy"), _("Included in its price"), _("Moves, cm"))
        texts = [self._vehicle_texts(vehicle) for vehicle in self.catalogue.vehicles]
        filled = [any(column) for column in zip(*texts, strict=True)]  # own games say little of vehicles
        headings = [Heading(title, style="") for title in compress(titles, filled)]
        rows = [
            self._vehicle(vehicle, compress(said, filled))
            for vehicle, said in zip(self.catalogue.vehicles, texts, strict=True)
        ]
        return ChapterPart(_("Vehicles"), rows, _("Vehicle"), [*self._points_heading(), *headings])

    def _vehicle_texts(self, vehicle: VehicleType) -> list[str]:
        anything = [weapon.id for weapon in self.catalogue.weapons if "vehicle" in weapon.carried_by]
        mounts = anything if vehicle.mounts is None else vehicle.mounts
        moves = ", ".join(f"{way.name.to(self.language)} {way.distance}" for way in vehicle.movement)
        return [self._weapon_names(mounts), self._held(vehicle), moves]

    def _vehicle(self, vehicle: VehicleType, texts: Iterable[str]) -> ReferenceEntry:
        cells = [TableCell(text, style="") if text else TableCell(NONE, style="none") for text in texts]
        facts = [
            _("%(name)s %(distance)s cm") % {"name": way.name.to(self.language), "distance": way.distance}
            for way in vehicle.movement
        ]
        facts += map(self._save_fact, vehicle.saves)
        if vehicle.mounts:
            facts.append(_("may buy %(names)s") % {"names": self._weapon_names(vehicle.mounts)})
        if held := self._held(vehicle):
            facts.append(_("comes with %(names)s") % {"names": held})
        facts += self._price(vehicle.points)
        head = [*self._points(vehicle.points), *cells]
        return self._row("vehicles", vehicle, facts, head, note=vehicle.note)

    def saves(self) -> ChapterPart:
        """Return the saves of each vehicle, if the ruleset has them."""
        columns = self.catalogue.save_columns
        rows = [
            self._save(vehicle, save, f"saves-{vehicle.id}-{place}")
            for vehicle in self.catalogue.vehicles
            for place, save in enumerate(vehicle.saves, 1)
        ]
        names = [column.name.to(self.language) for column in columns]
        heading = Heading(_("Number needed against"), names, "n grp")
        notes = self._column_notes(columns)
        return ChapterPart(_("Vehicle saves"), rows, _("Vehicle"), [heading], notes=notes)

    def _save(self, vehicle: VehicleType, save: SaveRow, anchor: str) -> ReferenceEntry:
        names = [vehicle.name, save.name] if save.name else [vehicle.name]
        name = ", ".join(name.to(self.language) for name in names)
        cells = [
            TableCell(_("immune"), style="n none") if need is None else TableCell(f"{need}+") for need in save.needs
        ]
        sources = dict.fromkeys(column.source for column in self.catalogue.save_columns)
        answer = ShortAnswer([self._save_fact(save)])
        return ReferenceEntry(anchor, name, ", ".join(sources), _group(cells), answer=answer)

    def _save_fact(self, save: SaveRow) -> str:
        pairs = zip(self.catalogue.save_columns, save.needs, strict=False)
        against = ", ".join(
            f"{column.name.to(self.language)} {_('immune') if need is None else f'{need}+'}" for column, need in pairs
        )
        if save.name:
            facts = {"side": save.name.to(self.language), "against": against}
            return _("saves, %(side)s: %(against)s") % facts
        return _("saves: %(against)s") % {"against": against}

    def _weapon_names(self, ids: Iterable[str]) -> str:
        return ", ".join(self.catalogue.weapon_by_id[weapon].name.to(self.language) for weapon in ids)

    def _held(self, vehicle: VehicleType) -> str:
        held = weapons_in_price(vehicle.id, self.catalogue)
        return ", ".join(weapon.name.to(self.language) for weapon in held)

    def roles(self) -> ChapterPart:
        """Return the price of each role; a ruling that can change it is one of the doubts."""
        rows = [
            self._row(
                "roles",
                role,
                self._surcharge(role.points),
                self._points(role.points, ruled=bool(role.flat_under)),
                rulings=role.flat_under[:1] if role.flat_under else (),
            )
            for role in self.catalogue.roles
        ]
        return ChapterPart(_("Roles"), rows, _("Role"), self._points_heading())

    def leadership(self) -> ChapterPart:
        rows = [
            ReferenceEntry(
                f"leadership-{level}",
                _("Leadership %(level)s") % {"level": level},
                self.catalogue.leadership_source,
                self._points(points),
                answer=ShortAnswer(self._surcharge(points)),
            )
            for level, points in self.catalogue.leadership.items()
        ]
        return ChapterPart(_("Leadership"), rows, _("Leadership"), self._points_heading())

    def kit(self) -> ChapterPart:
        rows = [self._row("kit", item, []) for item in self.catalogue.kit]
        return ChapterPart(_("Kit"), rows, _("Kit"))

    def traits(self) -> ChapterPart:
        words = {"squad": (_("squad"), _("of a squad")), "vehicle": (_("vehicle"), _("of a vehicle"))}
        rows = []
        for trait in self.catalogue.traits:
            carrier, of_carrier = words[trait.carrier]
            cells = [TableCell(carrier, style="")]
            rows.append(self._row(f"traits-{trait.carrier}", trait, [of_carrier], cells))
        return ChapterPart(_("Traits"), rows, _("Trait"), [Heading(_("Given to"), style="")])

    def _row(
        self,
        section: str,
        entry: Entry,
        facts: Sequence[str],
        head: Sequence[TableCell] = (),
        lines: Sequence[Sequence[TableCell]] = ((),),
        tail: Sequence[TableCell] = (),
        *,
        note: Text | None = None,
        rulings: Iterable[str] = (),
    ) -> ReferenceEntry:
        """Return an entry, and its answer of `facts`; `rulings` decide its price."""
        sentences = [note.to(self.language)] if note else []
        doubts = readings(entry, self.language)
        decided = [ruling_text(self.catalogue.ruling_by_id[ruling], self.language) for ruling in rulings]
        return ReferenceEntry(
            f"{section}-{entry.id}",
            entry.name.to(self.language),
            entry.source,
            head,
            lines,
            tail,
            notes=[*sentences, *doubts],
            answer=ShortAnswer(facts, sentences, [*doubts, *decided]),
        )

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

    def _price(self, points: int | None) -> list[str]:
        return [] if points is None or not self.catalogue.has_points else [in_points(points)]

    def _surcharge(self, points: int | None) -> list[str]:
        sign = "+" if points is not None and points >= 0 else ""
        return [f"{sign}{price}" for price in self._price(points)]


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
    return [cell._replace(style=f"{cell.style} grp") if place == 0 else cell for place, cell in enumerate(cells)]
