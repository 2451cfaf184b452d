"""The content of cards, before rendering: subjects, fitting, division and layout."""

import pytest

from armybuilder.printing.layout.fit import FLOOR
from armybuilder.printing.layout.pictures import VEHICLES, WEAPONS
from armybuilder.printing.pdfs.from_html import STATIC
from rules.core.document.roster import ExtraEntry, Figure, Squad, Vehicle
from rules.core.text import Language
from tests.printing.cards import cards_of, cards_sheet, notes_of, stats_of, troops_of, vehicle_card
from tests.printing.sheets import NBSP, a_roster, a_squad, catalogue, twelve_men

RIFLEMAN = Figure(weapons=("assault-rifle",))

# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_extra_that_leans_on_a_weapon_has_its_row() -> None:
    extras = (ExtraEntry(extra="mortars"),)
    card = cards_of(a_roster(Squad(name="A"), extras=extras), kinds="extras")[0]
    assert card.fire
    assert (" ".join(card.fire.names.lines), card.fire.values) == (
        f"as light mortar, from{NBSP}10{NBSP}cm",
        "4\t4\t5\t6\t1\n",
    )


def test_a_figure_says_what_the_game_rolls_against() -> None:
    card = troops_of(Figure(name="Miller", leadership=1, weapons=("assault-rifle",)))[0]
    assert (card.subject.title, card.subject.line, card.subject.points) == ("Miller", "Elite", "20")
    assert stats_of(card) == {
        "Initiative and morale": "5",
        "Covering fire": "3",
        "Melee": "4",
        "Saving throw": "2+",
        "Suppression": "4",
        "Defeat points": "10",
    }
    assert card.fire
    assert card.fire.names.lines == ("Assault rifle, aimed", "in cover / moved", "burst", "in cover / moved")
    assert card.fire.values.split("\n") == ["3\t4\t5\t6\t1", "4\t5\t6\t–\t", "4\t6\t–\t–\t3", "5\t6\t–\t–\t"]
    assert card.fire.small == "\t\t\t\n\t\t\t\n\t\t\t\n\t2d\t\t"
    assert card.fire.covering == "3\t2\n\t\n\t\n\t"
    assert notes_of(card) == ["Leadership 1 · save 2+", "A vehicle saves against Small arms, MGs"]
    assert card.foot == "Alpha · 1 · Rangers"


def test_lines_for_cover_and_movement_are_left_out_where_they_take_a_card() -> None:
    [card] = troops_of(Figure(weapons=("assault-rifle",), count=6))
    assert card.fire
    assert card.fire.names.lines == ("Assault rifle, aimed", "burst")


def test_lines_for_cover_and_movement() -> None:
    """bn §6.1, §8.0: an RPG takes no account of cover, and is not fired after moving; an LMG has +1 of each."""
    [card] = troops_of(Figure(weapons=("lmg", "rpg")))
    assert card.fire
    assert card.fire.names.lines == ("LMG", "in cover / moved", "RPG")
    assert card.fire.values.split("\n") == ["4\t5\t6\t6\t4", "5\t6\t6\t6\t", "4\t5\t6\t–\t1"]
    assert card.fire.small.split("\n") == ["\t\t\t", "\t\t3d\t3d", "\t\t\t"]


def test_bonuses_that_change_nothing_are_left_out_where_there_are_many_characteristics() -> None:
    """And what fire adds is in the numbers of the weapon (bn §8.0)."""
    militia, elite = (troops_of(RIFLEMAN, class_=class_)[0] for class_ in ("militia", "elite"))
    assert list(stats_of(militia).items())[:2] == [("Initiative and morale", "2"), ("Spotting", "+1")]
    assert list(stats_of(elite))[:2] == ["Initiative and morale", "Covering fire"]
    assert "Fire" not in stats_of(militia)


def test_a_man_of_bassa_intensita_has_his_chances_and_a_leader_his_distance() -> None:
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
def test_a_lost_man_gives_the_points_of_the_handbook(
    ruleset: str, class_: str, man: str | None, leader: str | None
) -> None:
    """rth §15.0, bn §14.0."""
    cards = troops_of(Figure(), Figure(leadership=1), ruleset=ruleset, class_=class_)
    assert [stats_of(card).get("Defeat points") for card in cards] == [man, leader]


def test_notes_are_tags_what_the_owner_wrote_weapons_and_rules_on_the_role() -> None:
    medic = Figure(name="Boyd", roles=("medic",), weapons=("rpg",), notes="Old hand.\nLimps.")
    assert notes_of(troops_of(medic)[0]) == [
        "Medic",
        "Old hand.",
        "Limps.",
        "RPG Burst radius 5 cm. Can fire only if it moves 5 cm or less; opportunity fire once per turn.",
        "Wounded Medic in contact: The wounded man is stabilised: no longer counted for morale or defeat points.",
    ]


