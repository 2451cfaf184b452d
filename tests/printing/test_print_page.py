"""The print page: choices, preview, memory and rights."""

import re
from collections import Counter
from io import BytesIO
from typing import Any

import pypdf
import pytest
from django.http import QueryDict
from django.test import Client
from django.utils.translation import override
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.copies import make_partner
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.choosing.choice import read_choice
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.models import LastChoice
from armybuilder.printing.pdfs import pool
from armybuilder.printing.views.preview import sheets_in_words
from armybuilder.printing.views.responses import COOKIE
from rules.core.document.roster import Figure
from tests.lists.factories import a_key, a_list, a_roster, a_squad
from tests.printing.looking import HTMX, a_sample, address, browser_of
from tests.printing.sheets import twelve_men

pytestmark = pytest.mark.usefixtures("loaded_rules", "blank_pages")

CHOSEN = "form=roster&paper=letter&language=it&ink=1"
LOOKING = [("index", {}), ("preview", {}), ("download", {}), ("picture", {"form": "roster", "number": 1})]


def images(page: str) -> list[str]:
    """Return the addresses of the preview's images."""
    return [
        found.replace("&amp;", "&")
        for found in re.findall(r'<img class="sheet-of-paper" id="[^"]+" src="([^"]+)"', page)
    ]


def checked(page: str) -> list[tuple[str, ...]]:
    """Return the values of the form's controls."""
    return re.findall(r'name="(\w+)" value="(\w+)" checked', page)


def a_pair(visitor: Visitor, name: str = "Rangers") -> tuple[ArmyList, ArmyList]:
    """Return an attacker's list and the defender's of the same pair."""
    attacker = a_list(visitor, a_roster(role="attacker", name=name, pair_name="1st Battalion"))
    return attacker, make_partner(attacker.pk, visitor, a_key(), f"{name}, defender")


# ── Permissions ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("name", "fields"), [*LOOKING, ("pair", {})])
def test_strangers_get_not_found(
    alice: Visitor, bob: Visitor, carla: Visitor, name: str, fields: dict[str, Any], rendered: list[str]
) -> None:
    for owner, strangers in ((alice, [bob, carla]), (carla, [alice, bob])):
        attacker, _ = a_pair(owner)
        target = address(name, attacker, **fields)
        assert [browser_of(who).get(target).status_code for who in strangers] == [404, 404]
        assert Client().get(target).status_code == 404
    assert rendered == []


def test_an_example_is_for_everyone() -> None:
    sample = a_sample()
    assert [Client().get(address(name, sample, **fields)).status_code for name, fields in LOOKING] == [
        200,
        200,
        302,
        200,
    ]


@pytest.mark.parametrize("target", ["picture/1.png", "roster/0.png", "roster/9.png", "Roster/1.png", "posters.pdf"])
def test_unknown_formats_and_pages_are_not_found(alice: Visitor, target: str) -> None:
    assert browser_of(alice).get(address("index", a_list(alice)) + target).status_code == 404


def test_an_example_has_no_pair() -> None:
    assert Client().get(address("pair", a_sample())).status_code == 404


# ── Offered and shown ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_form_has_seven_inputs_besides_formats_and_every_list_option(alice: Visitor) -> None:
    page = browser_of(alice).get(address("index", a_list(alice))).content.decode()
    form = page.split('class="print-pick"')[1].split("</form>")[0]
    assert (form.count("<input"), form.count("<select")) == (len(FORMATS) + 7, 0)
    names = re.findall(r'<input[^>]* name="(\w+)"', form)
    assert Counter(names) == {
        "form": len(FORMATS),
        "paper": 2,
        "language": 2,
        "duplex": 1,
        "ink": 1,
        "opponent": 1,
    }


def test_the_number_of_sheets_is_shown_before_printing(alice: Visitor) -> None:
    client, mine = browser_of(alice), a_list(alice, twelve_men())
    query = "form=roster&form=cards&form=reference&language=en&duplex=1"
    page = client.get(address("index", mine) + f"?{query}", headers=HTMX).content.decode()
    assert "1 sheet to read, 1 to cut" in page.split('id="sheets"')[1]  # blank pages, one for each format
    counts = re.findall(r'id="sheets-(\w+)" hx-swap-oob="true">\s*(\d+) <small>to (\w+)', page)
    assert [(name, act) for name, _, act in counts] == [
        ("roster", "read"),
        ("cards", "cut"),
        ("reference", "read"),
    ]


@pytest.mark.parametrize(
    ("duplex", "said"),
    [(False, "5 sheets to read, 3 to cut"), (True, "3 sheets to read, 3 to cut")],
)
def test_parts_that_belong_together_share_a_double_sided_sheet(duplex: bool, said: str) -> None:
    roster, reference, scenario = (Printout("", "", "", "", opens=opens) for opens in (True, False, True))
    cards = Printout("", "", "", "", behind="back" if duplex else "blank")
    counts = [1, 2, 2, 6 if duplex else 3]
    with override("en"):
        found = sheets_in_words([roster, reference, scenario, cards], counts, Options("en", duplex=duplex))
        assert found == said
        assert sheets_in_words([cards], [2], Options("en")) in ("1 sheet to cut", "2 sheets to cut")


