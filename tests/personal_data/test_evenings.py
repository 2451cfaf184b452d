"""Games nights and notifications in a backup: a user's acts there, and their deletion."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import translation
from jsonschema import Draft202012Validator

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import invite
from armybuilder.clubs.models import Invitation
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.actors import log
from armybuilder.evenings.actions.planning import close_submissions
from armybuilder.evenings.actions.results import enter_result
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Entry, Evening, Pairing
from armybuilder.evenings.notifications import notify
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.notices.kinds import Kind
from armybuilder.notices.models import Notice
from armybuilder.personal_data.actions.deletion import _delete_invitations, delete_account
from armybuilder.personal_data.document import schema
from tests.clubs.clubs import a_club
from tests.clubs.conftest import davide as davide
from tests.clubs.conftest import marta as marta
from tests.evenings.evenings import a_bn_list, an_evening, decide, log_of
from tests.notices.telling import prefers, told
from tests.personal_data.owning import traces
from tests.personal_data.restoring import backup_of, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


@pytest.fixture
def played(alice: Visitor, bob: Visitor) -> Evening:
    """A games night of Bob's club at which Alice submitted twice, and entered her result."""
    assert alice.user
    assert bob.user
    evening = an_evening(a_club(bob.user, None, alice.user), bob.user, ruleset="bn", limits={"attacker": 150})
    for name in ("Alpini", "Lagunari"):
        made = a_bn_list(alice.user, name=name)
        submit(evening.pk, alice.user, made.pk)
    submit(evening.pk, bob.user, a_bn_list(bob.user).pk)
    close_submissions(evening.pk, bob.user)
    draw(evening.pk, bob.user, "swiss")
    [table] = publish(evening.pk, bob.user).pairings.all()
    enter_result(evening.pk, alice.user, table.pk, _lost(table, alice.user, (35, 40)))
    decide(evening, table, _lost(table, alice.user, (30, 40)))
    return evening


def _lost(table: Pairing, user: User, lost: tuple[int, int]) -> tuple[int, int]:
    """Return points in the order of the table, from the user's first."""
    return lost if table.first.user_id == user.pk else (lost[1], lost[0])


@pytest.mark.postgres
def test_acts_and_notifications_of_a_games_night(alice: Visitor, played: Evening) -> None:
    assert alice.user
    prefers(alice.user, "en", result=["site"])
    with translation.override("en"):
        backup = backup_of(alice)
    Draft202012Validator(schema()).validate(backup)
    [evening] = backup["evenings"]
    assert (evening["club"], evening["name"], evening["answer"]) == (
        played.club.name,
        "Linea Gotica",
        "coming",
    )
    first, second = evening["hand_ins"]
    assert [(one["name"], one["withdrawn"] is None) for one in (first, second)] == [
        ("Alpini", False),
        ("Lagunari", True),
    ]
    assert second["document"]["squads"][0]["figures"]
    assert "id" not in second["document"]["squads"][0]
    [game] = evening["games"]
    assert (game["opponent"], game["lost"], game["opponent_lost"], game["said"]) == ("bob", 30, 40, [35, 40])
    assert [line["action"] for line in evening["log"]] == ["handed-in", "handed-in", "said"]
    notices = backup["account"]["notices"]
    assert (notices["language"], notices["channels"]) == ("en", {"result": ["site"]})
    assert [one["text"] for one in notices["told"]] == told(alice.user)
    assert len(notices["told"]) == 2


def test_evenings_in_a_backup_are_not_restored_and_the_page_says_so(
    hers: Client, alice: Visitor, bob: Visitor, played: Evening
) -> None:
    backup = backup_of(bob)
    assert len(backup["evenings"]) == 1
    backup["evenings"][0]["hand_ins"] = 7
    del backup["account"]["notices"]  # like the first backups
    page = send(hers, json.dumps(backup).encode())
    assert [str(said) for said in page.context["messages"]] == [
        "Restored: 1 list, 1 version. The games nights, games and own rules in the file were not restored."
    ]
    assert ArmyList.objects.filter(owner=alice.user).exclude(archived=None).count() == 0


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_deleted_user_leaves_no_name_at_a_games_night(alice: Visitor, bob: Visitor, played: Evening) -> None:
    assert alice.user
    assert bob.user
    user_id, name = alice.user.pk, alice.user.get_username()
    assert [text for text in told(bob.user) if name in text] != []
    delete_account(alice.user)
    assert traces(user_id, [name]) == []
    assert [text for text in told(bob.user) if name in text] == []
    entry = Entry.objects.exclude(user=bob.user).get(evening=played)
    assert (entry.user, Pairing.objects.count()) == (None, 1)
    gone = "someone who has left"
    assert any(f"{gone} – bob" in line or f"bob – {gone}" in line for line in log_of(played))


@pytest.mark.django_db(transaction=True)
def test_a_namesake_in_another_club_keeps_their_log_and_notices(
    alice: Visitor, bob: Visitor, marta: User, davide: User
) -> None:
    """A guest there has her name, and a present account has the name in an old notification."""
    assert alice.user
    assert bob.user
    name = alice.user.username
    evening = an_evening(a_club(marta, davide), davide, limits={})
    guest = desk.add_guest(evening.pk, davide, name)
    desk.check_in(evening.pk, davide, guest.pk, is_here=True)
    notify(Kind.HANDED_IN, [marta.pk], evening, 1, who=guest)
    notify(Kind.HANDED_IN, [marta.pk], evening, 2, who=davide)
    before = log_of(evening)
    assert before[-1] == f"davide checked in {name}"
    delete_account(alice.user)
    assert log_of(evening) == before
    assert Notice.objects.filter(user=marta).count() == 2
    delete_account(davide)
    assert log_of(evening)[-1] == f"someone who has left checked in {name}"
    assert [notice.facts["who"] for notice in Notice.objects.filter(user=marta)] == [name]


@pytest.mark.django_db(transaction=True)
def test_a_log_does_not_name_deleted_accounts(alice: Visitor, played: Evening) -> None:
    """Neither as one of several people, nor inside another person's name."""
    assert alice.user
    other = User.objects.create(username=f"{alice.user.username}-2")
    played.club.memberships.create(user=other)
    log(played, other, "reminded", names=[alice.user, other])
    assert log_of(played)[-1] == f"{other} reminded {alice.user}, {other}"
    delete_account(alice.user)
    assert log_of(played)[-1] == f"{other} reminded someone who has left, {other}"


def test_an_invitation_to_an_unconfirmed_address_stays_without_the_address(alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    assert bob.user
    club = a_club(bob.user)
    for verified in (True, False):
        address = f"{verified}@club.it"
        EmailAddress.objects.create(user=alice.user, email=address, verified=verified)
        invite(club.pk, bob.user, email=address)
    _delete_invitations(alice.user)
    assert [invitation.email for invitation in Invitation.objects.all()] == [""]
