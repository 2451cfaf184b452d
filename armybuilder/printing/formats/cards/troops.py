"""The cards of figures and vehicles: description, characteristics, weapons, boxes."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

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
from rules.core.document.rows import FirstNumbers
from rules.core.judging.prices import SquadPoints
from rules.core.procedures import squad_chances

CHARACTERISTICS_ALL = 5  # with more, only effective characteristics are printed


def troop_cards(
    setting: Setting, squad: Squad, name: str, points: SquadPoints | None, first: FirstNumbers
) -> Iterator[Card]:
    """Yield a card for each row of a squad's figures and vehicles, with the numbers on the roster."""
    number = first.man
    for at, figure in enumerate(squad.figures):
        team = f" {figure.team}" if figure.team and "team" in setting.catalogue.reads else ""
        numbers = span("", number, figure.count)
        card = replace(_figure(setting, squad, figure), squad=f"{name}{team} · {numbers}")
        yield _counted(card, setting, "", number, figure.count, points.figures[at] if points else None)
        number += figure.count
    number = first.vehicle
    for at, vehicle in enumerate(squad.vehicles):
        code = span("V", number, vehicle.count)
        card = replace(_vehicle(setting, squad, vehicle), squad=f"{name} · {code}", code=code)
        yield _counted(card, setting, "V", number, vehicle.count, points.vehicles[at] if points else None)
        number += vehicle.count


def _counted(card: Card, setting: Setting, letter: str, first: int, count: int, total: int | None) -> Card:
    """Return a card with its points ("4 × 12" for several) and boxes. A very large list has no boxes."""
    each = f"×{count}" if total is None else f"{count} × {minus(total // count)}"
    return replace(
        card,
        line=_joined(card.line, each if count > 1 else ""),
        points="" if total is None else minus(total),
        ticks=tuple(f"{letter}{first + at}" for at in range(count)) if setting.boxes else (),
    )


def span(letter: str, first: int, count: int) -> str:
    """Return the numbers of men or vehicles: "4–7", "V1"."""
    return f"{letter}{first}" if count == 1 else f"{letter}{first}–{first + count - 1}"


def _joined(*parts: str, by: str = " · ") -> str:
    return by.join(part for part in parts if part)


# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _figure(setting: Setting, squad: Squad, figure: Figure) -> Card:
    catalogue = setting.catalogue
    class_id = squad.class_of(figure)
    troops = catalogue.class_by_id.get(class_id)
    title = setting.say(figure_label(figure, catalogue, class_id))
    stats = tuple(_figure_stats(setting, squad, figure, troops))
    return Card(
        kind="figure",
        title=title,
        line=setting.say(troops.name) if troops else class_id,
        code=troops.code if troops else "",
        shade=shade(troops, catalogue),
        pips=pips(troops, catalogue),
        icon=figure_icon(figure, catalogue),
        stats=stats,
        shorts=short_names(stats, setting),
        fire=_weapons(figure, squad, setting),
        notes=tuple(_figure_notes(figure, class_id, title, setting)),
        spare=tuple(save_notes(known_weapons(figure.weapons, setting), catalogue, setting.language)),
        states=figure_states(setting),
    )


def _weapons(row: Figure | Vehicle, squad: Squad, setting: Setting) -> tuple[tuple[FireLine, ...], ...]:
    """Return the lines of each weapon, then of weapons lent by a rule."""
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
    chances = squad_chances(squad, setting.catalogue)
    if troops:
        yield from class_stats(troops, setting, save_of_leader(figure, troops.id, setting.catalogue))
    for chance in chances.chances if chances else ():
        if chance.class_id == squad.class_of(figure):
            yield Fact(gettext("Success"), str(chance.success))
            yield Fact(gettext("Morale"), str(chance.morale))
    for command in chances.commands if chances else ():
        if command.figure is figure and command.distance is not None:
            yield Fact(gettext("Command, cm"), str(command.distance))
    worth = defeat_points(figure, squad.class_of(figure), setting)
    if worth is not None:
        yield Fact(gettext("Defeat points"), str(worth))


