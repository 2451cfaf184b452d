"""Installing the site, and the cache of the service worker."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from armybuilder.build import BUILD
from armybuilder.lists.actions.creating import add_first_revision
from armybuilder.lists.actions.shelves import delete_list
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.catalogue import current_version
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.conftest import alice as alice
from tests.lists.conftest import bob as bob
from tests.lists.conftest import carla as carla
from tests.lists.factories import a_group, a_list, a_roster, a_squad
from tests.test_build import browser_of

STATIC = Path(settings.BASE_DIR) / "static"


def manifest(client: Client, language: str) -> dict[str, Any]:
    client.cookies["django_language"] = language
    fields: dict[str, Any] = client.get(reverse("manifest")).json()
    return fields


# ── Installing ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_manifest_is_one(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/manifest+json")
    assert answer["Cache-Control"] == "no-cache"
    assert answer["Vary"] == "Cookie, Accept-Language, Accept-Encoding"
    assert client.post("/manifest.webmanifest").status_code == 405


def test_it_opens_my_lists_in_a_window_of_its_own(client: Client) -> None:
    fields = manifest(client, "en")
    assert (fields["start_url"], fields["scope"], fields["id"], fields["display"]) == (
        "/lists/",
        "/",
        "/",
        "standalone",
    )


@pytest.mark.parametrize(
    ("language", "name", "shortcuts"),
    [
        ("it", "Squadra, liste per giochi di schermaglia", ["Nuova lista", "Regole"]),
        ("en", "Squadra, army lists", ["New list", "Rules"]),
    ],
)
def test_it_speaks_the_visitors_language(client: Client, language: str, name: str, shortcuts: list[str]) -> None:
    fields = manifest(client, language)
    assert (fields["lang"], fields["name"], fields["short_name"]) == (language, name, "Squadra")
    assert [shortcut["name"] for shortcut in fields["shortcuts"]] == shortcuts


def test_its_colours_are_those_of_the_paper(client: Client) -> None:
    tokens = (STATIC / "css" / "site" / "tokens.css").read_text()
    day, night = re.findall(r"--paper: +light-dark\((#\w+), (#\w+)\)", tokens)[0]
    fields = manifest(client, "en")
    assert (fields["theme_color"], fields["background_color"]) == (day, day)
    page = client.get(reverse("privacy")).text
    assert re.findall(r'<meta name="theme-color" [^>]*content="(#\w+)"', page) == [day, night]


def test_its_icons_are_there_in_their_sizes(client: Client) -> None:
    icons = manifest(client, "en")["icons"]
    assert [(icon["sizes"], icon["purpose"]) for icon in icons] == [
        ("192x192", "any"),
        ("192x192", "maskable"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    for icon in icons:
        with Image.open(str(finders.find(icon["src"].removeprefix("/static/")))) as picture:
            assert f"{picture.width}x{picture.height}" == icon["sizes"]


def test_a_page_leads_to_it_with_the_cookie_of_the_language(client: Client) -> None:
    page = client.get(reverse("privacy")).text
    assert page.count('<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">') == 1


def test_the_icon_of_apples_is_full_to_its_corners() -> None:
    with Image.open(STATIC / "apple-touch-icon.png") as picture:
        assert (picture.size, picture.mode) == ((180, 180), "RGB")
        assert picture.getpixel((0, 0)) == (0xF4, 0xEE, 0xE0)


# ── The worker ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_worker_stands_at_the_root_and_is_always_asked_for(client: Client) -> None:
    answer = client.get("/worker.js")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert client.get("/worker.js", headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_the_worker_knows_its_build_and_the_addresses(client: Client) -> None:
    consts = re.findall(r'^const (BUILD|STATIC|FALLBACK) = "(.*)";$', client.get("/worker.js").text, re.MULTILINE)
    assert consts == [("BUILD", BUILD), ("STATIC", "/static/"), ("FALLBACK", "/offline/")]


def test_the_worker_is_short_enough_to_be_read(client: Client) -> None:
    assert len(client.get("/worker.js").text.splitlines()) < 200


# ── The fallback page ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("language", "heading"), [("it", "Nessuna connessione"), ("en", "No connection")])
def test_the_fallback_in_both_languages(client: Client, language: str, heading: str) -> None:
    client.cookies["django_language"] = language
    answer = client.get("/offline/")
    assert re.findall(r"<h1>(.*)</h1>", answer.text) == [heading]
    assert answer["Content-Language"] == language
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_the_fallback_names_nobody_and_has_nothing_to_send(alice: Visitor) -> None:
    page = browser_of(alice).get("/offline/").text
    assert "alice" not in page
    assert "<form" not in page


# ── The copy of a list ─────────────────────────────────────────────────────────────────────────────────────────────

NAME = "Ràngers <b>di</b> “Nassiriya”"


def copy_of(army_list: ArmyList) -> str:
    return reverse("copy", args=[army_list.pk])


@pytest.mark.usefixtures("loaded_rules")
class TestCopy:
    """A list to read."""

    def test_it_stands_below_the_list(self, alice: Visitor) -> None:
        mine = a_list(alice)
        assert copy_of(mine) == f"/lists/{mine.pk}/copy/"
        assert browser_of(alice).post(copy_of(mine)).status_code == 405

    def test_it_has_nothing_to_send_and_does_not_say_whose_it_is(self, alice: Visitor) -> None:
        answer = browser_of(alice).get(copy_of(a_list(alice)))
        assert re.findall(r"<(?:form|input|select|textarea)", answer.text) == []
        assert "alice" not in answer.text
        assert "no-store" in answer["Cache-Control"]

    def test_its_name_is_escaped_and_goes_along(self, alice: Visitor) -> None:
        answer = browser_of(alice).get(copy_of(a_list(alice, a_roster(name=NAME))))
        assert unquote(answer["X-List"]) == NAME
        assert re.findall(r"<h1>(.*)</h1>", answer.text) == ["Ràngers &lt;b&gt;di&lt;/b&gt; “Nassiriya”"]

    @pytest.mark.parametrize(
        ("language", "sentence"),
        [
            ("it", "Puoi leggerla e stamparla; per modificarla serve la connessione."),
            ("en", "You can read and print it; to change it you need a connection."),
        ],
    )
    def test_it_says_that_it_cannot_be_changed(self, alice: Visitor, language: str, sentence: str) -> None:
        client = browser_of(alice)
        client.cookies["django_language"] = language
        assert client.get(copy_of(a_list(alice))).text.count(sentence) == 1

    def test_it_says_what_is_wrong_with_the_list(self, alice: Visitor) -> None:
        client = browser_of(alice)
        client.cookies["django_language"] = "en"
        begun = client.get(copy_of(a_list(alice, a_roster(a_squad())))).text
        assert re.findall(r'class="badge (\w+)"', begun) == ["plain"]
        assert "Start with a squad: anything still missing is listed here." in begun
        page = client.get(copy_of(a_list(alice, a_roster(a_squad(a_group(1, "no-such-gun")))))).text
        assert re.findall(r'class="badge (\w+)"', page) == ["illegal"]
        legal = client.get(copy_of(a_list(alice, a_roster(role="attacker", limit=150)))).text
        assert re.findall(r'class="badge (\w+)"', legal) == ["legal"]

    def test_strangers_find_nothing(self, alice: Visitor, bob: Visitor, carla: Visitor) -> None:
        address = copy_of(a_list(alice))
        clients = [browser_of(bob), browser_of(carla), Client()]
        assert [client.get(address).status_code for client in clients] == [404, 404, 404]

    def test_nor_does_the_owner_once_it_is_deleted(self, alice: Visitor) -> None:
        mine = a_list(alice)
        delete_list(mine.pk, alice)
        assert browser_of(alice).get(copy_of(mine)).status_code == 404
        assert browser_of(alice).get(reverse("copy", args=[uuid4()])).status_code == 404

    def test_a_draft_and_a_sample_have_one_too(self, carla: Visitor) -> None:
        assert browser_of(carla).get(copy_of(a_list(carla))).status_code == 200
        sample = ArmyList(is_sample=True)
        sample.set_document(a_roster(), current_version("bn").pk)
        add_first_revision(sample, "sample")
        assert Client().get(copy_of(sample)).status_code == 200

    @pytest.mark.parametrize("squads", [1, 3])
    def test_its_queries_do_not_grow(
        self, alice: Visitor, squads: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        parts = [a_squad(a_group(number + 1), name=f"Squad {number}") for number in range(squads)]
        address, client = copy_of(a_list(alice, a_roster(*parts))), browser_of(alice)
        client.get(address)
        with django_assert_num_queries(3):  # session, user, list
            client.get(address)

    def test_looking_at_it_is_no_visit(self, carla: Visitor) -> None:
        mine = a_list(carla)
        ArmyList.objects.filter(pk=mine.pk).update(visited="2026-01-01")
        browser_of(carla).get(copy_of(mine))
        assert str(ArmyList.objects.get(pk=mine.pk).visited) == "2026-01-01"
