"""The worked results of the sources, and the edges of each procedure."""

import msgspec
import pytest

from rules.core.catalogue.catalogue import FireRow
from rules.core.document.roster import Figure, Modifiers, Squad
from rules.core.procedures import (
    Chance,
    Command,
    SquadChances,
    band,
    losses,
    losses_failed,
    lost_at_half,
    lost_under_half,
    morale_dice,
    morale_need,
    squad_chances,
    suppression_most,
)
from tests.core.documents import LIBRARY, POINT_GAMES

RTH_IT, RTH_EN, BN, BI, LUDONET = (
    LIBRARY.catalogues[ruleset] for ruleset in ("rth-it", "rth-en", "bn", "bi", "ludonet")
)


def fire(ruleset: str, weapon: str, row: int = 0) -> FireRow:
    return LIBRARY.catalogues[ruleset].weapon_by_id[weapon].fire[row]


# Range bands


@pytest.mark.parametrize(
    ("distance", "place"), [(0, 0), (25, 0), (26, 1), (50, 1), (100, 2), (101, 3), (150, 3), (151, None)]
)
def test_a_band_reaches_to_its_far_edge(distance: int, place: int | None) -> None:
    assert band(BN.bands, distance) == place


@pytest.mark.parametrize(("distance", "place"), [(10, 0), (11, 2), (30, 2), (31, None)])
def test_a_shotgun_has_no_normal_range(distance: int, place: int | None) -> None:
    """bi "Tiro diretto": 10 cm, none, 30 cm."""
    assert band(fire("bi", "shotgun").reach, distance) == place


# Suppression


@pytest.mark.parametrize(
    ("class_id", "leadership", "most"),
    [("recruit", 0, 2), ("recruit", 2, 4), ("veteran", 0, 4), ("veteran", 4, 5)],
)
def test_a_suppressed_man_acts_on_his_value_and_his_leaders(class_id: str, leadership: int, most: int) -> None:
    """rth §10.0: equal to or under the sum; 6 always fails."""
    assert suppression_most(RTH_IT, class_id, leadership) == most


def test_no_suppression_test_elsewhere() -> None:
    assert suppression_most(BI, "elite") is None


# Morale


@pytest.mark.parametrize("ruleset", POINT_GAMES)
def test_a_veteran_platoon_of_three_squads_and_a_section(ruleset: str) -> None:
    """rth §14.0, bn §13.0: 4 for veterans and 4 for the squads: 8 dice, one of which must show a 3 after 3 losses."""
    book = LIBRARY.catalogues[ruleset]
    assert morale_dice(book, "veteran", formations=4) == 8
    assert morale_need(3, half_remain=True) == 3


def test_a_squad_rolls_the_morale_of_its_class() -> None:
    """rth §3.0, §12.0: commandos have 6, though the text says from 2 to 5."""
    assert [morale_dice(RTH_IT, item.id) for item in RTH_IT.classes] == [6, 5, 4, 3, 2, 3]


@pytest.mark.parametrize(
    ("counted", "half_remain", "need"),
    [(1, True, 1), (6, True, 6), (9, True, 6), (6, False, 6), (7, False, None), (2, False, 2)],
)
def test_a_die_passes_at_or_over_the_losses_and_a_six_while_half_remain(
    counted: int, half_remain: bool, need: int | None
) -> None:
    """rth §12.0, bn §12.0."""
    assert morale_need(counted, half_remain) == need


@pytest.mark.parametrize(
    ("face", "half_remain", "failed"),
    [(1, True, 2), (5, True, 6), (6, True, None), (6, False, 7), (5, False, 6)],
)
def test_the_losses_that_each_face_fails(face: int, half_remain: bool, failed: int | None) -> None:
    """rth §12.0, bn §12.0."""
    assert losses_failed(face, half_remain) == failed


