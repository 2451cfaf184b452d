"""The rolls at the table, worked out: pure functions that take their numbers from the catalogue.

A function of a catalogue returns None where the ruleset has no such procedure, and raises KeyError for an id that it
does not have. Distances are in cm. A characteristic that a class does not have counts as 0.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.core.catalogue.catalogue import Catalogue, Stat
from rules.core.document.roster import Figure, Squad

# The characteristics that the procedures roll with, by the ids they have in every ruleset that has them.
COVERING = "covering"
MORALE = "initiative"
SUPPRESSION = "suppression"
QUALITY = "quality"
COMMAND = {
    "squad-leader": "squad-command",
    "section-leader": "section-command",
}  # role -> how far it commands


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


def band(edges: Sequence[int | None], distance: int) -> int | None:
    """Return which range band a distance falls into, by the bands' far edges (None: no such band); None: too far."""
    for place, edge in enumerate(edges):
        if edge is not None and distance <= edge:
            return place
    return None


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
