"""A games night on paper: rights, content, few parts at once and many in the background."""

import re
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pypdf
import pytest
from django.core.management import call_command
from django.http import QueryDict
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from django_tasks_db.management.commands import db_worker
from lxml import html

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import invite_guest, withdraw_link
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Entry, Evening, HandIn, Look, Pairing
from armybuilder.evenings.paper.parts import Paper
from armybuilder.evenings.paper.sheets import EveningPaperForm, What, name_on, worths
from armybuilder.printing.layout.fit import Text
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.models import PrintJob
from armybuilder.printing.pdfs import pool
from armybuilder.printing.views import responses
from rules.catalogue import catalogue_for, current_versions
from rules.core.defeat_points import defeat_rows
from rules.core.document.roster import ExtraEntry
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, an_evening, decide, in_days

pytestmark = pytest.mark.usefixtures("loaded_rules")
SITE = "https://squadra.example"
FORM = "application/x-www-form-urlencoded"
SHEETS: tuple[What, ...] = ("pairings", "cards", "slips", "standings")


@pytest.fixture(autouse=True)
def _own_folders(settings: Any, tmp_path: Path) -> None:
    settings.PRINT_CACHE, settings.MEDIA_ROOT = tmp_path / "cache", tmp_path / "jobs"


@pytest.fixture
def evening(club: Club, davide: User, ilaria: User, marta: User) -> Evening:
    """Davide organises and does not play; ilaria meets marta; both have submitted, and lists are revealed."""
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150}, days=2, deadline=in_days(1))
    for user, name in ((ilaria, "Alpini"), (marta, "Lagunari")):
        extra = ExtraEntry(extra="intelligence", count=1)
        army_list = a_bn_list(user, name=name, notes="Not for your eyes", extras=(extra,))
        submit(evening.pk, user, army_list.pk)
    Evening.objects.filter(pk=evening.pk).update(
        deadline=timezone.now() - timedelta(hours=1), scenarios=["Ponte Tazzoli"], round_minutes=75
    )
    evening.refresh_from_db()
    return evening


def a_round(evening: Evening, davide: User) -> None:
    draw(evening.pk, davide, "swiss")
    publish(evening.pk, davide)


def paper_of(evening: Evening, user: User) -> Paper:
    return Paper(evening, evening.club.memberships.select_related("user").get(user=user))


def printed(evening: Evening, user: User, query: str) -> list[tuple[str, Printout]]:
    """The pages of a choice, in English."""
    paper = paper_of(evening, user)
    form = EveningPaperForm(QueryDict(f"language=en&{query}"), paper.offered, paper.round_numbers, "en")
    return [page for part in paper.parts(form, SITE) for page in part.pages()]


def text_of(page: Printout) -> str:
    """The words of a page, one space between."""
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", re.split("<body[^>]*>", page.html)[1]).split())


# ── Printing rights ────────────────────────────────────────────────────────────────────────────────────────────────


def test_printing_rights(evening: Evening, davide: User, ilaria: User, paolo: User) -> None:
    assert paper_of(evening, davide).offered == ("lists",)
    a_round(evening, davide)
    assert paper_of(evening, davide).offered == (*SHEETS, "lists", "copies", "kits")
    assert paper_of(evening, ilaria).offered == ("mine", "kits")
    assert [name for name, _ in printed(evening, ilaria, "what=lists&what=slips&what=mine")] == ["ilaria: Alpini"]
    assert browser_of(paolo).get(f"/evenings/{evening.pk}/paper/").status_code == 404


def test_covered_lists_are_printed_by_who_does_not_play_and_each_is_a_look(
    evening: Evening, davide: User, ilaria: User, marta: User
) -> None:
    Evening.objects.filter(pk=evening.pk).update(deadline=in_days(1))
    evening.refresh_from_db()
    assert [paper_of(evening, user).offered for user in (davide, ilaria, marta)] == [
        ("lists",),
        ("mine",),
        ("mine",),
    ]
    assert [name for name, _ in printed(evening, davide, "what=lists")] == [
        "ilaria: Alpini",
        "marta: Lagunari",
    ]
    looks = [f"{look.user} {look.hand_in}" for look in Look.objects.all()]
    assert looks == ["davide Alpini", "davide Lagunari"]
    printed(evening, ilaria, "what=mine")
    assert (Look.objects.count(), paper_of(evening, davide).offered) == (2, ("lists",))
    assert browser_of(marta).get(f"/evenings/{evening.pk}/paper/pdf/?what=lists").status_code == 404


