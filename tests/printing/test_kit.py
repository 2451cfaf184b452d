"""The cut-out sheets: the tokens and templates that a list needs by its ruleset, at actual size."""

import math
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from django.utils import translation

from armybuilder.printing.formats.kit.layout import Kind, Kit, Piece, Room, lay_out, sheets_of
from armybuilder.printing.formats.kit.pieces import KIT, SIGNS
from armybuilder.printing.formats.kit.sticks import Stick, sticks_of
from armybuilder.printing.formats.kit.templates import Template
from armybuilder.printing.layout.fit import width
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.printout import LARGE_SIGNED_OUT, STATIC
from armybuilder.printing.layout.sizes import PAPERS
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.odds import printed_handbook
from rules.core.text import LANGUAGES, Language
from tests.printing.pdfs import (
    POINTS_PER_MM,
    Glyph,
    curves_of,
    glyphs_of,
    letters_overlapping,
    open_pdf,
    paths_of,
)
from tests.printing.sheets import (
    EXAMPLES,
    SAMPLES,
    a_page,
    a_pdf,
    a_roster,
    a_setting,
    a_squad,
    catalogue,
    read_list,
)

RULESETS = ("bn", "rth-it", "rth-en", "bi", "ludonet")


def kit(roster: Roster, language: Language = "en", paper: Paper = "a4") -> Kit:
    with translation.override(language):
        return lay_out(a_setting(roster, language, paper=paper))


def stand(made: Kit, kind: Kind) -> list[Any]:
    """The pieces of a kind on the sheets."""
    return [piece.content for sheet in made.sheets for piece, _left, _top in sheet if piece.kind == kind]


def tokens(made: Kit) -> Counter[str]:
    """The text of each token."""
    return Counter(f"{token.word} {token.number}".rstrip() for token in stand(made, "token"))


def templates(made: Kit) -> list[Template]:
    return stand(made, "template")


def armed(*weapons: str, ruleset: str = "bn", **fields: Any) -> Roster:
    """A list with a man of the game's first class."""
    first = catalogue(ruleset).classes[0].id
    return a_roster(a_squad(Figure(weapons=weapons), class_=first), ruleset=ruleset, **fields)


def irregular(*weapons: str, **fields: Any) -> Roster:
    """A list of Breaking News without built-in bombardment."""
    return a_roster(a_squad(Figure(weapons=weapons), class_="militia"), **fields)


def sizes(roster: Roster) -> list[str]:
    return [part.title for part in templates(kit(roster))]


# ── Tokens ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_men_and_vehicles_have_tokens_and_an_ied_looks_like_a_dummy() -> None:
    squad = a_squad(Figure(count=2), vehicles=(Vehicle(type="tank"),))
    roster = a_roster(squad, a_squad(Figure()), extras=(ExtraEntry(extra="ied", count=2),))
    assert tokens(kit(roster)) == {
        **{f"{state} {man}": 1 for state in ("suppressed", "wounded", "hidden") for man in (1, 2, 3)},
        "out of action V1": 1,
        **{f"objective {number}": 1 for number in range(1, 6)},
        "active": 1,
    }


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("rth-it", {"suppressed 1", "wounded 1", "hidden 1", "active"}),
        ("bi", {"shocked 1", "wounded 1", "badly wounded 1", "hidden 1", "active"}),
        ("ludonet", {"tired 1", "1st wound 1"}),
    ],
)
def test_other_games_have_their_own_tokens(ruleset: str, said: set[str]) -> None:
    assert set(tokens(kit(armed(ruleset=ruleset)))) == said


def test_each_state_of_each_game_has_its_own_sign() -> None:
    drawn = {path.stem for path in (STATIC / "print" / "tokens").iterdir()}
    assert drawn == SIGNS | {"state", "hidden", "out", "marker", "active"}
    for ruleset in RULESETS:
        states = [state.id for state in catalogue(ruleset).states if state.effect != "out"]
        assert states
        assert set(states) <= SIGNS


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_fit_on_their_token_in_every_game(language: Language) -> None:
    squad = a_squad(Figure(), vehicles=(Vehicle(type="tank"),))
    words = {
        token.word for ruleset in RULESETS for token in stand(kit(a_roster(squad, ruleset=ruleset), language), "token")
    }
    assert len(words) == 10
    assert [word for word in words if width(word, "barlow-condensed-600-normal", 7.5) > KIT.token - 2.2] == []


