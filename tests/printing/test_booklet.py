"""The booklet of a ruleset: the whole reference, in both languages, on A5, for everyone."""

import html
import io
import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Any
from uuid import UUID

import pikepdf
import pytest
from django.test import Client

from armybuilder.printing.booklet import booklet_page
from armybuilder.printing.layout.options import Version
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.pdfs import pool
from armybuilder.printing.pdfs.from_html import make_pdf
from armybuilder.printing.pdfs.imposing import bound, imposed, sides
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import LANGUAGES, Language
from tests.printing.pdfs import (
    bookmarks_of,
    letters_outside,
    letters_overlapping,
    root_of,
    sizes,
    tags_of,
    texts,
    title_of,
)
from tests.printing.sheets import catalogue
from tests.rules.small import small

GAMES = ("rth-it", "rth-en", "bn", "bi", "ludonet")
A5, A4_ACROSS = (421, 595), (842, 595)
VERSION = Version(3, date(2026, 11, 21))


def a_booklet(book: Catalogue, language: Language = "en") -> Printout:
    return booklet_page(book, language, VERSION)


@cache
def a_pdf(game: str, language: Language = "en") -> bytes:
    page = a_booklet(catalogue(game), language)
    return make_pdf(page.html, page.css)


def blank_pages(pages: list[tuple[int, int]]) -> bytes:
    """A PDF of blank pages in these sizes."""
    target = io.BytesIO()
    with pikepdf.Pdf.new() as pdf:
        pdf.Root.Lang = pikepdf.String("en")
        for size in pages:
            pdf.add_blank_page(page_size=size)
        pdf.save(target)
    return target.getvalue()


