"""The cut-out sheets: as many tokens as a list needs, from its ruleset, at actual size."""

import math
from collections import Counter
from itertools import groupby
from typing import Any, cast

import pytest
from django.utils import translation

from armybuilder.printing.formats.kit.layout import SHEETS_AT_MOST, Kit, lay_out
from armybuilder.printing.formats.kit.part import TemplatePart
from armybuilder.printing.formats.kit.sheets import Block, Kind, Rows, sheets_of
from armybuilder.printing.formats.kit.shelves import rows_of, shelves
from armybuilder.printing.formats.kit.shelves import templates as ways_of
from armybuilder.printing.formats.kit.sizes import TOKENS, tokens_down
from armybuilder.printing.formats.kit.sticks import Stick
from armybuilder.printing.formats.kit.tokens import Token
from armybuilder.printing.formats.kit.tracks import SquadCard, Track
from armybuilder.printing.layout.fit import Text
from armybuilder.printing.layout.options import Options, Paper
from armybuilder.printing.layout.sizes import PAPERS, content_width
from rules.core.assess import assess
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.odds import printed_handbook
from rules.core.text import LANGUAGES, Language
from tests.printing.pdfs import curves_of, open_pdf, paths_of
from tests.printing.shapes import SHAPES
from tests.printing.sheets import EXAMPLES, SAMPLES, a_pdf, a_roster, a_squad, catalogue, read_list


def kit(roster: Roster, language: Language = "en", paper: Paper = "a4") -> Kit:
    with translation.override(language):
        return lay_out(
            roster,
            catalogue(roster.ruleset),
            assess(roster, catalogue(roster.ruleset)),
            Options(language, paper=paper),
        )


def stand(made: Kit, kind: Kind) -> list[Any]:
    """What stands on the sheets of one kind, block by block."""
    return [block.content for sheet in made.sheets for block in sheet if block.kind == kind]


def tokens_of(made: Kit) -> list[Token]:
    return [token for rows in cast("list[Rows]", stand(made, "tokens")) for row in rows for token in row]


def words(token: Token) -> str:
    """What a token says, top to bottom."""
    head, caption = (text.text if text else "" for text in (token.head, token.caption))
    return " ".join(filter(None, (head, token.big, caption, token.number)))


def test_men_vehicles_extras_and_objectives_have_theirs() -> None:
    squad = a_squad(Figure(count=2), vehicles=(Vehicle(type="tank"),))
    bought = (ExtraEntry(extra="negotiation", level=3, count=2), ExtraEntry(extra="ied", count=2))
    roster = a_roster(squad, a_squad(Figure()), extras=bought)
    assert Counter(map(words, tokens_of(kit(roster)))) == {
        **{f"{state} {man}": 1 for state in ("suppressed", "wounded", "hidden") for man in (1, 2, 3)},
        "out of action Tank V1": 1,
        "used Negotiation 3": 2,
        "used IED": 2,
        "IED 6": 1,
        "IED 7": 1,
        **{f"{number} Objective": 1 for number in range(1, 6)},
        "▸ Active": 1,
        "−1 Initiative": 8,
    }


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("rth-it", {"suppressed 1", "wounded 1", "hidden 1", "▸ Active", "−1 Initiative"}),
        ("bi", {"shocked 1", "wounded 1", "badly wounded 1", "hidden 1", "▸ Active"}),
        ("ludonet", {"tired 1", "1st wound 1"}),
    ],
)
def test_tracks_outside_the_ruleset_are_not_printed(ruleset: str, said: set[str]) -> None:
    squad = a_squad(Figure(), class_=catalogue(ruleset).classes[0].id)
    assert set(map(words, tokens_of(kit(a_roster(squad, ruleset=ruleset))))) == said


def test_an_opponent_has_tokens_of_their_own_and_templates_but_nothing_of_the_table_twice() -> None:
    own, enemy = a_roster(a_squad(Figure())), a_roster(a_squad(Figure(weapons=("light-mortar",), count=2)))
    with translation.override("en"):
        [alone, made, other] = [
            lay_out(own, catalogue("bn"), assess(own, catalogue("bn")), Options("en", enemy=enemy_list))
            for enemy_list in (None, enemy, a_roster(ruleset="rth-it"))
        ]
    of_enemy = [token for token in tokens_of(made) if token.tone.endswith("enemy")]
    expected = {f"{state} {man}": 1 for state in ("suppressed", "wounded", "hidden") for man in (1, 2)}
    assert Counter(map(words, of_enemy)) == expected
    assert [token for token in tokens_of(made) if token not in of_enemy] == tokens_of(alone)
    headings = [block.heading for sheet in made.sheets for block in sheet if block.kind == "tokens"]
    assert headings == ["Tokens", f"Opponent’s tokens: {enemy.name}"]
    assert (stand(alone, "shelf"), len(stand(made, "shelf"))) == ([], 1)
    assert other == alone


