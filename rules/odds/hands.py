"""In whose hands a weapon is: what of a list says how it is fired."""

from django.http import QueryDict
from django.utils.http import urlencode

from rules.core.catalogue import Catalogue
from rules.core.library import Library
from rules.core.odds.in_hand import facts_in_hand
from rules.core.roster import Figure, Squad
from rules.core.text import Language
from rules.odds.engine import Engine
from rules.odds.fields import Address
from rules.odds.fire_form import FireReader
from rules.odds.weapon_grid import Grid, grid


def hands_query(figure: Figure, troops: str, weapon: str, squad: Squad | None, catalogue: Catalogue) -> str:
    """Return the query of the odds of a weapon in the hands of a figure; "": there are none."""
    if "fire" not in catalogue.odds.questions or troops not in catalogue.class_by_id:
        return ""
    facts = dict.fromkeys(facts_in_hand(figure, weapon, squad or Squad(name=""), catalogue), "1")
    return urlencode({"s": troops, "w": weapon} | facts)


def grid_of(catalogue: Catalogue, language: Language, query: str) -> Grid:
    """Return what a weapon hits in the hands that a query tells."""
    engine = Engine(Library([catalogue]), catalogue, language)
    return grid(engine, FireReader(Address(QueryDict(query)), catalogue, language).read())
