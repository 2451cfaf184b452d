"""A variant whose game was corrected: what both changed is chosen, the rest is taken."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.own_rules.actions.drafts import begin_variant, change_cells, redo, undo
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.models import OwnRules
from rules.actions import make_current
from rules.catalogue import catalogue_for, current_version
from rules.core.catalogue.catalogue import Catalogue
from rules.encoding import decode, encode
from rules.models import Ruleset
from rules.own.differences import Choice, Difference, Versions
from rules.own.patch import applied
from tests.clubs.clubs import browser_of
from tests.lists.factories import a_group, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules", "english")
LMG, SMG, RIFLE = "weapons/lmg/points", "weapons/smg/points", "weapons/rifle/points"


def corrected(catalogue: Catalogue, **changes: Any) -> Catalogue:
    """Return a game with other values, and without the weapons that are `gone`."""
    gone = changes.pop("gone", ())
    new = applied(catalogue, changes.pop("patch"), id=catalogue.id)
    if not gone:
        return new
    data = decode(encode(new))
    return type(data)(
        **{name: getattr(data, name) for name in data.__struct_fields__}
        | {"weapons": tuple(weapon for weapon in data.weapons if weapon.id not in gone)}
    )


@pytest.fixture
def old() -> Catalogue:
    """The game as it is."""
    return catalogue_for(current_version("rth-it").pk)


def test_what_only_they_changed_is_taken(old: Catalogue) -> None:
    versions = Versions(old, corrected(old, patch={SMG: 5}), {LMG: 12})
    shown = versions.shown("en", {})
    assert (shown.both, shown.gone) == ([], [])
    assert shown.taken == [Difference("SMG", "points", "0", "5")]
    assert versions.rebased((), ()) == {LMG: 12}


def test_what_both_changed_is_chosen(old: Catalogue) -> None:
    versions = Versions(old, corrected(old, patch={LMG: 11, SMG: 5}), {LMG: 12, RIFLE: 1})
    shown = versions.shown("en", {})
    assert shown.both == [Choice(LMG, "LMG", "points", "10", "11", "12")]
    assert [change.name for change in shown.taken] == ["SMG"]
    assert versions.rebased([LMG], ()) == {LMG: 12, RIFLE: 1}
    assert versions.rebased((), ()) == {RIFLE: 1}


def test_the_same_change_needs_no_choice_and_is_no_difference_any_more(old: Catalogue) -> None:
    versions = Versions(old, corrected(old, patch={LMG: 12}), {LMG: 12})
    assert versions.shown("en", {}).both == []
    assert versions.rebased((), ()) == {}


@pytest.mark.parametrize("patch", [{"weapons/panzerfaust/points": 9}, {}])
def test_a_row_that_is_gone_and_used_here_becomes_an_own_one(old: Catalogue, patch: dict[str, Any]) -> None:
    weapon = old.weapons[-1]
    patch = {place.replace("panzerfaust", weapon.id): value for place, value in patch.items()}
    new = corrected(old, patch={}, gone={weapon.id})
    versions = Versions(old, new, patch)
    row = ("weapons", weapon.id)
    assert versions.used([weapon.id]) == [row]
    assert versions.used([]) == ([row] if patch else [])
    [choice] = versions.shown("en", {weapon.id: 2}).gone
    assert choice.what == "in 2 lists; keep it, and it becomes a row of your own"
    assert [answer.label for answer in choice.answers] == ["Remove", "Keep"]
    kept = applied(new, versions.rebased((), [row]), id="own-aaaaaaaa")
    assert kept.weapon_by_id[weapon.id].points == (9 if patch else weapon.points)
    assert kept.weapon_by_id[weapon.id].name == weapon.name
    assert versions.rebased((), ()) == {}


@pytest.fixture
def browser(marta: User) -> Client:
    """The browser of marta."""
    return browser_of(marta)


def correct(**patch: Any) -> int:
    """Publish a correction of the site's game, and return its number."""
    ruleset = Ruleset.objects.get(pk="rth-it")
    new = corrected(catalogue_for(current_version("rth-it").pk), patch=patch)
    return make_current(ruleset, new).version.number


def page(rules: OwnRules) -> str:
    return reverse("own:parent", args=[rules.pk])


def stored(rules: OwnRules) -> OwnRules:
    return OwnRules.objects.get(pk=rules.pk)


def test_without_a_newer_version_there_is_nothing_to_do(spain: OwnRules, browser: Client) -> None:
    assert browser.get(page(spain)).headers["Location"] == reverse("own:tables", args=[spain.pk])
    assert browser.post(page(spain)).status_code == 404


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ({f"of.{LMG}": "mine"}, 12),
        ({f"of.{LMG}": "theirs"}, None),
        ({"all": "theirs"}, None),
        ({"all": "mine", f"of.{LMG}": "theirs"}, 12),
    ],
)
def test_the_answers_go_into_the_draft_as_one_edit_and_lists_stay(
    spain: OwnRules, marta: User, browser: Client, answer: dict[str, str], left: int | None
) -> None:
    change_cells(spain.pk, marta, [(LMG, 12)], key="a")
    version = publish(spain.pk, marta, licence="mine").version
    create_from(Visitor(marta), a_roster(a_squad(a_group(1, "smg")), ruleset=spain.pk), version.pk)
    before = ArmyList.objects.get().document
    number = correct(**{LMG: 11, SMG: 5})
    shown = browser.get(page(spain)).content.decode()
    assert "Road to Hell" in shown
    assert f'name="of.{LMG}"' in shown
    assert ("<span>Take 11</span>" in shown, "<span>Keep 12</span>" in shown) == (True, True)
    browser.post(page(spain), {"number": number, **answer})
    draft = stored(spain)
    assert draft.patch.get(LMG) == left
    assert draft.parent == current_version("rth-it")
    assert draft.catalogue.weapon_by_id["smg"].points == 5
    assert draft.ruleset.current == version
    assert ArmyList.objects.get().document == before
    undo(spain.pk, marta, "undo")
    assert (stored(spain).patch.get(LMG), stored(spain).parent) == (12, spain.parent)
    redo(spain.pk, marta, "redo")
    assert (stored(spain).patch.get(LMG), stored(spain).parent) == (left, draft.parent)


def test_an_answer_to_an_older_page_changes_nothing(spain: OwnRules, browser: Client) -> None:
    number = correct(**{LMG: 11})
    correct(**{LMG: 13})
    browser.post(page(spain), {"number": number, "all": "theirs"})
    assert stored(spain).parent_id == spain.parent_id


def test_a_variant_of_a_variant_follows_the_game_of_the_site(spain: OwnRules, marta: User, davide: User) -> None:
    change_cells(spain.pk, marta, [(LMG, 12)], key="a")
    version = publish(spain.pk, marta, licence="mine").version
    second = begin_variant(davide, version, "Catalogna")
    assert [link["id"] for link in second.chain] == ["rth-it", spain.pk]
    assert second.parent == current_version("rth-it")
    assert second.patch[LMG] == 12