def class_stats(troops: TroopClass, setting: Setting, save: int | None = None) -> Iterator[Fact]:
    """Yield the characteristics of a class. A bonus of 0 is included only if the ruleset has few.

    `save` replaces the class’s save.
    """
    many = len(setting.catalogue.characteristics) > CHARACTERISTICS_ALL
    for item in characteristics_of_men(setting.catalogue):
        value = save if save and item.format == "save" else troops.stats.get(item.id)
        if value is not None and (value or not many or item.format != "bonus"):
            yield Fact(setting.say(item.name), stat_text(value, item, setting.language))


def short_names(stats: Iterable[Fact], setting: Setting) -> tuple[str, ...]:
    """Return the short names of characteristics."""
    short = {setting.say(item.name): setting.say(item.short) for item in setting.catalogue.characteristics}
    short |= {gettext("Defeat points"): gettext("Defeat"), gettext("Command, cm"): gettext("Command")}
    return tuple(short.get(fact.label, fact.label) for fact in stats)


def _figure_notes(figure: Figure, class_id: str, title: str, setting: Setting) -> Iterator[Fact | Grid]:
    yield from _tags(tag for tag in figure_tags(figure, class_id, setting) if tag != title)
    yield from _own_notes(figure.notes)
    yield from weapon_notes(known_weapons(figure.weapons, setting), setting)
    yield from rules_of_man(figure, class_id, setting)


def _tags(tags: Iterable[str]) -> Iterator[Fact]:
    if said := " · ".join(tags):
        yield Fact(said, "")


def _own_notes(notes: str) -> Iterator[Fact]:
    """Yield the owner's paragraphs."""
    yield from (Fact("", line) for line in notes.splitlines() if line.strip())


def known_weapons(weapons: Iterable[str], setting: Setting) -> list[Weapon]:
    """Return the weapons with these ids in the ruleset, each once."""
    known = setting.catalogue.weapon_by_id
    return [known[item] for item in dict.fromkeys(weapons) if item in known]


def figure_states(setting: Setting) -> tuple[str, ...]:
    """Return the states of a man in this ruleset, each with a box. More than three are abbreviated.

    If a hit can kill a wounded or an unhurt man alike (Ludonet), there is a box for that, too.
    """
    states, damage = setting.catalogue.states, setting.catalogue.odds.damage
    kills = damage and damage.men and not set(damage.men.out) & {state.id for state in states}
    killed = (gettext("killed"),) if kills else ()
    if len(states) + len(killed) > 3:
        return (*(setting.say(state.short).lower() for state in states), *killed)
    return (*(setting.say(state.name) for state in states), *killed) or (gettext("lost"),)


# ── Vehicles ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _vehicle(setting: Setting, squad: Squad, vehicle: Vehicle) -> Card:
    catalogue = setting.catalogue
    kind = catalogue.vehicle_by_id.get(vehicle.type)
    carried = held_weapons(vehicle, catalogue) or known_weapons(vehicle.weapons, setting)
    stats = tuple(_vehicle_stats(vehicle, kind, setting))
    return Card(
        kind="vehicle",
        title=setting.say(vehicle_label(vehicle, kind)),
        line=(setting.say(kind.name) if kind else vehicle.type) if vehicle.name else "",
        shade="V",
        icon=vehicle_icon(vehicle),
        stats=stats,
        shorts=short_names(stats, setting),
        fire=_weapons(vehicle, squad, setting),
        notes=(
            *_tags(vehicle_tags(vehicle, setting)),
            *(fact for text in vehicle_notes(vehicle, kind, setting) for fact in _own_notes(text)),
            *weapon_notes(carried, setting),
            *rules_about(Subjects(traits=vehicle.traits, weapons=vehicle.weapons), setting),
        ),
        spare=tuple(save_notes(carried, catalogue, setting.language)),
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
            rolls = " / ".join(NONE if need is None else f"{need}+" for need in needs)
            yield Fact(setting.say(column.name), rolls if any(needs) else gettext("immune"))