def words_of(page: Printout) -> str:
    """The whole text of a page, without tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page.html)).split())


def told(text: str) -> str:
    return " ".join(text.split())


# ── Its content ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_table_of_the_handbook_is_in_it(game: str, language: Language) -> None:
    page = a_booklet(catalogue(game), language)
    words = words_of(page)
    tables = catalogue(game).handbook
    assert [table.id for table in tables if f'id="handbook-{table.id}"' not in page.html] == []
    wanted = [row.name.to(language) for table in tables for row in table.rows]
    wanted += [row.text.to(language) for table in tables for row in table.rows if row.text]
    assert [text for text in wanted if told(text) not in words] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_is_in_it(game: str) -> None:
    book, page = catalogue(game), a_booklet(catalogue(game))
    anchors = [f"classes-{entry.id}" for entry in book.classes]
    anchors += [f"weapons-{entry.id}" for entry in book.weapons]
    anchors += [f"vehicles-{entry.id}" for entry in book.vehicles]
    anchors += [f"extras-{entry.id}" for entry in book.extras]
    anchors += [f"rulings-{entry.id}" for entry in book.rulings]
    anchors += [f"checks-{check.code}" for check in book.checks]
    assert [anchor for anchor in anchors if f'id="{anchor}"' not in page.html] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_link_has_a_target(game: str) -> None:
    page = a_booklet(catalogue(game))
    anchors = re.findall(r'id="([^"]+)"', page.html)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r'href="#([^"]+)"', page.html)) - set(anchors) == set()


def test_a_paragraph_is_cited_once_and_for_rows_with_a_different_paragraph() -> None:
    page = a_booklet(small())
    spotting = page.html[page.html.index('id="handbook-spotting"') :]
    assert re.findall(r'class="cite"[^>]*>(.*?)<', spotting)[:2] == ["§6", "§6.1"]


def test_headings_in_another_language_are_not_cited_for_its_readers() -> None:
    """Bassa Intensità has headings instead of numbers, in Italian."""
    pages = {language: a_booklet(catalogue("bi"), language).html for language in LANGUAGES}
    cited = {language: set(re.findall(r'class="cite[^>]*>(.*?)<', page)) for language, page in pages.items()}
    assert "Tiro indiretto" in cited["it"]
    assert cited["en"] == {"our advice"}
    assert 'id="paragraphs"' not in pages["en"]


def test_an_english_booklet_of_an_italian_rulebook_has_the_index_of_its_numbered_paragraphs() -> None:
    """Breaking News has numbers, and one heading in Italian."""
    index = {
        language: re.findall(r'class="paragraph"><b>(.*?)</b>', a_booklet(catalogue("bn"), language).html)
        for language in LANGUAGES
    }
    assert [name for name in index["en"] if name != "Our advice"] == [
        name for name in index["it"] if name.startswith("§")
    ]
    assert "Calcolo dei punti" in index["it"]


def test_long_subjects_of_rules_are_printed_once() -> None:
    """If rows of a chapter apply to the same subjects, only the first names them."""
    page = a_booklet(catalogue("bn"))
    covering = page.html[page.html.index('id="topic-covering-fire"') : page.html.index('id="topic-opportunity"')]
    about = [html.unescape(words) for words in re.findall(r'class="about">\s*Applies to:\s*(.*?)\s*</p>', covering)]
    assert about == [
        "Pistol, Rifle, Assault rifle, SMG, LMG, MMG, HMG",
        "as for “Distance”",
        "as for “Distance”",
    ]


def test_optional_rules_are_marked() -> None:
    assert 'Spotting <span class="optional">Optional</span>' in " ".join(a_booklet(small()).html.split())


def test_a_number_changed_in_the_rules_changes_in_it() -> None:
    shown = re.compile(r'<tbody id="weapons-rifle">.*?</tbody>', re.DOTALL)
    cells = [
        re.findall(r"<td[^>]*>\s*(.*?)\s*</td>", shown.findall(a_booklet(book).html)[0])
        for book in (small(), small("fire: [{dice: 1, needs: [4, 6]}]", "fire: [{dice: 7, needs: [4, 6]}]"))
    ]
    assert [row[2:5] for row in cells] == [["4", "6", "1"], ["4", "6", "7"]]


def test_it_gives_the_version_of_the_rules() -> None:
    assert "Rules: version 3 of 21 November 2026." in words_of(a_booklet(small()))
    assert "Regole: versione 3 del 21 novembre 2026." in words_of(a_booklet(small(), "it"))


def test_names_are_escaped() -> None:
    page = a_booklet(small("name: {it: Fucile, en: Rifle}", 'name: {it: Fucile, en: "<b>Rifle"}'))
    assert ("<b>Rifle" in page.html, "<b>Rifle" in words_of(page)) == (False, True)


# ── The PDF ────────────────────────────────────────────────────────────────────────────────────────────────────────

# The smallest and the largest: WeasyPrint takes ten times as long for a page of bi as all of our code.
PRINTED: list[tuple[str, Language]] = [("ludonet", "en"), ("ludonet", "it")]
printed = pytest.mark.parametrize(("game", "language"), PRINTED)


@printed
def test_no_text_leaves_its_page_or_overlaps(game: str, language: Language) -> None:
    pdf = a_pdf(game, language)
    assert set(sizes(pdf)) == {A5}
    assert (letters_outside(pdf, "roster"), letters_overlapping(pdf)) == ([], [])


@printed
def test_pages_have_numbers_and_the_contents_name_them(game: str, language: Language) -> None:
    pages = texts(a_pdf(game, language))
    assert [page.splitlines()[-1].strip() for page in pages[1:-1]] == [str(number) for number in range(2, len(pages))]
    first = catalogue(game).classes[0].name.to(language)
    begins = next(number for number, page in enumerate(pages, 1) if number > 1 and first in page)
    chapter = {"it": "Classi", "en": "Classes"}[language]
    assert f"{chapter} {begins}" in " ".join(pages[0].split())


@printed
def test_chapters_are_in_the_bookmarks_and_the_running_head(game: str, language: Language) -> None:
    pdf = a_pdf(game, language)
    chapters = [title for depth, title in bookmarks_of(pdf) if depth == 0]
    weapons = {"it": "Armi", "en": "Weapons"}[language]
    assert (chapters[1], chapters[-1]) == (weapons, {"it": "In breve", "en": "In short"}[language])
    book = catalogue(game)
    running = f"{book.name.to(language)}, {book.edition.to(language)}"
    assert [running in page for page in texts(pdf)][1:-1] == [True] * (len(sizes(pdf)) - 2)


def test_title_and_language() -> None:
    pdf = a_pdf("ludonet", "en")
    assert (title_of(pdf), root_of(pdf)["/Lang"]) == ("Ludonet skirmish: rules reference", "en")
    assert b"pdfuaid:part" in root_of(pdf)["/Metadata"].read_bytes()


def test_the_back_cover_summarises_common_rules() -> None:
    last = texts(a_pdf("ludonet"))[-1]
    assert [words in last for words in ("In short", "Modifiers to fire", "Visibility")] == [True] * 3


def test_it_has_a_multiple_of_four_pages_with_the_back_cover_last() -> None:
    pages = [(200, 300)] * 6
    assert texts(bound(blank_pages(pages))) == [""] * 8
    whole = texts(bound(a_pdf("ludonet", "it")))
    assert (len(whole) % 4, whole[-1]) == (0, texts(a_pdf("ludonet", "it"))[-1])


def test_the_folded_booklet_has_two_pages_per_side() -> None:
    assert sides(8) == [(8, 1), (2, 7), (6, 3), (4, 5)]
    pages, folded = texts(bound(a_pdf("ludonet"))), imposed(a_pdf("ludonet"))
    assert set(sizes(folded)) == {A4_ACROSS}
    assert [pages[left - 1].split()[:5] for left, _ in sides(len(pages))] == [
        side.split()[:5] for side in texts(folded)
    ]


def test_the_folded_booklet_keeps_tags_bookmarks_and_links() -> None:
    whole, folded = a_pdf("ludonet"), imposed(a_pdf("ludonet"))
    assert tags_of(folded) == tags_of(whole)
    assert bookmarks_of(folded) == bookmarks_of(whole)
    with pikepdf.open(io.BytesIO(folded)) as pdf:
        sheets = {side.obj.objgen for side in pdf.pages}
        drawn = {drawing.objgen for side in pdf.pages for drawing in side.Resources.XObject.values()}
        marked = list(marks_of(pdf.Root.StructTreeRoot.K))
        links = [link for side in pdf.pages for link in side.get("/Annots", [])]
        assert {mark.Pg.objgen for mark in marked} <= sheets
        assert {mark.Stm.objgen for mark in marked if mark.Type == "/MCR"} <= drawn
        assert len([mark for mark in marked if mark.Type == "/OBJR"]) == len(links) > 0
        led: list[Any] = [item.destination for item in pdf.open_outline().root]
        assert {place[0].objgen for place in led} <= sheets


def marks_of(element: Any) -> Iterator[Any]:
    """The marked pieces of the elements."""
    for kid in element if isinstance(element, pikepdf.Array) else [element]:
        if kid.get("/Type") in ("/MCR", "/OBJR"):
            yield kid
        elif "/K" in kid:
            yield from marks_of(kid.K)


def test_half_a_letter_sheet_is_also_a_page() -> None:
    page = booklet_page(catalogue("ludonet"), "en", VERSION, "letter")
    pdf = make_pdf(page.html, page.css)
    assert (set(sizes(pdf)), set(sizes(imposed(pdf)))) == ({(396, 612)}, {(792, 612)})
    assert (letters_outside(pdf, "booklet"), letters_overlapping(pdf)) == ([], [])


# ── The address ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rendered booklets: a blank page each."""
    pages: list[str] = []

    def render(html: str, css: str) -> bytes:
        pages.append(html)
        return blank_pages([A5])

    monkeypatch.setattr(pool, "render", render)
    return pages


