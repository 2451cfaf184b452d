"""The cards of figures and vehicles: description, characteristics, weapons, boxes."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext

from armybuilder.printing.formats.cards.card import Card
from armybuilder.printing.formats.cards.grid import Grid
from armybuilder.printing.formats.cards.rules import defeat_points
from armybuilder.printing.layout.words import NONE, Fact, characteristics_of_men, stat_text
from armybuilder.printing.units.fire import notes_of
from armybuilder.printing.units.saves import save_notes, save_of_leader, save_roll
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import Unit, chances_of
from rules.core.catalogue.catalogue import Catalogue, TroopClass
from rules.core.procedures import squad_chances

CHARACTERISTICS_ALL = 5  # with more, only effective characteristics are printed
# The ranking of troop classes as shades and pips, also legible in greyscale.
SHADES = {"R": 5, "I": 3}  # in style.css
FULL = {"R": "■", "I": "●"}
EMPTY = {"R": "□", "I": "○"}


def troop_card(unit: Unit, squad: str, rules: Iterable[Fact | Grid]) -> Card:
    """Return the card of a unit of the named squad, with its numbers on the roster and its rules."""
    setting, troops = unit.setting, None if unit.is_vehicle else unit.troops
    stats = tuple(_vehicle_stats(unit) if unit.is_vehicle else _figure_stats(unit))
    class_name = setting.say(troops.name) if troops else unit.class_
    team, (shade, pips) = f" {unit.team}" if unit.team else "", ladder(troops, setting.catalogue)
    tags = " · ".join(unit.tags)
    return Card(
        kind="vehicle" if unit.is_vehicle else "figure",
        title=unit.name,
        line=_joined(unit.type_name if unit.is_vehicle else class_name, unit.each or unit.times),
        squad=f"{squad}{team} · {unit.span}",
        code=unit.span if unit.is_vehicle else troops.code if troops else "",
        shade="V" if unit.is_vehicle else shade,
        pips=pips,
        points=unit.points,
        icon=unit.icon,
        stats=stats,
        shorts=short_names(stats, setting),
        fire=tuple(map(tuple, unit.guns)),
        notes=(
            *([Fact(tags[:1].upper() + tags[1:], "")] if tags else []),
            *(Fact("", line) for note in unit.notes for line in note.splitlines() if line.strip()),
            *notes_of(unit.carried, setting),
            *rules,
        ),
        spare=tuple(save_notes(unit.carried, setting)),
        ticks=tuple(unit.keys) if setting.boxes else (),
        states=tuple(unit.damages or [gettext("out of action")])
        if unit.is_vehicle
        else figure_states(setting),
    )


def ladder(troops: TroopClass | None, catalogue: Catalogue) -> tuple[str, str]:
    """Return the shade and the pips of a class: "R1" is the best of the regulars, "I1" of the irregulars.

    One pip per rank of its side, filled from the class's own rank down. Both are "" for a class without a rank.
    """
    if troops is None or troops.rank is None:
        return "", ""
    first = catalogue.sides[0].id if catalogue.sides else troops.side
    side = "R" if troops.side == first else "I"
    rungs = max(item.rank or 0 for item in catalogue.classes if item.side == troops.side)
    full = rungs + 1 - troops.rank
    return f"{side}{min(troops.rank, SHADES[side])}", FULL[side] * full + EMPTY[side] * (rungs - full)


def _joined(*parts: str, by: str = " · ") -> str:
    return by.join(filter(None, parts))


def _figure_stats(unit: Unit) -> Iterator[Fact]:
    figure, troops, catalogue = unit.figure, unit.troops, unit.setting.catalogue
    if figure is None:
        return
    if troops:
        yield from class_stats(troops, unit.setting, save_of_leader(figure, troops.id, catalogue))
    yield from chances_of(unit.squad, unit.class_, unit.setting)
    chances = squad_chances(unit.squad, catalogue)
    for command in chances.commands if chances else ():
        if command.figure is figure and command.distance is not None:
            yield Fact(gettext("Command, cm"), str(command.distance))
    worth = defeat_points(figure, unit)
    if worth is not None:
        yield Fact(gettext("Defeat points"), str(worth))


def _vehicle_stats(unit: Unit) -> Iterator[Fact]:
    for name, far in unit.movement:
        yield Fact(name, far)
    if unit.kind and unit.kind.saves:
        say, rows = unit.setting.say, unit.kind.saves
        sides = " / ".join(say(row.name).lower() for row in rows if row.name)
        yield Fact(_joined(gettext("Saving throw"), sides, by=": "), "")
        for at, column in enumerate(unit.setting.catalogue.save_columns):
            needs = [row.needs[at] if at < len(row.needs) else None for row in rows]
            rolls = " / ".join(NONE if need is None else save_roll(need) for need in needs)
            yield Fact(say(column.name), rolls if any(needs) else save_roll(None))


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


def figure_states(setting: Setting) -> tuple[str, ...]:
    """Return the states of a man in this ruleset, each with a box. More than three are abbreviated."""
    states = setting.catalogue.states
    killed = (gettext("killed"),) if setting.kills else ()
    if len(states) + len(killed) > 3:
        return (*(setting.say(state.short).lower() for state in states), *killed)
    return (*(setting.say(state.name) for state in states), *killed) or (gettext("lost"),)
