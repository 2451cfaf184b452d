"""The rolls at the table, worked out: pure functions that take their numbers from the catalogue.

A function of a catalogue returns None where the ruleset has no such procedure, and raises KeyError for an id that it
does not have. Distances are in cm. A characteristic that a class does not have counts as 0.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.core.catalogue import Catalogue, FireRow, Stat
from rules.core.roster import Figure, Squad

# The characteristics that the procedures roll with, by the ids they have in every ruleset that has them.
COVERING = "covering"
MELEE = "melee"
MORALE = "initiative"
SUPPRESSION = "suppression"
QUALITY = "quality"
COMMAND = {
    "squad-leader": "squad-command",
    "section-leader": "section-command",
}  # role -> how far it commands


class Shot(NamedTuple):
    """The number of dice that are rolled, and the least that hits on each; no dice: it cannot hit."""

    need: int
    dice: int


class Storm(NamedTuple):
    """The dice of a side that storms or holds a building, and what each needs when attacking and when defending."""

    dice: int
    attacking: int
    defending: int


class Chance(NamedTuple):
    """The rolls on which the men of a class succeed, and pass morale: at or under, on the ruleset's die."""

    class_id: str
    success: int
    morale: int


class Command(NamedTuple):
    """The distance of a leader's command, by his ability (a class); None: of such ability nobody may lead there."""

    figure: Figure
    ability: str
    distance: int | None


class SquadChances(NamedTuple):
    """The chances of each class in a squad, and how far each of its leaders commands, in the squad's order."""

    chances: tuple[Chance, ...]
    commands: tuple[Command, ...]


# Fire


def band(edges: Sequence[int | None], distance: int) -> int | None:
    """Return which range band a distance falls into, by the bands' far edges (None: no such band); None: too far."""
    for place, edge in enumerate(edges):
        if edge is not None and distance <= edge:
            return place
    return None


def burst(need: int, modifier: int, dice: int, die: int = 6) -> Shot:
    """Return the shot of `dice` dice that need `need` before a modifier (rth §8.0, bn §8.0).

    Several dice: a number that would pass the die stays there, and a die is lost for each point over. A single die
    cannot hit then.
    """
    over = max(0, need + modifier - die)
    return Shot(min(need + modifier, die), max(0, dice - over))


def to_hit(catalogue: Catalogue, row: FireRow, distance: int, modifier: int = 0) -> Shot | None:
    """Return the shot of a weapon's fire row at a distance; None: out of its range (rth §8.0, bn §8.0)."""
    place = band(row.reach or catalogue.bands, distance)
    need = row.needs[place] if place is not None and place < len(row.needs) else None
    too_near = row.least is not None and distance < row.least
    too_far = row.most is not None and distance > row.most
    if need is None or too_near or too_far:
        return None
    return burst(need, modifier, row.dice, catalogue.die)


def covering_fire(
    catalogue: Catalogue, class_id: str, weapon_ids: Iterable[str], distance: int
) -> int | None:
    """Return the value of a group's covering fire (rth §8.3, bn §8.3); an enemy who reacts must roll more.

    The weapons' values add up, the class bonus comes on top once a group, up to the cap. Weapons that do not reach
    give nothing, and where none does there is no bonus either.
    """
    if catalogue.procedures.covering_most is None:
        return None
    place = band(catalogue.covering_bands, distance)
    weapons = sum(_covering(catalogue, weapon_id, place) for weapon_id in weapon_ids)
    bonus = _stat(catalogue, class_id, COVERING) if weapons else 0
    return min(weapons + bonus, catalogue.procedures.covering_most)


def _covering(catalogue: Catalogue, weapon_id: str, place: int | None) -> int:
    values = catalogue.weapon_by_id[weapon_id].covering
    return (values[place] or 0) if place is not None and place < len(values) else 0


# Close quarters


def storming_dice(catalogue: Catalogue, class_ids: Iterable[str]) -> Storm | None:
    """Return what a side rolls to storm or hold a building: each figure its melee value in dice (rth §11.1, bn §11.1).

    `class_ids`: the class of each figure that takes part.
    """
    procedures = catalogue.procedures
    if procedures.storm_attacking is None or procedures.storm_defending is None:
        return None
    dice = sum(_stat(catalogue, class_id, MELEE) for class_id in class_ids)
    return Storm(dice, procedures.storm_attacking, procedures.storm_defending)


