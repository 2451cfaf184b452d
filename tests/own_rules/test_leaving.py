"""What becomes of own rules when their owner deletes the account, and the owner's data as a file."""

import json

import pytest

from armybuilder.accounts.models import User
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.own_rules.actions.drafts import begin_variant, change_cells
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.actions.sharing import keys_of, release, set_visibility
from armybuilder.own_rules.models import OwnRules, OwnVersion
from armybuilder.personal_data.exports import write_backup
from rules.catalogue import current_version, current_versions
from rules.core.assess import assess
from rules.encoding import digest
from rules.models import Ruleset, RulesetVersion
from tests.clubs.clubs import a_club
from tests.lists.factories import a_roster

pytestmark = pytest.mark.usefixtures("loaded_rules", "english")


@pytest.fixture
def published(spain: OwnRules, marta: User) -> OwnRules:
    """Published in two versions, by link."""
    publish(spain.pk, marta, licence="agreed", licence_note="Lorenzo", note="First")
    change_cells(spain.pk, marta, [("weapons/lmg/points", 12)], key="a")
    publish(spain.pk, marta)
    set_visibility(spain.pk, marta, "link")
    return spain


def goes(user: User) -> None:
    """Delete a user, as the deletion of an account does."""
    keys, name = keys_of(user), user.username
    user.delete()
    release(keys, name)


def test_rules_that_nobody_uses_go(published: OwnRules, marta: User) -> None:
    goes(marta)
    assert not Ruleset.objects.filter(pk=published.pk).exists()
    assert not OwnVersion.objects.exists()


def test_a_version_that_a_list_uses_stays_without_a_name(published: OwnRules, marta: User, davide: User) -> None:
    made = create_from(Visitor(davide), a_roster(ruleset=published.pk), current_version(published.pk).pk)
    second = begin_variant(davide, current_version(published.pk), "Catalogna")
    goes(marta)
    ruleset = Ruleset.objects.get(pk=published.pk)
    assert (ruleset.owner, ruleset.visibility, ruleset.credit) == (None, "away", "(Lorenzo)")
    assert list(ruleset.versions.values_list("number", flat=True)) == [2]
    [version] = RulesetVersion.objects.filter(ruleset=published.pk)
    assert "marta" not in version.catalogue
    assert version.digest == digest(version.catalogue)
    assert OwnRules.objects.get(pk=second.pk).chain[-1]["by"] == "(Lorenzo)"
    kept = ArmyList.objects.get(pk=made.pk)
    assert kept.report == assess(kept.roster, kept.catalogue)
    assert published.pk not in [one.ruleset_id for one in current_versions(davide.pk)]


def test_a_writer_takes_the_rules_over(published: OwnRules, marta: User, davide: User) -> None:
    published.writers.add(davide)
    goes(marta)
    assert Ruleset.objects.get(pk=published.pk).owner == davide
    assert OwnRules.objects.get(pk=published.pk).may_be_written_by(davide)


def test_the_owner_of_the_club_takes_its_rules_over(davide: User, marta: User, published: OwnRules) -> None:
    club = a_club(davide, marta)
    set_visibility(published.pk, marta, "club", club.pk)
    goes(marta)
    ruleset = Ruleset.objects.get(pk=published.pk)
    assert (ruleset.owner, ruleset.visibility) == (davide, "club")


def test_the_data_of_a_user_have_the_rules(published: OwnRules, marta: User, davide: User) -> None:
    published.writers.add(davide)
    [rules] = json.loads(b"".join(write_backup(marta)))["own_rules"]
    assert rules["id"] == published.pk
    assert rules["writers"] == ["davide"]
    assert rules["patch"]["weapons/lmg/points"] == 12
    assert [(one["number"], one["note"]) for one in rules["versions"]] == [(1, "First"), (2, "")]
    assert rules["versions"][1]["catalogue"]["id"] == published.pk
    assert json.loads(b"".join(write_backup(davide)))["own_rules"] == []
