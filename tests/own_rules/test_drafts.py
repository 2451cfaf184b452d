"""Drafts of own rules: begun, changed cell by cell, taken back, published."""

from typing import Any

import pytest

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import begin_game, change_cells, redo, undo
from armybuilder.own_rules.actions.publishing import NotReadyError, publish
from armybuilder.own_rules.models import OwnRules
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for, current_versions, offered_version
from rules.models import RulesetVersion
from rules.own.patch import rows_of

pytestmark = pytest.mark.usefixtures("loaded_rules")
LMG = "weapons/lmg/points"


def patch_of(rules: OwnRules) -> dict[str, Any]:
    patch: dict[str, Any] = OwnRules.objects.get(pk=rules.pk).patch
    return {place: value for place, value in patch.items() if place != "head//name"}


def test_a_draft_is_no_ruleset_yet(spain: OwnRules, marta: User) -> None:
    assert spain.ruleset.name_it == "Spagna 1936"
    assert spain.chain == [{"id": "rth-it", **spain.chain[0]}]
    assert spain.pk not in [version.ruleset_id for version in current_versions(marta.pk)]


def test_each_cell_is_stored_once(spain: OwnRules, marta: User) -> None:
    assert change_cells(spain.pk, marta, [(LMG, 12)], key="a").edit
    assert change_cells(spain.pk, marta, [(LMG, 13)], key="a").edit is None
    assert patch_of(spain) == {LMG: 12}


def test_other_cells_of_another_writer_stay_and_the_same_cell_is_named(
    spain: OwnRules, marta: User, davide: User
) -> None:
    spain.writers.add(davide)
    change_cells(spain.pk, davide, [(LMG, 11)], key="a", seen={LMG: None})
    made = change_cells(spain.pk, marta, [(LMG, 12)], key="b", seen={LMG: None})
    assert made.replaced == {LMG: 11}
    change_cells(spain.pk, davide, [("weapons/pistol/points", 1)], key="c")
    assert patch_of(spain) == {LMG: 12, "weapons/pistol/points": 1}


def test_edits_are_taken_back_and_made_again(spain: OwnRules, marta: User, davide: User) -> None:
    change_cells(spain.pk, marta, [(LMG, 11)], key="a")
    change_cells(spain.pk, marta, [(LMG, 12)], key="b")
    assert undo(spain.pk, marta, "undo 1")
    assert patch_of(spain) == {LMG: 11}
    assert undo(spain.pk, marta, "undo 2")
    assert patch_of(spain) == {}
    assert undo(spain.pk, marta, "undo 3") is None
    redo(spain.pk, marta, "redo 4")
    redo(spain.pk, marta, "redo 5")
    assert patch_of(spain) == {LMG: 12}
    assert redo(spain.pk, marta, "redo 6") is None
    spain.writers.add(davide)
    change_cells(spain.pk, davide, [(LMG, 13)], key="c")
    with pytest.raises(RefusedError):
        undo(spain.pk, marta, "undo 7")


def test_an_undo_sent_twice_is_made_once(spain: OwnRules, marta: User) -> None:
    for points in (11, 12, 13):
        change_cells(spain.pk, marta, [(LMG, points)], key=str(points))
    first, again = undo(spain.pk, marta, "a"), undo(spain.pk, marta, "a")
    assert first == again
    assert patch_of(spain) == {LMG: 12}
    undo(spain.pk, marta, "b")
    redo(spain.pk, marta, "c")
    redo(spain.pk, marta, "c")
    assert patch_of(spain) == {LMG: 12}
    redo(spain.pk, marta, "d")
    assert patch_of(spain) == {LMG: 13}


def test_a_stranger_finds_no_draft(spain: OwnRules, davide: User) -> None:
    with pytest.raises(OwnRules.DoesNotExist):
        change_cells(spain.pk, davide, [(LMG, 11)], key="a")
    with pytest.raises(OwnRules.DoesNotExist):
        publish(spain.pk, davide)


def test_a_variant_is_published_for_its_owner(spain: OwnRules, marta: User, davide: User) -> None:
    change_cells(spain.pk, marta, [(LMG, 12)], key="a")
    with pytest.raises(RefusedError):
        publish(spain.pk, marta)
    OwnRules.objects.filter(pk=spain.pk).update(licence="mine")
    version = publish(spain.pk, marta).version
    assert version.own.patch == OwnRules.objects.get(pk=spain.pk).patch
    assert catalogue_for(version.pk).weapon_by_id["lmg"].points == 12
    assert offered_version(spain.pk, marta.pk) == version
    with pytest.raises(RulesetVersion.DoesNotExist):
        offered_version(spain.pk, davide.pk)


def test_an_empty_game_is_not_published(marta: User) -> None:
    game = begin_game(marta, "Fucili", limit=100, has_roles=False, has_leaders=True)
    OwnRules.objects.filter(pk=game.pk).update(licence="mine")
    with pytest.raises(NotReadyError) as refused:
        publish(game.pk, marta)
    assert [str(problem.place) for problem in refused.value.found] == ["classes//"]


def test_two_writers_lose_nothing(spain: OwnRules, marta: User, davide: User) -> None:
    """Two hundred edits in turn, each in a cell of its own."""
    spain.writers.add(davide)
    cells = [f"{table}/{row}/points" for table in ("classes", "weapons") for row in rows_of(spain.base, {}, table)]
    wanted = {place: number + 1 for number, place in enumerate(cells)}
    for turn in range(200):
        place = cells[turn % len(cells)]
        change_cells(spain.pk, (marta, davide)[turn % 2], [(place, wanted[place] + turn // len(cells))], key=str(turn))
    assert patch_of(spain) == {
        place: wanted[place] + (199 - number) // len(cells) for number, place in enumerate(cells)
    }
    assert OwnRules.objects.get(pk=spain.pk).edits.count() == 200