def test_a_rule_that_several_men_lean_on_stands_once_on_the_card_of_the_squad() -> None:
    jacket = "Damage to infantry: modifiers to the die Flak jacket: −1."
    men = (Figure(kit=("flak-jacket",), weapons=("saw",)), Figure(kit=("flak-jacket",)))
    roster = a_roster(a_squad(*men, class_="veteran"), ruleset="bi")
    said = [jacket in notes_of(card) for card in cards_of(roster)]
    assert said == [True, False, False, False]
    alone = a_roster(a_squad(*men[:1], class_="veteran"), ruleset="bi")
    assert [jacket in notes_of(card) for card in cards_of(alone)] == [False, True, False]


def test_the_last_card_explains_numbers_letters_and_boxes_of_the_others() -> None:
    militia = a_squad(Figure(weapons=("lmg",)), class_="militia", vehicles=(Vehicle(type="protected"),))
    cards = cards_of(a_roster(militia))
    assert (cards[-1].subject.title, notes_of(cards[-1])) == (
        "Key",
        [
            "Numbers what each die must reach, at up to this many cm; –: not possible.",
            "Dice how many are rolled; several are a burst.",
            "Covering what the weapon adds to covering fire, at up to this many cm.",
            "Small print The number from the table, where this man needs a different one; 3d: on three dice.",
            "Abbreviations Irr3 Militia · V vehicle",
            "Squares how good the class is on its side: the more, the better.",
            "At the bottom squad, and the men’s numbers on the roster.",
            "A vehicle saves against Small arms, MGs",
        ],
    )
    assert [card.subject.title for card in cards_of(a_roster(militia), kinds="troops")][1:] == [
        "Protected vehicle"
    ]
    intense = cards_of(a_roster(a_squad(Figure(weapons=("saw",)), class_="veteran"), ruleset="bi"))[-1]
    assert next(note for note in notes_of(intense) if note.startswith("Boxes")).startswith("Boxes shock ")


def test_a_card_is_of_a_group() -> None:
    group = Figure(count=3, weapons=("assault-rifle",))
    [card] = troops_of(group)
    assert (card.subject.line, card.subject.points, card.foot) == (
        "Elite · 3 × 15",
        "45",
        "Alpha · 1–3 · Rangers",
    )
    assert card.ticks
    assert (card.ticks.numbers, card.ticks.boxes.count("▢")) == ("1\n2\n3", 9)


@pytest.mark.parametrize(
    ("ruleset", "class_", "words"),
    [
        ("bn", "elite", "suppressed\twounded\tlost"),
        ("rth-it", "elite", "suppressed\twounded\tlost"),
        ("bi", "veteran", "shock\twnd.\tbad\tdead"),
        ("ludonet", "regular", "tired\t1st wound\t2nd wound"),
    ],
)
def test_boxes_are_for_what_the_game_does_to_a_man(ruleset: str, class_: str, words: str) -> None:
    [card] = troops_of(Figure(), ruleset=ruleset, class_=class_)
    assert card.ticks
    assert card.ticks.words.lines == (words,)


# ── The ladder of classes ──────────────────────────────────────────────────────────────────────────────────────────


def test_lightness_code_and_pips_say_the_class() -> None:
    classes = [troops.id for troops in catalogue("bn").classes]
    cards = [troops_of(Figure(), class_=class_)[0].subject for class_ in classes]
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


def test_a_class_off_the_ladder_has_neither() -> None:
    [card] = troops_of(Figure(), ruleset="rth-it", class_="partisan")
    assert (card.subject.shade, card.subject.pips) == ("", "")


# ── Vehicles ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_vehicle_has_its_movement_and_saves_from_each_side() -> None:
    card = vehicle_card(Vehicle(type="tank"))
    assert (card.subject.code, card.subject.shade, card.subject.points) == ("V", "V", "50")
    assert stats_of(card) == {
        "Tracks": "30−2d6 cm",
        "Saving throw: front / side and rear": "",
        "Small arms, MGs": "immune",
        "HMG": "immune",
        "Light AT": "1+ / 2+",
        "IED": "immune",
        "Heavy AT, tank gun": "4+ / 5+",
    }
    assert card.ticks
    assert card.ticks.words.lines == ("out of action",)


def test_boxes_of_a_vehicle_are_the_results_of_its_table_of_damage() -> None:
    tank = vehicle_card(Vehicle(type="tank"), "bi").ticks
    assert tank
    assert tank.words.lines == (
        "radio destroyed\tslowed",
        "immobilised\tturret jammed",
        "weapon destroyed\tdestroyed",
    )
    car = vehicle_card(Vehicle(type="vehicle"), "ludonet").ticks
    assert car
    assert car.words.lines == ("immobilised\tdestroyed",)


