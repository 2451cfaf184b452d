"""Deriving the stored values of lists again: a sound database gives no output, each difference is named."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from armybuilder.accounts.models import User
from armybuilder.lists.actions.editing import undo
from armybuilder.lists.models import ArmyList, ListFacet, Revision
from armybuilder.lists.visitors import Visitor
from armybuilder.operations.integrity import Finding, disagreements
from rules.core.document.roster import encode
from rules.models import RulesetVersion
from tests.clubs.conftest import ilaria as ilaria
from tests.clubs.conftest import marta as marta
from tests.evenings.evenings import a_bn_list
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.factories import a_key, a_list, a_roster, add_rifleman
from tests.sharing.links import a_link, published

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.usefixtures("loaded_rules")]


def verified(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[list[str], str]:
    """Return the lines of the command, and its error ("": none)."""
    try:
        call_command("verify_lists", *arguments)
        end = ""
    except CommandError as error:
        end = str(error)
    return capsys.readouterr().out.splitlines(), end


@pytest.fixture
def world(marta: User, ilaria: User) -> dict[str, Any]:
    """A list with a history and a link, a public list, a draft, and another player's list."""
    owner = Visitor(marta)
    edited = add_rifleman(add_rifleman(a_list(owner), owner), owner)
    a_link(owner, edited, frozen=True)
    undo(add_rifleman(edited, owner).pk, owner, a_key())
    public, draft = published(owner).army_list, a_list(Visitor(None, "a browser"))
    other = a_bn_list(ilaria)
    return {
        "edited": edited.pk,
        "public": public.pk,
        "draft": draft.pk,
        "other": other.pk,
    }


def test_of_what_is_whole_nothing_is_said(world: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(capsys) == (["No differences."], "")


def test_derived_values_are_computed_again_and_repaired(
    world: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    edited, public, draft = world["edited"], world["public"], world["draft"]
    ArmyList.objects.filter(pk=edited).update(last_number=2, previous=None)
    ArmyList.objects.filter(pk=draft).update(total=None, name="x" * 80, errors=7)
    ListFacet.objects.filter(army_list=public, kind="weapon").delete()
    ListFacet.objects.filter(army_list=public, kind="game").update(item="rth-it")
    Revision.objects.filter(army_list=edited).update(is_shared=False)
    before = Revision.objects.get(army_list=edited, number=2).pk
    told = {
        f"list {edited}, revision 3: is_shared: stored False, derived True",
        f"list {edited}: previous_id: stored None, derived {before}",
        f"list {edited}: last_number: stored 2, derived 4",
        f"list {draft}: total: stored None, derived 125",
        f"list {draft}: name: stored 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…, derived 'Rangers'",
        f"list {draft}: errors: stored 7, derived 0",
        f"list {public}: facets: stored ['game:rth-it'], derived ['game:bn', 'weapon:assault-rifle']",
    }
    lines, end = verified(capsys)
    assert (set(lines), end) == (told, "7 differ.")
    lines, end = verified(capsys, "--repair")
    assert (set(lines), end) == (
        {f"{line} (repaired)" for line in told} | {"No differences; 7 were repaired."},
        "",
    )
    assert verified(capsys) == (["No differences."], "")


def test_unclear_values_are_left_and_reported(world: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    edited, public, draft = world["edited"], world["public"], world["draft"]
    other = encode(a_roster(name="Another")).decode()
    rth = RulesetVersion.objects.get(ruleset="rth-it")
    ArmyList.objects.filter(pk=edited).update(last_number=9)
    ArmyList.objects.filter(pk=public).update(document=other, name="Another", public_since=None)
    ListFacet.objects.all().delete()
    ArmyList.objects.filter(pk=draft).update(revision=Revision.objects.get(army_list=public))
    ArmyList.objects.filter(pk=world["other"]).update(document="not a list")
    second, third = Revision.objects.filter(army_list=edited, number__in=(2, 3)).order_by("number")
    Revision.objects.filter(pk=second.pk).update(parent=third, document="{}")
    Revision.objects.filter(pk=third.pk).update(ruleset_version=rth)
    fourth = Revision.objects.filter(army_list=edited, number=4)
    fourth.update(parent=Revision.objects.get(army_list=draft))
    lines, end = verified(capsys, "--repair")
    told = {
        f"list {edited}, revision 2: document": "'Object missing required field `format`', derived 'an armylist/1'",
        f"list {edited}, revision 2: parent": "'number 3', derived 'an earlier one'",
        f"list {edited}, revision 3: ruleset": "'rth-it', derived 'bn'",
        f"list {edited}, revision 4: parent": f"'of list {draft}', derived 'of its own list'",
        f"list {edited}: document": "'another one', derived 'that of revision 3'",
        f"list {edited}: newest revision": "4, derived 9",
        f"list {public}: document": "'another one', derived 'that of revision 1'",
        f"list {public}: public": "False, derived True",
        f"list {draft}: present revision": "",
        f"list {world['other']}: document": "",
    }
    seen = dict(line.split(": stored ") for line in lines)
    assert seen.keys() == told.keys()
    assert {key: value for key, value in seen.items() if told[key]} == {
        key: value for key, value in told.items() if value
    }
    assert end == f"{len(told)} differ."


def test_rows_come_in_chunks_and_what_agrees_when_it_is_held_is_not_told(
    world: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.operations.integrity.AT_ONCE", 3)
    lists = list(ArmyList.objects.order_by("pk"))
    seen: list[ArmyList] = []

    def look(one: ArmyList) -> Iterator[Finding]:
        seen.append(one)
        if len(seen) == 1:  # it was written just then
            yield Finding("list", "total", 1, 2, one.delete)

    assert list(disagreements(ArmyList.objects.all(), look, repair=True)) == []
    assert seen == [*lists[:3], lists[0], lists[3]]
    assert ArmyList.objects.count() == 4
