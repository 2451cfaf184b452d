"""The cards of figures and vehicles: description, characteristics, weapons, boxes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext

from armybuilder.lists.words import minus
from armybuilder.printing.formats.cards.card import Card
from armybuilder.printing.formats.cards.grid import Grid
from armybuilder.printing.formats.cards.ladder import pips, shade
from armybuilder.printing.formats.cards.rules import defeat_points, rules_about, rules_of_man, weapon_notes
from armybuilder.printing.formats.roster.fire import (
    FireLine,
    Setting,
    borrowed_lines,
    figure_lines,
    fire_lines,
    held_weapons,
    vehicle_lines,
)
from armybuilder.printing.formats.roster.hit_notes import save_notes, save_of_leader
from armybuilder.printing.formats.roster.in_hand import Hand
from armybuilder.printing.formats.roster.rows import figure_tags, vehicle_notes, vehicle_tags
from armybuilder.printing.formats.roster.states import vehicle_states
from armybuilder.printing.layout.pictures import figure_icon, vehicle_icon
from armybuilder.printing.layout.words import NONE, Fact, characteristics_of_men, stat_text
from rules.core.catalogue.catalogue import TroopClass, VehicleType, Weapon
from rules.core.catalogue.handbook import Subjects
from rules.core.document.naming import figure_label, vehicle_label
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.judging.prices import SquadPoints
from rules.core.procedures import squad_chances

CHARACTERISTICS_ALL = 5  # a ruleset with more prints those that change something
Groups = tuple[tuple[FireLine, ...], ...]


# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def figure_cards(
    setting: Setting, squad: Squad, name: str, points: SquadPoints | None, first: int
) -> Iterator[Card]:
    """Yield the cards of a squad's figures, one for each row, the men numbered from `first` as on the roster."""
    for number, figure in enumerate(squad.figures):
        total = points.figures[number] if points else None
        yield _figure(setting, squad, figure, name, total, range(first, first + figure.count))
        first += figure.count


def _figure(
    setting: Setting,
    squad: Squad,
    figure: Figure,
    name: str,
    total: int | None,
    numbers: range,
) -> Card:
    catalogue = setting.catalogue
    class_id = squad.class_of(figure)
    troops = catalogue.class_by_id.get(class_id)
    title = setting.say(figure_label(figure, catalogue, class_id))
    team = f" {figure.team}" if figure.team and "team" in catalogue.reads else ""
    stats = tuple(_figure_stats(setting, squad, figure, troops))
    return Card(
        kind="figure",
        title=title,
        line=_joined(setting.say(troops.name) if troops else class_id, _count(len(numbers), total)),
        squad=f"{name}{team} · {span('', numbers)}",
        code=troops.code if troops else "",
        shade=shade(troops, catalogue),
        pips=pips(troops, catalogue),
        points="" if total is None else minus(total),
        icon=figure_icon(figure, catalogue),
        stats=stats,
        shorts=short_names(stats, setting),
        fire=_weapons(figure, squad, setting),
        notes=tuple(_figure_notes(figure, class_id, title, setting)),
        spare=tuple(_saves_against(known_weapons(figure.weapons, setting), setting)),
        ticks=_ticks(setting, "", numbers),
        states=figure_states(setting),
    )


def _weapons(row: Figure | Vehicle, squad: Squad, setting: Setting) -> Groups:
    """Return the lines of each weapon, then those of the weapons that a rule lends."""
    hand = Hand(squad, row)
    own = [fire_lines((item,) * times, hand, setting) for item, times in Counter(row.weapons).items()]
    if isinstance(row, Vehicle):
        own = own or ([vehicle_lines(row, squad, setting)] if held_weapons(row, setting.catalogue) else [])
    elif row.weapons:
        own.append(borrowed_lines(Subjects(weapons=row.weapons, kit=row.kit), setting))
    else:
        own = [figure_lines(row, squad, setting)]
    return tuple(tuple(lines) for lines in own if lines)


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
    """Yield the characteristics that a class has; a bonus of 0 only if the ruleset has few.

    `save`: the number that replaces the class’s save.
    """
    catalogue = setting.catalogue
    many = len(catalogue.characteristics) > CHARACTERISTICS_ALL
    for item in characteristics_of_men(catalogue):
        value = save if save and item.format == "save" else troops.stats.get(item.id)
        if value is None or (many and item.format == "bonus" and not value):
            continue
        yield Fact(setting.say(item.name), stat_text(value, item, setting.language))


def short_names(stats: Iterable[Fact], setting: Setting) -> tuple[str, ...]:
    """Return the short names of characteristics."""
    short = {setting.say(item.name): setting.say(item.short) for item in setting.catalogue.characteristics}
    short |= {gettext("Defeat points"): gettext("Defeat"), gettext("Command, cm"): gettext("Command")}
    return tuple(short.get(fact.label, fact.label) for fact in stats)