def test_there_may_be_nothing_to_print(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide)
    page = browser_of(ilaria).get(f"/evenings/{evening.pk}/paper/").content.decode()
    assert "There is nothing for you to print yet" in page


def test_a_guest_prints_what_they_submitted(
    club: Club, davide: User, ilaria: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[str] = []

    def render(html: str, css: str) -> bytes:
        pages.append(html)
        return b"%PDF"

    monkeypatch.setattr(pool, "render", render)
    monkeypatch.setattr(pool, "run", lambda work, parts, *_: b"one")
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    guest = invite_guest(evening.pk, davide, "Anna")
    address = f"/evenings/guest/{guest.token}/pdf/"
    assert Client().get(address).status_code == 404
    [handed] = submit(evening.pk, ilaria, a_bn_list(ilaria, name="Alpini").pk)
    HandIn.objects.filter(pk=handed.pk).update(entry=guest)
    answer = Client(headers={"Accept-Language": "en"}).get(address)
    assert (answer.status_code, answer.content, len(pages)) == (200, b"%PDF", 1)
    assert "Player <b>Anna</b>" in pages[0]
    withdraw_link(evening.pk, davide, guest.pk)
    assert Client().get(address).status_code == 404


def test_an_organiser_prints_lists_too_long_for_a_guest_link(
    club: Club, davide: User, ilaria: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "LARGE_SIGNED_OUT", 0)
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    guest = invite_guest(evening.pk, davide, "Anna")
    [handed] = submit(evening.pk, ilaria, a_bn_list(ilaria, name="Alpini").pk)
    HandIn.objects.filter(pk=handed.pk).update(entry=guest)
    answer = Client(headers={"Accept-Language": "en"}).get(f"/evenings/guest/{guest.token}/pdf/")
    assert answer.status_code == 422
    assert "This is too long to print from your link. Ask an organiser to print it for you." in (
        answer.content.decode()
    )


# ── The printed content ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_list_carries_its_code_and_nothing_that_is_for_its_player_alone(
    evening: Evening, davide: User, ilaria: User
) -> None:
    handed = HandIn.objects.get(entry__user=ilaria)
    [(name, page), _] = printed(evening, davide, "what=lists")
    said = text_of(page)
    assert (name, page.format) == ("ilaria: Alpini", "roster")
    assert said.startswith("Linea Gotica · Attacker · for the player and the referee Alpini")
    assert f"Legal Check code {handed.shown_code} Player ilaria · Submitted on " in said
    assert f'href="{SITE}/check/?code={handed.code}"' in page.html
    assert "Notes are not on this sheet. Check its code at squadra.example/check" in said
    assert ("Intelligence" in said, "Not for your eyes" in said) == (True, False)
    assert [sign in page.html for sign in ("☐", "…" * 4, 'class="game"')] == [False] * 3


def test_a_copy_for_the_opponent_leaves_out_the_extras(evening: Evening, davide: User) -> None:
    a_round(evening, davide)
    copies = printed(evening, davide, "what=copies")
    assert sorted(name for name, _ in copies) == ["ilaria: Alpini → marta", "marta: Lagunari → ilaria"]
    said = text_of(copies[0][1])
    assert ("for marta" in said or "for ilaria" in said, "Intelligence" in said) == (True, False)
    assert "Notes and extras are not on this sheet: the total includes them." in said


def test_each_list_at_a_table_has_its_own_kit(evening: Evening, davide: User, ilaria: User) -> None:
    a_round(evening, davide)
    pages = printed(evening, davide, "what=kits")
    assert sorted(name for name, _page in pages) == ["ilaria: Alpini → marta", "marta: Lagunari → ilaria"]
    [(name, page)] = printed(evening, ilaria, "what=kits")
    assert (name, "Lagunari" in text_of(page)) == ("ilaria: Alpini → marta", False)