@pytest.mark.parametrize("paper", PAPERS)
def test_of_very_many_tokens_the_first_are_printed_and_the_rest_counted(paper: Paper) -> None:
    made = kit(a_roster(*[a_squad(Figure(count=200))] * 2), paper=paper)
    printed = SHEETS_AT_MOST * tokens_down(paper) * TOKENS.across
    assert (len(stand(made, "tokens")), len(tokens_of(made))) == (SHEETS_AT_MOST, printed)
    assert made.more == f"{3 * 400 + 14 - printed} more tokens are not printed: make them by hand."


def test_in_every_game_and_language_words_have_room_on_their_token() -> None:
    for roster in (*map(read_list, (*SAMPLES, *EXAMPLES)), *SHAPES.values()):
        for language in LANGUAGES:
            for token in tokens_of(kit(roster, language)):
                head, caption = token.head, token.caption
                assert head is None or (len(head.lines) == 1 and head.size >= 6.5)
                assert caption is None or (len(caption.lines) <= 3 and caption.size >= 6.5)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_line_to_check_is_10_cm_long_and_a_row_of_tokens_18(paper: Paper) -> None:
    page = open_pdf(a_pdf(a_roster(a_squad(Figure(count=9))), form="kit", paper=paper))[0]
    widths = [box[2] for box in paths_of(page)]
    assert any(width == pytest.approx(100, abs=0.1) for width in widths)
    assert any(width == pytest.approx(180, abs=0.1) for width in widths)


# ── Templates ──────────────────────────────────────────────────────────────────────────────────────────────────────


def parts(roster: Roster, language: Language = "en") -> list[TemplatePart]:
    """The parts of each template of a list, as they stand upright."""
    with translation.override(language):
        ways = ways_of(roster, catalogue(roster.ruleset), language)
        return [part for standing, *_ in ways for part in standing]


def templates(roster: Roster, language: Language = "en") -> list[tuple[str, str]]:
    """The title of each part, with its note."""
    return [(part.title, part.note) for part in parts(roster, language)]


def armed(*weapons: str, ruleset: str = "bn", **fields: Any) -> Roster:
    first = catalogue(ruleset).classes[0].id
    return a_roster(a_squad(Figure(weapons=weapons), class_=first), ruleset=ruleset, **fields)


def test_templates_are_those_of_the_lists_weapons_and_extras() -> None:
    assert templates(armed("assault-rifle")) == []
    assert templates(armed("rpg")) == [("10 cm across", "")]
    fire = templates(armed("rpg", extras=(ExtraEntry(extra="support-fire"),)))
    note = "1 of 4 equal parts: turn it round the centre, or print it 4 times and glue the flaps"
    assert fire == [("30 cm across", note), ("10 cm across", "")]
    grenades = [("10 cm across", ""), ("5 cm across", "")]  # the smoke, and the blast, which is half as wide
    assert templates(armed("grenade", ruleset="rth-en")) == grenades
    [smoke] = parts(armed("grenade-launcher"))
    said = "Light mortars, grenades, RPGs and the like §8.0.1 · Smoke: a template 10 cm across §8.9"
    assert smoke.names.text.split() == said.split()
    assert templates(armed("grenade", ruleset="ludonet")) == [("6 cm across", "")]
    guns = armed("grenade", "mortar-over-103", "artillery-over-150", ruleset="bi")
    assert [(title, len(list(same))) for title, same in groupby(t for t, _ in templates(guns))] == [
        ("20 / 40 cm across", 1),
        ("16 / 30 cm across", 1),
        ("6 / 12 cm across", 1),
        ("10 × 120 cm", 3),
        ("8 × 90 cm", 3),
        ("5 × 20 cm", 1),
    ]


