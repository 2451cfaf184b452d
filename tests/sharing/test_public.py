"""Public lists: found by content, reported, hidden."""

import pytest
from django.contrib.admin.sites import site
from django.test import Client, RequestFactory

from armybuilder.lists.actions.shelves import delete_list, restore
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.actions import send_report, withdraw
from armybuilder.sharing.admin import ComplaintAdmin
from armybuilder.sharing.models import Complaint, Publication, ShareLink
from armybuilder.sharing.reports import ReportForm
from tests.clubs.clubs import a_club, shown
from tests.lists.factories import a_group, a_list, a_new_list, a_roster, a_squad
from tests.printing.looking import browser_of
from tests.sharing.links import ENGLISH, a_link, page, published, status

pytestmark = pytest.mark.usefixtures("loaded_rules")


def found(**query: str) -> list[str]:
    """The names of the public lists found by a search."""
    return [line.army_list.name for line in Client().get("/public/", query, headers=ENGLISH).context["page"]]


@pytest.fixture
def three(loaded_rules: object, alice: Visitor, bob: Visitor) -> None:
    """Elite Rangers, militia with an LMG for a defender, and a patrol from another game."""
    militia = a_squad(a_group(3, "lmg"), class_="regular")
    patrol = a_squad(a_group(4, "rifle"), class_="veteran")
    published(alice, a_list(alice, a_roster(name="Rangers", role="attacker")))
    published(bob, a_list(bob, a_roster(militia, name="Militia", role="defender")))
    published(bob, a_list(bob, a_roster(patrol, name="Patrol", ruleset="rth-it")))


def test_nothing_is_public_unless_someone_says_so(alice: Visitor) -> None:
    a_link(alice)
    assert found() == []


@pytest.mark.postgres
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


@pytest.mark.postgres
def test_hidden_withdrawn_and_deleted_lists_are_not_found(alice: Visitor) -> None:
    hidden, withdrawn, binned = published(alice), published(alice), published(alice)
    Publication.objects.filter(pk=hidden.pk).update(hidden=True)
    assert alice.user
    withdraw(withdrawn.army_list_id, alice.user)
    delete_list(binned.army_list_id, alice)
    assert found() == []
    assert [status(one.link) for one in (hidden, withdrawn, binned)] == [404, 404, 404]


@pytest.mark.postgres
def test_pages_of_twenty(alice: Visitor) -> None:
    for number in range(21):
        published(alice, a_list(alice, a_roster(name=f"List {number}")))
    assert len(found()) == 20
    assert found(page="2") == ["List 0"]


# ── Reports ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_anyone_reports_a_public_list(alice: Visitor, bob: Visitor) -> None:
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
    assert "The operator of this site has hidden this list: nobody else can open it." in shown


def test_a_hidden_list_is_not_made_public_again_by_its_owner(alice: Visitor) -> None:
    publication = hidden_list(alice)
    assert published(alice, publication.army_list).hidden is True
    assert ShareLink.objects.count() == 1


def hidden_list(visitor: Visitor, army_list: ArmyList | None = None) -> Publication:
    """A public list that was reported once and hidden by staff."""
    publication = published(visitor, army_list)
    send_report(Complaint(publication=publication, reason="Insults"))
    Publication.objects.filter(pk=publication.pk).update(hidden=True)
    publication.refresh_from_db()
    return publication


@pytest.mark.parametrize("way", ["withdraw", "revoke the link"])
def test_withdrawing_it_first_does_not_help_and_keeps_the_reports(alice: Visitor, way: str) -> None:
    publication, browser = hidden_list(alice), browser_of(alice)
    share = f"/lists/{publication.army_list_id}/share/"
    browser.post(share + ("withdraw/" if way == "withdraw" else f"links/{publication.link_id}/revoke/"))
    browser.post(share + "publish/")
    again = Publication.objects.get()
    assert (again.pk, again.hidden, again.complaints.count()) == (publication.pk, True, 1)
    assert (found(), status(again.link), again.link_id != publication.link_id) == ([], 404, True)


def test_reports_stay_when_a_list_is_withdrawn(alice: Visitor) -> None:
    publication = published(alice)
    send_report(Complaint(publication=publication, reason="Insults"))
    assert alice.user
    withdraw(publication.army_list_id, alice.user)
    assert (found(), Complaint.objects.open().count()) == ([], 1)
    ComplaintAdmin(Complaint, site).hide(RequestFactory().get("/"), Complaint.objects.all())
    published(alice, publication.army_list)
    assert found() == []


