"""Two profiles on the same charts, and what differs in words."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.lists.profiles.asked import Asked, has_profile
from armybuilder.lists.profiles.fire import Fire, at_distance, fire_of_two, power
from armybuilder.lists.profiles.morale import MoralePanel, morale_of_two
from rules.core.catalogue import Catalogue
from rules.core.roster import Roster
from rules.core.text import Language
from rules.odds.numbers import mean, percent

if TYPE_CHECKING:
    from rules.core.odds.profile import Curve, Profile

Names = tuple[str, str]


class Verdict(Struct, frozen=True):
    """What differs in one respect, in words."""

    name: str
    text: str


class Versus(Struct, frozen=True):
    """Two profiles beside each other: in words, the fire of men who stand still and who move, the morale."""

    verdicts: tuple[Verdict, ...]
    still: tuple[Fire, ...]
    moved: tuple[Fire, ...]
    morale: MoralePanel


def can_be_laid_over(first: Catalogue, second: Catalogue, asked: Asked) -> bool:
    """Return whether what is asked can be asked of lists of both: games whose dice are counted alike."""
    if not (has_profile(first) and has_profile(second)) or asked.target not in second.class_by_id:
        return False
    one, other = first.odds, second.odds
    assert one.profile is not None
    assert other.profile is not None
    return one.method == other.method and one.profile.distances == other.profile.distances


def versus(
    profiles: "tuple[Profile, Profile]", rosters: tuple[Roster, Roster], names: Names, language: Language
) -> Versus:
    """Return two profiles laid over each other, which were asked for the same."""
    fire = fire_of_two(*profiles, names)
    return Versus(
        verdicts=tuple(_verdicts(profiles, names)),
        still=tuple(one for one in fire if one.id.endswith("still")),
        moved=tuple(one for one in fire if one.id.endswith("moved")),
        morale=morale_of_two(profiles, rosters, names, language),
    )


def _verdicts(profiles: "tuple[Profile, Profile]", names: Names) -> Iterator[Verdict]:
    yield Verdict(gettext("Fire in the open"), _fire(profiles, names, "still", "open"))
    yield Verdict(gettext("Fire at cover"), _fire(profiles, names, "still", "cover"))
    yield Verdict(gettext("Fire on the move"), _fire(profiles, names, "moved", "open"))
    yield Verdict(gettext("Staying power"), _staying(profiles, names))
    morale = _morale(profiles, names)
    if morale:
        yield Verdict(gettext("Morale"), morale)


def _fire(profiles: "tuple[Profile, Profile]", names: Names, motion: str, place: str) -> str:
    """Return who hits more, and where; each with the numbers at the first of these distances."""
    ahead: dict[int, list[tuple[int, Fraction, Fraction]]] = {0: [], 1: []}
    for one, other in zip(profiles[0].distances, profiles[1].distances, strict=True):
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
                    "name": names[number],
                    "distances": at_distance(*(one[0] for one in found)),
                    "more": mean(there[number]),
                    "less": mean(there[1 - number]),
                    "at": at_distance(distance),
                }
            )
    return " ".join(said) or gettext("The same at all distances.")


def _staying(profiles: "tuple[Profile, Profile]", names: Names) -> str:
    hits = [(one.staying.hits["open"], one.staying.hits["cover"]) for one in profiles]
    if hits[0] == hits[1]:
        return gettext(
            "The same: half of the men are out after %(open)s hits in the open, %(cover)s in cover."
        ) % {
            "open": mean(hits[0][0]),
            "cover": mean(hits[0][1]),
        }
    longer = int(hits[1] > hits[0])
    return gettext(
        "%(name)s stands longer: half of the men are out after %(open)s hits in the open against %(other_open)s, "
        "in cover after %(cover)s against %(other_cover)s."
    ) % {
        "name": names[longer],
        "open": mean(hits[longer][0]),
        "other_open": mean(hits[1 - longer][0]),
        "cover": mean(hits[longer][1]),
        "other_cover": mean(hits[1 - longer][1]),
    }


def _morale(profiles: "tuple[Profile, Profile]", names: Names) -> str:
    """Return where the curves of the platoons differ most, else those of the first squads; "" where one has none."""
    curves = _curves(profiles)
    if curves is None:
        return ""
    first, second = curves
    most, lost = max(
        ((abs(one - other), -number) for number, (one, other) in enumerate(zip(first, second, strict=False))),
        default=(Fraction(0), 0),
    )
    if not most:
        return gettext("The same, loss by loss.")
    better = int(second[-lost] > first[-lost])
    pair = first[-lost], second[-lost]
    return gettext("They differ most after loss %(lost)s: %(name)s passes %(more)s, the other %(less)s.") % {
        "lost": -lost,
        "name": names[better],
        "more": percent(pair[better]),
        "less": percent(pair[1 - better]),
    }


def _curves(
    profiles: "tuple[Profile, Profile]",
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]] | None:
    first, second = (_main_curve(profile) for profile in profiles)
    return (first.curve, second.curve) if first and second else None


def _main_curve(profile: "Profile") -> "Curve | None":
    return profile.platoon or next(iter(profile.morale), None)