# ── Standees ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_each_man_vehicle_civilian_and_journalist_has_a_standee() -> None:
    medic = Figure(name="Boyd", roles=("medic",), weapons=("assault-rifle", "rpg"))
    squad = a_squad(medic, Figure(count=2, weapons=("lmg",)), vehicles=(Vehicle(type="tank"),))
    bought = (ExtraEntry(extra="civilians", count=2), ExtraEntry(extra="media-independent"))
    made = kit(a_roster(squad, a_squad(Figure(), name="Bravo"), extras=bought))
    assert [(one.number, one.name, one.weapons, one.picture, one.squad) for one in stand(made, "standee")] == [
        ("1", "Boyd", "Assault rifle, RPG", "medic", "Alpha"),
        ("2", "LMG gunner", "LMG", "light-machine-gun", "Alpha"),
        ("3", "LMG gunner", "LMG", "light-machine-gun", "Alpha"),
        ("V1", "Tank", "LMG, MMG, HMG, Tank gun", "tank", "Alpha"),
        ("4", "Elite", "", "", "Bravo"),
        ("C1", "Civilian", "", "civilian", ""),
        ("C2", "Civilian", "", "civilian", ""),
        ("J1", "Journalist", "", "journalist", ""),
    ]


# ── Templates ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_templates_are_for_weapons_and_extras_and_support_fire_for_all_regulars() -> None:
    assert sizes(irregular("assault-rifle")) == []
    assert sizes(irregular("rpg")) == ["10 cm across"]
    assert sizes(irregular("rpg", extras=(ExtraEntry(extra="ied"),))) == ["30 cm across", "10 cm across"]
    assert sizes(irregular(extras=(ExtraEntry(extra="mortars"),))) == ["10 cm across"]  # and no 30 cm: §8.4
    for class_ in catalogue("bn").classes:
        regular = sizes(a_roster(a_squad(Figure(), class_=class_.id))) == ["30 cm across"]
        assert regular == (class_.side == "regular")
    # smoke, and the blast, half as wide
    assert sizes(armed("grenade", ruleset="rth-en")) == ["10 cm across", "5 cm across"]
    assert sizes(armed("grenade", ruleset="ludonet")) == ["6 cm across"]
    assert sizes(armed(ruleset="ludonet", extras=(ExtraEntry(extra="air-support"),))) == ["3 cm across"]


def test_a_template_has_the_width_in_the_blast_table() -> None:
    """Doubled in rulesets that give radii, unchanged in those that give widths; no ring is missing."""
    wrong = []
    for ruleset in RULESETS:
        table = next(table for table in printed_handbook(catalogue(ruleset)) if table.topic == "blast")
        times = 1 if ruleset == "rth-en" else 2
        for row in table.rows:
            wide = tuple(times * cell for cell in row.cells if isinstance(cell, int) and cell)
            wrong += [] if row.circles == wide else [(ruleset, row.name.en, row.circles, wide)]
    assert wrong == []


def test_large_round_templates_share_a_fan_with_the_names_of_each_ring() -> None:
    bought = ("artillery-103", "artillery-over-150")
    [fan, *_] = templates(kit(a_roster(ruleset="bi", extras=tuple(ExtraEntry(extra=one) for one in bought))))
    assert (fan.title, fan.height) == ("10 / 20 / 40 cm across", 202.0)
    assert sorted((label.title, label.text, label.note) for label in fan.labels) == [
        ("10 cm", "Under 103\u00a0mm", ""),
        ("20 cm", "Under 103\u00a0mm · Over 150\u00a0mm", ""),
        ("40 cm", "Over 150\u00a0mm", "An eighth: hold the corner on the centre and turn it."),
    ]


