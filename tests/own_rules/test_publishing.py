"""Publishing own rules: what changes in them and in lists, whose the figures are, and their versions."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.own_rules.actions import publishing
from armybuilder.own_rules.actions.drafts import change_cells, undo
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.effects import effects_of
from armybuilder.own_rules.models import OwnRules, OwnVersion
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for, current_version
from rules.core.advice import after, legal_completion
from rules.core.assess import assess
from rules.core.document import edits
from rules.core.document.roster import Roster
from rules.models import RulesetVersion
from rules.own.differences import Difference, differences
from tests.clubs.clubs import a_club, browser_of
from tests.lists.factories import a_group, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules", "english")
LMG = "weapons/lmg/points"


def written(rules: OwnRules) -> OwnRules:
    """Return a draft as it is stored."""
    return OwnRules.objects.select_related("ruleset__current").get(pk=rules.pk)


def changed(rules: OwnRules, actor: User, *changes: tuple[str, Any]) -> None:
    """Write cells, each call as an edit."""
    change_cells(rules.pk, actor, changes, key=f"key-{rules.edits.count()}")


def said(rules: OwnRules, before: str = "") -> list[Difference]:
    """Return the differences of a draft from its parent's version."""
    draft = written(rules)
    return differences(draft.base, publishing.finished(draft), "en")


def test_what_changes_is_said_in_words(spain: OwnRules, marta: User) -> None:
    changed(spain, marta, (LMG, 12), ("weapons/smg/retired", True))
    changed(spain, marta, ("weapons/abc123/position", 1500))
    changed(spain, marta, ("weapons/abc123/name", {"it": "Bottiglia", "en": "Petrol bomb"}))
    changed(spain, marta, ("weapons/abc123/points", 3), ("head//line", {"it": "La Spagna.", "en": "Spain."}))
    assert said(spain) == [
        Difference("The game", "the game in one line", said(spain)[0].before, "Spain."),
        Difference("The game", "name", "Road to Hell", "Spagna 1936"),
        Difference("Petrol bomb", "new weapon", "", "3"),
        Difference("SMG", "retired", "0", "–"),
        Difference("LMG", "points", "10", "12"),
    ]


def test_a_variant_without_changes_differs_by_its_name_alone(spain: OwnRules) -> None:
    assert [change.kind for change in said(spain)] == ["name"]


def test_a_published_number_with_its_unit_is_no_change(spain: OwnRules, marta: User, client: Client) -> None:
    client.force_login(marta)
    place = "weapons/lmg/note"
    client.post(reverse("own:cells", args=[spain.pk]), {"key": "unit", "at": 0, place: "reach 25 cm"})
    publish(spain.pk, marta, licence="mine")
    draft = written(spain)
    assert draft.patch[place]["en"] == "reach 25\xa0cm"
    latest = catalogue_for(draft.ruleset.current_id)
    assert differences(latest, publishing.finished(draft), "en") == []


def test_publishing_asks_whose_the_figures_are(spain: OwnRules, marta: User) -> None:
    with pytest.raises(RefusedError, match=r"Say whose the figures are\."):
        publish(spain.pk, marta)
    with pytest.raises(RefusedError, match="Say who agreed"):
        publish(spain.pk, marta, licence="agreed")
    publish(spain.pk, marta, licence="agreed", licence_note="Lorenzo", note="First")
    assert written(spain).ruleset.credit == "marta (Lorenzo)"
    assert OwnVersion.objects.get().note == "First"


def test_nothing_new_is_not_published(spain: OwnRules, marta: User) -> None:
    publish(spain.pk, marta, licence="mine")
    with pytest.raises(RefusedError, match=r"Nothing has changed since version 1\."):
        publish(spain.pk, marta, licence="mine")
    changed(spain, marta, (LMG, 12))
    assert publish(spain.pk, marta).version.number == 2
    changed(spain, marta, (LMG, None))
    assert publish(spain.pk, marta).version.number == 3


def test_rules_that_are_too_long_are_refused(spain: OwnRules, marta: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "MOST_CHARACTERS", 10_000)
    with pytest.raises(RefusedError) as refused:
        publish(spain.pk, marta, licence="mine")
    assert str(refused.value) == "The rules are longer than 10 kB: remove some notes or rows."
    assert not OwnVersion.objects.exists()


