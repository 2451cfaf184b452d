"""What is said of a completion beneath its numbers: where it does best of those shown, and what it does not change."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext


class Gained(NamedTuple):
    """By how much a list grows with a completion: expected kills at each distance, staying power."""

    kills: dict[int, Fraction]
    staying: Fraction


def words_of(one: Gained, others: Sequence[Gained]) -> str:
    """Return what distinguishes a completion from the others that are shown with it, in a sentence or two."""
    said = [_of_fire(one.kills, [other.kills for other in others])]
    if one.staying > max((other.staying for other in others), default=one.staying):
        said.append(gettext("It holds out longest."))
    elif not one.staying:
        said.append(gettext("Staying power is unchanged."))
    return " ".join(said)


def _of_fire(kills: dict[int, Fraction], others: list[dict[int, Fraction]]) -> str:
    """Return where the fire gains: nowhere, more than that of the others, or at which distance the most."""
    if not any(kills.values()):
        return gettext("No extra expected kills.")
    best = [
        distance
        for distance, gain in kills.items()
        if others and gain > max(other[distance] for other in others)
    ]
    distances = list(kills)
    if best == distances:
        return gettext("The most fire at every distance.")
    if distances[0] in best:
        return gettext("Best at close range.")
    if distances[-1] in best:
        return gettext("Best at long range.")
    most = max(distances, key=lambda distance: kills[distance])
    return gettext("It gains most up to %(distance)s cm.") % {"distance": most}
