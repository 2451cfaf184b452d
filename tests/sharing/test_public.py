"""Public lists: found by what is in them, reported, hidden."""

import pytest
from django.contrib.admin.sites import site
from django.test import Client, RequestFactory

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.admin import ComplaintAdmin
from armybuilder.sharing.models import Complaint, Publication, ShareLink
from tests.lists.factories import a_group, a_list, a_roster, a_squad
from tests.printing.looking import browser_of
from tests.sharing.links import ENGLISH, a_link, page, published, status

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("loaded_rules")]


def found(**query: str) -> list[str]:
    """The names of the public lists that a search finds."""
    return [line.line.name for line in Client().get("/public/", query, headers=ENGLISH).context["entries"]]


@pytest.fixture
def three(loaded_rules: object, alice: Visitor, bob: Visitor) -> None:
    """Rangers of elites, militia with an LMG for a defender, and a patrol of another game."""
    militia = a_squad(a_group(3, "lmg"), class_="regular")
    patrol = a_squad(a_group(4, "rifle"), class_="veteran")
    published(alice, a_list(alice, a_roster(name="Rangers", role="attacker")))
    published(bob, a_list(bob, a_roster(militia, name="Militia", role="defender")))
    published(bob, a_list(bob, a_roster(patrol, name="Patrol", ruleset="rth-it")))


def test_nothing_is_public_unless_somebody_says_so(alice: Visitor) -> None:
    a_link(alice)
    assert found() == []


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({}, ["Patrol", "Militia", "Rangers"]),
        ({"game": "bn"}, ["Militia", "Rangers"]),
        ({"game": "bn", "weapon": "lmg"}, ["Militia"]),
        ({"game": "bn", "class": "elite"}, ["Rangers"]),
        ({"role": "defender"}, ["Militia"]),
        ({"most": "60"}, ["Patrol", "Militia"]),
        ({"q": "rang"}, ["Rangers"]),
        ({"q": "%"}, []),
        ({"game": "xx", "weapon": "lmg", "role": "king", "most": "many"}, ["Patrol", "Militia", "Rangers"]),
    ],
)
def test_searching(query: dict[str, str], names: list[str]) -> None:
    assert found(**query) == names


def test_what_is_hidden_withdrawn_or_in_the_bin_is_not_found(alice: Visitor) -> None:
    hidden, withdrawn, binned = published(alice), published(alice), published(alice)
    Publication.objects.filter(pk=hidden.pk).update(hidden=True)
    assert alice.user
    Publication.objects.withdraw(withdrawn.army_list_id, alice.user)
    ArmyList.objects.delete_list(binned.army_list_id, alice)
    assert found() == []
    assert [status(one.link) for one in (hidden, withdrawn, binned)] == [404, 404, 404]


def test_pages_of_twenty(alice: Visitor) -> None:
    for number in range(21):
        published(alice, a_list(alice, a_roster(name=f"List {number}")))
    assert len(found()) == 20
    assert found(page="2") == ["List 0"]


# ── Complaints ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_anybody_reports_a_public_list(alice: Visitor, bob: Visitor) -> None:
    link = published(alice).link
    browser_of(bob).post(page(link, "complain"), {"reason": "Insults"})
    Client().post(page(link, "complain"), {"reason": "Somebody’s address"})
    assert list(Complaint.objects.order_by("pk").values_list("reason", "made_by")) == [
        ("Insults", bob.user.pk if bob.user else None),
        ("Somebody’s address", None),
    ]


@pytest.mark.parametrize("reason", ["", "  ", "x" * 1001])
def test_a_report_needs_a_reason_of_some_length(alice: Visitor, reason: str) -> None:
    link = published(alice).link
    assert Client().post(page(link, "complain"), {"reason": reason}).status_code == 422
    assert Complaint.objects.count() == 0


def test_a_list_by_link_is_not_reported(alice: Visitor) -> None:
    assert Client().get(page(a_link(alice), "complain")).status_code == 404


def test_staff_hide_a_list_and_its_owner_reads_why(alice: Visitor) -> None:
    link = published(alice).link
    Client().post(page(link, "complain"), {"reason": "Insults"})
    admin = ComplaintAdmin(Complaint, site)
    admin.hide(RequestFactory().get("/"), Complaint.objects.all())
    assert (status(link), Complaint.objects.filter(settled=None).count()) == (404, 0)
    shown = browser_of(alice).get(f"/lists/{link.army_list_id}/share/", headers=ENGLISH).content.decode()
    assert "The people who run this site have hidden this list: nobody else can open it." in shown


def test_a_hidden_list_is_not_made_public_again_by_its_owner(alice: Visitor) -> None:
    publication = published(alice)
    Publication.objects.filter(pk=publication.pk).update(hidden=True)
    assert published(alice, publication.army_list).hidden is True
    assert ShareLink.objects.count() == 1
