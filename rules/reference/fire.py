"""What a weapon does, in a line: `25/50/100/150 cm: 4 5 6 6`, `3 dice`, `covering 4 3 2 1`."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from django.utils.translation import gettext, ngettext

from rules.core.catalogue.catalogue import Catalogue, FireRow, Weapon
from rules.core.text import Language
from rules.reference.parts import NONE


def fire_facts(weapon: Weapon, catalogue: Catalogue, language: Language) -> list[str]:
    """Return how a weapon fires, in the active language, which is `language` too; nothing if it has no fire."""
    facts = [fact for row in weapon.fire for fact in _one_way(row, catalogue.bands, language)]
    if covering := _listed(weapon.covering):
        facts.append(gettext("covering %(values)s") % {"values": _covering(covering, catalogue)})
    return facts


def _one_way(row: FireRow, bands: Sequence[int], language: Language) -> Iterator[str]:
    """Yield the ranges of one way to fire with what it rolls there, its dice, and how near it cannot fire."""
    mode = f"{row.mode.to(language)} " if row.mode else ""
    ranges = mode + _ranges(row, bands)
    if ranges:
        yield ranges
    if row.needs:
        yield ngettext("%(count)s die", "%(count)s dice", row.dice) % {"count": row.dice}
    else:
        yield ngettext("%(count)s shot", "%(count)s shots", row.dice) % {"count": row.dice}
    if row.least is not None:
        yield gettext("min %(cm)s cm") % {"cm": row.least}


def _ranges(row: FireRow, bands: Sequence[int]) -> str:
    """Return `25/50 cm: 4 6`, without the bands out of reach; without numbers to roll, the distances alone."""
    if not row.needs:
        distances = "/".join(_listed(row.reach))
        return gettext("range %(distances)s cm") % {"distances": distances} if distances else ""
    needs = _listed(row.needs)
    far_edges = [own or band for own, band in zip_longest(row.reach, bands)][: len(needs)]
    distances = "/".join(_edge(edge, row.most) for edge in far_edges)
    return gettext("%(distances)s cm: %(needs)s") % {"distances": distances, "needs": " ".join(needs)}


def _edge(edge: int | None, most: int | None) -> str:
    """Return the far edge of a band, which ends where the weapon does."""
    reached = [distance for distance in (edge, most) if distance is not None]
    return str(min(reached)) if reached else NONE


def _covering(values: Sequence[str], catalogue: Catalogue) -> str:
    """Return the values of covering fire, with their bands where those are not the bands of fire."""
    bands = catalogue.covering_bands[: len(values)]
    if bands == catalogue.bands[: len(values)]:
        return " ".join(values)
    return f"{'/'.join(map(str, bands))} cm: {' '.join(values)}"


def _listed(values: Sequence[int | None]) -> list[str]:
    """Return numbers as texts up to the last one that is there; a dash stands for what is not."""
    there = max((place for place, value in enumerate(values, 1) if value is not None), default=0)
    return [NONE if value is None else str(value) for value in values[:there]]