def test_nothing_stays_of_what_nobody_reported(alice: Visitor) -> None:
    publication = published(alice)
    assert alice.user
    withdraw(publication.army_list_id, alice.user)
    assert Publication.objects.count() == 0


def test_no_link_opens_it_neither_an_old_one_nor_a_new_one(alice: Visitor) -> None:
    army_list = a_list(alice)
    old = a_link(alice, army_list)
    frozen = a_link(alice, army_list, frozen=True)
    hidden_list(alice, army_list)
    share = f"/lists/{army_list.pk}/share/"
    answer = browser_of(alice).post(share + "links/", follow=True, headers=ENGLISH)
    said = "The operator of this site has hidden this list: nobody else can open it."
    assert [str(message) for message in answer.context["messages"]] == [said]
    assert (ShareLink.objects.filter(publication=None).count(), status(old), status(frozen)) == (2, 404, 404)
    api = Client().get(f"/api/v1/shared/{old.token}")
    assert (api.status_code, Client().get(page(old, "preview")).status_code) == (404, 404)
    Publication.objects.update(hidden=False)
    assert (status(old), status(frozen)) == (200, 200)


def test_a_club_does_not_see_it_either(alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    assert bob.user
    club = a_club(alice.user, None, bob.user)
    army_list = shown(alice, club)
    address, library = f"/lists/{army_list.pk}/", f"/clubs/{club.pk}/lists/"
    assert browser_of(bob).get(address).status_code == 200
    hidden_list(alice, army_list)
    assert browser_of(bob).get(address).status_code == 404
    assert browser_of(bob).post(address + "duplicate/").status_code == 404
    assert list(browser_of(bob).get(library).context["entries"]) == []
    assert browser_of(alice).get(address).status_code == 200


@pytest.mark.parametrize("name", ["Rangers, copy", "Something else"])
def test_a_copy_of_it_is_hidden_from_the_start(alice: Visitor, bob: Visitor, name: str) -> None:
    hidden_list(alice, a_list(alice, a_roster(name="Rangers")))
    assert published(alice, a_list(alice, a_roster(name=name))).hidden is True
    other = a_roster(a_squad(a_group(3, "lmg")), name="Rangers")
    assert published(alice, a_list(alice, other)).hidden is False
    assert published(bob, a_list(bob, a_roster(name="Rangers"))).hidden is False


def test_of_lists_without_squads_only_those_of_the_same_name_are(alice: Visitor) -> None:
    hidden_list(alice, a_new_list(alice, "bn", "Insults"))
    names = ("Insults", "Rangers")
    assert [published(alice, a_new_list(alice, "bn", name)).hidden for name in names] == [True, False]


def test_it_comes_back_from_the_bin_hidden(alice: Visitor) -> None:
    publication = hidden_list(alice)
    delete_list(publication.army_list_id, alice)
    restore(publication.army_list_id, alice)
    assert status(publication.link) == 404


@pytest.mark.postgres
def test_a_report_that_comes_too_late_finds_nothing(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    publication = published(alice)
    assert alice.user
    owner, is_valid = alice.user, ReportForm.is_valid

    def withdrawn_meanwhile(form: ReportForm) -> bool:
        withdraw(publication.army_list_id, owner)
        return is_valid(form)

    monkeypatch.setattr(ReportForm, "is_valid", withdrawn_meanwhile)
    answer = Client().post(page(publication.link, "complain"), {"reason": "Insults"})
    assert answer.status_code == 404


def test_a_site_without_public_lists_shows_its_examples(alice: Visitor) -> None:
    sample = a_list(alice, a_roster(name="Linea Gotica"))
    ArmyList.objects.filter(pk=sample.pk).update(owner=None, is_sample=True)
    page = Client().get("/public/", headers=ENGLISH)
    assert "No public lists yet: these examples come with the site." in page.text
    assert [one.name for one in page.context["examples"]] == ["Linea Gotica"]
    assert f'<a href="/lists/{sample.pk}/">Linea Gotica</a>' in page.text
    assert "No public list matches" in Client().get("/public/", {"q": "Linea"}, headers=ENGLISH).text
    published(alice, a_list(alice, a_roster(name="Raid")))
    page = Client().get("/public/", headers=ENGLISH)
    assert (found(), page.context["examples"]) == (["Raid"], [])
