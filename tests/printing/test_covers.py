"""Bundles for organisers: a cover page, several formats together, and a choice of format for each list."""

from io import BytesIO
from threading import Barrier
from typing import Any
from uuid import UUID

import pypdf
import pytest
from django.core.management import call_command

from armybuilder.lists.visitors import Visitor
from armybuilder.printing import actions
from armybuilder.printing.bundles.binding import Cover, CoverLine, bind
from armybuilder.printing.choosing.choice import PrintChoice, Wanted, read_wanted
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.models import PrintJob
from armybuilder.printing.pdfs import pool, rendering
from armybuilder.printing.pdfs.joining import Part
from tests.lists.factories import a_list, a_roster
from tests.printing.looking import browser_of, contents
from tests.printing.sheets import pdf_of

pytestmark = pytest.mark.usefixtures("loaded_rules")

CHOOSE = "/lists/print/"
ONE, TWO = UUID(int=1), UUID(int=2)


def bookmarks(reader: pypdf.PdfReader) -> list[tuple[str, int]]:
    """The name of each part and its first page, counted from 1."""
    return [
        (str(item.title), 1 + (reader.get_destination_page_number(item) or 0))
        for item in reader.outline
        if not isinstance(item, list)
    ]


def links(reader: pypdf.PdfReader, page: int = 0) -> list[int]:
    """The pages, counted from 1, to which the links of a page lead."""
    annotations = (one.get_object() for one in reader.pages[page].get("/Annots", []))
    return [1 + reader.pages.index(link["/Dest"][0].get_object()) for link in annotations]


def said(reader: pypdf.PdfReader) -> str:
    return " ".join(reader.pages[0].extract_text().split())


# ── Questions ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_list_can_have_its_own_format() -> None:
    texts = [str(ONE), f"{TWO}.cards", f"{ONE}.table"]
    assert read_wanted(texts) == [Wanted(ONE, "table"), Wanted(TWO, "cards")]
    assert [str(one) for one in read_wanted(texts)] == [f"{ONE}.table", f"{TWO}.cards"]
    assert read_wanted([f"{ONE}.cover", f"{TWO}.<b>"]) == [Wanted(ONE), Wanted(TWO)]
    for text in ("", "cards", f"{ONE}x", f".{ONE}"):
        with pytest.raises(ValueError, match="badly formed"):
            read_wanted([text])


def test_an_old_format_of_a_list_is_replaced_by_its_successor() -> None:
    choice = PrintChoice(("cards", "reference"), Options("en"))
    assert choice.query.startswith("form=cards&form=reference&")
    half, table = choice.instead("half"), choice.instead("table")
    assert (half.formats, half.options.opponent, choice.instead(None)) == (("roster",), True, choice)
    assert table.formats == ("roster", "cards", "reference")


def test_a_format_is_chosen_for_each_selected_list(alice: Visitor, bob: Visitor) -> None:
    client, lists = browser_of(alice), [a_list(alice, a_roster(name=name)) for name in ("One", "<Two>")]
    marks = [str(lists[0].pk), f"{lists[1].pk}.cards", str(a_list(bob).pk)]
    response = client.get(f"{CHOOSE}each/", {"list": marks, "form": ["reference", "kit"]})
    page = response.content.decode()
    assert [(line.name, own) for line, own in response.context["lists"]] == [
        ("One", None),
        ("<Two>", "cards"),
    ]
    assert (page.count("selected"), f'value="{lists[1].pk}.cards" selected' in page) == (1, True)
    assert response.context["print_form"].marked == ("reference", "kit")
    assert "&lt;Two&gt;" in page
    for nothing in ({}, {"list": marks[2:]}):
        sent = client.get(f"{CHOOSE}each/", nothing, follow=True)
        assert sent.redirect_chain == [(CHOOSE, 302)]
        assert "Select the lists first" in sent.content.decode()


# ── Rendered pages ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_equal_pages_are_rendered_once_and_two_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    together = Barrier(2, timeout=20)
    rendered: list[str] = []

    def render(html: str, *_: str) -> bytes:
        together.wait()  # fails if only one is rendered at a time
        rendered.append(html)
        return html.encode()

    monkeypatch.setattr(pool, "render", render)
    one, two = (Printout(html, "roster", "a4", "x.pdf") for html in ("one", "two"))
    assert rendering.pdfs([one, two, one]) == [b"one", b"two", b"one"]
    assert sorted(rendered) == ["one", "two"]


# ── Upcoming games nights ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_few_lists_in_several_formats_with_a_cover_page(alice: Visitor) -> None:
    client = browser_of(alice)
    first = a_list(alice, a_roster(name="First <b>", limit=1))
    second = a_list(alice, a_roster(name="Second"))
    asked: dict[str, Any] = {
        "list": [str(first.pk), f"{second.pk}.half"],
        "form": ["roster", "cards"],
        "language": "en",
        "cover": "1",
        "duplex": "1",
    }
    sent = client.post(f"{CHOOSE}start/", asked)
    response = client.get(sent["Location"])
    assert response["Content-Disposition"] == 'attachment; filename="First-b-Second.pdf"'
    reader = pypdf.PdfReader(BytesIO(response.content))
    assert bookmarks(reader) == [
        ("Cover page", 1),
        ("First <b>: Roster", 3),
        ("First <b>: Cards", 5),
        ("Second", 7),
    ]
    assert links(reader) == [3, 5, 7]
    assert said(reader) == (
        "2 LISTS · 1 NOT LEGAL First <b>, Second NO. LIST PLAYER POINTS LEGAL? PAGE"
        " 1 First <b> Breaking News · Open · 8 figures alice 125 / 1 Not legal: 1 error"
        " Roster 3 Cards 5"
        " 2 Second Breaking News · Open · 8 figures alice 125 Legal 7 Squadra 1"
    )
    texts = [page.extract_text().split()[-1:] for page in reader.pages]
    assert texts == [["1"], [], ["3"], [], ["5"], ["6"], ["7"], []]  # a blank back has no number
    again = client.get(sent["Location"], headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304


def test_a_worker_adds_a_cover_page_too(alice: Visitor) -> None:
    lists = [a_list(alice, a_roster(name=name)) for name in ("One", "Two")]
    wanted = [Wanted(lists[0].pk), Wanted(lists[1].pk, "cards")]
    job = actions.order_lists(
        alice, wanted, PrintChoice(("reference",), Options("en", cover=True)), "Two lists"
    )
    assert job.again.startswith(f"{CHOOSE}each/?list={wanted[0]}&list={wanted[1]}&form=reference&")
    call_command("work", batch=True)
    reader = pypdf.PdfReader(contents(PrintJob.objects.get()))
    assert bookmarks(reader) == [("Cover page", 1), ("One", 2), ("Two", 3)]
    assert links(reader) == [2, 3]


def test_a_long_cover_shifts_the_page_numbers_in_its_contents() -> None:
    line = CoverLine(
        "A name", "alice", "Game · attacker", "9 men", "150", "150", "Legal", "legal", ("Roster",)
    )
    part = pdf_of("<!doctype html><html lang='en'><title>A</title><p>A</p></html>")
    cover = Cover("All", Options("en"), (line,) * 30)
    content = bind([Part("A", part)] * 30, "All", cover=cover)
    reader = pypdf.PdfReader(BytesIO(content))
    assert len(reader.pages) == 2 + 30
    led_to = [page for number in range(2) for page in links(reader, number)]
    assert led_to == list(range(3, 33))