def test_the_sheets_of_a_round(evening: Evening, davide: User, ilaria: User, marta: User) -> None:
    evening.entries.create(user=davide, state=Entry.State.COMING)
    a_round(evening, davide)
    begins = text_of(printed(evening, davide, "what=standings")[0][1])
    assert "The standings start with the first result." in begins
    table = Pairing.objects.get(round__evening=evening, second__isnull=False)
    decide(evening, table, (30, 40))
    pages = printed(evening, davide, "&".join(f"what={what}" for what in SHEETS))
    pairings, cards, slips, standings = (text_of(page) for _, page in pages)
    assert [name for name, _ in pages] == ["Pairings", "Table cards", "Result slips", "Standings"]
    for said in (pairings, cards):
        assert "Scenario: Ponte Tazzoli" in said
    tables = evening.rounds.get().pairings.all()
    [met, bye] = tables
    assert f"{bye.first} has a bye" in pairings
    assert str(bye.first) not in cards + slips
    for name in (str(met.first), str(met.second)):
        assert all(name in said for said in (pairings, cards, slips, standings))
    code = HandIn.objects.of_evening(evening)[0].shown_code
    assert (code in slips or bye.first.user in (ilaria, marta), code in pairings) == (True, False)
    assert slips.count("Defeat points") == slips.count("Signature") == 2
    assert slips.count("× 50 =") == 2
    assert ("after round 1" in standings, "until" in standings, "until" in pairings) == (True, False, True)
    assert "A win is worth 3 points, a draw 1, a loss 0, a bye 3." in standings
    assert f"{met.first} : Ahead of {bye.first} on defeat point difference: +10 to 0." in standings


def test_standings_name_the_last_round_whichever_is_chosen(evening: Evening, davide: User) -> None:
    a_round(evening, davide)
    decide(evening, Pairing.objects.get(round__evening=evening), (30, 40))
    a_round(evening, davide)
    [(_name, page)] = printed(evening, davide, "what=standings&round=1")
    assert "after round 2" in text_of(page)


@pytest.mark.parametrize(
    ("name", "sheet", "lines", "size"),
    [
        ("Marta", "wall", ("Marta",), 28),
        ("Marta", "wall-few", ("Marta",), 38),
        ("Hildegard_von_Hohenschwangau", "wall", ("Hildegard_von_", "Hohenschwangau"), 24),
        ("anna.rossi@example", "ranks", ("anna.rossi@example",), 24),
        ("W" * 30, "ranks", ("W" * 21 + "-", "W" * 9), 16),
    ],
)
def test_a_name_is_as_large_as_its_sheet_allows_and_breaks_at_its_joints(
    name: str, sheet: str, lines: tuple[str, ...], size: float
) -> None:
    assert name_on(name, sheet) == Text(lines, size)


def test_the_boxes_of_a_slip_are_as_high_as_its_rows_allow(evening: Evening, davide: User) -> None:
    a_round(evening, davide)
    heights = []
    for paper in ("a4", "letter"):
        [(_name, page)] = printed(evening, davide, f"what=slips&paper={paper}")
        heights += re.findall(r"\.bx \{[^}]*height: ([\d.]+)mm", page.css)
    assert [float(high) for high in heights] == [4.35, 3.7]  # mm: nine rows, three slips on a page


def test_lists_that_are_not_shown_are_not_named_on_the_wall(evening: Evening, davide: User) -> None:
    a_round(evening, davide)
    assert "Alpini" in text_of(printed(evening, davide, "what=pairings")[0][1])
    evening.reveal = "never"
    assert "Alpini" not in text_of(printed(evening, davide, "what=pairings")[0][1])


