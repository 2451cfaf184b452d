"""The content of cards before rendering, how it is fitted, and the order on the sheets."""

from itertools import pairwise
from pathlib import Path

import pytest

from armybuilder.printing.formats.cards.card import CARD, LEAST_LINES, Card, Table
from armybuilder.printing.formats.cards.layout import lay_out
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import FLOOR, width
from armybuilder.printing.layout.pictures import VEHICLES, WEAPONS, vehicle_icon
from armybuilder.printing.pdfs.from_html import STATIC
from rules.core.document.roster import ExtraEntry, Figure, Squad, Vehicle
from rules.core.text import LANGUAGES, Language
from rules.own.patch import applied
from tests.printing.cards import (
    cards_of,
    cards_sheet,
    fire_of,
    made_up,
    notes_of,
    stats_of,
    troops_of,
    vehicle_card,
)
from tests.printing.shapes import SHAPES
from tests.printing.sheets import (
    EXAMPLES,
    NBSP,
    SAMPLES,
    a_page,
    a_roster,
    a_setting,
    a_squad,
    catalogue,
    read_list,
    twelve_men,
)
from tests.rules.test_patch import GAME, MILITIA

RIFLEMAN = Figure(weapons=("assault-rifle",))
GAMES = ("rth-it", "rth-en", "bn", "bi", "ludonet")

# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_figure_has_the_characteristics_for_its_rolls() -> None:
    card = troops_of(Figure(name="Miller", leadership=1, weapons=("assault-rifle",)))[0]
    assert (card.title, card.line, card.points, card.squad, card.number) == (
        "Miller",
        "Elite",
        "20",
        "Alpha",
        "1",
    )
    assert stats_of(card) == {
        "Initiative and morale": "5",
        "Covering fire": "3",
        "Melee": "4",
        "Saving throw": "2+",
        "Suppression": "4",
        "Defeat points": "10",
    }
    assert card.strip == [("I/M\tCov\tMelee\tSav", "5\t3\t4\t2+"), ("Sup\tDefeat", "4\t10")]
    assert fire_of(card) == [
        ("Assault rifle, aimed", "3", "4", "5", "6", "1", "3", "2"),
        ("\N{EN SPACE}in cover / moved", "4", "5", "6", "–", "", "", ""),
        ("burst", "4", "6", "–", "–", "3", "", ""),
        ("\N{EN SPACE}in cover / moved", "5", "6", "–", "–", "", "", ""),
    ]
    assert [dice for _name, _values, dice in card.lines] == ["", "", "", "\t2d\t\t"]
    assert notes_of(card) == ["Leadership 1 · save 2+", "A vehicle saves against Small arms, MGs"]


def test_the_note_on_vehicles_is_dropped_before_the_line_for_cover_and_movement() -> None:
    """bn §6.1, §8.0: an RPG ignores cover and cannot fire after moving; an LMG has +1 for both."""
    [card] = troops_of(Figure(weapons=("lmg", "rpg"), count=5))
    names = [name.strip() for name, *_ in fire_of(card)]
    assert names == ["LMG", "in cover / moved", "RPG"]
    assert not any(note.startswith("A vehicle saves") for note in notes_of(card))


def test_zero_bonuses_are_left_out_beside_many_characteristics() -> None:
    """Bonuses to fire are included in the weapon's numbers (bn §8.0)."""
    militia, elite = (troops_of(RIFLEMAN, class_=class_)[0] for class_ in ("militia", "elite"))
    assert list(stats_of(militia).items())[:2] == [("Initiative and morale", "2"), ("Spotting", "+1")]
    assert list(stats_of(elite))[:2] == ["Initiative and morale", "Covering fire"]
    assert "Fire" not in stats_of(militia)


def test_a_man_of_bassa_intensita_has_chances_and_a_leader_has_a_distance() -> None:
    leader = Figure(roles=("squad-leader",), weapons=("assault-rifle",))
    cards = troops_of(leader, Figure(), ruleset="bi", class_="veteran")
    assert stats_of(cards[0]) == {"Quality": "5", "Success": "5", "Morale": "8", "Command, cm": "12"}
    assert stats_of(cards[1]) == {"Quality": "5", "Success": "5", "Morale": "8"}


