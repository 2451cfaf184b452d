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
from armybuilder.printing.choosing.choice import PrintChoice, read_choice, read_lists
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.models import PrintJob
from armybuilder.printing.pdfs import pool, rendering
from tests.lists.factories import a_list, a_roster
from tests.printing.looking import browser_of, contents

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


def said(reader: pypdf.PdfReader) -> str:
    return " ".join(reader.pages[0].extract_text().split())


# ── Questions ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_lists_are_read_from_addresses() -> None:
    """In old ones each can have a format of its own."""
    assert read_lists([str(ONE), f"{TWO}.cards", f"{ONE}.table"]) == [ONE, TWO]
    for text in ("", "cards", f"{ONE}x", f".{ONE}"):
        with pytest.raises(ValueError, match="badly formed"):
            read_lists([text])


def test_an_old_format_is_replaced_by_its_successor() -> None:
    half, table = (read_choice({"form": name}, "en") for name in ("half", "table"))
    assert (half.formats, half.options.opponent) == (("roster",), True)
    assert table.formats == ("roster", "cards", "reference")
    assert table.query.startswith("form=roster&form=cards&form=reference&")


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
        "list": [str(first.pk), str(second.pk)],
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
        ("Second: Roster", 7),
        ("Second: Cards", 9),
    ]
    assert said(reader) == (
        "2 LISTS · 1 NOT LEGAL First <b>, Second NO. LIST PLAYER POINTS LEGAL?"
        " 1 First <b> Breaking News · Open · 8 figures alice 125 / 1 Not legal: 1 error"
        " 2 Second Breaking News · Open · 8 figures alice 125 Legal Squadra 1 / 1"
    )
    again = client.get(sent["Location"], headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304


def test_a_worker_adds_a_cover_page_too(alice: Visitor) -> None:
    lists = [a_list(alice, a_roster(name=name)) for name in ("One", "Two")]
    wanted = [one.pk for one in lists]
    job = actions.order_lists(alice, wanted, PrintChoice(("reference",), Options("en", cover=True)), "Two lists")
    assert job.again.startswith(f"{CHOOSE}?list={wanted[0]}&list={wanted[1]}&form=reference&")
    call_command("work", batch=True)
    reader = pypdf.PdfReader(contents(PrintJob.objects.get()))
    assert bookmarks(reader) == [("Cover page", 1), ("One", 2), ("Two", 3)]
