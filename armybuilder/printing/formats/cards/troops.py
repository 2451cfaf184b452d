"""The cards of figures and vehicles: description, characteristics, weapons, boxes."""

import re
from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext

from armybuilder.lists.words import minus
from armybuilder.printing.formats.cards.card import Subject
from armybuilder.printing.formats.cards.ladder import pips, shade
from armybuilder.printing.formats.cards.rules import defeat_points, rules_about, rules_of_man
from armybuilder.printing.formats.roster.fire import Setting, figure_lines, held_weapons, vehicle_lines
from armybuilder.printing.formats.roster.hit_notes import class_notes, save_notes, save_of_leader
from armybuilder.printing.formats.roster.rows import figure_tags, vehicle_notes, vehicle_tags
from armybuilder.printing.layout.pictures import figure_icon, vehicle_icon
from armybuilder.printing.layout.words import NONE, Fact, characteristics_of_men, stat_text
from rules.core.catalogue.catalogue import TroopClass, VehicleType, Weapon
from rules.core.catalogue.handbook import Subjects
from rules.core.document.naming import figure_label, vehicle_label
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.judging.prices import SquadPoints
from rules.core.odds import printed_handbook
from rules.core.procedures import squad_chances

CHARACTERISTICS_ALL = 5  # a ruleset with more prints those that change something


# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def figure_subjects(
    setting: Setting, squad: Squad, name: str, points: SquadPoints | None, first: int, shared: Sequence[Fact]
) -> Iterator[Subject]:
    """Yield the cards of a squad's figures, one for each row, the men numbered from `first` as on the roster.

    The squad's card says the `shared` rules for all its men: theirs leave them out.
    """
    for number, figure in enumerate(squad.figures):
        total = points.figures[number] if points else None
        yield _figure(setting, squad, figure, name, total, range(first, first + figure.count), shared)
        first += figure.count


def _figure(
    setting: Setting,
    squad: Squad,
    figure: Figure,
    name: str,
    total: int | None,
    numbers: range,
    shared: Sequence[Fact],
) -> Subject:
    catalogue = setting.catalogue
    class_id = squad.class_of(figure)
    troops = catalogue.class_by_id.get(class_id)
    title = setting.say(figure_label(figure, catalogue, class_id))
    team = f" {figure.team}" if figure.team and "team" in catalogue.reads else ""
    return Subject(
        kind="figure",
        title=title,
        line=_joined(setting.say(troops.name) if troops else class_id, _count(len(numbers), total)),
        squad=f"{name}{team} · {_span('', numbers)}",
        code=troops.code if troops else "",
        shade=shade(troops, catalogue),
        pips=pips(troops, catalogue),
        points="" if total is None else minus(total),
        icon=figure_icon(figure, catalogue),
        stats=tuple(_figure_stats(setting, squad, figure, troops)),
        fire=tuple(figure_lines(figure, squad, setting)),
        notes=tuple(fact for fact in _figure_notes(figure, class_id, title, setting) if fact not in shared),
        spare=tuple(_hit_notes([class_id], known_weapons(figure.weapons, setting), setting)),
        ticks=_ticks(setting, "", numbers),
        states=figure_states(setting),
    )


def _figure_stats(
    setting: Setting, squad: Squad, figure: Figure, troops: TroopClass | None
) -> Iterator[Fact]:
    catalogue = setting.catalogue
    chances = squad_chances(squad, catalogue)
    if troops:
        save = save_of_leader(figure, troops.id, catalogue)
        yield from class_stats(troops, setting, save)
    if chances:
        for chance in chances.chances:
            if chance.class_id == squad.class_of(figure):
                yield Fact(gettext("Success"), str(chance.success))
                yield Fact(gettext("Morale"), str(chance.morale))
        for command in chances.commands:
            if command.figure is figure and command.distance is not None:
                yield Fact(gettext("Command, cm"), str(command.distance))
    worth = defeat_points(figure, squad.class_of(figure), setting)
    if worth is not None:
        yield Fact(gettext("Defeat points"), str(worth))


def class_stats(troops: TroopClass, setting: Setting, save: int | None = None) -> Iterator[Fact]:
    """Yield the characteristics of a class; a bonus of 0 only if the ruleset has few.

    `save`: the number that replaces the class’s save.
    """
    catalogue = setting.catalogue
    many = len(catalogue.characteristics) > CHARACTERISTICS_ALL
    for item in characteristics_of_men(catalogue):
        value = save if save and item.format == "save" else troops.stats.get(item.id)
        if many and item.format == "bonus" and not value:
            continue
        yield Fact(setting.say(item.name), stat_text(value, item, setting.language))


def _figure_notes(figure: Figure, class_id: str, title: str, setting: Setting) -> Iterator[Fact]:
    tags = [tag for tag in figure_tags(figure, class_id, setting) if tag != title]
    if tags:
        yield Fact(" · ".join(tags), "")
    yield from own_notes(figure.notes)
    yield from weapon_notes(known_weapons(figure.weapons, setting), setting)
    yield from rules_of_man(figure, class_id, setting)


def _hit_notes(classes: Sequence[str], weapons: Sequence[Weapon], setting: Setting) -> Iterator[Fact]:
    yield from save_notes(weapons, setting.catalogue, setting.language)
    yield from class_notes(classes, weapons, setting.catalogue, setting.language)


def own_notes(notes: str) -> Iterator[Fact]:
    """Yield the paragraphs that an owner wrote."""
    yield from (Fact("", line) for line in notes.splitlines() if line.strip())


def known_weapons(weapons: Iterable[str], setting: Setting) -> list[Weapon]:
    """Return the weapons of these ids that the ruleset has, each once."""
    known = setting.catalogue.weapon_by_id
    return [known[item] for item in dict.fromkeys(weapons) if item in known]