@pytest.mark.parametrize(
    ("ruleset", "class_", "man", "leader"),
    [
        ("rth-it", "veteran", "10", "15"),
        ("rth-en", "veteran", "10", "15"),
        ("bn", "special-forces", "15", "15"),
        ("bn", "recruit", "10", "10"),
        ("bn", "militia", "5", "10"),
        ("bi", "veteran", None, None),
        ("ludonet", "regular", None, None),
    ],
)
def test_a_lost_man_is_worth_the_points_in_the_handbook(
    ruleset: str, class_: str, man: str | None, leader: str | None
) -> None:
    """rth §15.0, bn §14.0."""
    cards = troops_of(Figure(), Figure(leadership=1), ruleset=ruleset, class_=class_)
    assert [stats_of(card).get("Defeat points") for card in cards] == [man, leader]


def test_notes_are_tags_own_notes_weapons_and_rules_on_the_role() -> None:
    medic = Figure(name="Boyd", roles=("medic",), weapons=("rpg",), notes="Old hand.\nLimps.")
    assert notes_of(troops_of(medic)[0])[:5] == [
        "Medic",
        "Old hand.",
        "Limps.",
        "RPG Burst radius 5 cm. Can fire only if it moves 5 cm or less; opportunity fire once per turn.",
        "Wounded Medic in contact: The wounded man is stabilised: no longer counted for morale or defeat points.",
    ]


def test_the_crew_of_a_mortar_has_the_rules_of_indirect_fire_with_deviation_as_a_table() -> None:
    cards = troops_of(Figure(weapons=("mortar-60",)), ruleset="bi", class_="veteran")
    tables = [note for card in cards for note in card.notes if isinstance(note, Table)]
    [deviation] = [table for table in tables if table.title == "Deviation of indirect fire, cm"]
    assert (deviation.heads, deviation.rows[1]) == (
        *(("1d10", "Precise", "Imprecise"), ("Long", ("3–4", "2d6", "4d10"))),
    )
    assert "Indirect fire" in [note for card in cards for note in notes_of(card)]


def test_a_rule_shared_by_several_men_is_only_on_the_card_of_the_squad() -> None:
    jacket = "Damage to infantry: modifiers to the die Flak jacket: −1."
    men = (Figure(kit=("flak-jacket",), weapons=("saw",)), Figure(kit=("flak-jacket",)))
    roster = a_roster(a_squad(*men, class_="veteran"), ruleset="bi")
    assert [jacket in notes_of(card) for card in cards_of(roster)] == [False, False, True, False]
    alone = a_roster(a_squad(*men[:1], class_="veteran"), ruleset="bi")
    assert [jacket in notes_of(card) for card in cards_of(alone)] == [True, False, False]


def test_a_rule_on_an_extra_is_only_on_its_card() -> None:
    observer = a_squad(Figure(roles=("observer",)), class_="veteran")
    support = (ExtraEntry(extra="artillery-support"), ExtraEntry(extra="air-strike"))
    told = [notes_of(card) for card in cards_of(a_roster(observer, ruleset="bi", extras=support))]
    assert sum("Deviation of indirect fire, cm" in notes for notes in told) == 1


def test_a_group_has_one_card() -> None:
    [card] = troops_of(Figure(count=3, weapons=("assault-rifle",)))
    assert (card.line, card.points, card.foot) == ("Elite · 3 × 15", "45", "Alpha · 1–3 · Rangers")
    assert (card.ticks, len(card.states)) == (("1", "2", "3"), 3)


