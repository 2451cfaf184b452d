"""A page ready to render: its words, its file name, and its hash, which shows changes."""

import re

import pytest

from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.printout import file_name
from armybuilder.printing.layout.sizes import PAPERS
from rules.core.document.roster import Figure
from rules.core.text import LANGUAGES
from tests.printing.pdfs import texts
from tests.printing.sheets import ROOT, a_page, a_pdf, a_roster, a_squad, read_list, twelve_men

# ── The file's name ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "total", "expected"),
    [
        ("Pattuglia a Surobi", 150, "Pattuglia-a-Surobi-150.pdf"),
        ("Pattuglia a Surobi", None, "Pattuglia-a-Surobi.pdf"),
        ("Zero", 0, "Zero-0.pdf"),
        ("Handicap", -25, "Handicap--25.pdf"),
        ("Perché no? È l’ora", 90, "Perche-no-E-l-ora-90.pdf"),
        ("Łódź, Straße, Ærø", 1, "Lodz-Strasse-Aero-1.pdf"),
        ("../../etc/passwd", 1, "etc-passwd-1.pdf"),
        ('a"b\r\nc;d', 1, "a-b-c-d-1.pdf"),
        ("田中", 7, "roster-7.pdf"),
        ("—", None, "roster.pdf"),
    ],
)
def test_the_file_is_named_after_list_and_total(name: str, total: int | None, expected: str) -> None:
    assert file_name(name, total) == expected


def test_a_long_name_is_cut() -> None:
    assert file_name("Rangers " * 15, 150) == f"{'Rangers-' * 10}".strip("-") + "-150.pdf"


# ── The page ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_page_has_its_language_and_title() -> None:
    html = a_page(twelve_men(), "it").html
    assert html.startswith('<!DOCTYPE html><html lang="it">')
    assert "<title>Pattuglia a Surobi</title>" in html


def test_interface_words_are_in_the_chosen_language() -> None:
    pages = {language: a_page(twelve_men(), language).html for language in LANGUAGES}
    assert ["<h3>Extra</h3>" in pages["it"], "<h3>Armi</h3>" in pages["it"]] == [True, True]
    assert ["<h3>Extras</h3>" in pages["en"], "<h3>Weapons</h3>" in pages["en"]] == [True, True]


def test_names_are_escaped() -> None:
    html = a_page(a_roster(a_squad(Figure(name="<script>")), name='"><img src=x>')).html
    assert "<script>" not in html
    assert "<img" not in html


def test_a_page_requests_no_file() -> None:
    """Symbols and fonts come with the style sheet. The page itself has nothing for the sandbox to check."""
    html = a_page(twelve_men()).html
    assert [word for word in ("src=", "href=", "url(", "<link", "<style") if word in html] == []
    widths = re.findall(r'style="([^"]*)"', html)
    assert [width for width in widths if not re.fullmatch(r"width: \d+\.\dmm", width)] == []


# ── The hash ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_same_page_has_the_same_hash() -> None:
    assert a_page(twelve_men()).digest == a_page(twelve_men()).digest


def test_language_paper_ink_and_every_change_of_the_list_change_the_hash() -> None:
    squad = a_squad(Figure(name="Rossi", roles=("medic",)))
    pages = [
        a_page(a_roster(squad)),
        a_page(a_roster(squad), "it"),
        a_page(a_roster(squad), paper="letter"),
        a_page(a_roster(squad), ink=True),
        a_page(a_roster(squad, notes="New.")),
        a_page(a_roster(a_squad(Figure(name="Bianchi")))),
        a_page(a_roster(squad, rulings={"medic": "flat"})),
    ]
    assert len({page.digest for page in pages}) == len(pages)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["bn-checkpoint", "rth-en-ranger-patrol", "twelve"])
def test_eight_to_thirteen_men_take_one_page_with_the_game_strip(name: str, paper: Paper) -> None:
    roster = twelve_men() if name == "twelve" else read_list(ROOT / "tests" / "data" / "examples" / f"{name}.json")
    [page] = texts(a_pdf(roster, "it", paper=paper))
    assert "Nostri: una casella vale 5 punti." in page
