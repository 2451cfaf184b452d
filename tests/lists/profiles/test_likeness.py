"""Similar squads of two lists are placed beside each other."""

from armybuilder.lists.profiles.profile import Profiled, pairs_of
from rules.core.document.roster import Squad
from rules.core.odds import Strengths, profile_of
from tests.core.documents import LIBRARY
from tests.lists.factories import a_group, a_roster, a_squad


def profiled(*squads: Squad) -> Profiled:
    roster, catalogue = a_roster(*squads), LIBRARY.catalogues["bn"]
    return Profiled("", roster, catalogue, profile_of(roster, catalogue, "militia"), Strengths())


def named(first: tuple[Squad, ...], second: tuple[Squad, ...]) -> list[tuple[str, str]]:
    """The names of the squads in pairs, "-" for nobody."""
    lists = profiled(*first), profiled(*second)
    return [
        tuple(  # type: ignore[misc]
            one.roster.squads[curve.squad].name if curve and curve.squad is not None else "-"
            for curve, one in zip(pair, lists, strict=True)
        )
        for pair in pairs_of(lists)
    ]


def soldiers(name: str, class_: str, men: int) -> Squad:
    return a_squad(a_group(men), name=name, class_=class_)


def test_of_one_name_first() -> None:
    first = soldiers("Alpha", "elite", 5), soldiers("Bravo", "elite", 5)
    second = soldiers("bravo ", "militia", 2), soldiers("ALPHA", "militia", 2)
    assert named(first, second) == [("Alpha", "ALPHA"), ("Bravo", "bravo ")]


def test_then_of_one_class_and_strength_then_of_one_class() -> None:
    first = soldiers("A", "elite", 5), soldiers("B", "elite", 9), soldiers("C", "militia", 3)
    second = soldiers("X", "militia", 8), soldiers("Y", "elite", 9), soldiers("Z", "elite", 2)
    assert named(first, second) == [("A", "Z"), ("B", "Y"), ("C", "X")]


def test_the_rest_by_place_and_then_alone() -> None:
    first = soldiers("A", "elite", 5), soldiers("", "elite", 5)
    second = soldiers("", "militia", 8), soldiers("Y", "recruit", 9), soldiers("Z", "recruit", 9)
    assert named(first, second) == [("A", ""), ("", "Y"), ("-", "Z")]
    assert named(second, first) == [("", "A"), ("Y", ""), ("Z", "-")]
    assert named((a_squad(),), first[:1]) == [("-", "A")]