@pytest.mark.parametrize(
    ("ruleset", "class_", "words"),
    [
        ("bn", "elite", ("suppressed", "wounded", "lost")),
        ("rth-it", "elite", ("suppressed", "wounded", "lost")),
        ("bi", "veteran", ("shock", "wnd.", "bad", "dead")),
        ("ludonet", "regular", ("tired", "1st wnd", "2nd wnd", "killed")),
    ],
)
def test_boxes_are_for_the_states_of_a_man_in_the_game(ruleset: str, class_: str, words: tuple[str, ...]) -> None:
    [card] = troops_of(Figure(), ruleset=ruleset, class_=class_)
    assert card.states == words
    assert card.boxes == ["\t".join(f"▢{word}" for word in words)]


def test_an_unarmed_man_is_marked_as_unarmed() -> None:
    names = [fire_of(troops_of(Figure(roles=("driver",)), language=language)[0])[0][0] for language in LANGUAGES]
    assert sorted(names) == ["senza arma", "unarmed"]


# ── The ladder of classes ──────────────────────────────────────────────────────────────────────────────────────────


def test_lightness_code_and_pips_show_the_class() -> None:
    classes = [troops.id for troops in catalogue("bn").classes]
    cards = [troops_of(Figure(), class_=class_)[0] for class_ in classes]
    assert [(card.code, card.shade, card.pips) for card in cards] == [
        ("R1", "R1", "■■■■■"),
        ("R2", "R2", "■■■■□"),
        ("R3", "R3", "■■■□□"),
        ("R4", "R4", "■■□□□"),
        ("R5", "R5", "■□□□□"),
        ("Irr1", "I1", "●●●"),
        ("Irr2", "I2", "●●○"),
        ("Irr3", "I3", "●○○"),
    ]


def test_a_class_without_a_rank_has_neither_shade_nor_pips() -> None:
    [card] = troops_of(Figure(), ruleset="rth-it", class_="partisan")
    assert (card.shade, card.pips) == ("", "")


# ── Vehicles ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_vehicle_has_its_number_its_movement_and_saves_from_each_side() -> None:
    card = vehicle_card(Vehicle(type="tank"))
    assert (card.code, card.shade, card.points, card.states) == ("V1", "V", "50", ("out of action",))
    assert stats_of(card) == {
        "Tracks": "30−2d6 cm",
        "Saving throw: front / side and rear": "",
        "Small arms, MGs": "immune",
        "HMG": "immune",
        "Light AT": "1+ / 2+",
        "IED": "immune",
        "Heavy AT, tank gun": "4+ / 5+",
    }


def test_boxes_of_a_vehicle_are_the_results_on_its_damage_table() -> None:
    assert [line.replace("▢", "") for line in vehicle_card(Vehicle(type="tank"), "bi").boxes] == [
        *("radio destroyed\tslowed", "immobilised\tturret jammed", "weapon destroyed\tdestroyed"),
    ]
    assert vehicle_card(Vehicle(type="vehicle"), "ludonet").states == ("immobilised", "destroyed")


@pytest.mark.parametrize(
    ("name", "icon"),
    [
        ("Jeep Willys", "car"),
        ("pick-up", "car"),
        ("Technical 2", "car"),
        ("Land Rover", "car"),
        ("Ford", "truck"),
    ],
)
def test_a_jeep_or_a_pick_up_is_not_drawn_as_a_lorry(name: str, icon: str) -> None:
    assert vehicle_icon(Vehicle(type="unprotected", name=name)) == icon
    assert vehicle_icon(Vehicle(type="tank", name=name)) == "tank"


# ── Squads, extras, key, blank cards ───────────────────────────────────────────────────────────────────────────────


def test_a_game_without_anything_to_explain_has_no_key() -> None:
    game = applied(GAME, MILITIA)
    squad = Squad(name="Alpha", class_="k3x9qa", figures=(Figure(count=5),))
    roster = a_roster(squad, ruleset=game.id)
    sheets = lay_out(a_setting(roster, book=game)).sheets
    titles = [card.title for sheet in sheets for place in sheet for card in place]
    assert titles == ["Man", "Alpha"]