def suppression_most(catalogue: Catalogue, class_id: str, leadership: int = 0) -> int | None:
    """Return the highest roll with which a suppressed man acts again; the die's highest always fails (§10.0).

    `leadership`: of a leader within 5 cm.
    """
    if not _has(catalogue, SUPPRESSION):
        return None
    return min(_stat(catalogue, class_id, SUPPRESSION) + leadership, catalogue.die - 1)


# Morale by losses


def losses(catalogue: Catalogue, lost: int, leaders: int = 0) -> int | None:
    """Return what the men lost so far count as in a morale test, `leaders` of them leaders (§12.0)."""
    worth = catalogue.procedures.leader_losses
    return None if worth is None else lost + leaders * (worth - 1)


def lost_at_half(men: int) -> int:
    """Return how many of so many men may be lost while half of them stand: until then the best face passes (§12.0)."""
    return men // 2


def lost_under_half(men: int) -> int:
    """Return how many of so many men may be lost without 50% losses: until then they give the platoon a die.

    rth §14.0, bn §13.0.
    """
    return max(0, men - 1) // 2


def morale_dice(catalogue: Catalogue, class_id: str, formations: int = 0) -> int | None:
    """Return how many dice a morale test rolls: the class's morale (§12.0).

    In a platoon's test `formations` are its squads and sections under 50% losses, a die each (rth §14.0, bn §13.0).
    """
    if catalogue.procedures.leader_losses is None:
        return None
    return _stat(catalogue, class_id, MORALE) + formations


def morale_need(counted: int, half_remain: bool, die: int = 6) -> int | None:
    """Return the least face that passes a morale test with `counted` losses; None: no face does (§12.0).

    A die passes at or over the losses; the highest face always does while half of the men remain.
    """
    if counted <= die:
        return max(counted, 1)
    return die if half_remain else None


def losses_failed(face: int, half_remain: bool, die: int = 6) -> int | None:
    """Return how many losses make a test fail whose best die shows `face`; None: it passes with any (§12.0)."""
    return None if face == die and half_remain else face + 1


# Chances by quality


def squad_chances(squad: Squad, catalogue: Catalogue) -> SquadChances | None:
    """Return a squad's chances and command distances (bi "Qualità", "Morale", "Unità e distanze di comando").

    Success: the quality and the referee's modifier for motivation. Morale: that, the bonus of morale and the
    referee's for fanatics. Men and leaders of a class that the edition does not have are left out.
    """
    bonus = catalogue.procedures.morale_bonus
    if bonus is None:
        return None
    of_men = [squad.class_of(figure) for figure in squad.figures] or [squad.class_]
    classes = [class_id for class_id in dict.fromkeys(of_men) if class_id in catalogue.class_by_id]
    return SquadChances(
        tuple(_chance(squad, catalogue, class_id, bonus) for class_id in classes),
        tuple(_commands(squad, catalogue)),
    )


def _chance(squad: Squad, catalogue: Catalogue, class_id: str, bonus: int) -> Chance:
    success = _stat(catalogue, class_id, QUALITY) + squad.modifiers.motivation
    return Chance(class_id, success, success + bonus + squad.modifiers.fanatic)


def _commands(squad: Squad, catalogue: Catalogue) -> Iterable[Command]:
    for figure in squad.figures:
        ability = figure.ability or squad.leader_ability or squad.class_of(figure)
        known = catalogue.class_by_id.get(ability)
        for role, column in COMMAND.items():
            if role in figure.roles and known:
                distance = known.stats.get(column)
                yield Command(figure, ability, distance.value if isinstance(distance, Stat) else distance)


def _stat(catalogue: Catalogue, class_id: str, characteristic: str) -> int:
    value = catalogue.class_by_id[class_id].stats.get(characteristic, 0)
    return value.value if isinstance(value, Stat) else value


def _has(catalogue: Catalogue, characteristic: str) -> bool:
    return any(item.id == characteristic for item in catalogue.characteristics)
