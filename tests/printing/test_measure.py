"""Widths match the fonts, and style sheets set the sizes that the layouts assume."""

from dataclasses import asdict

import pytest

from armybuilder.printing.formats.cards.card import CARD
from armybuilder.printing.formats.registry import FOLDER, FORMATS
from armybuilder.printing.layout.fit import Face, advance_widths, fitted, width, wrapped
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.sizes import HERE, content_width, with_sizes
from rules.core.text import LANGUAGES, Language
from tests.printing.pdfs import open_pdf, paths_of
from tests.printing.sheets import a_pdf, a_roster, a_setting, a_squad

FACE: Face = "barlow-400-normal"


def test_a_text_is_as_wide_as_its_letters() -> None:
    em = advance_widths(FACE)
    assert width("No", FACE, 72) == pytest.approx((em["N"] + em["o"]) * 25.4)


def test_a_letter_missing_from_the_face_counts_as_a_whole_em() -> None:
    assert width("漢", FACE, 72) == pytest.approx(25.4)


def test_a_picture_counts_as_more() -> None:
    assert width("🎲", FACE, 72) == pytest.approx(1.3 * 25.4)


def test_a_text_that_fits_is_unchanged() -> None:
    assert fitted("Rangers", FACE, 7, 40) == "Rangers"


def test_a_text_that_does_not_fit_ends_in_an_ellipsis() -> None:
    short = fitted("Rangers at Surobi", FACE, 7, 12)
    assert short == "Rangers…"
    assert width(short, FACE, 7) <= 12


def test_lines_break_at_spaces() -> None:
    lines = wrapped("Automatic rifle (BAR, Bren)", FACE, 8.25, 30)
    assert lines == ["Automatic rifle (BAR,", "Bren)"]
    assert max(width(line, FACE, 8.25) for line in lines) <= 30


def test_a_word_too_long_for_a_line_breaks_with_a_hyphen() -> None:
    lines = wrapped("x" * 100, FACE, 8.25, 30)
    assert [line[-1] for line in lines] == ["-"] * (len(lines) - 1) + ["x"]
    assert "".join(line.removesuffix("-") for line in lines) == "x" * 100
    assert max(width(line, FACE, 8.25) for line in lines) <= 30


# ── The style sheets ───────────────────────────────────────────────────────────────────────────────────────────────


def test_every_size_is_read_by_a_style_sheet() -> None:
    folders = [HERE, *(FOLDER / name for name in FORMATS)]
    css = "".join(path.read_text() for folder in folders for path in folder.glob("*.css"))
    own = {
        name
        for found in FORMATS.values()
        if found.sizes
        for name, size in asdict(found.sizes).items()
        if isinstance(size, float)
    }
    assert {name for name in own if f"var(--{name.replace('_', '-')})" not in css} == set()


def test_sizes_replace_their_names_in_a_style_sheet() -> None:
    css = "a { width: calc(2 * var(--paper-width)) }"
    assert with_sizes(css, {"paper_width": 210.0}) == "a { width: calc(2 * 210.0mm) }"


def test_an_unknown_size_is_an_error() -> None:
    with pytest.raises(KeyError, match="band"):
        with_sizes("a { width: var(--band) }", {"bands": 1.0})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_ranges_fit_side_by_side(language: Language) -> None:
    columns = a_setting(a_roster(a_squad(class_="veteran"), ruleset="bi"), language).bands
    widest = max(width(name, "barlow-condensed-600-normal", 7) for name in columns.fire)
    assert (len(columns.fire), widest < 7) == (3, True)


def test_the_text_of_a_card_has_the_room_inside_frame_and_margins() -> None:
    around = CARD.frame + CARD.border + CARD.margin
    assert pytest.approx(CARD.card_width - 2 * around) == CARD.room


@pytest.mark.parametrize(("paper", "page"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_text_is_between_the_margins_of_the_layout(paper: Paper, page: tuple[float, float]) -> None:
    """The rule in the head is as wide as the page between its margins."""
    [first] = open_pdf(a_pdf(a_roster(a_squad()), paper=paper))
    left, _, wide, _ = next(box for box in paths_of(first) if box[2] > 150)
    assert left == 11
    assert wide == pytest.approx(content_width(paper), abs=0.1)
    assert content_width(paper) == pytest.approx(page[0] - 22)
