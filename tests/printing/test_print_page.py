"""The print page: choices, preview, memory and rights."""

import re
from dataclasses import fields
from io import BytesIO
from typing import Any

import pypdf
import pytest
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.copies import make_partner
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.choosing.choice import read_choice
from armybuilder.printing.choosing.forms import OPTION_FIELDS, PrintForm
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.models import LastChoice
from armybuilder.printing.pdfs import pool
from armybuilder.printing.views.preferences import COOKIE
from rules.core.document.roster import Figure
from tests.lists.factories import a_key, a_list, a_roster, a_squad
from tests.printing.looking import HTMX, a_sample, address, browser_of

pytestmark = pytest.mark.usefixtures("loaded_rules", "blank_pages")

CHOSEN = "form=roster&paper=letter&language=it&ink=1&strip=room&size=63x88&each=figure&kinds=all&blanks=2"
LOOKING = [("index", {}), ("preview", {}), ("download", {}), ("picture", {"form": "roster", "number": 1})]


def images(page: str) -> list[str]:
    """Return the addresses of the preview's images."""
    return [
        found.replace("&amp;", "&")
        for found in re.findall(r'<img class="sheet-of-paper" src="([^"]+)"', page)
    ]


def checked(page: str) -> list[tuple[str, ...]]:
    """Return what the form's controls say."""
    return re.findall(r'name="(\w+)" value="(\w+)" checked', page)


def a_pair(visitor: Visitor, name: str = "Rangers") -> tuple[ArmyList, ArmyList]:
    """Return an attacker's list, and the defender's of the same force."""
    attacker = a_list(visitor, a_roster(role="attacker", name=name, pair_name="1st Battalion"))
    return attacker, make_partner(attacker.pk, visitor, a_key(), f"{name}, defender")


# ── Who ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("name", "fields"), [*LOOKING, ("pair", {})])
def test_strangers_find_nothing(
    alice: Visitor, bob: Visitor, carla: Visitor, name: str, fields: dict[str, Any], rendered: list[str]
) -> None:
    for owner, strangers in ((alice, [bob, carla]), (carla, [alice, bob])):
        attacker, _ = a_pair(owner)
        target = address(name, attacker, **fields)
        assert [browser_of(who).get(target).status_code for who in strangers] == [404, 404]
        assert Client().get(target).status_code == 404
    assert rendered == []


def test_a_sample_is_for_everybody() -> None:
    sample = a_sample()
    assert [Client().get(address(name, sample, **fields)).status_code for name, fields in LOOKING] == [
        200,
        200,
        302,
        200,
    ]


@pytest.mark.parametrize(
    "target", ["picture/1.png", "roster/0.png", "roster/9.png", "Roster/1.png", "posters.pdf"]
)
def test_there_is_no_other_form_and_no_other_page(alice: Visitor, target: str) -> None:
    assert browser_of(alice).get(address("index", a_list(alice)) + target).status_code == 404


def test_a_sample_has_no_pair() -> None:
    assert Client().get(address("pair", a_sample())).status_code == 404


# ── What is offered and shown ──────────────────────────────────────────────────────────────────────────────────────


def test_every_option_is_offered_once(alice: Visitor, rendered: list[str]) -> None:
    a_list(alice)  # may be an opponent’s
    page = browser_of(alice).get(address("index", a_list(alice))).content.decode()
    fieldsets = page.split('<form class="print-form"')[1].split("print-acts")[0]
    for option in PrintForm({}, "en"):
        assert fieldsets.count(f'name="{option.name}"') == (0 if option.name == "cover" else len(option))


def test_every_option_of_every_format_has_a_field() -> None:
    options = {option.name for found in FORMATS.values() for option in fields(found.options)}
    assert OPTION_FIELDS.keys() == options - {"origin", "opponent"}


