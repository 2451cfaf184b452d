"""The PDF itself: one page where it fits, everything on it, nothing off it, fonts in it, tagged."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest

from armybuilder.printing.options import Paper
from armybuilder.printing.roster.fire import BAND
from rules.core.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.text import Language
from tests.printing.sheets import EXAMPLES, SAMPLES, a_pdf, a_roster, a_sheet, a_squad, read_list, twelve_men

A4, LETTER = (595, 842), (612, 792)
POINTS_PER_MM = 72 / 25.4
MARGIN = 11 * POINTS_PER_MM
WASH = (0xF3, 0xEF, 0xE5)


@dataclass(frozen=True)
class Letter:
    """A letter and where it stands: points from the left and from the foot of the page."""

    text: str
    left: float
    bottom: float
    right: float
    top: float


def open_pdf(pdf: bytes) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(pdf)


def sizes(pdf: bytes) -> list[tuple[int, int]]:
    """The pages, each with its size in points."""
    return [(round(page.get_width()), round(page.get_height())) for page in open_pdf(pdf)]


def texts(pdf: bytes) -> list[str]:
    """The text of each page, line by line, its spaces single."""
    pages = (page.get_textpage().get_text_bounded() for page in open_pdf(pdf))
    return ["\n".join(" ".join(line.split()) for line in text.splitlines()) for text in pages]


def text_of(pdf: bytes) -> str:
    """All text on one line."""
    return " ".join(" ".join(texts(pdf)).split())


def letters_of(page: pypdfium2.PdfPage) -> list[Letter]:
    """All letters that leave ink."""
    text = page.get_textpage()
    letters = (Letter(text.get_text_range(at, 1), *text.get_charbox(at)) for at in range(text.count_chars()))
    return [letter for letter in letters if letter.text.strip()]


def letters_outside(pdf: bytes) -> list[str]:
    """The letters that stand outside the margins left and right, or off the page."""
    return [
        letter.text
        for page in open_pdf(pdf)
        for letter in letters_of(page)
        if letter.left < MARGIN - 1
        or letter.right > page.get_width() - MARGIN + 1
        or letter.bottom < 0
        or letter.top > page.get_height()
    ]


def lines_of(page: pypdfium2.PdfPage) -> list[list[Letter]]:
    """The letters by the height they stand at, each line from left to right."""
    lines: dict[int, list[Letter]] = {}
    for letter in letters_of(page):
        lines.setdefault(round(letter.bottom), []).append(letter)
    return [sorted(line, key=lambda letter: letter.left) for line in lines.values()]


def fonts_of(pdf: bytes) -> Iterator[tuple[str, bool]]:
    """Each font's name, and whether it is embedded."""
    for page in pypdf.PdfReader(io.BytesIO(pdf)).pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            descriptor = font["/DescendantFonts"][0]["/FontDescriptor"]
            yield font["/BaseFont"], "/FontFile2" in descriptor or "/FontFile3" in descriptor


def washed(pdf: bytes) -> int:
    """How many dots of the first page are of the colour that lies behind vehicles."""
    colours = open_pdf(pdf)[0].render(scale=0.5).to_pil().convert("RGB").getcolors(1_000_000)
    return sum(count for count, colour in colours if colour == WASH)


@pytest.fixture(scope="module")
def twelve() -> bytes:
    """The ordinary list: twelve figures, a vehicle, two extras."""
    return a_pdf(twelve_men(), "it")


# ── The ordinary list ──────────────────────────────────────────────────────────────────────────────────────────────


def test_twelve_figures_stand_on_one_page(twelve: bytes) -> None:
    assert sizes(twelve) == [A4]


def test_on_letter_too() -> None:
    assert sizes(a_pdf(twelve_men(), "it", paper="letter")) == [LETTER]


def test_every_name_and_total_is_there(twelve: bytes) -> None:
    text = text_of(twelve)
    names = [figure.name for squad in twelve_men().squads for figure in squad.figures]
    totals = ["146 / 150", "89 pt", "87 pt"]
    words = ["Pattuglia a Surobi", "Alfa", "Bravo", "AR 90", "Regole di ingaggio", *names, *totals]
    assert [word for word in words if word not in text] == []


def test_every_man_has_his_three_boxes_and_the_vehicle_one(twelve: bytes) -> None:
    losses = 14  # twelve men and two leaders who count twice
    assert text_of(twelve).count("☐") == 12 * 3 + 1 + losses