# ── As a file ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_few_parts_are_printed_at_once(evening: Evening, davide: User) -> None:
    a_round(evening, davide)
    browser = browser_of(davide)
    chosen = {"what": ["pairings", "slips"], "paper": "letter", "language": "en"}
    sent = browser.post(f"/evenings/{evening.pk}/paper/print/", chosen)
    assert sent.headers["Location"] == (
        f"/evenings/{evening.pk}/paper/pdf/?what=pairings&what=slips&round=1&paper=letter&language=en"
    )
    answer = browser.get(sent.headers["Location"])
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Linea-Gotica.pdf"'
    pdf = pypdf.PdfReader(BytesIO(answer.content))
    assert [item.title for item in pdf.outline if not isinstance(item, list)] == ["Pairings", "Result slips"]
    assert (len(pdf.pages), round(pdf.pages[0].mediabox.width)) == (
        4,
        612,
    )  # slips are cut out: there is nothing behind them
    again = browser.get(sent.headers["Location"], headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_a_few_parts_that_are_much_work_are_printed_in_the_background(
    evening: Evening, davide: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "LARGE", 1)
    a_round(evening, davide)
    browser = browser_of(davide)
    query = "what=pairings&what=slips&round=1&paper=letter&language=en"
    offered = html.fromstring(browser.get(f"/evenings/{evening.pk}/paper/pdf/?{query}").content)
    (form,) = offered.cssselect(f"form[action='/evenings/{evening.pk}/paper/print/']")
    assert not PrintJob.objects.exists()
    begun = browser.post(form.action, urlencode(form.form_values()), FORM)
    job = PrintJob.objects.get()
    assert (begun["Location"], job.total, job.choice) == (f"/lists/print/{job.pk}/", 2, query)


def test_nothing_marked_is_said(evening: Evening, davide: User) -> None:
    answer = browser_of(davide).post(f"/evenings/{evening.pk}/paper/print/", {"language": "en"}, follow=True)
    assert [str(one) for one in answer.context["messages"]] == ["First select what to print."]


def test_many_parts_are_printed_in_the_background(
    evening: Evening, davide: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db_worker, "close_old_connections", lambda: None)
    monkeypatch.setattr(pool, "render", lambda html, css: b"%PDF")
    monkeypatch.setattr(pool, "run", lambda work, parts, *_: f"{len(parts)} parts".encode())
    a_round(evening, davide)
    browser, everything = browser_of(davide), {"what": [*SHEETS, "lists"], "language": "en"}
    first = browser.post(f"/evenings/{evening.pk}/paper/print/", everything)
    browser.post(f"/evenings/{evening.pk}/paper/print/", everything)  # again, from another tab
    job = PrintJob.objects.get()
    assert first.headers["Location"] == f"/lists/print/{job.pk}/"
    assert (job.source, job.lists, job.total, job.title) == ("evening", [str(evening.pk)], 6, "Linea Gotica")
    call_command("work", batch=True)
    job.refresh_from_db()
    assert (job.state, job.done) == ("done", 6)
    page = browser.get(f"/lists/print/{job.pk}/").content.decode()
    assert "It is ready." in page
    file = job.open()
    assert file
    with file:
        assert file.read() == b"6 parts"


def test_former_members_cannot_print(evening: Evening, davide: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db_worker, "close_old_connections", lambda: None)
    a_round(evening, davide)
    browser_of(davide).post(f"/evenings/{evening.pk}/paper/print/", {"what": [*SHEETS, "lists"]})
    evening.club.memberships.filter(user=davide).delete()
    call_command("work", batch=True)
    job = PrintJob.objects.get()
    assert (job.state, job.problem) == ("failed", "")
    page = browser_of(davide).get(f"/lists/print/{job.pk}/").content.decode()
    assert f'href="/evenings/{evening.pk}/paper/?what=pairings' in page


def test_a_slip_asks_what_is_asked_where_points_are_worked_out() -> None:
    """Points from extras are one line: named ones would reveal the owner."""
    for book in (catalogue_for(version.pk) for version in current_versions()):
        rows = defeat_rows(book)
        asked: list[tuple[str, int | None]] = [(row.name.en, row.points) for row in rows if not row.extras]
        by_extras = [("From extras", None)] if len(asked) < len(rows) else []
        with override("en"):
            assert worths(book, "en") == asked + by_extras
        assert len(asked + by_extras) <= 9  # three larger slips would not fit on a page of Letter