# ── Squads, extras, blank cards ────────────────────────────────────────────────────────────────────────────────────


def test_a_squad_says_its_strength_morale_and_men_and_has_a_box_for_each_loss() -> None:
    squad = a_squad(
        Figure(name="Miller", leadership=1, weapons=("lmg",)), Figure(count=7, weapons=("rifle",))
    )
    [card] = cards_of(a_roster(squad), kinds="squads")
    assert (card.subject.title, card.band.line.text, card.subject.sign) == (
        "Alpha",
        "Elite\xa0R2, 8 figures",
        "squad",
    )
    assert notes_of(card) == [
        "Morale 5 dice. One must equal or beat the losses so far; a 6 passes up to the bar. §12.0",
        "1 Miller: LMG",
        "2–8 Man with rifle: Rifle",
    ]
    assert card.track
    assert card.track.words.lines == ("1\t2\t3\t4 |\t5\t6\t7", "8\tleader lost: +1")


def test_in_a_platoon_a_squad_gives_a_die_until_half_is_lost() -> None:
    said = "Morale The platoon tests together. %s, this squad adds a die. §13.0"
    found = []
    for men in (1, 2, 7, 8):
        squads = a_squad(Figure(count=men)), a_squad(Figure())
        card = cards_of(a_roster(*squads), kinds="squads")[0]
        assert notes_of(card)[0] == said % ("Until its first loss" if men < 3 else "Up to the bar")
        assert card.track
        found.append(card.track.words.lines[0])
    assert found == ["1", "1\t2", "1\t2\t3 |\t4\t5\t6\t7", "1\t2\t3 |\t4\t5\t6\t7"]


def test_a_squad_has_the_leaders_who_count_and_its_own_half_as_the_rulings_say() -> None:
    squads = a_squad(Figure(leadership=2), Figure(leadership=1), Figure(count=3)), a_squad(Figure())
    found = {}
    for option in ("commander", "every-leader"):
        rulings = {"morale-leader": option, "morale-half": "each-squad"}
        card = cards_of(a_roster(*squads, rulings=rulings), kinds="squads")[0]
        assert card.track
        found[option] = card.track.words.lines[-1].split("\t")[-1]
        assert notes_of(card)[0] == (
            "Morale The platoon tests together. Up to the bar, this squad adds a die. A 6 "
            "passes until this squad has lost more than 2. §13.0"
        )
    assert found == {"commander": "leader lost: +1", "every-leader": "leaders lost: +1 each"}


def test_a_squad_of_ludonet_has_the_rules_of_its_morale() -> None:
    squad = a_squad(Figure(count=6), class_="regular")
    [card] = cards_of(a_roster(squad, ruleset="ludonet"), kinds="squads")
    assert [note.partition(" ")[0] for note in notes_of(card)] == ["When", "Falls", "Past", "1–6"]
    assert card.track
    assert card.track.words.lines == ("1\t2 |\t3\t4\t5\t6",)


def test_an_extra_says_what_it_does_and_where_it_stands() -> None:
    bought = (ExtraEntry(extra="support-fire"),)
    [card] = cards_of(a_roster(extras=bought), kinds="extras")
    assert (card.subject.title, card.subject.points) == ("Easier support fire", "15")
    assert card.foot == "Extra · Calcolo dei punti · Rangers"
    assert notes_of(card)[0] == "+1 to the die when calling support fire."


def test_blank_cards_have_the_heads_of_the_game_and_no_numbers() -> None:
    blanks = cards_of(twelve_men(), blank=True)
    assert len(blanks) == 9
    assert set(stats_of(blanks[0]).values()) == {""}
    assert blanks[0].ticks
    assert blanks[0].fire


# ── What does not fit ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_long_name_steps_down_and_keeps_every_word() -> None:
    sizes = []
    for words in (1, 3, 6, 8):
        [card] = troops_of(Figure(name=" ".join(["Lovelace"] * words)))
        assert " ".join(card.band.title.lines) == " ".join(["Lovelace"] * words)
        sizes.append(card.band.title.size)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 11 > sizes[-1] >= FLOOR


def test_a_name_that_fits_in_no_size_is_cut_in_the_head_and_whole_below() -> None:
    name = "W" * 120
    cards = troops_of(Figure(name=name))
    assert (cards[0].band.title.size, cards[0].band.title.lines[-1][-1]) == (FLOOR, "…")
    assert name in "".join("".join(notes_of(card)).replace(" ", "") for card in cards)


def test_notes_step_down_before_they_take_a_second_card() -> None:
    def sizes(words: int) -> list[float]:
        return [card.note_size for card in troops_of(Figure(notes="lorem ipsum " * words))]

    assert (sizes(10), sizes(33)) == ([7.0], [FLOOR])
    assert len(sizes(70)) == 2