def weapon_notes(weapons: Iterable[Weapon], setting: Setting) -> Iterator[Fact]:
    """Yield the notes of weapons, those that say the same together."""
    names: dict[str, list[str]] = {}
    for weapon in weapons:
        if weapon.note:
            names.setdefault(setting.say(weapon.note), []).append(setting.say(weapon.name))
    for note, carriers in names.items():
        yield Fact(", ".join(carriers), note)


# ── Vehicles ───────────────────────────────────────────────────────────────────────────────────────────────────────


def vehicle_subjects(
    setting: Setting, squad: Squad, name: str, points: SquadPoints | None, first: int
) -> Iterator[Subject]:
    """Yield the cards of a squad's vehicles, numbered V1, V2, … from `first` as on the roster."""
    for number, vehicle in enumerate(squad.vehicles):
        total = points.vehicles[number] if points else None
        yield _vehicle(setting, squad, vehicle, name, total, range(first, first + vehicle.count))
        first += vehicle.count


def _vehicle(
    setting: Setting, squad: Squad, vehicle: Vehicle, name: str, total: int | None, numbers: range
) -> Subject:
    kind = setting.catalogue.vehicle_by_id.get(vehicle.type)
    own = (setting.say(kind.name) if kind else vehicle.type) if vehicle.name else ""
    held = held_weapons(vehicle, setting.catalogue)
    return Subject(
        kind="vehicle",
        title=setting.say(vehicle_label(vehicle, kind)),
        line=_joined(own, _count(len(numbers), total)),
        squad=f"{name} · {_span('V', numbers)}",
        code="V",
        shade="V",
        points="" if total is None else minus(total),
        icon=vehicle_icon(vehicle),
        stats=tuple(_vehicle_stats(vehicle, kind, setting)),
        fire=tuple(vehicle_lines(vehicle, squad, setting)) if vehicle.weapons or held else (),
        notes=tuple(_vehicle_notes(vehicle, kind, setting)),
        spare=tuple(_hit_notes([], held or known_weapons(vehicle.weapons, setting), setting)),
        ticks=_ticks(setting, "V", numbers),
        states=vehicle_states(kind, setting),
    )


def _vehicle_stats(vehicle: Vehicle, kind: VehicleType | None, setting: Setting) -> Iterator[Fact]:
    if kind is None:
        return
    for way in [way for way in kind.movement if way.kind == vehicle.movement] or kind.movement:
        yield Fact(setting.say(way.name), f"{way.distance} cm")
    if kind.saves:
        sides = " / ".join(setting.say(row.name).lower() for row in kind.saves if row.name)
        yield Fact(_joined(gettext("Saving throw"), sides, by=": "), "")
        for at, column in enumerate(setting.catalogue.save_columns):
            needs = [row.needs[at] if at < len(row.needs) else None for row in kind.saves]
            yield Fact(setting.say(column.name), _saves(needs))


def _saves(needs: Sequence[int | None]) -> str:
    if not any(needs):
        return gettext("immune")
    return " / ".join(NONE if need is None else f"{need}+" for need in needs)


def _vehicle_notes(vehicle: Vehicle, kind: VehicleType | None, setting: Setting) -> Iterator[Fact]:
    tags = list(vehicle_tags(vehicle, setting))
    if tags:
        yield Fact(" · ".join(tags), "")
    yield from (fact for text in vehicle_notes(vehicle, kind, setting) for fact in own_notes(text))
    yield from weapon_notes(
        held_weapons(vehicle, setting.catalogue) or known_weapons(vehicle.weapons, setting), setting
    )
    yield from rules_about(Subjects(traits=vehicle.traits), setting)


# ── Boxes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def figure_states(setting: Setting) -> tuple[str, ...]:
    """Return the states of a man in this ruleset, with a box for each. More than three are abbreviated."""
    states = setting.catalogue.states
    words = [
        setting.say(state.short).lower() if len(states) > 3 else setting.say(state.name) for state in states
    ]
    return tuple(words) or (gettext("lost"),)


def vehicle_states(kind: VehicleType | None, setting: Setting) -> tuple[str, ...]:
    """Return a vehicle's: the results of the table of damage that names it, otherwise that it is out of action."""
    return tuple(_damages(kind, setting)) or (gettext("out of action"),)


def _damages(kind: VehicleType | None, setting: Setting) -> list[str]:
    """Return the rows that a die leads to: "2", "3–4", "3+"; others change the die, or do nothing to it."""
    return [
        setting.say(row.name).lower()
        for table in printed_handbook(setting.catalogue)
        for row in table.rows
        if kind and kind.id in row.about.vehicles and row.cells
        and table.topic in ("damage", "vehicles")
        and re.fullmatch(r"\d+(–\d+|\+)?", str(row.cells[0]))
    ]  # fmt: skip


def _ticks(setting: Setting, letter: str, numbers: range) -> tuple[str, ...]:
    """Return the numbers that boxes stand beside; none in a list so big that it has no boxes."""
    return tuple(f"{letter}{number}" for number in numbers) if setting.boxes else ()


# ── Words ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _count(count: int, total: int | None) -> str:
    """Say "4 × 12": how many, and what each costs; "×4" without points, nothing of one."""
    if count == 1:
        return ""
    return f"×{count}" if total is None else f"{count} × {minus(total // count)}"


def _span(letter: str, numbers: range) -> str:
    first, last = numbers[0], numbers[-1]
    return f"{letter}{first}" if first == last else f"{letter}{first}–{last}"


def _joined(*parts: str, by: str = " · ") -> str:
    return by.join(part for part in parts if part)