def test_a_template_is_as_wide_as_the_table_of_blasts_says() -> None:
    """In rules that give radii twice the number, in those that give widths the number; no ring is left out."""
    wrong = []
    for ruleset in ("bn", "rth-it", "rth-en", "bi", "ludonet"):
        table = next(table for table in printed_handbook(catalogue(ruleset)) if table.topic == "blast")
        times = 1 if ruleset == "rth-en" else 2
        for row in table.rows:
            wide = tuple(times * cell for cell in row.cells if isinstance(cell, int) and cell)
            wrong += [] if row.circles == wide else [(ruleset, row.name.en, row.circles, wide)]
    assert wrong == []


#: What bi lays on the table that is not round ("Tiro diretto", "Osservazione", "Aerei ed elicotteri"), its parts in mm:
#: of what is longer than 22 cm one half.
AREAS: list[tuple[dict[str, Any], str, list[tuple[float, float]]]] = [
    ({"weapons": ("saw",)}, "4 × 10 cm", [(40, 100)]),
    ({"weapons": ("lmg",)}, "6 × 15 cm", [(60, 150)]),
    ({"weapons": ("mg",)}, "8 × 15 cm", [(80, 150)]),
    ({"weapons": ("grenade",)}, "5 × 20 cm", [(50, 200)]),
    ({"weapons": ("mortar-60",)}, "4 × 36 cm", [(40, 180)]),
    ({"weapons": ("artillery-over-150",)}, "10 × 120 cm", [*[(100, 200 + 8)] * 2, (100, 200)]),
    ({"extras": ("air-strike",)}, "20 × 60 cm", [(108, 158), (100, 158), (108, 150), (100, 150)]),
    ({"extras": ("air-strike",)}, "10 × 60 cm", [(100, 150 + 8), (100, 150)]),
    # one of the four parts of 45° that make the half of a ring from 10 to 15 cm
    ({"vehicles": True}, "5 cm deep, 10 cm from the vehicle", [(8 + 106.07, 150 - 70.71)]),
]


@pytest.mark.parametrize(("has", "title", "sizes"), AREAS)
def test_a_template_that_is_not_round_is_as_wide_and_as_long_as_the_rules_say(
    has: dict[str, Any], title: str, sizes: list[tuple[float, float]]
) -> None:
    tank = Vehicle(type="tank", traits=("smoke-launcher",))
    squad = a_squad(
        Figure(weapons=has.get("weapons", ())),
        class_="veteran",
        vehicles=(tank,) if "vehicles" in has else (),
    )
    extras = tuple(ExtraEntry(extra=extra) for extra in has.get("extras", ()))
    found = [part for part in parts(a_roster(squad, ruleset="bi", extras=extras)) if part.title == title]
    # a frame is a millimetre larger than its drawing all round
    drawn = [(round(part.width - 2, 2), round(part.height - 2, 2)) for part in found]
    assert drawn == sizes


def test_of_a_template_that_is_half_the_last_part_says_where_its_middle_is() -> None:
    """Standing at its foot, lying on its right: a dashed line along the edge."""
    ways = ways_of(armed("artillery-over-150", ruleset="bi"), catalogue("bi"), "en")
    with translation.override("en"):
        [standing, lying] = next(found for found in ways if found[0][0].title == "10 × 120 cm")
    half, glue, turn = (
        "half of it, part {} of {}: ",
        "glue the flap under the next one",
        "the dashed edge is the centre, turn it there",
    )
    assert [part.note.removeprefix(half.format(at, 3)) for at, part in enumerate(standing, 1)] == [
        glue,
        glue,
        turn,
    ]
    assert [part.note.removeprefix(half.format(at, 4)) for at, part in enumerate(lying, 1)] == [
        *[glue] * 3,
        turn,
    ]
    assert [part.lines for part in standing] == ["", "", "M1 199.0h100.0"]
    assert [part.lines for part in lying] == ["", "", "", "M149.0 1v100.0"]
    [(_, only)] = [one for one in templates(armed("mortar-60", ruleset="bi")) if one[0] == "4 × 36 cm"]
    assert only == "half of it: the dashed edge is the centre, turn it there"


def test_the_bombs_of_an_aircraft_have_their_short_distance_in_the_middle() -> None:
    """30 × 10 cm in the middle of 60 × 20: from 50 to 150 mm across, and along from 150 to the middle, 300."""
    roster = a_roster(ruleset="bi", extras=(ExtraEntry(extra="air-strike"),))
    found = [part.lines for part in parts(roster) if part.title == "20 × 60 cm"]
    assert found == ["", "", "M1 149.0h100.0M51.0 1.0V151.0", "M1 149.0h100.0M51.0 1.0V151.0"]


