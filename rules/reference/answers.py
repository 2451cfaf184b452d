"""Short texts in the active language: how a weapon fires, a ruling, what a price is for."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from django.utils.translation import gettext, ngettext

from rules.core.catalogue.building import Ruling
from rules.core.catalogue.catalogue import Catalogue, FireRow, Weapon
from rules.core.catalogue.entry import name_in
from rules.core.catalogue.library import PRICE_TABLES
from rules.core.text import Language
from rules.reference.parts import NONE


def fire_facts(weapon: Weapon, catalogue: Catalogue, language: Language) -> list[str]:
    """Return how a weapon fires, in the active language (`language`); nothing if it does not fire."""
    facts = [fact for row in weapon.fire for fact in _one_way(row, catalogue.bands, language)]
    if covering := _listed(weapon.covering):
        facts.append(gettext("covering %(values)s") % {"values": _covering(covering, catalogue)})
    return facts


def _one_way(row: FireRow, bands: Sequence[int], language: Language) -> Iterator[str]:
    """Yield the ranges of one fire mode with numbers needed, dice, and minimum range."""
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
    """Return `25/50 cm: 4 6`, without the bands out of reach; without numbers needed, only the distances."""
    if not row.needs:
        distances = "/".join(_listed(row.reach))
        return gettext("range %(distances)s cm") % {"distances": distances} if distances else ""
    needs = _listed(row.needs)
    far_edges = [own or band for own, band in zip_longest(row.reach, bands)][: len(needs)]
    distances = "/".join(_edge(edge, row.most) for edge in far_edges)
    return gettext("%(distances)s cm: %(needs)s") % {"distances": distances, "needs": " ".join(needs)}


def _edge(edge: int | None, most: int | None) -> str:
    """Return the far edge of a band, which ends at the weapon's range."""
    reached = [distance for distance in (edge, most) if distance is not None]
    return str(min(reached)) if reached else NONE


def _covering(values: Sequence[str], catalogue: Catalogue) -> str:
    """Return the values of covering fire, with their bands if those are not the bands of fire."""
    bands = catalogue.covering_bands[: len(values)]
    if bands == catalogue.bands[: len(values)]:
        return " ".join(values)
    return f"{'/'.join(map(str, bands))} cm: {' '.join(values)}"


def _listed(values: Sequence[int | None]) -> list[str]:
    """Return numbers as texts up to the last one, with dashes for gaps."""
    there = max((place for place, value in enumerate(values, 1) if value is not None), default=0)
    return [NONE if value is None else str(value) for value in values[:there]]


def options_text(ruling: Ruling, language: Language) -> str:
    """Return the answers to a ruling's question, the default first."""
    options = [option.name.to(language) for option in ruling.options]
    options[0] = gettext("%(option)s, unless the list says otherwise") % {"option": options[0]}
    return " · ".join(options)


def ruling_text(ruling: Ruling, language: Language) -> str:
    return f"{ruling.name.to(language)} {options_text(ruling, language)}."


def price_name(key: str, catalogue: Catalogue, language: Language) -> str:
    """Return what a price such as `weapons/lmg` is for. An entry that is not in this edition is named by its id."""
    table, _sign, item = key.partition("/")
    if table == "leadership":
        return gettext("Leadership %(level)s") % {"level": item}
    return name_in(catalogue.by_kind[PRICE_TABLES[table]], item).to(language)