def test_numbers_stand_under_the_heads_of_their_bands(twelve: bytes) -> None:
    """What is needed at 25, 50, 100 and 150 cm is set at tab stops: a band apart, each under its head."""
    lines = lines_of(open_pdf(twelve)[0])
    heads = next(line for line in lines if "2550100150" in "".join(letter.text for letter in line))
    start = "".join(letter.text for letter in heads).index("2550100150")
    lefts = [heads[start + at].left for at in (0, 2, 4, 7)]
    gun = next(line for line in lines if "LMG4566" in "".join(letter.text for letter in line))
    start = "".join(letter.text for letter in gun).index("LMG4566") + len("LMG")
    needs = gun[start : start + 4]
    band = BAND * POINTS_PER_MM
    assert [need.left - needs[0].left for need in needs] == pytest.approx(
        [0, band, 2 * band, 3 * band], abs=1
    )
    assert [need.left - left for need, left in zip(needs, lefts, strict=True)] == pytest.approx(
        [2] * 4, abs=2
    )


def test_all_fonts_are_embedded_and_are_ours(twelve: bytes) -> None:
    fonts = set(fonts_of(twelve))
    assert {embedded for _, embedded in fonts} == {True}
    assert {name.partition("+")[2].partition("-")[0] for name, _ in fonts} == {"Barlow", "Squadra"}


def test_it_has_title_language_bookmarks_and_tags(twelve: bytes) -> None:
    reader = pypdf.PdfReader(io.BytesIO(twelve))
    root: Any = reader.trailer["/Root"]
    assert reader.metadata is not None
    assert (reader.metadata.title, root["/Lang"]) == ("Pattuglia a Surobi", "it")
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b"pdfuaid:part" in root["/Metadata"].get_data()
    top: Any = reader.outline[0]
    below: Any = reader.outline[1]
    assert top.title == "Pattuglia a Surobi"
    assert [mark.title for mark in below][:2] == ["Alfa", "Bravo"]


def test_it_is_small(twelve: bytes) -> None:
    assert len(twelve) < 200_000


def test_the_foot_counts_pages(twelve: bytes) -> None:
    assert "1 / 1" in text_of(twelve)


def test_saving_ink_drops_the_fills_and_nothing_else(twelve: bytes) -> None:
    saved = a_pdf(twelve_men(), "it", ink=True)
    assert text_of(saved) == text_of(twelve)
    assert washed(twelve) > 1000
    assert washed(saved) == 0


# ── Every list ─────────────────────────────────────────────────────────────────────────────────────────────────────

LISTS: list[tuple[Path, Language]] = [(path, "it") for path in SAMPLES] + [(path, "en") for path in EXAMPLES]


@pytest.mark.parametrize(("path", "language"), LISTS, ids=[path.stem for path, _ in LISTS])
def test_every_sample_and_example_is_whole(path: Path, language: Language) -> None:
    roster = read_list(path)
    sheet, pdf = a_sheet(roster, language), a_pdf(roster, language)
    text = text_of(pdf)
    rows = [row for squad in sheet.squads for row in squad.rows]
    wanted = [word for row in rows for word in row.name.split()]
    wanted += [squad.points for squad in sheet.squads] + [row.points for row in rows]
    wanted += [sheet.total.points] if sheet.total else []
    assert [word for word in wanted if word not in text] == []
    assert letters_outside(pdf) == []
    assert {embedded for _, embedded in fonts_of(pdf)} == {True}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_stands_on_one_page(path: Path) -> None:
    assert sizes(a_pdf(read_list(path), "it")) == [A4]


# ── Hard shapes ────────────────────────────────────────────────────────────────────────────────────────────────────

LONG = "Hauptfeldwebel von und zu Hohenschwangau-Niederbayern " * 2
UNBROKEN = "W" * 120


def named(name: str) -> Roster:
    """A list in which everything that can have a name has this one."""
    figure = Figure(name=name, team=name[:20], notes=name * 5, weapons=("assault-rifle", "rpg"), leadership=1)
    vehicle = Vehicle(type="protected", name=name, notes=name * 5, weapons=("hmg",))
    squad = a_squad(figure, Figure(count=3, name=name), name=name, vehicles=(vehicle,))
    return a_roster(squad, squad, name=name, force=name, notes=name * 10, role="attacker")