def test_the_smoke_of_a_gun_is_six_times_as_long_as_its_blast_is_wide() -> None:
    """Short distance by six times the long one, of each gun that has a blast ("Osservazione")."""
    book = catalogue("bi")
    assert book.odds.explosions
    blasts = {
        weapon: (one.short, 6 * one.long) for one in book.odds.explosions.blasts for weapon in one.weapons
    }
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
def test_artillery_has_the_templates_of_its_calibre_and_no_other(extra: str, across: str) -> None:
    roster = a_roster(ruleset="bi", extras=(ExtraEntry(extra=extra),))
    with translation.override("en"):
        titles = [part.title for row in shelves(roster, catalogue("bi"), "en", "a4") for part in row]
    assert [title for title in titles if "across" in title] == [across]


@pytest.mark.parametrize("paper", PAPERS)
def test_rows_of_templates_are_no_wider_than_the_paper(paper: Paper) -> None:
    extras = (ExtraEntry(extra="artillery-over-150"), ExtraEntry(extra="air-strike"))
    roster = armed("grenade", "at-missile", ruleset="bi", extras=extras)
    with translation.override("en"):
        rows = shelves(roster, catalogue("bi"), "en", paper)
    assert all(sum(part.width for part in row) <= content_width(paper) for row in rows)
    assert rows[0][0].title == "20 / 40 cm across"  # the highest
    # what is whole where it stands does not lie in two parts
    assert [part.note for row in rows for part in row if part.title == "5 × 20 cm"] == [""]


def test_parts_stand_in_the_first_row_that_has_room_the_highest_first() -> None:
    low, high, wide = (
        TemplatePart(width, height, "", "", f"{width}×{height}", Text((), 7), "", "")
        for width, height in ((40, 50), (60, 90), (80, 20))
    )
    rows = rows_of([low, wide, high, wide], room=185)
    assert [[part.title for part in row] for row in rows] == [["60×90", "40×50", "80×20"], ["80×20"]]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_kit_has_the_sheets_that_it_was_laid_out_for(paper: Paper) -> None:
    """All blocks stand on theirs: a list with artillery and two air strikes."""
    roster = read_list(next(path for path in EXAMPLES if path.stem == "bi-kandahar"))
    made = kit(roster, paper=paper)
    assert (
        len(open_pdf(a_pdf(roster, form="kit", paper=paper)))
        == len(made.sheets)
        == {"a4": 10, "letter": 11}[paper]
    )


def test_blocks_use_room_on_earlier_sheets_under_their_heading() -> None:
    tall, low = (Block("shelf", "Templates", height, []) for height in (190.0, 72.0))
    track = Block("track", "Tracks", 40.0, Track("Turns", "", ()))
    sheets = sheets_of([tall, tall, low, track, low], "a4")
    assert [[(block.heading, block.height) for block in sheet] for sheet in sheets] == [
        [("Templates", 190.0), ("Tracks", 40.0)],
        [("Templates", 190.0)],
        [("Templates", 72.0), ("", 72.0)],
    ]


def test_a_circle_of_5_cm_is_5_cm_every_way_and_the_line_of_10_cm_is_10_cm() -> None:
    page = open_pdf(a_pdf(armed("grenade", ruleset="rth-en"), form="kit"))[0]
    for circle, radius in zip(curves_of(page)[-2:], (50, 25), strict=True):
        middle = [(min(side) + max(side)) / 2 for side in zip(*circle, strict=True)]
        assert len(circle) == 8
        assert [math.dist(point, middle) for point in circle] == [pytest.approx(radius, abs=0.05)] * 8
    assert any(box[2] == pytest.approx(100, abs=0.1) for box in paths_of(page))


# ── Range sticks ───────────────────────────────────────────────────────────────────────────────────────────────────


def sticks(roster: Roster, paper: Paper = "a4") -> list[tuple[str, list[tuple[float, str, list[str]]]]]:
    """Each stick with its bands: where they begin, how far they go, and what is said of each weapon."""
    return [
        (
            stick.title,
            [(band.top, band.head, [" ".join(weapon) for weapon in band.weapons]) for band in stick.bands],
        )
        for sheet in cast("list[list[Stick]]", stand(kit(roster, paper=paper), "sticks"))
        for stick in sheet
    ]