def test_every_word_is_on_one_of_the_cards() -> None:
    notes = " ".join(f"word{number}" for number in range(140))
    cards = troops_of(Figure(notes=notes))
    assert [card.part for card in cards] == ["1 of 2", "2 of 2"]
    assert " ".join(note for card in cards for note in notes_of(card)) == notes


def test_a_man_without_a_weapon_says_so() -> None:
    (card,) = troops_of(Figure(roles=("driver",)))
    assert card.fire
    assert card.fire.names.lines == ("unarmed",)
    (italian,) = troops_of(Figure(roles=("driver",)), language="it")
    assert italian.fire
    assert italian.fire.names.lines == ("senza arma",)


def test_a_smaller_picture_makes_room_before_a_second_card_is_taken() -> None:
    for count in (8, 9):
        [card] = troops_of(Figure(count=count, weapons=("small-arms",)), ruleset="ludonet", class_="expert")
        assert card.low is (count == 9)


def test_a_card_holds_a_group_of_more_than_six_where_it_has_room() -> None:
    few, many = (Figure(count=count, weapons=("small-arms",)) for count in (10, 11))
    [card] = troops_of(few, ruleset="ludonet", class_="regular")
    assert card.ticks
    assert len(card.ticks.words.lines) == 10
    first, *_ = troops_of(many, ruleset="ludonet", class_="regular")
    assert first.ticks
    assert len(first.ticks.words.lines) == 6


def test_names_of_weapons_are_set_so_that_they_take_the_fewest_lines() -> None:
    [card] = troops_of(Figure(weapons=("assault-rifle",)), language="it")
    assert card.fire
    assert (card.fire.names.lines[0], card.fire.names.size) == ("Fucile d’assalto, mirato", 7.0)


def test_weapons_that_do_not_fit_take_a_second_card() -> None:
    weapons = ("assault-rifle", "rifle", "smg", "rpg", "lmg")
    first, second = troops_of(Figure(count=6, weapons=weapons))
    assert first.fire
    assert second.fire
    lines = [
        line for line in (*first.fire.names.lines, *second.fire.names.lines) if line != "in cover / moved"
    ]
    assert lines == ["Assault rifle, aimed", "burst", "Rifle", "SMG", "RPG", "LMG"]
    assert (first.part, second.part, second.ticks) == ("1 of 2", "2 of 2", None)


def test_a_group_of_thirty_has_five_cards_each_with_what_it_rolls() -> None:
    cards = troops_of(Figure(count=30, weapons=("assault-rifle",)))
    assert [card.ticks.numbers.split("\n")[0] for card in cards if card.ticks] == ["1", "7", "13", "19", "25"]
    assert all(card.stats and card.fire for card in cards)


# ── Sheets ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_each_sheet_is_followed_by_its_backs() -> None:
    squads = (a_squad(RIFLEMAN, RIFLEMAN, name="Alpha"), a_squad(*[RIFLEMAN] * 5, name="Bravo"))
    sheets = cards_sheet(a_roster(*squads), duplex=True).sheets
    nine = [(row, column) for row in range(3) for column in range(3)]
    assert [[(place.row, place.column) for place in sheet] for sheet in sheets] == [
        nine,
        nine,
        [(0, 0)],
        [(0, 2)],
    ]
    whose = [place.back.line.text.removesuffix(" · Rangers") for place in sheets[1] if place.back]
    assert whose == ["Alpha"] * 3 + ["Bravo"] * 6


def test_a_list_without_anything_has_no_sheet() -> None:
    assert cards_sheet(a_roster()).sheets == ()


@pytest.mark.parametrize(("language", "title"), [("en", "Rangers: cards"), ("it", "Rangers: carte")])
def test_the_title_is_in_the_language_asked_for(language: Language, title: str) -> None:
    assert cards_sheet(a_roster(), language).title == title


# ── Pictures ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_picture_is_drawn_and_every_vehicle_and_armed_man_has_one() -> None:
    drawn = {path.stem for path in (STATIC / "print" / "kit").iterdir()}
    assert {*WEAPONS, *VEHICLES.values(), "medic", "leader"} == drawn
    weapons = {weapon for weapons in WEAPONS.values() for weapon in weapons}
    for ruleset in ("rth-it", "rth-en", "bn", "bi", "ludonet"):
        book = catalogue(ruleset)
        assert [item.id for item in book.vehicles if item.id not in VEHICLES] == []
        carried = {item.id for item in book.weapons if item.carried_by}
        assert carried - weapons <= {"grenade", "aa-autocannon"}


def test_a_squad_without_anyone_still_has_its_card() -> None:
    [card] = cards_of(a_roster(Squad(name="")), kinds="squads")
    assert card.subject.title == "Squad 1"
