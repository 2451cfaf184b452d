"""Pages of a link: for people, robots and other sites."""

import io
import json
import re

import pytest
from django.test import Client
from lxml import html
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.pdfs import pool, rendering
from armybuilder.printing.views import responses
from rules.core.document import edits
from rules.core.document.roster import Roster, encode
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad, add_rifleman
from tests.printing.looking import browser_of
from tests.sharing.links import ENGLISH, a_link, page, published

pytestmark = pytest.mark.usefixtures("loaded_rules")
HOSTILE = '"><script>x()</script>'


def test_names_are_escaped_everywhere(alice: Visitor) -> None:
    link = a_link(alice, a_list(alice, a_roster(name=HOSTILE)))
    pages = [Client().get(page(link, name)).content.decode() for name in ("shared", "card")]
    assert ["<script>x()" in text for text in pages] == [False, False]


@pytest.mark.parametrize("squads", [1, 20])
def test_queries_do_not_grow_with_the_list(
    alice: Visitor, squads: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    link = a_link(alice, a_list(alice, a_roster(*[a_squad(name=str(number)) for number in range(squads)])))
    Client().get(page(link))
    with django_assert_num_queries(2):  # the link with its list and owner; the origin of the copy
        Client().get(page(link))


def test_looking_leaves_no_cookie_but_the_forms(alice: Visitor) -> None:
    assert set(Client().get(page(a_link(alice))).cookies) <= {"csrftoken"}


# ── Copies ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_copy_is_ones_own_and_says_where_it_is_from(alice: Visitor, bob: Visitor) -> None:
    link = a_link(alice)
    response = browser_of(bob).post(page(link, "copy"), follow=True, headers=ENGLISH)
    made = ArmyList.objects.latest("created")
    assert (made.owner, edits.without_ids(made.roster)) == (
        bob.user,
        edits.without_ids(link.army_list.roster),
    )
    assert [str(message) for message in response.context["messages"]] == [
        "Copied: it is yours now. From Rangers, by alice."
    ]


def test_a_copy_of_a_version_is_of_that_version(alice: Visitor, bob: Visitor) -> None:
    mine = a_list(alice)
    link = a_link(alice, mine, frozen=True)
    add_rifleman(mine, alice)
    browser_of(bob).post(page(link, "copy"))
    assert ArmyList.objects.latest("created").figures == 8


def test_copies_stay_when_their_author_goes(alice: Visitor, bob: Visitor) -> None:
    link = a_link(alice)
    browser_of(bob).post(page(link, "copy"))
    made = ArmyList.objects.latest("created")
    assert alice.user
    alice.user.delete()
    again = Client().get(page(a_link(bob, made)), headers=ENGLISH)
    assert again.context["credit"] == "From Rangers, by a former member"


def test_a_copy_of_a_visitors_list_says_that_they_had_no_account(bob: Visitor) -> None:
    link = a_link(Visitor(None, "a-browser"))
    browser_of(bob).post(page(link, "copy"))
    made = ArmyList.objects.latest("created")
    again = Client().get(page(a_link(bob, made)), headers=ENGLISH)
    assert again.context["credit"] == "From Rangers, by a visitor without an account"


def test_copying_takes_a_post(alice: Visitor) -> None:
    assert Client().get(page(a_link(alice), "copy")).status_code == 405


# ── Robots ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_only_public_lists_are_for_robots(alice: Visitor) -> None:
    private, public = a_link(alice), published(alice).link
    assert Client().get(page(private))["X-Robots-Tag"] == "noindex, nofollow"
    assert Client().get(page(public))["X-Robots-Tag"] == "all"


def test_robots_are_told_what_they_may_read() -> None:
    response = Client().get("/robots.txt")
    assert response["Content-Type"] == "text/plain"
    assert response.content.decode().splitlines()[:2] == ["User-agent: *", "Disallow: /lists/"]


# ── Files, paper, pictures ─────────────────────────────────────────────────────────────────────────────────────────


def test_the_document_without_ids(alice: Visitor) -> None:
    link = a_link(alice)
    response = Client().get(page(link, "shared-json"))
    assert response.content == encode(edits.without_ids(link.army_list.roster))
    assert json.loads(response.content)["format"] == "armylist/1"


def test_every_form_of_paper_with_the_code_of_the_link(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    link = a_link(alice)
    made: list[str] = []

    def pdf(page: Printout) -> bytes:
        made.append(page.html)
        return b"%PDF-made"

    monkeypatch.setattr(rendering, "pdf", pdf)
    response = Client().get(f"/s/{link.token}/print/roster.pdf")
    assert (response.content, response["X-Robots-Tag"]) == (b"%PDF-made", "noindex, nofollow")
    assert 'class="qr' in made[0]
    assert Client().get(f"/s/{link.token}/print/poster.pdf").status_code == 404


def test_lists_too_long_for_a_link_are_printed_from_a_copy(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "pdf", lambda _page: b"%PDF-made")
    monkeypatch.setattr(pool, "run", lambda *_: b"%PDF-made")
    men = [a_group(1, "assault-rifle") for _ in range(15)]
    usual, long = (
        a_link(alice, a_list(alice, a_roster(*[a_squad(LEADER, *men) for _ in range(squads)]))) for squads in (1, 10)
    )
    for form in FORMATS.keys() - {"kit"}:
        assert Client().get(f"/s/{usual.token}/print/{form}.pdf").status_code == 200

    reader = Client(headers=ENGLISH)
    shown = reader.get(f"/s/{long.token}/print/roster.pdf")
    assert (shown.status_code, shown.headers.get("Content-Disposition")) == (422, None)
    content = html.fromstring(shown.content)
    assert content.cssselect(".lead")[0].text_content() == (
        "This list is too long to print from its link. Copy it to your lists and print it there: it is prepared in "
        "the background."
    )
    (form,) = content.cssselect("main form")
    copied = reader.post(form.action, dict(form.form_values()))
    sheet = reader.get(f"{copied['Location']}print/roster.pdf")
    assert html.fromstring(sheet.content).cssselect("form[action='/lists/print/start/']")


def test_a_long_list_is_not_set_for_a_link(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "LARGE_SIGNED_OUT", 0)
    monkeypatch.setattr(rendering, "pdf", lambda _page: pytest.fail("set"))
    assert Client().get(f"/s/{a_link(alice).token}/print/reference.pdf").status_code == 422


@pytest.mark.parametrize("name", ["R", "Rangers at the bridge of Nassiriya and beyond", "x" * 120, "日本 🎖"])
def test_a_picture_for_chats(alice: Visitor, name: str) -> None:
    response = Client().get(page(a_link(alice, a_list(alice, a_roster(name=name))), "preview"))
    assert response["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(response.content)).size == (1200, 630)


# ── On other pages ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_card_may_stand_in_a_frame_and_nothing_else(alice: Visitor) -> None:
    link = a_link(alice)
    card, shared = Client().get(page(link, "card")), Client().get(page(link))
    assert "X-Frame-Options" not in card
    assert "frame-ancestors *" in card["Content-Security-Policy"].split("; ")
    assert shared["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in shared["Content-Security-Policy"].split("; ")


@pytest.mark.parametrize(
    ("roster", "state"),
    [
        (a_roster(a_squad()), ("plain", "Just started")),
        (a_roster(a_squad(a_group(1, "no-such-gun"))), ("illegal", "Not legal")),
        (a_roster(), ("legal", "Legal")),
    ],
)
def test_the_card_says_how_the_list_stands(alice: Visitor, roster: Roster, state: tuple[str, str]) -> None:
    link = published(alice, a_list(alice, roster)).link
    card = Client(headers=ENGLISH).get(page(link, "card")).content.decode()
    assert re.findall(r'<span class="badge (\w+)">(?:<svg.*?</svg>)?([\w ]+)<', card) == [state]


def test_oembed_names_the_card(alice: Visitor) -> None:
    link = a_link(alice)
    source = f"http://testserver{page(link, 'card')}"
    response = Client().get("/oembed/", {"url": f"http://testserver{page(link)}"})
    assert response.json() == {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Squadra",
        "provider_url": "http://testserver/",
        "title": "Rangers",
        "author_name": "alice",
        "html": f'<iframe src="{source}" width="420" height="200" frameborder="0"></iframe>',
        "width": 420,
        "height": 200,
    }


@pytest.mark.parametrize(
    "url", ["", "http://[", "http://testserver/", "/lists/", "http://testserver/s/AAAAAAAAAAAAAAAAAAAAAA/"]
)
def test_oembed_knows_nothing_else(url: str) -> None:
    assert Client().get("/oembed/", {"url": url}).status_code == 404


def test_oembed_speaks_json_only(alice: Visitor) -> None:
    query = {"url": page(a_link(alice)), "format": "xml"}
    assert Client().get("/oembed/", query).status_code == 501