def test_figures_of_a_published_game_come_without_the_texts(spain: OwnRules, marta: User) -> None:
    text = {"it": "Un paragrafo copiato.", "en": "A copied paragraph."}
    changed(spain, marta, ("weapons/lmg/note", text), ("head//line", text), (LMG, 12))
    changed(spain, marta, ("extras/abc123/position", 10), ("extras/abc123/text", text))
    changed(spain, marta, ("extras/abc123/name", text), ("extras/abc123/points.list", 5))
    version = publish(spain.pk, marta, licence="published", licence_note="A game").version
    document = RulesetVersion.objects.get(pk=version.pk).catalogue
    assert document.count("A copied paragraph.") == 1  # the name of a row
    assert catalogue_for(version.pk).weapon_by_id["lmg"].points == 12
    assert written(spain).patch["weapons/lmg/note"] == text


def test_the_oldest_version_that_nothing_uses_goes(
    spain: OwnRules, marta: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "VERSIONS_AT_MOST", 3)
    first = publish(spain.pk, marta, licence="mine").version
    create_from(Visitor(marta), a_roster(ruleset=spain.pk), first.pk)
    for points in range(3):
        changed(spain, marta, (LMG, points))
        publish(spain.pk, marta)
    assert list(spain.ruleset.versions.values_list("number", flat=True)) == [1, 3, 4]


def a_list_of(user: User, version: RulesetVersion, *weapons: str, name: str = "Column") -> ArmyList:
    """Return a list made with a version: men with these weapons."""
    roster = a_roster(a_squad(*(a_group(1, weapon) for weapon in weapons)), ruleset=version.ruleset_id, name=name)
    return create_from(Visitor(user), roster, version.pk)


def a_legal_list(user: User, version: RulesetVersion) -> ArmyList:
    """Return a list filled to the limit of the attacker."""
    catalogue = catalogue_for(version.pk)
    empty = Roster(format="armylist/1", ruleset=version.ruleset_id, name="Legal", squads=(), role="attacker")
    found = legal_completion(empty, catalogue, assess(empty, catalogue))
    assert found
    return create_from(Visitor(user), after(empty, found.steps, edits.new_ids()), version.pk)


def test_a_list_that_becomes_illegal_is_named_with_its_error(spain: OwnRules, marta: User) -> None:
    version = publish(spain.pk, marta, licence="mine").version
    legal, limit = a_legal_list(marta, version), catalogue_for(version.pk).format_by_id["attacker"].limit
    assert legal.legal
    assert legal.total is not None
    assert limit is not None
    changed(spain, marta, ("formats/attacker/limit", legal.total - 1))
    effects = effects_of(spain.pk, publishing.finished(written(spain)), marta, "en")
    assert (effects["dearer"], effects["illegal"], effects["others"]) == (0, 1, 0)
    [(_name, before, after, problem)] = effects["own"]
    assert problem.startswith("The list is 1\N{NO-BREAK SPACE}point over the limit")
    assert (before, after) == (legal.total, legal.total)


def test_publishing_says_what_changes_in_lists_and_changes_none(spain: OwnRules, marta: User, davide: User) -> None:
    version = publish(spain.pk, marta, licence="mine").version
    with_lmg = [a_list_of(marta, version, "lmg"), a_list_of(davide, version, "lmg", "rifle")]
    without = a_list_of(marta, version, "rifle")
    documents = list(ArmyList.objects.order_by("pk").values_list("pk", "document", "ruleset_version"))
    changed(spain, marta, (LMG, 12))
    catalogue = publishing.finished(written(spain))
    effects = effects_of(spain.pk, catalogue, marta, "en")
    # the same counts as by assessing the lists one by one
    then = {one.pk: assess(one.roster, catalogue) for one in (*with_lmg, without)}
    assert effects["dearer"] == sum(then[one.pk].total != one.total for one in (*with_lmg, without)) == 2
    assert effects["illegal"] == sum(one.legal and not then[one.pk].legal for one in (*with_lmg, without))
    total = with_lmg[0].total
    assert total is not None
    assert (effects["lists"], effects["looked_at"], effects["others"]) == (3, 3, 1)
    assert effects["own"] == [("Column", total, total + 2, "")]
    publish(spain.pk, marta)
    assert RulesetVersion.objects.get(pk=version.pk).catalogue == version.catalogue
    assert list(ArmyList.objects.order_by("pk").values_list("pk", "document", "ruleset_version")) == documents
    assert ArmyList.objects.with_current_rules().get(pk=without.pk).rules_changed