def test_a_squad_has_its_strength_morale_and_men_and_a_box_for_each_loss() -> None:
    squad = a_squad(
        Figure(name="Miller", leadership=1, weapons=("lmg",)),
        Figure(count=7, weapons=("rifle",)),
        vehicles=(Vehicle(type="protected", count=2),),
    )
    [card] = cards_of(a_roster(squad), kinds="squads")
    assert (card.title, card.line, card.sign) == (
        "Alpha",
        "Elite\xa0R2, 8 figures, 2 vehicles",
        "squad-vehicle",
    )
    assert notes_of(card) == [
        "Morale 5 dice. One must equal or beat the losses so far; a 6 passes up to the bar. §12.0",
        "1 Miller: LMG",
        "2–8 Man with rifle: Rifle",
        "V1–2 Protected vehicle",
    ]
    assert card.track == ("▢1\t▢2\t▢3\t▢4 |\t▢5\t▢6\t▢7", "▢8\t▢leader lost: +1")


def test_in_a_platoon_a_squad_gives_its_number_of_morale_dice() -> None:
    said = "Morale The platoon tests as one: 5 dice, and one for %s. §13.0"
    found = []
    for men in (1, 2, 7, 8):
        squads = a_squad(Figure(count=men)), a_squad(Figure())
        card = cards_of(a_roster(*squads), kinds="squads")[0]
        words = "this squad until its first loss" if men < 3 else "each squad up to its bar"
        assert notes_of(card)[0] == said % words
        found.append(card.track[0].replace("▢", ""))
    assert found == ["1", "1\t2", "1\t2\t3 |\t4\t5\t6\t7", "1\t2\t3 |\t4\t5\t6\t7"]


def test_rulings_decide_the_leaders_and_the_half_of_a_squad() -> None:
    squads = a_squad(Figure(leadership=2), Figure(leadership=1), Figure(count=3)), a_squad(Figure())
    found = {}
    for option in ("commander", "every-leader"):
        rulings = {"morale-leader": option, "morale-half": "each-squad"}
        card = cards_of(a_roster(*squads, rulings=rulings), kinds="squads")[0]
        found[option] = card.track[-1].split("\t")[-1]
        assert notes_of(card)[0].endswith("A 6 passes until this squad has lost more than 2. §13.0")
    assert found == {"commander": "▢leader lost: +1", "every-leader": "▢leaders lost: +1 each"}


def test_a_squad_of_ludonet_has_its_morale_rules() -> None:
    [card] = cards_of(a_roster(a_squad(Figure(count=6), class_="regular"), ruleset="ludonet"), kinds="squads")
    assert [note.partition(" ")[0] for note in notes_of(card)] == ["When", "Falls", "Past", "1–6"]
    assert card.track == ("▢1\t▢2 |\t▢3\t▢4\t▢5\t▢6",)


def test_an_empty_squad_still_has_its_card() -> None:
    [card] = cards_of(a_roster(Squad(name="")), kinds="squads")
    assert (card.title, card.track) == ("Squad 1", ())


@pytest.mark.parametrize(
    ("language", "foot"), [("en", "Extra · Rangers"), ("it", "Extra · Calcolo dei punti · Rangers")]
)
def test_an_extra_has_half_a_card_and_cites_italian_titles_only_in_italian(language: Language, foot: str) -> None:
    roster = a_roster(extras=(ExtraEntry(extra="ambush"),))
    [card] = cards_of(roster, language, kinds="extras")
    assert (card.points, card.half, card.foot) == ("25", True, foot)
    assert notes_of(cards_of(roster, kinds="extras")[0])[0] == (
        "At the end of a turn, troops held back appear anywhere in your half, at least 15 cm from enemies and "
        "objectives; +1 to the next initiative."
    )


def test_an_extra_based_on_a_weapon_has_its_row() -> None:
    [card] = cards_of(a_roster(Squad(name="A"), extras=(ExtraEntry(extra="mortars"),)), kinds="extras")
    assert fire_of(card) == [(f"as light mortar, from{NBSP}10{NBSP}cm", "4", "4", "5", "6", "1", "–", "–")]