def _figure_notes(figure: Figure, class_id: str, title: str, setting: Setting) -> Iterator[Fact | Grid]:
    tags = [tag for tag in figure_tags(figure, class_id, setting) if tag != title]
    if tags:
        yield Fact(" · ".join(tags), "")
    yield from own_notes(figure.notes)
    yield from weapon_notes(known_weapons(figure.weapons, setting), setting)
    yield from rules_of_man(figure, class_id, setting)


def _saves_against(weapons: Sequence[Weapon], setting: Setting) -> Iterator[Fact]:
    yield from save_notes(weapons, setting.catalogue, setting.language)


def own_notes(notes: str) -> Iterator[Fact]:
    """Yield the paragraphs that an owner wrote."""
    yield from (Fact("", line) for line in notes.splitlines() if line.strip())


def known_weapons(weapons: Iterable[str], setting: Setting) -> list[Weapon]:
    """Return the weapons of these ids that the ruleset has, each once."""
    known = setting.catalogue.weapon_by_id
    return [known[item] for item in dict.fromkeys(weapons) if item in known]


# ── Vehicles ───────────────────────────────────────────────────────────────────────────────────────────────────────


def vehicle_cards(
    setting: Setting, squad: Squad, name: str, points: SquadPoints | None, first: int
) -> Iterator[Card]:
    """Yield the cards of a squad's vehicles, numbered V1, V2, … from `first` as on the roster."""
    for number, vehicle in enumerate(squad.vehicles):
        total = points.vehicles[number] if points else None
        yield _vehicle(setting, squad, vehicle, name, total, range(first, first + vehicle.count))
        first += vehicle.count


def _vehicle(
    setting: Setting, squad: Squad, vehicle: Vehicle, name: str, total: int | None, numbers: range
) -> Card:
    kind = setting.catalogue.vehicle_by_id.get(vehicle.type)
    own = (setting.say(kind.name) if kind else vehicle.type) if vehicle.name else ""
    held = held_weapons(vehicle, setting.catalogue)
    stats = tuple(_vehicle_stats(vehicle, kind, setting))
    return Card(
        kind="vehicle",
        title=setting.say(vehicle_label(vehicle, kind)),
        line=_joined(own, _count(len(numbers), total)),
        squad=f"{name} · {span('V', numbers)}",
        code=span("V", numbers),
        shade="V",
        points="" if total is None else minus(total),
        icon=vehicle_icon(vehicle),
        stats=stats,
        shorts=short_names(stats, setting),
        fire=_weapons(vehicle, squad, setting),
        notes=tuple(_vehicle_notes(vehicle, kind, setting)),
        spare=tuple(_saves_against(held or known_weapons(vehicle.weapons, setting), setting)),
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


def _vehicle_notes(vehicle: Vehicle, kind: VehicleType | None, setting: Setting) -> Iterator[Fact | Grid]:
    tags = list(vehicle_tags(vehicle, setting))
    if tags:
        yield Fact(" · ".join(tags), "")
    yield from (fact for text in vehicle_notes(vehicle, kind, setting) for fact in own_notes(text))
    yield from weapon_notes(
        held_weapons(vehicle, setting.catalogue) or known_weapons(vehicle.weapons, setting), setting
    )
    yield from rules_about(Subjects(traits=vehicle.traits, weapons=vehicle.weapons), setting)


# ── Boxes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def figure_states(setting: Setting) -> tuple[str, ...]:
    """Return the states of a man in this ruleset, with a box for each. More than three are abbreviated.

    Where a hit can kill a wounded man or a sound one alike (Ludonet), there is a box for that, too.
    """
    states, damage = setting.catalogue.states, setting.catalogue.odds.damage
    words = [
        setting.say(state.short).lower() if len(states) > 3 else setting.say(state.name) for state in states
    ]
    if damage and damage.men and not set(damage.men.out) & {state.id for state in states}:
        words.append(gettext("killed"))
    return tuple(words) or (gettext("lost"),)


def _ticks(setting: Setting, letter: str, numbers: range) -> tuple[str, ...]:
    """Return the numbers that boxes stand beside; none in a list so big that it has no boxes."""
    return tuple(f"{letter}{number}" for number in numbers) if setting.boxes else ()


# ── Words ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _count(count: int, total: int | None) -> str:
    """Say "4 × 12": how many, and what each costs; "×4" without points, nothing of one."""
    if count == 1:
        return ""
    return f"×{count}" if total is None else f"{count} × {minus(total // count)}"


def span(letter: str, numbers: range) -> str:
    """Return the numbers of men or vehicles: "4–7", "V1"."""
    first, last = numbers[0], numbers[-1]
    return f"{letter}{first}" if first == last else f"{letter}{first}–{last}"


def _joined(*parts: str, by: str = " · ") -> str:
    return by.join(part for part in parts if part)