def test_the_tokens_of_an_opponent_are_those_of_a_list_that_one_may_read(
    alice: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[str] = []

    def keep(html: str, css: str) -> bytes:
        pages.append(html)
        return b"%PDF-1.7"

    monkeypatch.setattr(pool, "render", keep)
    mine, strange = a_list(alice), a_list(bob)
    other = a_list(alice, a_roster(a_squad(Figure()), name="<b>Predoni"))
    offered = (
        browser_of(alice).get(address("index", mine)).text.split('name="enemy"')[1].split("</select>")[0]
    )
    assert [str(one.pk) in offered for one in (mine, other, strange)] == [False, True, False]
    for enemy in (other.pk, strange.pk, "nonsense"):
        browser_of(alice).get(address("kit", mine) + f"?enemy={enemy}&language=en")
    assert ["Opponent’s tokens: &lt;b&gt;Predoni" in page for page in pages] == [
        True,
        False,
    ]  # the last is made


def test_the_address_says_what_is_chosen(
    alice: Visitor, rendered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "run", lambda work, *arguments: [])
    page = browser_of(alice).get(address("index", a_list(alice)) + f"?{CHOSEN}").content.decode()
    chosen = [pair for pair in checked(page) if pair[0] in ("form", "paper", "language", "ink")]
    assert chosen == [("form", "roster"), ("paper", "letter"), ("language", "it"), ("ink", "1")]


def test_just_opened_it_renders_nothing_and_asks_for_the_preview(alice: Visitor, rendered: list[str]) -> None:
    mine = a_list(alice)
    page = browser_of(alice).get(address("index", mine)).content.decode()
    assert (images(page), rendered) == ([], [])
    assert f'hx-get="{address("preview", mine)}" hx-trigger="load"' in page


def test_the_preview_is_the_pages_of_the_pdf(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    client, mine = browser_of(alice), a_list(alice)
    page = client.get(address("preview", mine), headers=HTMX).content.decode()
    assert images(page) == [
        address("picture", mine, form="roster", number=1) + "?paper=a4&language=en&strip=room"
    ]
    assert 'width="1191" height="1684" alt="Roster of Rangers, page 1 of 1"' in page
    response = client.get(images(page)[0])
    assert (response["Content-Type"], response["Cache-Control"]) == ("image/png", "private, no-cache")
    assert Image.open(BytesIO(response.content)).size == (1191, 1684)
    again = client.get(images(page)[0], headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_previewed_pages_are_not_rendered_again(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    client, mine = browser_of(alice), a_list(alice)
    client.get(images(client.get(address("preview", mine), headers=HTMX).content.decode())[0])
    monkeypatch.setattr(pool, "run", None)
    monkeypatch.setattr(pool, "render", None)
    shown = client.get(address("preview", mine), headers=HTMX).content.decode()
    assert client.get(images(shown)[0]).status_code == 200
    assert client.get(address("roster", mine)).content[:5] == b"%PDF-"


def test_htmx_gets_the_preview_alone_and_a_cache_is_told(alice: Visitor) -> None:
    response = browser_of(alice).get(address("index", a_list(alice)) + f"?{CHOSEN}", headers=HTMX)
    assert response.content.decode().strip()[:21] == '<section id="preview"'
    assert "HX-Request" in response["Vary"]


def test_a_hostile_name_is_text(alice: Visitor) -> None:
    mine = a_list(alice, a_roster(name='<img src=x onerror="1">“漢'))
    page = browser_of(alice).get(address("index", mine) + f"?{CHOSEN}").content.decode()
    assert "<img src=x" not in page
    assert 'alt="Roster of &lt;img src=x onerror=&quot;1&quot;&gt;“漢, page 1 of 1"' in page


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (pool.TooLongError, "It was not ready in time."),
        (pool.RenderingFailedError, "The page layout program stopped twice."),
        (pool.NoPangoError, "Pango, a part of the program that lays out pages, is not installed."),
        (pool.BusyError, "Many people are printing right now."),
    ],
)
def test_a_preview_that_cannot_be_made_says_why(
    alice: Visitor, monkeypatch: pytest.MonkeyPatch, error: type[Exception], sentence: str
) -> None:
    def fail(*arguments: Any) -> bytes:
        raise error

    monkeypatch.setattr(pool, "render", fail)
    client, mine = browser_of(alice), a_list(alice)
    response = client.get(address("preview", mine), headers=HTMX)
    assert (response.status_code, sentence in response.content.decode()) == (200, True)
    assert client.get(address("picture", mine, form="roster", number=1)).status_code == 503


def test_queries_do_not_grow_with_the_list(
    alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser_of(alice)
    rosters = [a_roster(*[a_squad(Figure(), Figure(weapons=("lmg",)))] * squads) for squads in (1, 3)]
    for army_list in [a_list(alice, roster) for roster in rosters]:
        client.get(address("preview", army_list))  # the rules are in memory from now on
        client.get(address("index", army_list) + f"?{CHOSEN}")  # pages are made, and no limit counts them now
        # session, user, list, its opponents, the link that its code leads to, the bell
        with django_assert_num_queries(6):
            client.get(address("index", army_list) + f"?{CHOSEN}")
        with django_assert_num_queries(6):  # and what was chosen last
            client.get(address("index", army_list))
        with django_assert_num_queries(4):  # without it, and with the link that its code leads to
            client.get(address("picture", army_list, form="roster", number=1))


# ── What is remembered ─────────────────────────────────────────────────────────────────────────────────────────────


def test_choices_read_back_what_they_write() -> None:
    for query in (
        CHOSEN,
        "form=roster&paper=a4&language=en&strip=always&size=63x88&each=group&kinds=troops&backs=1",
    ):
        said = dict(part.split("=") for part in query.split("&"))
        assert read_choice(said, "en").query == query


def test_looking_leaves_no_cookie_and_remembers_nothing(alice: Visitor) -> None:
    sample = a_sample()
    for target in (address("preview", sample), address("index", sample) + f"?{CHOSEN}"):
        assert COOKIE not in Client().get(target).cookies
        browser_of(alice).get(target)
    assert list(LastChoice.objects.all()) == []


@pytest.mark.parametrize("how", ["htmx", "show", "download"])
def test_a_user_finds_the_last_choice_on_every_list(alice: Visitor, how: str, rendered: list[str]) -> None:
    client, first, second = browser_of(alice), a_list(alice), a_list(alice)
    shown = "&show=1" * (how == "show")
    for query in ("form=roster&paper=a4&language=en", CHOSEN):
        if how == "download":
            client.get(address("download", first) + f"?{query}")
        else:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(pool, "run", lambda work, *arguments: [])
                client.get(
                    address("index", first) + f"?{query}{shown}", headers=HTMX if how == "htmx" else {}
                )
    page = browser_of(alice).get(address("index", second)).content.decode()
    assert ("paper", "letter") in checked(page)
    assert [last.query for last in LastChoice.objects.all()] == [CHOSEN]


def test_a_visitor_has_it_in_a_cookie(rendered: list[str]) -> None:
    client, sample = Client(), a_sample()
    response = client.get(address("download", sample) + f"?{CHOSEN}")
    cookie = response.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/lists/")
    assert list(response.cookies) == [COOKIE]
    page = client.get(address("index", sample)).content.decode()
    assert checked(page)[1:4] == [("paper", "letter"), ("language", "it"), ("ink", "1")]


def test_a_cookie_that_says_nonsense_is_a_roster_on_a4() -> None:
    client = Client()
    client.cookies[COOKIE] = "form=%00&paper=[]&language=xx&" + "x" * 5000
    page = client.get(address("index", a_sample()), headers={"Accept-Language": "en"}).content.decode()
    assert checked(page)[:3] == [("form", "roster"), ("paper", "a4"), ("language", "en")]


def test_the_button_sends_on_to_the_file(alice: Visitor) -> None:
    mine = a_list(alice)
    response = browser_of(alice).get(address("download", mine) + f"?{CHOSEN}&evil=1")
    assert response["Location"] == address("roster", mine) + "?paper=letter&language=it&ink=1&strip=room"


# ── Everything for the table ───────────────────────────────────────────────────────────────────────────────────────


def test_everything_for_the_table_is_one_file_in_its_order_and_its_preview_that_of_each_form(
    alice: Visitor,
) -> None:
    mine, client = a_list(alice), browser_of(alice)
    sent = client.get(address("download", mine) + f"?{CHOSEN}&form=table")
    asked = "?paper=letter&language=it&ink=1&strip=room&size=63x88&each=figure&kinds=all&blanks=2"
    assert sent["Location"] == address("table", mine) + asked
    response = client.get(sent["Location"])
    assert response["Content-Disposition"] == 'attachment; filename="Rangers-Tutto-per-il-tavolo.pdf"'
    reader = pypdf.PdfReader(BytesIO(response.content))
    marks = [item.title for item in reader.outline if not isinstance(item, list)]
    assert marks == ["Rangers: Roster", "Rangers: Carte", "Rangers: Promemoria"]
    page = client.get(address("index", mine) + f"?{CHOSEN}&form=table").content.decode()
    assert {found.split("?")[0] for found in images(page)} >= {
        address("picture", mine, form=form, number=1) for form in ("roster", "cards", "reference")
    }
    assert client.get(address("picture", mine, form="table", number=1)).status_code == 404


# ── The pair ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_pair_is_one_pdf_the_attacker_first(alice: Visitor) -> None:
    attacker, defender = a_pair(alice)
    client = browser_of(alice)
    for asked in (attacker, defender):
        response = client.get(address("pair", asked), {"paper": "letter", "language": "en"})
        assert (
            response["Content-Disposition"]
            == 'attachment; filename="1st-Battalion-attacker-and-defender.pdf"'
        )
        reader = pypdf.PdfReader(BytesIO(response.content))
        assert [item.title for item in reader.outline if not isinstance(item, list)] == [
            "Rangers",
            "Rangers, defender",
        ]
        assert [page.mediabox.width for page in reader.pages] == [612, 612]
    assert (
        client.get(address("pair", attacker), headers={"If-None-Match": response["ETag"]}).status_code == 200
    )
    again = client.get(
        address("pair", attacker),
        {"paper": "letter", "language": "en"},
        headers={"If-None-Match": response["ETag"]},
    )
    assert (again.status_code, again.content) == (304, b"")


def test_the_page_offers_the_pair_and_shows_both(alice: Visitor) -> None:
    attacker, defender = a_pair(alice)
    client = browser_of(alice)
    page = client.get(address("index", defender) + "?pair=1").content.decode()
    assert [found.split("/print/")[0] for found in images(page)] == [
        f"/lists/{one.pk}" for one in (attacker, defender)
    ]
    assert ("pair", "1") in checked(page)
    sent = client.get(address("download", defender) + f"?{CHOSEN}&pair=1")
    assert sent["Location"] == address("pair", defender) + f"?{CHOSEN}"


def test_a_list_alone_is_offered_no_pair(alice: Visitor, rendered: list[str]) -> None:
    alone = a_list(alice, a_roster(role="attacker", pair_name="2nd Battalion"))
    page = browser_of(alice).get(address("index", alone)).content.decode()
    assert 'name="pair"' not in page
    assert browser_of(alice).get(address("pair", alone)).status_code == 404


def test_the_pair_page_leads_to_it(alice: Visitor) -> None:
    attacker, _ = a_pair(alice)
    page = browser_of(alice).get(f"/lists/{attacker.pk}/pair/").content.decode()
    assert f'href="{address("index", attacker)}?pair=1"' in page