def test_a_card_explains_numbers_letters_signs_and_boxes() -> None:
    militia = a_squad(Figure(weapons=("lmg",)), class_="militia", vehicles=(Vehicle(type="protected"),))
    [card] = [card for card in cards_of(a_roster(militia)) if card.kind == "key"]
    assert (card.title, notes_of(card)) == (
        "Key",
        [
            "Numbers what each die must reach, at up to this many cm; –: not possible.",
            "Dice how many are rolled; several are a burst. Small 2d: only two.",
            "Covering what the weapon adds to covering fire, at up to this many cm.",
            "Abbreviations Irr3 Militia · V vehicle",
            "■ regulars, ● irregulars how good the class is on its side: the more, the better.",
            "A vehicle saves against Small arms, MGs",
        ],
    )
    intense = cards_of(a_roster(a_squad(Figure(weapons=("saw",)), class_="veteran"), ruleset="bi"))[-1]
    assert next(note for note in notes_of(intense) if note.startswith("Boxes")).startswith("Boxes shock ")


def test_blank_cards_have_the_headings_of_the_game_and_no_numbers() -> None:
    blanks = cards_of(twelve_men(), blank=True)
    assert len(blanks) == 9
    assert set(stats_of(blanks[0]).values()) == {""}
    assert {"".join(line).strip() for line in fire_of(blanks[0])} == {""}
    assert blanks[0].boxes == ["▢suppressed\t▢wounded\t▢lost"]


# ── Fitting ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def hard_cards() -> list[Card]:
    """The cards of hard lists, random lists and ordinary lists, in the longer language."""
    rosters = [
        *SHAPES.values(),
        *map(read_list, (*SAMPLES, *EXAMPLES)),
        *(made_up(game, 3) for game in GAMES),
    ]
    return [card for roster in rosters for card in cards_of(roster, "it")]


def test_the_content_of_every_card_fits(hard_cards: list[Card]) -> None:
    assert [(card.title, card.part) for card in hard_cards if not card.fits] == []
    assert min(card.size for card in hard_cards) >= FLOOR


def test_a_continuation_card_has_at_least_five_lines_or_men(hard_cards: list[Card]) -> None:
    least = fit.height(LEAST_LINES, FLOOR)
    pairs = [(one, two) for one, two in pairwise(hard_cards) if two.part and not two.part.startswith("1 ")]
    assert pairs
    assert [two.title for _, two in pairs if not two.ticks and not two.fire and two.text_height < least] == []


def test_all_lines_of_a_weapon_are_on_the_same_card() -> None:
    weapons = ("assault-rifle", "rifle", "smg", "rpg", "lmg", "mmg", "hmg")
    cards = troops_of(Figure(count=6, weapons=weapons))
    assert [card.part for card in cards] == ["1 of 2", "2 of 2"]
    firsts = [lines[0].name.split(",")[0] for card in cards for lines in card.fire]
    assert firsts == ["Assault rifle", "Rifle", "SMG", "RPG", "LMG", "MMG", "HMG"]
    assert len(cards[0].fire[0]) == 4
    assert [card.ticks for card in cards][1:] == [()]


def test_a_long_name_shrinks_and_is_finally_cut() -> None:
    sizes = []
    for words in (1, 3, 6, 8):
        [card] = troops_of(Figure(name=" ".join(["Lovelace"] * words)))
        assert " ".join(card.name.lines) == " ".join(["Lovelace"] * words)
        sizes.append(card.name.size)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 11 > sizes[-1] >= FLOOR
    [card] = troops_of(Figure(name="W" * 120))
    assert (card.name.size, card.name.text[-1]) == (FLOOR, "…")


