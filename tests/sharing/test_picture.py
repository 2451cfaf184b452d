"""The picture for a link: drawn once, limited per address, whatever the list's name, gone with the link."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from armybuilder.lists.actions.shelves import delete_list
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.rate_limits import limits
from armybuilder.rate_limits.buckets import Rate
from armybuilder.rate_limits.limits import HOUR
from armybuilder.sharing import preview
from armybuilder.sharing.actions import revoke_link, withdraw
from armybuilder.sharing.models import Publication, ShareLink
from armybuilder.sharing.views import shared
from tests.lists.factories import a_list, a_roster, add_rifleman
from tests.sharing.links import a_link, page, published

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> list[str]:
    """The names of the lists whose picture was drawn."""
    names: list[str] = []

    def draw(roster: Any, *of: Any) -> bytes:
        names.append(roster.name)
        return preview.draw_preview(roster, *of)

    settings.PRINT_CACHE = tmp_path
    monkeypatch.setattr(shared, "draw_preview", draw)
    return names


def get(link: ShareLink, **headers: str) -> Any:
    return Client().get(page(link, "preview"), headers=headers)


def test_drawn_once_for_each_thing_that_a_list_says(drawn: list[str], alice: Visitor) -> None:
    army_list = a_list(alice)
    link, other = a_link(alice, army_list), a_link(alice, army_list)
    first = get(link)
    assert (first["Content-Type"], first["Cache-Control"]) == ("image/png", "private, no-cache")
    assert [get(link).content, get(other).content] == [first.content] * 2
    assert len(drawn) == 1
    get(link, **{"Accept-Language": "en"})
    assert len(drawn) == 2
    add_rifleman(army_list, alice)
    assert get(link).content != first.content
    assert len(drawn) == 3


@pytest.mark.parametrize("end", ["revoked", "withdrawn", "hidden", "in the bin"])
def test_gone_with_the_link(end: str, drawn: list[str], alice: Visitor) -> None:
    publication = published(alice)
    link = publication.link
    assert get(link).status_code == 200
    if end == "revoked":
        revoke_link(link.pk, alice)
    elif end == "withdrawn":
        assert alice.user
        withdraw(publication.army_list_id, alice.user)
    elif end == "hidden":
        Publication.objects.update(hidden=True)
    else:
        delete_list(publication.army_list_id, alice)
    assert get(link).status_code == 404


def test_so_many_are_drawn_for_one_address(drawn: list[str], alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "picture", Rate(2, HOUR))
    links = [a_link(alice, a_list(alice, a_roster(name=f"List {number}"))) for number in range(3)]
    assert [get(link).status_code for link in links] == [200, 200, 429]
    assert len(drawn) == 2
    assert get(links[0]).status_code == 200  # it exists


@pytest.mark.parametrize("name", ["Two\nlines", "\r\n\t", "\x00\x07bell", "\u2028", "a\u202eb", "\n" * 120])
def test_a_name_of_any_signs_is_drawn(name: str, drawn: list[str], alice: Visitor) -> None:
    army_list = a_list(alice)
    army_list.set_document(a_roster(name=name), army_list.ruleset_version_id)
    ArmyList.objects.filter(pk=army_list.pk).update(document=army_list.document)
    assert get(a_link(alice, army_list)).status_code == 200


def test_a_name_that_is_cut_ends_before_the_margin(drawn: list[str], alice: Visitor) -> None:
    name = "Squadrone antiterrorismo dell’Arcidipartimento transfrontaliero di Castelfranco"
    answer = get(a_link(alice, a_list(alice, a_roster(name=name))))
    picture = Image.open(BytesIO(answer.content))
    title = picture.crop((picture.width - preview.MARGIN, 140, picture.width, 340))
    assert title.getcolors(maxcolors=1)  # None if there are more


def test_a_name_is_written_on_one_line_without_what_no_font_draws() -> None:
    assert preview.printable(" Two\r\nlines\t\x00\ud800\u202e “é” ") == "Two lines “é”"
