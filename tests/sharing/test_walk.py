"""The life of a link without scripts, through the forms of the pages."""

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from tests.lists.factories import a_list, a_roster
from tests.walking import Walk


@pytest.mark.usefixtures("loaded_rules")
def test_a_link_from_its_making_to_its_end(client: Client) -> None:
    alice = User.objects.create_user("alice")
    army_list = a_list(Visitor(alice), a_roster(name="Rangers"))
    client.force_login(alice)
    stranger = Client()
    for browser in (client, stranger):
        browser.cookies["django_language"] = "en"
    owner = Walk(client, f"/lists/{army_list.pk}/share/")
    owner.press("Link to the latest version")
    address = owner.page.xpath("//input[@readonly]")[0].value
    copying = [it.get("hidden") for it in owner.page.iter("button") if it.text_content().strip() == "Copy"]
    assert copying
    assert None not in copying  # it could do nothing

    guest = Walk(stranger, address)
    assert guest.page.find(".//h1").text_content() == "Rangers"
    guest.press("Copy to my lists")
    assert len(guest.page.find_class("squad")) == 1

    owner.press("Revoke")
    assert stranger.get(address).status_code == 404
