"""Map signs: a squad's sign shows its kind, a list's sign its number of squads."""

import pytest

from armybuilder.printing.layout.words import map_sign, squad_sign
from rules.core.document.roster import Roster, Squad, SquadKind, Vehicle


def of(*kinds: SquadKind, vehicles: tuple[Vehicle, ...] = ()) -> Roster:
    squads = tuple(Squad(name="", class_="elite", kind=kind, vehicles=vehicles) for kind in kinds)
    return Roster(format="armylist/1", ruleset="bn", name="Prova", squads=squads)


@pytest.mark.parametrize(
    ("kind", "sign"),
    [("squad", "squad"), ("section", "section"), ("sniper-team", "team"), ("observer-section", "section")],
)
def test_each_kind_has_its_sign_even_alone(kind: SquadKind, sign: str) -> None:
    assert (squad_sign(of(kind).squads[0]), map_sign(of(kind))) == (sign, sign)
    driven = of(kind, vehicles=(Vehicle(type="tank"),))
    assert (squad_sign(driven.squads[0]), map_sign(driven)) == (f"{sign}-vehicle",) * 2


@pytest.mark.parametrize(
    ("squads", "sign"), [(0, "squad"), (1, "squad"), (2, "section"), (3, "platoon"), (9, "platoon")]
)
def test_the_sign_of_a_list_grows_with_its_squads(squads: int, sign: str) -> None:
    kinds: list[SquadKind] = ["squad"] * squads
    assert map_sign(of(*kinds)) == sign


def test_independent_figures_do_not_enlarge_a_squad() -> None:
    assert map_sign(of("squad", "section", "sniper-team")) == "squad"
    assert map_sign(of("squad", "squad", "observer-section")) == "section"
