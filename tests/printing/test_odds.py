"""A list's odds on paper: a grid for each weapon in the hands that carry it, all on one page."""

import re
from collections.abc import Iterator

import pypdfium2
import pytest
from django.utils import translation

from armybuilder.printing.formats.odds.layout import AT_MOST, lay_out
from armybuilder.printing.layout.options import Options
from rules.core.assess import assess
from rules.core.document.roster import Figure, Modifiers, Roster, Squad, Vehicle
from tests.lists.factories import a_roster, a_squad
from tests.printing.pdfs import text_of, texts
from tests.printing.shapes import SHAPES
from tests.printing.sheets import a_pdf, catalogue, twelve_men


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def headings(roster: Roster) -> list[tuple[str, str, str]]:
    """Return how many men, which weapon and hands, and what holds of them, for each grid."""
    sheet = lay_out(
        roster, catalogue(roster.ruleset), assess(roster, catalogue(roster.ruleset)), Options("en")
    )
    return [(block.count, block.heading, block.facts) for pair in sheet.pairs for block in pair]


def test_each_weapon_once_for_all_who_fire_it_alike() -> None:
    riflemen = Figure(weapons=("assault-rifle",), count=3)
    gunner = Figure(weapons=("hmg", "grenade"))
    recruit = Figure(weapons=("assault-rifle",), class_="recruit")
    roster = a_roster(a_squad(riflemen, gunner, recruit, class_="elite"), a_squad(riflemen, class_="elite"))
    assert headings(roster) == [
        ("×\N{NO-BREAK SPACE}6", "Assault rifle: Elite", ""),
        ("×\N{NO-BREAK SPACE}1", "HMG: Elite", "one crewman"),
        ("×\N{NO-BREAK SPACE}1", "Grenades: Elite", ""),
        ("×\N{NO-BREAK SPACE}1", "Assault rifle: Recruits", ""),
    ]


def test_vehicles_fire_theirs_with_the_class_of_their_squad() -> None:
    tank = Vehicle(type="tank", weapons=("heavy-at",), count=2)
    lorry = Vehicle(type="unprotected", weapons=("hmg",))
    roster = a_roster(
        a_squad(Figure(weapons=("rifle",)), class_="veteran", vehicles=(tank,)),
        Squad(name="Support", vehicles=(lorry,)),
    )
    told = [(count[2:], heading) for count, heading, _ in headings(roster)]
    assert [told[0], told[1], told[-1]] == [
        ("1", "Rifle: Veterans"),
        ("2", "Heavy AT (Milan): Veterans on: Tank"),
        ("1", "HMG: Veterans on: Unprotected vehicle"),
    ]


def test_the_page_says_the_figures_of_the_grid() -> None:
    text = re.sub(r"\s+", " ", text_of(a_pdf(twelve_men(), form="odds")))
    assert "Assault rifle: Veterans" in text
    assert "25 88 1.5 b 70 1.0 b 70 1.0 b 42 0.5 b" in text


def test_motivation_counts() -> None:
    squad = a_squad(Figure(weapons=("rifle",)), class_="regular", modifiers=Modifiers(motivation=-1))
    assert headings(a_roster(squad, ruleset="bi"))[0][2] == "tired"


# `make soak` prints the others, too.
@pytest.mark.parametrize("shape", ["long names", "thirty figures", "everything on sale"])
def test_it_is_one_page_whatever_the_list(shape: str) -> None:
    pages = pypdfium2.PdfDocument(a_pdf(SHAPES[shape], form="odds"), autoclose=True)
    assert len(pages) == 1
    pages.close()


def test_a_list_with_more_weapons_says_how_many() -> None:
    classes = [troops.id for troops in catalogue("bn").classes]
    figures = [Figure(weapons=("rifle", "smg"), class_=troops) for troops in classes]
    sheet = lay_out(
        a_roster(a_squad(*figures)),
        catalogue("bn"),
        assess(a_roster(a_squad(*figures)), catalogue("bn")),
        Options("en"),
    )
    assert sum(len(pair) for pair in sheet.pairs) == AT_MOST
    assert sheet.more == f"and {2 * len(classes) - AT_MOST} more on screen"


def test_few_weapons_are_set_in_larger_type_and_stay_on_one_page() -> None:
    def armed(classes: int) -> Roster:
        troops = [each.id for each in catalogue("bn").classes][:classes]
        return a_roster(a_squad(*(Figure(weapons=("lmg", "rifle"), class_=each) for each in troops)))

    rosters = [armed(4), armed(5)]
    assert [
        lay_out(each, catalogue("bn"), assess(each, catalogue("bn")), Options("en")).is_roomy
        for each in rosters
    ] == [True, False]
    assert len(texts(a_pdf(rosters[0], form="odds", paper="letter"))) == 1


def test_distances_out_of_reach_take_no_line_and_letters_are_explained_where_there_are_some() -> None:
    def said(*weapons: str, ruleset: str) -> str:
        squad = a_squad(Figure(weapons=weapons), class_="veteran")
        return re.sub(r"\s+", " ", text_of(a_pdf(a_roster(squad, ruleset=ruleset), form="odds")))

    letters = "a aimed, b burst: the best mode in each cell."
    page = said("smg", ruleset="rth-it")
    assert re.findall(r"\b(25|50|100|150) (?=\d|–)", page) == ["25", "50"]
    assert (letters in page, letters in said("assault-rifle", ruleset="bn")) == (False, True)
