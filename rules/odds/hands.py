"""In whose hands a weapon is: what of a list says how it is fired."""

from collections.abc import Iterator

from django.http import QueryDict
from django.utils.http import urlencode

from rules.core.catalogue import Catalogue
from rules.core.library import Library
from rules.core.odds.in_hand import facts_in_hand
from rules.core.roster import Figure, Roster, Squad, Vehicle
from rules.core.text import Language
from rules.odds.engine import Engine
from rules.odds.fields import Address
from rules.odds.fire_form import FireReader
from rules.odds.targets import only_flying
from rules.odds.weapon_grid import Grid, grid


def in_hands(
    row: Figure | Vehicle, squad: Squad, catalogue: Catalogue, usual: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield each weapon of a row that is aimed at somebody, with the query of its odds as this row fires it.

    The weapons that the price of a vehicle holds are among its own; its crew is of the class of its squad, and where
    that has none of the `usual` one. Nothing where the ruleset has no odds of fire, or does not know the class or the
    vehicle.
    """
    if "fire" not in catalogue.odds.questions:
        return
    if isinstance(row, Figure):
        troops, weapons = squad.class_of(row), row.weapons
    else:
        kind = catalogue.vehicle_by_id.get(row.type)
        troops, weapons = next(_classes(squad), usual), (*row.weapons, *kind.includes) if kind else ()
    if troops not in catalogue.class_by_id:
        return
    for weapon in dict.fromkeys(weapons):
        if is_aimed(weapon, catalogue):
            yield weapon, _query(row, squad, troops, weapon, catalogue)


def usual_class(roster: Roster) -> str:
    """Return the first class that a list names, "" where it names none."""
    return next((class_ for squad in roster.squads for class_ in _classes(squad)), "")


def _classes(squad: Squad) -> Iterator[str]:
    yield from filter(None, (squad.class_, *(figure.class_ for figure in squad.figures)))


def is_aimed(weapon: str, catalogue: Catalogue) -> bool:
    """Return whether a weapon is known to the ruleset, and fired at somebody rather than called in."""
    odds = catalogue.odds
    known = catalogue.weapon_by_id.get(weapon)
    if known and odds.method == "range":
        return weapon not in {one.weapon for one in odds.bombardments}
    return weapon in odds.weapon_by_id or bool(known and known.fire) or bool(only_flying(weapon, catalogue))


def _query(row: Figure | Vehicle, squad: Squad, troops: str, weapon: str, catalogue: Catalogue) -> str:
    told = {"s": troops, "w": weapon}
    if isinstance(row, Figure):
        return urlencode(told | dict.fromkeys(facts_in_hand(row, weapon, squad, catalogue), "1"))
    facts = facts_in_hand(Figure(), "", squad, catalogue)  # a weapon of a vehicle is always served
    return urlencode(told | {"on": row.type} | dict.fromkeys(facts, "1"))


def grid_of(catalogue: Catalogue, language: Language, query: str) -> Grid:
    """Return what a weapon hits in the hands that a query tells."""
    engine = Engine(Library([catalogue]), catalogue, language)
    return grid(engine, FireReader(Address(QueryDict(query)), catalogue, language).read())