@pytest.fixture
def browser(marta: User) -> Client:
    """The browser of marta."""
    return browser_of(marta)


def page(rules: OwnRules) -> str:
    return reverse("own:publish", args=[rules.pk])


def test_the_page_publishes_and_shows_the_address(spain: OwnRules, browser: Client) -> None:
    changes = {"see": "link", "licence": "mine", "note": "First <b>"}
    assert browser.get(page(spain)).status_code == 200
    response = browser.post(page(spain), changes)
    assert response.headers["Location"] == page(spain) + "?published=1"
    shown = browser.get(response.headers["Location"]).content.decode()
    assert "Version 1 is published." in shown
    assert f'value="http://testserver/rules/{spain.pk}/"' in shown
    assert "First &lt;b&gt;" in shown
    assert written(spain).ruleset.visibility == "link"


def test_a_refused_form_publishes_and_shares_nothing(spain: OwnRules, browser: Client) -> None:
    response = browser.post(page(spain), {"see": "link", "licence": "agreed", "note": "Kept"})
    assert response.status_code == 422
    assert 'value="Kept"' in response.content.decode()
    assert (written(spain).ruleset.visibility, written(spain).ruleset.current) == ("owner", None)


@pytest.mark.parametrize("see", ["club", "club x", "club 5b6f0d0e-5d0c-4f57-9d38-6f1b0a1f6c51", "all", ""])
def test_no_other_visibility_is_taken(spain: OwnRules, browser: Client, see: str) -> None:
    assert browser.post(page(spain), {"see": see, "licence": "mine"}).status_code == 422


def test_a_writer_publishes_without_changing_who_sees_it(spain: OwnRules, davide: User, browser: Client) -> None:
    spain.writers.add(davide)
    browser_of(davide).post(page(spain), {"see": "link", "licence": "mine"})
    assert written(spain).ruleset.current is not None
    assert written(spain).ruleset.visibility == "owner"


def test_the_page_adds_writers_and_hands_the_rules_over(
    spain: OwnRules, marta: User, davide: User, browser: Client
) -> None:
    a_club(marta, davide)
    address = reverse("own:writers", args=[spain.pk])
    browser.post(address, {"name": "nobody"})
    assert not spain.writers.exists()
    browser.post(address, {"name": " davide "})
    assert spain.writers.get() == davide
    assert f"give {davide.pk}" in browser.get(page(spain)).content.decode()
    assert browser.post(address, {"act": "give 0"}).status_code == 404
    browser.post(address, {"act": f"give {davide.pk}"})
    assert written(spain).ruleset.owner == davide
    assert browser_of(davide).post(address, {"act": f"remove {marta.pk}"}).status_code == 302
    assert browser.get(page(spain)).status_code == 404


def test_the_draft_begins_from_an_earlier_version_and_that_is_undone(
    spain: OwnRules, marta: User, browser: Client
) -> None:
    changed(spain, marta, (LMG, 12))
    publish(spain.pk, marta, licence="mine")
    changed(spain, marta, (LMG, 13), ("weapons/smg/points", 4))
    browser.post(reverse("own:begin-from", args=[spain.pk, 1]))
    assert written(spain).patch[LMG] == 12
    assert "weapons/smg/points" not in written(spain).patch
    undo(spain.pk, marta, "undo 1")
    assert written(spain).patch[LMG] == 13
    assert written(spain).patch["weapons/smg/points"] == 4


def test_a_version_is_downloaded(spain: OwnRules, marta: User, browser: Client) -> None:
    version = publish(spain.pk, marta, licence="mine").version
    response = browser.get(reverse("own:version", args=[spain.pk, 1]))
    assert response.content.decode() == version.catalogue
    assert browser.get(reverse("own:version", args=[spain.pk, 2])).status_code == 404


def test_the_page_of_versions_costs_the_same_with_more_of_them(spain: OwnRules, marta: User, browser: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(page(spain)).status_code == 200
        return len(asked)

    publish(spain.pk, marta, licence="mine")
    changed(spain, marta, (LMG, 2))
    few = queries()
    for points in range(3, 8):
        publish(spain.pk, marta)
        changed(spain, marta, (LMG, points))
        a_list_of(marta, current_version(spain.pk), "lmg")
    assert queries() <= few + 1  # the catalogue of the current version, once for each process