def test_a_full_card_shrinks_its_type_then_drops_its_picture_then_adds_a_card() -> None:
    def looks(words: int) -> list[tuple[float, bool, str]]:
        cards = troops_of(Figure(notes="lorem ipsum " * words, weapons=("rifle",)))
        return [(card.size, card.tight, card.part) for card in cards]

    assert looks(10) == [(9.0, False, "")]
    assert looks(33) == [(6.5, False, "")]
    assert looks(48) == [(7.0, True, "")]
    assert looks(64) == [(7.0, False, "1 of 2"), (7.0, False, "2 of 2")]


def test_every_word_is_on_a_card() -> None:
    notes = " ".join(f"word{number}" for number in range(140))
    cards = troops_of(Figure(notes=notes))
    assert " ".join(note for card in cards for note in notes_of(card)) == notes


def test_a_group_of_thirty_has_five_cards_each_with_its_numbers() -> None:
    cards = troops_of(Figure(count=30, weapons=("assault-rifle",)))
    assert [card.ticks[0] for card in cards] == ["1", "7", "13", "19", "25"]
    assert all(card.stats and card.fire for card in cards)


def test_no_word_in_the_name_of_a_weapon_is_broken() -> None:
    for ruleset in GAMES:
        for language in LANGUAGES:
            card = troops_of(RIFLEMAN, ruleset=ruleset, language=language)[0]
            room = CARD.room - card.columns.right
            words = {word for weapon in catalogue(ruleset).weapons for word in weapon.name.to(language).split()}
            assert [word for word in words if width(word, fit.HEAD, card.columns.size) > room] == []


# ── Sheets ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_half_cards_come_last_two_per_place() -> None:
    squad = a_squad(*[RIFLEMAN] * 7, name="Alpha")  # nine places with squad and key
    sheets = cards_sheet(a_roster(squad, extras=(ExtraEntry(extra="ambush"),) * 5)).sheets
    halves = [[[card.half for card in place] for place in sheet] for sheet in sheets]
    assert halves == [[[False]] * 9, [[True, True], [True, True], [True]]]


def test_a_squad_of_a_few_lines_takes_half_a_card() -> None:
    few, many = (a_squad(*[RIFLEMAN] * men, class_="militia") for men in (1, 9))
    found = [card.half for squad in (few, many) for card in cards_of(a_roster(squad), kinds="squads")]
    assert found == [True, False]


def test_there_is_no_key_if_it_would_take_a_sheet_of_its_own() -> None:
    kinds = [[card.kind for card in cards_of(a_roster(a_squad(*[RIFLEMAN] * men)))].count("key") for men in (7, 8)]
    assert kinds == [1, 0]


def test_each_weapon_in_the_price_of_a_vehicle_fills_the_card_before_the_next() -> None:
    roster = a_roster(a_squad(vehicles=(Vehicle(type="medium-tank"),)), ruleset="rth-it")
    fire = [[lines[0].name for lines in card.fire] for card in cards_of(roster, kinds="troops")]
    assert fire == [["LMG", "MMG", "HMG"], [f"Light gun, Heavy gun, from{NBSP}10{NBSP}cm"]]


def test_an_empty_list_has_a_sheet_without_cards() -> None:
    assert cards_sheet(a_roster()).sheets == [[]]


@pytest.mark.parametrize(("language", "title"), [("en", "Rangers: cards"), ("it", "Rangers: carte")])
def test_the_title_is_in_the_chosen_language(language: Language, title: str) -> None:
    assert f"<title>{title}</title>" in a_page(a_roster(), language, "cards").html


def test_every_picture_is_drawn_and_every_vehicle_and_armed_man_has_one() -> None:
    drawn = {path.stem for path in Path(STATIC / "print" / "kit").iterdir()}
    assert {*WEAPONS, *VEHICLES.values(), "medic", "leader", "civilian", "journalist"} == drawn
    weapons = {weapon for weapons in WEAPONS.values() for weapon in weapons}
    for ruleset in GAMES:
        book = catalogue(ruleset)
        assert [item.id for item in book.vehicles if item.id not in VEHICLES] == []
        carried = {item.id for item in book.weapons if item.carried_by}
        assert carried - weapons <= {"grenade", "aa-autocannon"}
