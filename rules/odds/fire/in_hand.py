"""In whose hands a weapon is: what of a list says how it is fired."""

from collections.abc import Iterator

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import get_language

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.odds import facts_in_hand
from rules.core.text import Language
from rules.odds.asking.engine import Engine
from rules.odds.asking.fields import Address
from rules.odds.asking.targets import only_flying
from rules.odds.fire.form import FireReader, middle_class
from rules.odds.fire.weapon_grid import Counted, Grid, grid
from rules.odds.showing.answers import hit

MOST_KEPT = 2_000  # grids of a ruleset: a list needs a few hundred at most


def in_hands(
    row: Figure | Vehicle, squad: Squad, catalogue: Catalogue, usual: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield each weapon of a row that is aimed at somebody, with the query of its odds as this row fires it.

    A vehicle's crew is of the class of its squad, and where that has none of the `usual` one. Nothing where the
    ruleset does not know the class.
    """
    troops = squad.class_of(row) if isinstance(row, Figure) else next(_classes(squad, catalogue), usual)
    if troops not in catalogue.class_by_id:
        return
    for weapon in weapons_of(row, catalogue):
        if is_aimed(weapon, catalogue):
            yield weapon, _query(row, squad, troops, weapon, catalogue)


def weapons_of(row: Figure | Vehicle, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the weapons of a row that the ruleset knows, each once, those that a vehicle's price holds among them.

    None where the ruleset has no odds of fire, or does not know the vehicle.
    """
    if "fire" not in catalogue.odds.questions:
        return ()
    weapons = row.weapons
    if isinstance(row, Vehicle):
        kind = catalogue.vehicle_by_id.get(row.type)
        weapons = (*row.weapons, *kind.includes) if kind else ()
    known = (*catalogue.weapon_by_id, *catalogue.odds.weapon_by_id)
    return tuple(weapon for weapon in dict.fromkeys(weapons) if weapon in known)


def usual_class(roster: Roster, catalogue: Catalogue) -> str:
    """Return the first class of the ruleset that a list names; where it names none a middling one."""
    named = (class_ for squad in roster.squads for class_ in _classes(squad, catalogue))
    return next(named, "") or middle_class(catalogue)


def _classes(squad: Squad, catalogue: Catalogue) -> Iterator[str]:
    named = (squad.class_, *(figure.class_ for figure in squad.figures))
    yield from (class_ for class_ in named if class_ in catalogue.class_by_id)


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


def grid_of(catalogue: Catalogue, language: Language, query: str, counted: Counted = hit) -> Grid:
    """Return the grid of a weapon in the hands of a query, by the `counted` chance; it is cached."""
    made: dict[object, Grid] = catalogue.odds.grids
    key = (language, get_language(), query, counted)
    if key not in made:
        if len(made) >= MOST_KEPT:
            made.clear()
        engine = Engine(Library([catalogue]), catalogue, language)
        made[key] = grid(engine, FireReader(Address(QueryDict(query)), catalogue, language).read(), counted)
    return made[key]
