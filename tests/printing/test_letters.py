"""Letters missing from all fonts are question marks; system fonts are searched only for lists that need them."""

from pathlib import Path

import pytest

from armybuilder.printing.layout import letters
from armybuilder.printing.layout.letters import missing_letters, printable
from rules.core.document.roster import Figure
from tests.printing.pdfs import fonts_of
from tests.printing.shapes import SHAPES
from tests.printing.sheets import a_pdf, a_roster, a_squad

PRIVATE = "\U000f1234"  # missing from our fonts and the system's
FONTS = Path(letters.__file__).parents[3] / "static" / "fonts" / "print"


def test_a_list_in_our_letters_is_unchanged_and_no_font_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "_fonts", None)
    roster = a_roster(a_squad(Figure(name="Łukasz Dąbrowski")), name="Él Niño – “Ça va?”")
    assert printable(roster) is roster


def test_a_letter_without_a_font_is_a_question_mark_everywhere() -> None:
    figure = Figure(name=f"Rossi {PRIVATE}", notes=f"{PRIVATE}!", weapons=("rifle",))
    named = printable(a_roster(a_squad(figure, name=PRIVATE), name=f"{PRIVATE} 日本", pair_name="Rangers"))
    squad = named.squads[0]
    assert (named.name, named.pair_name, squad.name) == ("? 日本", "Rangers", "?")
    assert squad.figures == (Figure(name="Rossi ?", notes="?!", weapons=("rifle",)),)


def test_letters_of_the_world_are_printed_as_themselves() -> None:
    roster = SHAPES["letters of the world"]
    assert printable(roster) is roster
    names = " ".join(font.name for font in fonts_of(a_pdf(roster)))
    assert [word in names for word in ("WenQuanYi", "Emoji", "DejaVu")] == [True, True, True]


def test_missing_letters_depend_on_the_fonts(tmp_path: Path) -> None:
    assert missing_letters({"é", "日"}, (FONTS,)) == {"日"}
    assert missing_letters({"é", "日"}, (tmp_path,)) == set()
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "broken.ttf").write_bytes(b"no font")
    assert missing_letters({"é", "日"}, (broken,)) == {"é", "日"}