def test_a_stick_has_the_bands_of_the_lists_weapons() -> None:
    aimed, grenade = "Assault rifle, aimed", "Grenades"
    near = [f"{aimed} 3+", "\N{EN SPACE}burst 3×4+"]
    found = sticks(a_roster(a_squad(Figure(weapons=("assault-rifle", "grenade")))))
    assert found[:2] == [
        ("0–25 cm", [(0.0, "up to 10", [*near, f"{grenade} 4+"]), (100.0, "up to 25", near)]),
        ("25–50 cm", [(0.0, "up to 50", [f"{aimed} 4+", "\N{EN SPACE}burst 3×6+"])]),
    ]
    assert [title for title, _ in found] == [f"{cm}–{cm + 25} cm" for cm in range(0, 150, 25)]
    assert [title for title, _ in sticks(armed("assault-rifle"), "letter")] == [
        f"{cm}–{cm + 20} cm" for cm in range(0, 160, 20)
    ]


def test_weapons_with_ranges_of_their_own_have_the_numbers_of_their_men() -> None:
    """And nearer than its least distance a weapon cannot fire; nobody has sticks of what the referee decides."""
    assert sticks(armed("pistol", ruleset="bi")) == [
        (
            "0–25 cm",
            [
                (0.0, "up to 5", ["Pistol 1–7"]),
                (50.0, "up to 10", ["Pistol 1–6"]),
                (100.0, "up to 20", ["Pistol 1–5"]),
            ],
        )
    ]
    mortar = sticks(armed("light-mortar"))[0]
    assert mortar == (
        "0–25 cm",
        [(0.0, "up to 10", []), (100.0, "up to 25", ["Light mortar 3+"])],
    )
    assert sticks(armed("grenade", ruleset="ludonet")) == []


def test_a_stick_has_a_column_for_classes_that_roll_alike() -> None:
    """Militia need one more, and lose dice of a burst (bn §8.0); elites and veterans roll alike."""
    men = {"militia": ("assault-rifle", "mmg"), "elite": ("assault-rifle",), "veteran": ("lmg",)}
    roster = a_roster(*(a_squad(Figure(weapons=carried), class_=name) for name, carried in men.items()))
    stick: Stick = stand(kit(roster), "sticks")[0][1]
    assert (stick.title, stick.heads) == ("25–50 cm", "R2 R3\tIrr3")
    assert stick.bands[0].weapons == (
        ("Assault rifle, aimed", "4+\t5+"),
        ("\N{EN SPACE}burst", "3×6+\t2×6+"),
        ("LMG", "4×5+\t–"),
        ("MMG", "–\t3×6+"),  # without a second man
    )


@pytest.mark.parametrize(("paper", "length"), [("a4", 250), ("letter", 200)])
def test_a_stick_is_as_long_as_its_marks_say(paper: Paper, length: int) -> None:
    page = open_pdf(a_pdf(armed("assault-rifle"), form="kit", paper=paper))[1]
    line = 0.4  # what the box of a path is larger by
    boxes = [box[2:] for box in paths_of(page) if box[3] > 150]
    assert boxes == [pytest.approx((31 + line, length + line), abs=0.1)] * 6


# ── Tracks and squads ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        ("bn", [("Turns", "", 20), ("Our defeat points", "", 150), ("Their defeat points", "", 150)]),
        (
            "rth-it",
            [("Turns", "10 + d6", 16), ("Our defeat points", "", 150), ("Their defeat points", "", 150)],
        ),
        ("bi", [("Turns", "", 20)]),
    ],
)
def test_tracks_go_as_far_as_a_game_can(ruleset: str, expected: list[tuple[str, str, int]]) -> None:
    made: list[Track] = stand(kit(armed(ruleset=ruleset)), "track")
    assert [(track.name, track.note, track.lines[-1][-1]) for track in made] == expected


def test_each_of_several_squads_has_a_card_with_its_numbers() -> None:
    tank = Vehicle(type="tank")
    squads = a_squad(Figure(count=3)), a_squad(Figure(), name="Bravo", vehicles=(tank, tank))
    cards: list[SquadCard]
    (cards,) = stand(kit(a_roster(*squads)), "cards")
    assert [(card.number, card.name.text, card.pieces) for card in cards] == [
        ("1", "Alpha", "1–3"),
        ("2", "Bravo", "4 · V1–V2"),
    ]
    assert stand(kit(a_roster(squads[0])), "cards") == []