#: Rectangular templates of bi ("Tiro diretto", "Osservazione", "Aerei ed elicotteri"), in mm. Templates longer than
#: 22 cm have only an end, in full width.
AREAS: list[tuple[dict[str, Any], str, tuple[float, float]]] = [
    ({"weapons": ("saw",)}, "4 × 10 cm", (40, 100)),
    ({"weapons": ("lmg",)}, "6 × 15 cm", (60, 150)),
    ({"weapons": ("mg",)}, "8 × 15 cm", (80, 150)),
    ({"weapons": ("grenade",)}, "5 × 20 cm", (50, 200)),
    ({"weapons": ("mortar-60",)}, "4 × 36 cm", (32, 40)),
    ({"weapons": ("artillery-over-150",)}, "10 × 120 cm", (32, 100)),
    ({"extras": ("air-strike",)}, "20 × 60 cm", (32, 200)),
    ({"extras": ("air-strike",)}, "10 × 60 cm", (32, 100)),
    # one of the four 45° parts of half a ring from 10 to 15 cm
    ({"vehicles": True}, "5 cm deep, 10 cm from the vehicle", (106.07, 150 - 70.71)),
]


@pytest.mark.parametrize(("has", "title", "size"), AREAS)
def test_a_rectangular_template_has_the_width_and_length_in_the_rules(
    has: dict[str, Any], title: str, size: tuple[float, float]
) -> None:
    tank = Vehicle(type="tank", traits=("smoke-launcher",))
    squad = a_squad(
        Figure(weapons=has.get("weapons", ())),
        class_="veteran",
        vehicles=(tank,) if "vehicles" in has else (),
    )
    extras = tuple(ExtraEntry(extra=extra) for extra in has.get("extras", ()))
    [found] = [part for part in templates(kit(a_roster(squad, ruleset="bi", extras=extras))) if part.title == title]
    # a frame is a millimetre larger than its drawing on each side
    assert (round(found.width - 2, 2), round(found.height - 2, 2)) == size


def test_the_short_distance_of_aircraft_bombs_is_in_the_middle() -> None:
    """10 of 20 cm: from 5 to 15 cm."""
    made = kit(a_roster(ruleset="bi", extras=(ExtraEntry(extra="air-strike"),)))
    [bombs] = [part for part in templates(made) if part.title == "20 × 60 cm"]
    assert set(bombs.lines.split("M")) == {"", "0 50.0h32.0", "0 150.0h32.0"}
    assert bombs.labels[0].note == "One end of it: measure 60 cm from its edge."


def test_the_smoke_of_a_gun_is_six_times_as_long_as_its_blast_is_wide() -> None:
    """The short distance by six times the long one, for each gun with a blast ("Osservazione")."""
    book = catalogue("bi")
    assert book.odds.explosions
    blasts = {weapon: (one.short, 6 * one.long) for one in book.odds.explosions.blasts for weapon in one.weapons}
    rows = [row for table in book.handbook if table.topic == "smoke" for row in table.rows]
    areas = [area for row in rows for area in row.areas if area.about]
    guns = {weapon: (area.wide, area.long) for area in areas if area.about for weapon in area.about.weapons}
    assert guns == {weapon: blasts[weapon] for weapon in guns}
    [about] = [row.about for row in rows if row.about and "gun-light" in row.about.weapons]
    assert set(guns) == set(about.weapons)


@pytest.mark.parametrize(
    ("extra", "across"),
    [
        ("artillery-103", "10 / 20 cm across"),
        ("artillery-support", "16 / 30 cm across"),
        ("artillery-over-150", "20 / 40 cm across"),
    ],
)
def test_artillery_has_only_the_templates_of_its_calibre(extra: str, across: str) -> None:
    found = sizes(a_roster(ruleset="bi", extras=(ExtraEntry(extra=extra),)))
    assert [title for title in found if "across" in title] == [across]


def test_pieces_share_sheets_the_tallest_first_in_the_first_room_that_they_fit() -> None:
    """The title takes 15 mm of the first sheet."""
    sizes = {"low": (40.0, 50.0), "tall": (120.0, 190.0), "wide": (180.0, 20.0), "narrow": (68.0, 90.0)}
    named = {name: Piece("template", Template(*size, name, "", "", ()), *size) for name, size in sizes.items()}
    sheets = sheets_of([named[name] for name in ("low", "tall", "wide", "narrow", "tall")], "a4")
    found = [
        [(piece.content.title, left, top) for piece, left, top in sheet if isinstance(piece.content, Template)]
        for sheet in sheets
    ]
    assert found == [
        [("tall", 0.0, 15.0), ("narrow", 120.0, 15.0), ("low", 120.0, 105.0), ("wide", 0.0, 205.0)],
        [("tall", 0.0, 0.0)],
    ]