def test_a_sheet_of_nine_blank_cards_is_offered(alice: Visitor) -> None:
    client, mine = browser_of(alice), a_list(alice)
    page = client.get(address("index", mine)).content.decode()
    target = address("cards", mine) + "?paper=a4&language=en&blank=1"
    assert f'href="{target.replace("&", "&amp;")}"' in page
    assert len(pypdf.PdfReader(BytesIO(client.get(target).content)).pages) == 2  # and what follows it


def test_the_address_has_the_choices(alice: Visitor, rendered: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "run", lambda work, *arguments: [])
    page = browser_of(alice).get(address("index", a_list(alice)) + f"?{CHOSEN}").content.decode()
    chosen = [pair for pair in checked(page) if pair[0] in ("form", "paper", "language", "ink")]
    assert chosen == [("form", "roster"), ("paper", "letter"), ("language", "it"), ("ink", "1")]


def test_opening_the_page_renders_nothing_and_requests_the_preview(alice: Visitor, rendered: list[str]) -> None:
    mine = a_list(alice)
    page = browser_of(alice).get(address("index", mine)).content.decode()
    assert (images(page), rendered) == ([], [])
    assert f'hx-get="{address("preview", mine)}" hx-trigger="load"' in page


def test_the_preview_shows_the_pages_of_the_pdf(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    client, mine = browser_of(alice), a_list(alice)
    page = client.get(address("preview", mine), headers=HTMX).content.decode()
    assert images(page) == [address("picture", mine, form="roster", number=1) + "?paper=a4&language=en"]
    assert 'width="1191" height="1684" alt="Roster of Rangers, page 1 of 1"' in page
    response = client.get(images(page)[0])
    assert (response["Content-Type"], response["Cache-Control"]) == ("image/png", "private, no-cache")
    assert Image.open(BytesIO(response.content)).size == (1191, 1684)
    again = client.get(images(page)[0], headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_pages_in_the_preview_are_not_rendered_again(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    client, mine = browser_of(alice), a_list(alice)
    client.get(images(client.get(address("preview", mine), headers=HTMX).content.decode())[0])
    monkeypatch.setattr(pool, "run", None)
    monkeypatch.setattr(pool, "render", None)
    shown = client.get(address("preview", mine), headers=HTMX).content.decode()
    assert client.get(images(shown)[0]).status_code == 200
    assert client.get(address("roster", mine)).content[:5] == b"%PDF-"


def test_htmx_gets_only_the_preview_and_the_response_varies(alice: Visitor) -> None:
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
        (pool.RenderingFailedError, "The page layout program stopped."),
        (pool.NoPangoError, "Pango, a part of the program that lays out pages, is not installed."),
        (pool.BusyError, "Many people are printing right now."),
    ],
)
def test_a_failed_preview_gives_the_reason(
    alice: Visitor, monkeypatch: pytest.MonkeyPatch, error: type[Exception], sentence: str
) -> None:
    def fail(*arguments: Any) -> bytes:
        raise error

    monkeypatch.setattr(pool, "render", fail)
    client, mine = browser_of(alice), a_list(alice)
    response = client.get(address("preview", mine), headers=HTMX)
    assert (response.status_code, sentence in response.content.decode()) == (200, True)
    assert client.get(address("picture", mine, form="roster", number=1)).status_code == 503


def test_queries_do_not_grow_with_the_list(alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = browser_of(alice)
    rosters = [a_roster(*[a_squad(Figure(), Figure(weapons=("lmg",)))] * squads) for squads in (1, 3)]
    for army_list in [a_list(alice, roster) for roster in rosters]:
        client.get(address("preview", army_list))  # the rules are in memory from now on
        client.get(address("index", army_list) + f"?{CHOSEN}")  # pages are cached, and no limit counts them now
        # session, user, list, the link in its code, the bell
        with django_assert_num_queries(5):
            client.get(address("index", army_list) + f"?{CHOSEN}")
        with django_assert_num_queries(5):  # without the link, but with the last choices
            client.get(address("index", army_list))
        with django_assert_num_queries(4):  # without choices, but with the link in its code
            client.get(address("picture", army_list, form="roster", number=1))


# ── Remembered choices ─────────────────────────────────────────────────────────────────────────────────────────────


def test_choices_are_read_back_as_written() -> None:
    for query in (CHOSEN, "form=cards&form=kit&paper=a4&language=en&duplex=1&opponent=1&cover=1"):
        assert read_choice(QueryDict(query), "en").query == query


def test_viewing_leaves_no_cookie_and_remembers_nothing(alice: Visitor) -> None:
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
                client.get(address("index", first) + f"?{query}{shown}", headers=HTMX if how == "htmx" else {})
    page = browser_of(alice).get(address("index", second)).content.decode()
    assert ("paper", "letter") in checked(page)
    assert [last.query for last in LastChoice.objects.all()] == [CHOSEN]


def test_a_visitors_choice_is_in_a_cookie(rendered: list[str]) -> None:
    client, sample = Client(), a_sample()
    response = client.get(address("download", sample) + f"?{CHOSEN}")
    cookie = response.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/lists/")
    assert list(response.cookies) == [COOKIE]
    page = client.get(address("index", sample)).content.decode()
    assert ("paper", "letter") in checked(page)


def test_a_nonsense_cookie_means_a_roster_on_a4() -> None:
    client = Client()
    client.cookies[COOKIE] = "form=%00&paper=[]&language=xx&" + "x" * 5000
    page = client.get(address("index", a_sample()), headers={"Accept-Language": "en"}).content.decode()
    assert checked(page) == [("form", "roster"), ("paper", "a4"), ("language", "en")]


def test_the_button_redirects_to_the_file(alice: Visitor) -> None:
    mine = a_list(alice)
    response = browser_of(alice).get(address("download", mine) + f"?{CHOSEN}&evil=1")
    assert response["Location"] == address("roster", mine) + "?paper=letter&language=it&ink=1"


# ── Packs, pairs and old addresses ─────────────────────────────────────────────────────────────────────────────────


def test_a_pack_is_one_file_in_order_and_previews_each_format(alice: Visitor) -> None:
    mine, client = a_list(alice), browser_of(alice)
    query = "form=cards&form=roster&form=reference&paper=letter&language=it&ink=1"
    in_order = "form=roster&form=cards&form=reference&paper=letter&language=it&ink=1"
    sent = client.get(address("download", mine) + f"?{query}")
    assert sent["Location"] == address("pack", mine) + f"?{in_order}"
    response = client.get(sent["Location"])
    assert response["Content-Disposition"] == 'attachment; filename="Rangers.pdf"'
    reader = pypdf.PdfReader(BytesIO(response.content))
    marks = [item.title for item in reader.outline if not isinstance(item, list)]
    assert marks == ["Rangers: Roster", "Rangers: Carte", "Rangers: Promemoria"]
    page = client.get(address("index", mine) + f"?{query}").content.decode()
    assert {found.split("?")[0] for found in images(page)} >= {
        address("picture", mine, form=form, number=1) for form in ("roster", "cards", "reference")
    }


@pytest.mark.parametrize(
    ("old", "name", "query"),
    [
        ("half.pdf", "roster", "paper=a4&language=en&opponent=1"),
        ("table.pdf?kit=1", "pack", "form=roster&form=cards&form=reference&form=kit&paper=a4&language=en"),
        ("stands.pdf?paper=letter", "kit", "paper=letter&language=en"),
        ("deployment.pdf", "scenario", "paper=a4&language=en"),
        ("odds.pdf", "roster", "paper=a4&language=en"),
    ],
)
def test_old_addresses_redirect_to_their_successors(alice: Visitor, old: str, name: str, query: str) -> None:
    mine, client = a_list(alice), browser_of(alice)
    sent = client.get(address("index", mine) + old)
    assert (sent.status_code, sent["Location"]) == (302, address(name, mine) + f"?{query}")
    assert client.get(sent["Location"])["Content-Type"] == "application/pdf"


def test_an_old_remembered_choice_is_read_as_its_successor(alice: Visitor) -> None:
    assert alice.user
    query = "form=half&paper=letter&language=it&strip=room&backs=1"
    LastChoice.objects.create(user=alice.user, query=query)
    page = browser_of(alice).get(address("index", a_list(alice))).content.decode()
    assert checked(page) == [
        *(("form", "roster"), ("paper", "letter"), ("language", "it")),
        *(("duplex", "1"), ("opponent", "1")),
    ]


def test_the_old_address_of_a_pair_redirects_to_the_bundle_attacker_first(alice: Visitor) -> None:
    attacker, defender = a_pair(alice)
    client = browser_of(alice)
    for asked in (attacker, defender):
        sent = client.get(address("pair", asked), {"paper": "letter", "language": "en"})
        assert sent["Location"] == (
            f"/lists/print/bundle.pdf?list={attacker.pk}&list={defender.pk}&form=roster&paper=letter&language=en"
        )
    assert client.get(sent["Location"])["Content-Type"] == "application/pdf"
    alone = a_list(alice, a_roster(role="attacker", pair_name="2nd Battalion"))
    assert client.get(address("pair", alone)).status_code == 404


def test_the_pages_of_both_lists_of_a_pair_link_to_the_bundle(alice: Visitor) -> None:
    attacker, defender = a_pair(alice)
    both = f"/lists/print/?list={attacker.pk}&amp;list={defender.pk}"
    client = browser_of(alice)
    assert both in client.get(address("index", defender)).content.decode()
    assert f'href="{both}"' in client.get(f"/lists/{attacker.pk}/pair/").content.decode()
