"""Widths are those of the faces, and the style sheet gives columns the widths that the layout counts on."""

import re

import pytest

from armybuilder.printing.measure import Face, advance_widths, fitted, width, wrapped
from armybuilder.printing.options import CONTENT_WIDTH
from armybuilder.printing.pdf import STATIC, style_names
from armybuilder.printing.roster import fire
from rules.core.text import LANGUAGES, Language
from tests.printing.sheets import a_roster, a_sheet, a_squad

FACE: Face = "barlow-400-normal"


def test_a_text_is_as_wide_as_its_letters() -> None:
    em = advance_widths(FACE)
    assert width("No", FACE, 72) == pytest.approx((em["N"] + em["o"]) * 25.4)


def test_a_letter_that_the_face_lacks_counts_as_a_whole_em() -> None:
    assert width("漢", FACE, 72) == pytest.approx(25.4)


def test_a_picture_counts_as_more() -> None:
    assert width("🎲", FACE, 72) == pytest.approx(1.3 * 25.4)


def test_a_text_that_fits_stays() -> None:
    assert fitted("Rangers", FACE, 7, 40) == "Rangers"


def test_a_text_that_does_not_fit_ends_in_an_ellipsis() -> None:
    short = fitted("Rangers at Surobi", FACE, 7, 12)
    assert short == "Rangers…"
    assert width(short, FACE, 7) <= 12


def test_lines_break_at_spaces() -> None:
    lines = wrapped("Automatic rifle (BAR, Bren)", FACE, 8.25, 30)
    assert lines == ["Automatic rifle (BAR,", "Bren)"]
    assert max(width(line, FACE, 8.25) for line in lines) <= 30


def test_a_word_too_long_for_a_line_is_cut() -> None:
    lines = wrapped("x" * 100, FACE, 8.25, 30)
    assert "".join(lines) == "x" * 100
    assert max(width(line, FACE, 8.25) for line in lines) <= 30


# ── The style sheet ────────────────────────────────────────────────────────────────────────────────────────────────

CSS = "".join((STATIC / "css" / name).read_text() for name in style_names("roster"))


def css_width(name: str) -> float:
    """The width that the style sheet gives a class, mm."""
    found = re.search(rf"\.{name} {{ width: ([\d.]+)mm; }}", CSS)
    assert found, name
    return float(found[1])


def test_columns_are_as_wide_as_the_layout_says() -> None:
    widths = {
        name: css_width(name) for name in ("c-number", "c-dice", "c-boxes", "c-points", "b2", "b3", "b4")
    }
    assert widths == {
        "c-number": fire.NUMBER,
        "c-dice": fire.DICE,
        "c-boxes": fire.BOXES,
        "c-points": fire.POINTS,
        "b2": 2 * fire.BAND,
        "b3": pytest.approx(3 * fire.BAND),
        "b4": 4 * fire.BAND,
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_ranges_fit_side_by_side(language: Language) -> None:
    columns = a_sheet(a_roster(a_squad(class_="veteran"), ruleset="bi"), language).columns
    widest = max(width(name, "barlow-condensed-600-normal", 7) for name in columns.fire)
    assert (len(columns.fire), widest < fire.BAND - 0.4) == (3, True)


def test_there_is_a_class_for_every_width_of_the_weapons_column() -> None:
    widths = range(fire.WEAPON_LEAST, fire.WEAPON_MOST + 1, 2)
    assert [css_width(f"w{mm}") for mm in widths] == list(widths)


def test_pages_have_the_margins_that_the_layout_counts_on() -> None:
    assert "margin: 14mm 11mm 13mm;" in CSS
    assert {"a4": 210 - 22.0, "letter": pytest.approx(215.9 - 22)} == CONTENT_WIDTH