def test_the_room_for_a_piece_is_looked_for_only_where_the_last_equal_one_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[Room] = []
    fits = Room.fits

    def noted(room: Room, piece: Piece) -> bool:
        looked.append(room)
        return fits(room, piece)

    monkeypatch.setattr(Room, "fits", noted)
    template = Template(20.0, 20.0, "", "", "", ())
    sheets = sheets_of([Piece("template", template, 20.0, 20.0)] * 2000, "a4")
    assert (len(sheets), len(looked) < 3 * 2000) == (18, True)


# ── Range sticks ───────────────────────────────────────────────────────────────────────────────────────────────────


def sticks(roster: Roster, paper: Paper = "a4") -> list[tuple[str, list[tuple[float, int, list[str]]]]]:
    """Each stick with its bands: start, end, and the text of each weapon."""
    return [
        (
            stick.title,
            [(band.top, band.far, [" ".join(weapon) for weapon in band.weapons]) for band in stick.bands],
        )
        for stick in stand(kit(roster, paper=paper), "stick")
    ]


def test_a_stick_has_the_range_bands_of_the_lists_weapons() -> None:
    aimed, grenade = "Assault rifle, aimed", "Grenades"
    near = [f"{aimed} 3+", "\N{EN SPACE}burst 3×4+"]
    found = sticks(a_roster(a_squad(Figure(weapons=("assault-rifle", "grenade")))))
    assert found[:2] == [
        ("0–25 cm", [(0.0, 10, [*near, f"{grenade} 4+"]), (100.0, 25, near)]),
        ("25–50 cm", [(0.0, 50, [f"{aimed} 4+", "\N{EN SPACE}burst 3×6+"])]),
    ]
    # The last band begins on the last stick.
    assert [title for title, _ in found] == [f"{cm}–{cm + 25} cm" for cm in range(0, 125, 25)]
    assert [title for title, _ in sticks(armed("assault-rifle"), "letter")] == [
        f"{cm}–{cm + 20} cm" for cm in range(0, 120, 20)
    ]


def test_weapons_with_their_own_ranges_have_the_numbers_of_their_men() -> None:
    """A weapon cannot fire closer than its minimum range. Ranges set by the referee have no sticks."""
    assert sticks(armed("pistol", ruleset="bi")) == [
        (
            "0–25 cm",
            [
                (0.0, 5, ["Pistol 1–7"]),
                (50.0, 10, ["Pistol 1–6"]),
                (100.0, 20, ["Pistol 1–5"]),
            ],
        )
    ]
    mortar = sticks(armed("light-mortar"))[0]
    assert mortar == (
        "0–25 cm",
        [(0.0, 10, []), (100.0, 25, ["Light mortar 3+"])],
    )
    assert sticks(armed("grenade", ruleset="ludonet")) == []


@pytest.mark.parametrize("ruleset", ["rth-it", "rth-en", "bn", "bi"])
def test_every_weapon_is_on_a_stick_at_each_of_its_distances(ruleset: str) -> None:
    """A weapon without a number would seem unable to fire: many weapons take several sets of sticks."""
    book = catalogue(ruleset)
    carried = [weapon.id for weapon in book.weapons if weapon.fire and "figure" in weapon.carried_by]
    classes = [item.id for item in book.classes]
    squads = [a_squad(*[Figure(weapons=(weapon,)) for weapon in carried], class_=item) for item in classes]
    roster = a_roster(*squads, ruleset=ruleset)
    found: dict[str, set[int]] = {}
    with translation.override("en"):
        bands = [band for stick in sticks_of(a_setting(roster)) for band in stick.bands]
    for band in bands:
        for name, _numbers in band.weapons:
            found.setdefault(name.replace("\n", " "), set()).add(band.far)
    for weapon in carried:
        row, name = book.weapon_by_id[weapon].fire[0], book.weapon_by_id[weapon].name.en
        bands_of = zip(row.reach or book.bands, row.needs or row.reach, strict=True)
        edges = [min(far, row.most or far) for far, need in bands_of if far and need]
        heads = next(heads for said, heads in found.items() if said.startswith(name))
        assert {far for far in edges if far <= 150} <= heads, weapon