def many(men: int) -> Roster:
    return a_roster(a_squad(*[Figure(weapons=("assault-rifle", "rpg")) for _ in range(men)]), role="attacker")


HARD = {
    "long names": named(LONG),
    "a name without spaces": named(UNBROKEN),
    "Polish and Turkish": named("Łukasz Dąbrowski, Şükrü Çağlar"),
    "Greek and Cyrillic": named("Νίκος Παπαδόπουλος, Юрий Щербак"),
    "Japanese, Arabic, a sign": named("田中太郎 عمر ⚔"),
    "markup": named("<b>&amp;</b> <script>alert(1)</script> {{ x }}"),
    "sixty figures": many(60),
    "a group of sixty": a_roster(a_squad(Figure(count=60, weapons=("assault-rifle",)))),
    "nothing": a_roster(),
    "squads without anybody": a_roster(a_squad(), a_squad(name="")),
    "only vehicles": a_roster(
        Squad(name="Support", vehicles=tuple(Vehicle(type=kind) for kind in ("tank", "heavy-armour")))
    ),
    "less than nothing": a_roster(
        a_squad(Figure(), class_="militia"),
        extras=(ExtraEntry(extra="rules-of-engagement"), ExtraEntry(extra="media-embedded")),
    ),
    "every weapon at once": a_roster(
        a_squad(
            Figure(
                name="Rambo",
                weapons=(
                    "pistol",
                    "rifle",
                    "smg",
                    "assault-rifle",
                    "grenade",
                    "rpg",
                    "heavy-at",
                    "lmg",
                    "mmg",
                    "hmg",
                ),
            )
        )
    ),
    "every extra": a_roster(
        a_squad(Figure()),
        extras=tuple(ExtraEntry(extra=extra) for extra in ("ambush", "mortars", "ied", "civilians") * 12),
    ),
    "foreign ids": a_roster(
        Squad(
            name="X",
            class_="x" * 60,
            traits=("y" * 60,),
            figures=(Figure(weapons=("z" * 60,), roles=("r" * 60,), kit=("k" * 60,)),),
            vehicles=(Vehicle(type="v" * 60, traits=("t" * 60,)),),
        ),
        extras=(ExtraEntry(extra="e" * 60),),
    ),
}


@pytest.mark.parametrize("shape", HARD)
def test_nothing_runs_off_the_page(shape: str) -> None:
    assert letters_outside(a_pdf(HARD[shape])) == []


@pytest.mark.parametrize("shape", ["long names", "a name without spaces"])
def test_nor_off_a_letter(shape: str) -> None:
    paper: Paper = "letter"
    assert letters_outside(a_pdf(HARD[shape], paper=paper)) == []


def test_names_are_text_whatever_they_look_like() -> None:
    assert "<b>&amp;</b> <script>alert(1)</script> {{ x }}" in text_of(a_pdf(HARD["markup"]))


def test_letters_of_other_languages_are_kept() -> None:
    assert "Łukasz Dąbrowski, Şükrü Çağlar" in text_of(a_pdf(HARD["Polish and Turkish"]))


def test_a_negative_total_is_printed_with_its_sign() -> None:
    assert "−55" in text_of(a_pdf(HARD["less than nothing"]))


def test_sixty_figures_take_several_pages_with_heads_and_a_running_line() -> None:
    pages = texts(a_pdf(HARD["sixty figures"]))
    assert len(pages) > 2
    assert ["25 50 100 150" in page for page in pages] == ["burst" in page for page in pages]
    assert ["Rangers · 1320" in page for page in pages] == [False] + [True] * (len(pages) - 1)
    assert [f"{at + 1} / {len(pages)}" in page for at, page in enumerate(pages)] == [True] * len(pages)


def test_a_row_is_never_split_between_pages() -> None:
    """Each of the sixty has three lines of fire: on every page as many of one as of the others."""
    for page in texts(a_pdf(HARD["sixty figures"])):
        men = page.count("Assault rifle, aimed")
        assert (page.count("burst"), page.count("4 5 6 –")) == (men, men)


def test_squads_move_to_the_next_page_whole() -> None:
    squad = a_squad(*[Figure(weapons=("assault-rifle", "rpg")) for _ in range(10)])
    pages = texts(a_pdf(a_roster(squad, squad, squad, name="Three")))
    assert [page.count("burst") for page in pages] == [10, 10, 10]