def get(client: Client, **headers: Any) -> Any:
    return client.get("/rules/bn/booklet.pdf", headers={"Accept-Language": "en", **headers})


def test_everyone_can_download_it(loaded_rules: dict[str, UUID], rendered: list[str], client: Client) -> None:
    response = get(client)
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert response["Content-Disposition"] == 'attachment; filename="Breaking-News-booklet.pdf"'
    assert response["Cache-Control"] == "public, no-cache"
    assert len(rendered) == 1


def test_owners_are_named(loaded_rules: dict[str, UUID], rendered: list[str], client: Client) -> None:
    etag = get(client)["ETag"]
    again = get(client, **{"If-None-Match": etag})
    assert (again.status_code, again.content, len(rendered)) == (304, b"", 1)


def test_it_is_rendered_only_once(loaded_rules: dict[str, UUID], rendered: list[str], client: Client) -> None:
    assert get(client).content == get(Client()).content
    assert len(rendered) == 1


def test_each_language_has_its_own_booklet(loaded_rules: dict[str, UUID], rendered: list[str], client: Client) -> None:
    english, italian = get(client), client.get("/rules/bn/booklet.pdf?language=it")
    assert english["ETag"] != italian["ETag"]
    assert italian["Content-Disposition"] == 'attachment; filename="Breaking-News-opuscolo.pdf"'


def test_it_is_also_available_for_folding(loaded_rules: dict[str, UUID], rendered: list[str], client: Client) -> None:
    plain, folded = get(client), client.get("/rules/bn/booklet.pdf?folded=1&language=en")
    assert (sizes(plain.content), sizes(folded.content)) == ([A5] * 4, [A4_ACROSS] * 2)
    assert (plain["ETag"] == folded["ETag"], len(rendered)) == (False, 1)


def test_an_unknown_ruleset_has_no_booklet(loaded_rules: dict[str, UUID], client: Client) -> None:
    assert client.get("/rules/none/booklet.pdf").status_code == 404


def test_the_reference_links_to_it(loaded_rules: dict[str, UUID], client: Client) -> None:
    assert 'href="/rules/bn/booklet.pdf"' in client.get("/rules/bn/").content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_no_cell_ends_with_a_space_that_would_widen_its_column(game: str) -> None:
    page = a_booklet(catalogue(game))
    assert "</th>" in page.html
    assert re.findall(r"<t[hd]\b[^>]*>\s|\s</t[hd]>", page.html) == []
