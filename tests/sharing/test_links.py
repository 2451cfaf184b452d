"""Links to lists: what they allow, and how long they last."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.clubs.actions import create_club
from armybuilder.lists.actions import upkeep
from armybuilder.lists.actions.copies import show_to_clubs
from armybuilder.lists.actions.shelves import delete_list, restore
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.choosing.origin import origin_of
from armybuilder.refusals import RefusedError
from armybuilder.sharing.actions import LINKS_AT_MOST, make_link, revoke_link
from armybuilder.sharing.hooks import address_of
from armybuilder.sharing.models import ShareLink
from tests.lists.factories import a_list, add_rifleman
from tests.printing.looking import browser_of
from tests.sharing.links import ENGLISH, a_link, page, published, status

pytestmark = pytest.mark.usefixtures("loaded_rules")


def names(link: ShareLink) -> list[str]:
    """The rows on the shared page."""
    sheet = Client().get(page(link), headers=ENGLISH).context["sheet"]
    return [f"{row.count} {row.name}" for squad in sheet.squads for row in squad.rows]


def test_the_link_opens_the_list(alice: Visitor) -> None:
    assert names(a_link(alice)) == ["1 Sgt. Rossi", "7 Rifleman"]


def test_a_token_cannot_be_guessed_and_no_two_are_alike(alice: Visitor) -> None:
    mine = a_list(alice)
    tokens = {a_link(alice, mine).token for _ in range(5)}
    assert {len(token) for token in tokens} == {22}
    assert len(tokens) == 5
    strange = ("AAAAAAAAAAAAAAAAAAAAAA", "%00", "a b", "è")
    assert [Client().get(f"/s/{token}/").status_code for token in strange] == [404] * 4


def test_one_follows_the_list_the_other_stays(alice: Visitor) -> None:
    mine = a_list(alice)
    newest, frozen = a_link(alice, mine), a_link(alice, mine, frozen=True)
    add_rifleman(mine, alice, name="Verdi")
    assert names(newest) == ["1 Sgt. Rossi", "7 Rifleman", "1 Verdi"]
    assert names(frozen) == ["1 Sgt. Rossi", "7 Rifleman"]


def test_a_shared_version_is_never_thinned_out(alice: Visitor) -> None:
    mine = a_list(alice)
    for _ in range(3):
        mine = add_rifleman(mine, alice)
    link = a_link(alice, mine, frozen=True)
    for _ in range(3):
        mine = add_rifleman(mine, alice)
    mine.revisions.update(created=timezone.now() - timedelta(days=40))
    ArmyList.objects.update(next_thinning=timezone.localdate())
    assert upkeep.thin(timezone.now()) == 5
    assert names(link)[-1] == "1 Rifleman"


def test_typing_after_sharing_is_another_step(alice: Visitor) -> None:
    mine = a_list(alice)
    a_link(alice, mine, frozen=True)
    mine.refresh_from_db()
    assert mine.field_edited == ""


def test_a_revoked_link_opens_nothing(alice: Visitor) -> None:
    link = a_link(alice)
    revoke_link(link.pk, alice)
    assert status(link) == 404


def test_nor_does_one_to_a_list_in_the_bin_until_it_is_taken_out(alice: Visitor) -> None:
    link = a_link(alice)
    delete_list(link.army_list_id, alice)
    assert status(link) == 404
    restore(link.army_list_id, alice)
    assert status(link) == 200


def test_a_list_has_so_many_links_and_no_more(alice: Visitor) -> None:
    mine = a_list(alice)
    first, *_ = [a_link(alice, mine) for _ in range(LINKS_AT_MOST)]
    with pytest.raises(RefusedError, match="al massimo 20 link"):
        a_link(alice, mine)
    revoke_link(first.pk, alice)
    a_link(alice, mine)


def test_strangers_neither_share_nor_revoke(alice: Visitor, bob: Visitor) -> None:
    link = a_link(alice)
    with pytest.raises(ArmyList.DoesNotExist):
        make_link(link.army_list_id, bob, frozen=False)
    with pytest.raises(ShareLink.DoesNotExist):
        revoke_link(link.pk, bob)


# ── On paper ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_roster_carries_the_code_of_the_link_to_the_newest(alice: Visitor) -> None:
    mine = a_list(alice)
    assert address_of(mine) == ""
    frozen = a_link(alice, mine, frozen=True)
    mine.refresh_from_db()
    assert address_of(mine) == page(frozen)
    link = a_link(alice, mine)
    assert address_of(mine) == page(link)
    assert origin_of(mine, "https://squadra.example").link == f"https://squadra.example{page(link)}"
    assert origin_of(mine, "http://localhost:8000").link == ""


def test_a_roster_never_carries_the_code_of_another_version(alice: Visitor) -> None:
    mine = a_list(alice)
    a_link(alice, mine, frozen=True)
    assert address_of(add_rifleman(mine, alice, name="Verdi")) == ""


def test_that_of_the_public_one_before_others(alice: Visitor) -> None:
    mine = a_list(alice)
    public = published(alice, mine).link
    a_link(alice, mine)
    assert address_of(mine) == page(public)
    revoke_link(public.pk, alice)
    assert address_of(mine) != page(public)


# ── The page of the owner ──────────────────────────────────────────────────────────────────────────────────────────


def share_page(army_list: ArmyList) -> str:
    return f"/lists/{army_list.pk}/share/"


def test_the_owner_makes_and_revokes_links(alice: Visitor) -> None:
    mine, browser = a_list(alice), browser_of(alice)
    made = browser.post(share_page(mine) + "links/", {"frozen": "1"})["Location"]
    (shown,) = browser.get(share_page(mine), headers=ENGLISH).context["links"]
    assert made == f"{share_page(mine)}?made={shown['pk']}"
    assert (shown["link"].revision.number, shown["address"]) == (1, f"http://testserver{page(shown['link'])}")
    browser.post(share_page(mine) + f"links/{shown['pk']}/revoke/")
    assert browser.get(share_page(mine)).context["links"] == []


def test_the_page_says_who_can_open_a_list_without_a_link(alice: Visitor) -> None:
    assert alice.user
    army_list = a_list(alice)
    address = f"/lists/{army_list.pk}/share/"
    assert "only you can open this list" in browser_of(alice).get(address).text
    club = create_club(alice.user, "Il Ridotto")
    show_to_clubs(army_list.pk, alice.user, {club.pk})
    shown = browser_of(alice).get(address).text
    assert "No links yet." in shown
    assert "only you can open this list" not in shown


def test_strangers_do_not_find_it(alice: Visitor, bob: Visitor) -> None:
    mine, browser = a_list(alice), browser_of(bob)
    link = a_link(alice, mine)
    assert browser.get(share_page(mine)).status_code == 404
    acts = ("links/", f"links/{link.pk}/revoke/", "publish/")
    assert [browser.post(share_page(mine) + act).status_code for act in acts] == [404, 404, 404]
    browser.post(share_page(mine) + "withdraw/")
    assert status(link) == 200


def test_a_draft_can_be_shared_but_not_made_public(carla: Visitor) -> None:
    mine, browser = a_list(carla), browser_of(carla)
    assert status(a_link(carla, mine)) == 200
    response = browser.post(share_page(mine) + "publish/")
    assert response["Location"] == f"/accounts/login/?next={share_page(mine)}"


def test_too_many_links_are_said(alice: Visitor) -> None:
    mine, browser = a_list(alice), browser_of(alice)
    for _ in range(LINKS_AT_MOST):
        a_link(alice, mine)
    response = browser.post(share_page(mine) + "links/", follow=True, headers=ENGLISH)
    assert [str(message) for message in response.context["messages"]] == [
        "A list can have at most 20 links. Revoke one first."
    ]


def test_publishing_makes_a_link_and_withdrawing_revokes_it(alice: Visitor) -> None:
    mine, browser = a_list(alice), browser_of(alice)
    browser.post(share_page(mine) + "publish/")
    link = ShareLink.objects.get()
    assert status(link) == 200
    browser.post(share_page(mine) + "publish/")
    assert ShareLink.objects.count() == 1
    browser.post(share_page(mine) + "withdraw/")
    assert status(link) == 404


def test_revoking_the_public_link_makes_it_private(alice: Visitor) -> None:
    publication = published(alice)
    revoke_link(publication.link_id, alice)
    assert not hasattr(ArmyList.objects.get(pk=publication.army_list_id), "publication")


def test_a_link_to_the_latest_version_is_used_again_when_asked(alice: Visitor) -> None:
    army, visitor = a_list(alice), alice
    frozen = make_link(army.pk, visitor, frozen=True)
    first = make_link(army.pk, visitor, frozen=False, reuse=True)
    assert first.pk != frozen.pk
    assert make_link(army.pk, visitor, frozen=False, reuse=True).pk == first.pk
    assert make_link(army.pk, visitor, frozen=False).pk != first.pk
    for link in army.share_links.all():
        revoke_link(link.pk, visitor)
    assert make_link(army.pk, visitor, frozen=False, reuse=True).pk > first.pk
