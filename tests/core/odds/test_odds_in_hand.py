"""The rolls of a man with his weapon: the printed number with all modifiers."""

from fractions import Fraction

import pytest

from rules.core.document.roster import Figure, Modifiers, Squad, Vehicle
from rules.core.odds import at_air, facts_in_hand, rolls_in_hand, save_of
from rules.core.odds.in_hand import WayInHand
from tests.core.documents import LIBRARY
from tests.rules.invented import HARBOUR

BOOKS = LIBRARY.catalogues


def numbers(way: WayInHand) -> list[tuple[int | None, int | None, int | None, int]]:
    """Edge, printed number, the face he needs, and his dice, band by band."""
    return [
        (one.edge, one.shot.base, next(iter((one.shot.need or {}).values()), None), one.shot.dice) for one in way.bands
    ]


def test_a_class_changes_the_printed_number_and_the_dice() -> None:
    aimed, burst = rolls_in_hand(BOOKS["bn"], "militia", "assault-rifle")
    assert (aimed.mode, aimed.dice, burst.mode, burst.dice) == ("aimed", 1, "burst", 3)
    assert numbers(aimed) == [(25, 3, 4, 1), (50, 4, 5, 1), (100, 5, 6, 1), (150, 6, None, 0)]
    assert numbers(burst) == [(25, 4, 5, 3), (50, 6, 6, 2), (100, None, None, 0), (150, None, None, 0)]
    assert [one.shot.status for one in burst.bands] == ["ok", "ok", "out-of-range", "out-of-range"]
    said = [(rule.id, rule.effect.need, rule.source) for rule in burst.bands[0].shot.rules]
    assert said == [("class", 1, "§8.0")]


def test_facts_of_the_table_come_on_top() -> None:
    (rifle,) = rolls_in_hand(BOOKS["rth-it"], "veteran", "rifle", ["cover", "moved"])
    assert numbers(rifle) == [(25, 3, 5, 1), (50, 4, 6, 1), (100, 5, None, 0), (150, 6, None, 0)]
    (gun,) = rolls_in_hand(BOOKS["bn"], "elite", "mmg", ["moved"])
    assert [one.shot.status for one in gun.bands] == ["may-not"] * 4
    (gun,) = rolls_in_hand(BOOKS["bn"], "elite", "mmg", ["moved"], vehicle="light-armour")
    assert numbers(gun) == [(25, 4, 5, 4), (50, 5, 6, 4), (100, 5, 6, 4), (150, 6, 6, 3)]


def test_a_row_ends_at_its_reach_and_may_leave_a_band_out() -> None:
    (pistol,) = rolls_in_hand(BOOKS["bn"], "special-forces", "pistol")
    assert numbers(pistol) == [(10, 3, 2, 1)]
    single, area = rolls_in_hand(BOOKS["bi"], "veteran", "assault-rifle")
    assert numbers(single) == [(15, 5, 6, 2), (30, 5, 5, 2), (90, 5, 4, 2)]
    assert [(one.place, one.edge) for one in area.bands] == [(1, 20), (2, 60)]
    assert numbers(area) == [(20, 5, 3, 1), (60, 5, 2, 1)]


def test_a_range_that_the_referee_tells_has_two_halves() -> None:
    (rifle,) = rolls_in_hand(BOOKS["ludonet"], "expert", "rifle", ["moved"])
    assert numbers(rifle) == [(None, 4, 4, 1), (None, 5, 5, 1)]
    assert [one.shot.chance for one in rifle.bands] == [Fraction(1, 2), Fraction(1, 3)]


def test_a_ruleset_that_nobody_knows_has_them_from_its_data() -> None:
    choked, wide = rolls_in_hand(HARBOUR, "watchman", "blunderbuss")
    assert numbers(choked)[:2] == [(10, 4, 5, 2), (20, 6, 7, 2)]
    assert [one.shot.status for one in choked.bands[2:]] == ["out-of-range"] * 3
    assert numbers(wide) == [(8, 7, 8, 5)]
    assert rolls_in_hand(HARBOUR, "watchman", "cutlass") == ()


@pytest.mark.parametrize(
    ("ruleset", "figure", "weapon", "facts"),
    [
        ("bi", Figure(weapons=("mg",), roles=("sniper",)), "mg", ("sniper", "motivated", "one-crewman")),
        ("bi", Figure(weapons=("rifle",), roles=("medic",)), "rifle", ("motivated",)),
        ("bn", Figure(weapons=("hmg",)), "hmg", ("one-crewman",)),
        ("ludonet", Figure(weapons=("rifle",)), "rifle", ()),
    ],
)
def test_situations_of_the_firer_from_the_list(
    ruleset: str, figure: Figure, weapon: str, facts: tuple[str, ...]
) -> None:
    squad = Squad(name="A", figures=(figure,), modifiers=Modifiers(motivation=1))
    assert facts_in_hand(figure, weapon, squad, BOOKS[ruleset]) == facts
    served = Squad(name="A", figures=(figure, Figure(roles=("crew",))), modifiers=Modifiers(motivation=-1))
    told = tuple(fact.replace("motivated", "tired") for fact in facts if fact != "one-crewman")
    assert facts_in_hand(figure, weapon, served, BOOKS[ruleset]) == told


def test_the_crew_of_a_vehicle_is_as_motivated_as_its_squad_and_complete() -> None:
    squad = Squad(name="A", vehicles=(Vehicle(type="tank"),), modifiers=Modifiers(motivation=-1))
    assert facts_in_hand(squad.vehicles[0], "mg", squad, BOOKS["bi"]) == ("tired",)
    assert facts_in_hand(squad.vehicles[0], "hmg", squad, BOOKS["bn"]) == ()


@pytest.mark.parametrize(
    ("ruleset", "class_", "weapon", "needs"),
    [
        ("bi", "regular", "aa-missile-portable", {"aircraft": (2, None), "helicopter": (3, None)}),
        ("bi", "rabble", "aa-missile-portable", {"aircraft": (None, None), "helicopter": (1, None)}),
        ("bi", "elite", "rpg", {"aircraft": (None, 80), "helicopter": (3, 80)}),
        ("ludonet", "recruit", "anti-air", {"aircraft": (5, None)}),
        ("bn", "militia", "rpg", {}),  # hit as at long range
        ("bi", "elite", "assault-rifle", {}),
    ],
)
def test_a_class_changes_what_hits_aircraft(
    ruleset: str, class_: str, weapon: str, needs: dict[str, tuple[int | None, int | None]]
) -> None:
    assert at_air(BOOKS[ruleset], class_, weapon) == needs


def test_a_leader_saves_better_than_his_men_and_no_better_in_cover() -> None:
    for ruleset, class_ in (("bn", "fanatic"), ("rth-it", "recruit")):
        facts = ((), ("leader",), ("cover",), ("leader", "cover"))
        plain, *better = (save_of(BOOKS[ruleset], class_, one) for one in facts)
        assert better == [(plain or 0) - 1] * 3
    assert save_of(BOOKS["bn"], "special-forces", ("leader",)) == 2  # a 1 always fails
    assert save_of(BOOKS["ludonet"], "expert") is None
