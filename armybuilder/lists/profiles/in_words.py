"""The differences between two lists, in sentences."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext

from armybuilder.lists.profiles.fire import at_distance, power
from armybuilder.lists.profiles.morale import main_curve
from armybuilder.lists.profiles.profile import Two, armour_of, roll_of
from rules.core.odds import OpposedRoll
from rules.core.text import Language
from rules.odds.showing.answers import mean, percent


def in_words(lists: Two, language: Language) -> list[tuple[str, str]]:
    """Return each measure that can be compared, with its difference in a sentence."""
    return [(name, text) for name, text in _sentences(lists, language) if text]


def _sentences(lists: Two, language: Language) -> Iterator[tuple[str, str]]:
    yield gettext("Fire in the open"), _fire(lists, "still", "open")
    yield gettext("Fire at cover"), _fire(lists, "still", "cover")
    yield gettext("Fire on the move"), _fire(lists, "moved", "open")
    yield gettext("Staying power"), _staying(lists)
    yield gettext("Morale"), _morale(lists)
    yield gettext("Initiative"), _opposed(lists, lists[0].strengths.initiative, lists[1].strengths.initiative)
    yield gettext("Melee"), _opposed(lists, lists[0].strengths.melee, lists[1].strengths.melee)
    yield gettext("Against armour"), _armour(lists, language)


def _fire(lists: Two, motion: str, place: str) -> str:
    """Return the list that hits more, and where, with the numbers at the first of these distances."""
    ahead: dict[int, list[tuple[int, Fraction, Fraction]]] = {0: [], 1: []}
    for one, other in zip(lists[0].profile.distances, lists[1].profile.distances, strict=True):
        pair = power(one, "hits", motion, place), power(other, "hits", motion, place)
        if pair[0] != pair[1]:
            ahead[int(pair[1] > pair[0])].append((one.distance, *pair))
    said = []
    for number, found in ahead.items():
        if found:
            distance, *there = found[0]
            said.append(
                gettext("%(name)s: more hits %(distances)s (%(more)s against %(less)s %(at)s).")
                % {
                    "name": lists[number].name,
                    "distances": at_distance(*(one[0] for one in found)),
                    "more": mean(there[number]),
                    "less": mean(there[1 - number]),
                    "at": at_distance(distance),
                }
            )
    return " ".join(said) or gettext("The same at all distances.")


def _staying(lists: Two) -> str:
    hits = [(one.profile.staying.hits["open"], one.profile.staying.hits["cover"]) for one in lists]
    if hits[0] == hits[1]:
        return gettext("Equal: half the men are out of action after %(open)s hits in the open, %(cover)s in cover.") % {
            "open": mean(hits[0][0]),
            "cover": mean(hits[0][1]),
        }
    longer = int(hits[1] > hits[0])
    return gettext(
        "%(name)s holds out longer: half the men are out of action after %(open)s hits in "
        "the open against %(other_open)s, in cover after %(cover)s against %(other_cover)s."
    ) % {
        "name": lists[longer].name,
        "open": mean(hits[longer][0]),
        "other_open": mean(hits[1 - longer][0]),
        "cover": mean(hits[longer][1]),
        "other_cover": mean(hits[1 - longer][1]),
    }


def _morale(lists: Two) -> str:
    """Return the largest difference between the curves of the platoons (or first squads); "" without both."""
    first, second = (main_curve(one.profile) for one in lists)
    if first is None or second is None:
        return ""
    pairs = list(enumerate(zip(first.curve, second.curve, strict=False)))
    lost, pair = max(pairs, key=lambda one: abs(one[1][0] - one[1][1]))
    if percent(pair[0]) == percent(pair[1]):
        return gettext("The same, loss by loss.")
    better = int(pair[1] > pair[0])
    return gettext("They differ most after loss %(lost)s: %(name)s passes %(more)s, the other %(less)s.") % {
        "lost": lost,
        "name": lists[better].name,
        "more": percent(pair[better]),
        "less": percent(pair[1 - better]),
    }


def _opposed(lists: Two, first: OpposedRoll | None, second: OpposedRoll | None) -> str:
    """Return the winner of an opposed roll; "" if the game has none, or a list has nobody."""
    if first is None or second is None:
        return ""
    if first.bonus == second.bonus:
        return gettext("Equal: %(roll)s.") % {"roll": roll_of(first)}
    ahead = int(second.bonus > first.bonus)
    rolls = first, second
    chance = rolls[ahead].wins_against(rolls[1 - ahead])
    return gettext("%(name)s rolls %(roll)s against %(other)s and wins %(chance)s of the time.") % {
        "name": lists[ahead].name,
        "roll": roll_of(rolls[ahead]),
        "other": roll_of(rolls[1 - ahead]),
        "chance": percent(chance),
    }


def _armour(lists: Two, language: Language) -> str:
    """Return the weapons of each against armour; "" if the game does not count them."""
    weapons = [armour_of(one.strengths, one.catalogue, language) for one in lists]
    if any(one is None for one in weapons):
        return ""
    if not any(weapons):
        return gettext("Neither has anything that stops armour.")
    nothing = gettext("nothing that stops armour")
    return " ".join(
        gettext("%(name)s: %(weapons)s.") % {"name": one.name, "weapons": own or nothing}
        for one, own in zip(lists, weapons, strict=True)
    )