def test_a_lost_leader_counts_twice() -> None:
    """rth §12.0, bn §12.0."""
    assert losses(BN, 3, leaders=1) == 4
    assert losses(RTH_EN, 3) == 3


def test_half_of_the_men_stand_or_are_lost() -> None:
    """§12.0: a 6 passes with half of the men there; rth §14.0, bn §13.0: 50% losses cost the squad its die."""
    men = [1, 2, 3, 4, 7, 8]
    assert [lost_at_half(count) for count in men] == [0, 1, 1, 2, 3, 4]
    assert [lost_under_half(count) for count in men] == [0, 0, 1, 1, 3, 3]
    assert lost_under_half(0) == 0


def test_no_dice_for_losses_elsewhere() -> None:
    assert morale_dice(BI, "elite") is None
    assert losses(LUDONET, 3) is None


# Chances


def test_a_squad_succeeds_on_its_quality_and_holds_on_three_more() -> None:
    """bi "Qualità", "Morale": elite 6, morale 9."""
    squad = Squad(name="Alpha", class_="elite", figures=(Figure(count=8),))
    assert squad_chances(squad, BI) == SquadChances((Chance("elite", success=6, morale=9),), ())


@pytest.mark.parametrize(
    ("motivation", "fanatic", "success", "morale"), [(1, 0, 5, 8), (-1, 0, 3, 6), (0, 2, 4, 9), (-1, 1, 3, 7)]
)
def test_the_referees_modifiers(motivation: int, fanatic: int, success: int, morale: int) -> None:
    """bi "Qualità": ±1 on all chances for motivation or fatigue; "Morale": +1 or +2 for fanatics."""
    modifiers = Modifiers(motivation=motivation, fanatic=fanatic)
    squad = Squad(name="Alpha", class_="regular", modifiers=modifiers, figures=(Figure(),))
    chances = squad_chances(squad, BI)
    assert chances is not None
    assert chances.chances == (Chance("regular", success, morale),)


def test_leaders_command_by_their_ability() -> None:
    """bi "Unità e distanze di comando": squad and section leaders of each ability."""
    abilities = [item.id for item in BI.classes]
    squad = Squad(
        name="Alpha",
        class_="regular",
        figures=tuple(Figure(ability=ability, roles=("squad-leader",)) for ability in abilities),
    )
    chances = squad_chances(squad, BI)
    assert chances is not None
    assert [command.distance for command in chances.commands] == [16, 12, 8, 6, 4]
    sections = tuple(msgspec.structs.replace(figure, roles=("section-leader",)) for figure in squad.figures)
    chances = squad_chances(msgspec.structs.replace(squad, figures=sections), BI)
    assert chances is not None
    assert [command.distance for command in chances.commands] == [8, 6, 4, None, None]


def test_a_leaders_ability_is_his_own_else_the_squads_else_his_class() -> None:
    leader = Figure(roles=("squad-leader",))
    own = Figure(roles=("squad-leader",), ability="rabble")
    squad = Squad(name="Alpha", class_="veteran", leader_ability="elite", figures=(leader, own))
    plain = Squad(name="Alpha", class_="veteran", figures=(leader,))
    first, second = squad_chances(squad, BI), squad_chances(plain, BI)
    assert first is not None
    assert second is not None
    assert first.commands == (Command(leader, "elite", 16), Command(own, "rabble", 4))
    assert second.commands == (Command(leader, "veteran", 12),)


def test_a_squad_of_two_classes_has_the_chances_of_both() -> None:
    figures = (Figure(count=4), Figure(class_="recruit"), Figure(class_="sepoy"))
    squad = Squad(name="Alpha", class_="veteran", figures=figures)
    chances = squad_chances(squad, BI)
    assert chances is not None
    assert chances.chances == (Chance("veteran", 5, 8), Chance("recruit", 3, 6))


def test_no_chances_where_there_is_no_quality() -> None:
    assert squad_chances(Squad(name="Alpha", class_="veteran"), RTH_IT) is None