def test_classes_with_the_same_rolls_share_a_column_on_a_stick() -> None:
    """Militia need one more and lose burst dice (bn §8.0); elites and veterans roll alike."""
    men = {"militia": ("assault-rifle", "mmg"), "elite": ("assault-rifle",), "veteran": ("lmg",)}
    roster = a_roster(*(a_squad(Figure(weapons=carried), class_=name) for name, carried in men.items()))
    stick: Stick = stand(kit(roster), "stick")[1]
    assert (stick.title, stick.heads) == ("25–50 cm", "R2\tIrr3\nR3\t")
    assert stick.bands[0].weapons == (
        ("Assault rifle, aimed", "4+\t5+"),
        ("\N{EN SPACE}burst", "3×6+\t2×6+"),
        ("LMG", "4×5+\t–"),
        ("MMG", "–\t3×6+"),  # without a second man
    )


# ── On paper ───────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def on_paper(paper: Paper) -> tuple[Kit, list[list[tuple[float, float, float, float]]], list[list[Glyph]]]:
    """The cut-out sheets of a list with artillery and two air strikes: drawings and text on each page."""
    roster = read_list(next(path for path in EXAMPLES if path.stem == "bi-kandahar"))
    pages = open_pdf(a_pdf(roster, form="kit", paper=paper))
    return kit(roster, paper=paper), [paths_of(page) for page in pages], [glyphs_of(page) for page in pages]


def columns(glyphs: list[Glyph], size: float) -> list[float]:
    """Where the first digits of the numbers of a size are, in mm from the left."""
    found = [glyph for glyph in glyphs if glyph.text.isdigit() and glyph.size == pytest.approx(size, abs=0.1)]
    return sorted({round((glyph.left + glyph.right) / 2 / POINTS_PER_MM) for glyph in found})


def test_a_list_without_anyone_says_so_above_its_tokens() -> None:
    said = "there is nobody in this list yet."
    assert [said in kit(a_roster(squad)).top.label.lower() for squad in (a_squad(), a_squad(Figure()))] == [
        True,
        False,
    ]
    assert letters_overlapping(a_pdf(a_roster(a_squad()), form="kit")) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_every_cut_out_sheet_is_printed_with_a_10_cm_line(paper: Paper) -> None:
    made, pages, _ = on_paper(paper)
    assert len(pages) == len(made.sheets) == 5
    for page in pages:
        assert any(width == pytest.approx(100, abs=0.1) for _, _, width, _ in page)


@pytest.mark.parametrize(("paper", "length"), [("a4", 250), ("letter", 200)])
def test_sticks_are_actual_size(paper: Paper, length: int) -> None:
    made, pages, _ = on_paper(paper)
    line = 0.4  # margin of a path's box
    found = [box[2:] for page in pages for box in page if box[2] == pytest.approx(31 + line, abs=0.1)]
    assert found == [pytest.approx((31 + line, length + line), abs=0.1)] * len(stand(made, "stick"))


def test_tokens_and_standees_are_actual_size() -> None:
    """A standee is 3 cm wide, a token 2 cm."""
    roster = a_roster(a_squad(Figure(count=6), class_="regular"), ruleset="ludonet")
    [page] = open_pdf(a_pdf(roster, form="kit"))
    for size, step in ((20.0, 30), (15.0, 20)):
        found = columns(glyphs_of(page), size)
        assert len(found) >= 6
        assert {after - before for before, after in pairwise(found)} == {step}


def test_a_circle_of_5_cm_is_5_cm_in_every_direction() -> None:
    page = open_pdf(a_pdf(armed("grenade", ruleset="rth-en"), form="kit"))[0]
    large = (circle for circle in curves_of(page) if max(circle)[0] - min(circle)[0] > 40)
    for circle, radius in zip(large, (50, 25), strict=True):
        middle = [(min(side) + max(side)) / 2 for side in zip(*circle, strict=True)]
        assert len(circle) == 8
        assert [math.dist(point, middle) for point in circle] == [pytest.approx(radius, abs=0.05)] * 8


def test_the_sheets_of_an_ordinary_list_are_light_enough_for_a_visitor_without_an_account() -> None:
    for path in (*SAMPLES, *EXAMPLES):
        roster = read_list(path)
        if roster.ruleset != "bi":  # its sticks have every distance of every weapon
            assert a_page(roster, form="kit").work <= LARGE_SIGNED_OUT
