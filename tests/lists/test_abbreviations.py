"""What stands short on a sheet explains itself: characteristics, teams, weapons, codes of classes."""

import pytest

from rules.core.roster import Figure, Squad
from rules.core.text import Language
from tests.lists.sheets import a_roster, sheet_of

SQUAD = Squad(name="", class_="veteran", figures=(Figure(weapons=("lmg", "pistol"), team="B"),))


@pytest.mark.parametrize(
    ("ruleset", "language", "meant"),
    [
        ("bn", "it", {
            "I/M": "Iniziativa e morale", "Avv": "Avvistamento", "Fuo": "Fuoco", "Cop": "Fuoco di copertura",
            "CaC": "Corpo a corpo", "Sal": "Tiro salvezza", "Sop": "Soppressione", "A, B…": "Team",
            "SMG": "pistola mitragliatrice", "RPG": "lanciarazzi anticarro portatile",
            "LMG": "mitragliatrice leggera", "MMG": "mitragliatrice media", "HMG": "mitragliatrice pesante",
            "R1": "Forze speciali", "R2": "Reparti d’Elite", "R3": "Veterani", "R4": "Addestrati", "R5": "Reclute",
            "Irr1": "Mercenari, commando terrorista, milizie veterane", "Irr2": "Fanatici", "Irr3": "Miliziani",
        }),
        ("rth-en", "en", {
            "I/M": "Initiative and morale", "Cov": "Covering fire", "Mel": "Melee", "Sav": "Saving throw",
            "Sup": "Suppression", "A, B…": "Team", "SMG": "submachine gun",
            "Portable AT (bazooka, PIAT)": "portable anti-tank weapon", "LMG": "light machine gun",
            "MMG": "medium machine gun", "HMG": "heavy machine gun", "Heavy AT": "heavy anti-tank weapon",
        }),
        ("bi", "it", {
            "Qua": "Qualità", "Csq": "Comando di un caposquadra, cm", "Csz": "Comando di un caposezione, cm",
            "A, B…": "Sezione", "SAW": "arma automatica di squadra", "Lanciarazzi LAW": "lanciarazzi leggero",
            "Lanciarazzi RPG": "lanciarazzi anticarro",
        }),
    ],
)  # fmt: skip
def test_each_game_has_its_own(ruleset: str, language: Language, meant: dict[str, str]) -> None:
    found = sheet_of(a_roster(ruleset=ruleset), language).abbreviations
    assert {item.short: item.in_full for item in found} == meant


@pytest.mark.parametrize(
    ("ruleset", "team", "short"), [("bn", "Team B", [True, False]), ("bi", "Sezione B", [False, False])]
)
def test_the_row_says_which_it_has(ruleset: str, team: str, short: list[bool]) -> None:
    (row,) = sheet_of(a_roster(SQUAD, ruleset=ruleset), "it").squads[0].rows
    assert (row.team, row.team_name) == ("B", team)
    assert [chip.is_short for chip in row.gear if chip.text != "veteran"] == short
