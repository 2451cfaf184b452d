"""Sections are named, and several men are assigned at once; a squad without the required ones is told so."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from lxml import html

from armybuilder.lists.builder import build_sheet
from armybuilder.lists.visitors import Visitor
from rules.core.assess import assess
from rules.core.document.roster import Figure, Roster, Squad
from tests.core.documents import LIBRARY
from tests.lists.builder import Builder, at_the_builder, text
from tests.lists.factories import a_key, a_roster

pytestmark = pytest.mark.usefixtures("loaded_rules")

LEADER = Figure(roles=("squad-leader",), weapons=("assault-rifle",))
CHIEF = Figure(roles=("section-leader",), weapons=("assault-rifle",))
GROUP = Figure(count=6, weapons=("assault-rifle",))


def of_sections(ruleset: str = "bi", *figures: Figure) -> Roster:
    squad = Squad(name="Alfa", class_="regular", figures=figures or (LEADER, CHIEF, CHIEF, GROUP))
    return a_roster(squad, ruleset=ruleset)


@pytest.fixture
def squad_of_nine(english_client: Client, alice: Visitor) -> Builder:
    """Alice's builder on a leader, two section leaders and six riflemen."""
    return at_the_builder(english_client, alice, of_sections())


def boxes(response: Any) -> list[str]:
    """The values of the men's boxes."""
    return [str(box.get("value")) for box in html.fromstring(response.content.decode()).xpath("//input[@name='man']")]


def put(page: Builder, men: list[str], to: str) -> Any:
    address = f"{page.address}squads/{page.alpha.id}/sections/"
    return page.client.post(address, {"key": a_key(), "man": men, "to": to}, follow=True)


def test_men_of_several_rows_go_into_a_section_in_one_step_of_undo(squad_of_nine: Builder) -> None:
    page = squad_of_nine
    before = page.roster
    shown = boxes(page.get(f"squads/{page.alpha.id}/sections/"))
    assert len(shown) == 9
    answer = put(page, [shown[1], *shown[3:6]], "A")
    assert "4 men are now in section A." in text(answer)
    assert [(row.count, row.team) for row in page.alpha.figures] == [
        (1, ""),
        (1, "A"),
        (1, ""),
        (3, ""),
        (3, "A"),
    ]
    assert "Section A 4 figures" in text(answer)
    put(page, [shown[2], *boxes(answer)[2:5]], "B")
    assert "Undo: Alfa split into sections" in text(page.get())
    for _ in range(2):
        page.post("undo/")
    assert page.roster == before


def test_nobody_ticked_or_gone_meanwhile_changes_nothing(squad_of_nine: Builder) -> None:
    page = squad_of_nine
    before = page.stored
    for men in ([], ["gone 0", "nonsense", ""]):
        assert "Nobody was moved: tick the men first." in text(put(page, men, "A"))
    assert (page.roster, page.stored.last_number) == (before.roster, before.last_number)


def test_a_label_is_no_longer_than_a_section_has(squad_of_nine: Builder) -> None:
    page = squad_of_nine
    put(page, [f"{page.alpha.figures[0].id} 0"], "x" * 300)
    assert page.alpha.figures[0].team == "x" * 20


def test_a_squad_that_is_gone_is_said_so(squad_of_nine: Builder) -> None:
    page = squad_of_nine
    squad = page.alpha.id
    page.post(f"squads/{squad}/remove/")
    answer = page.client.get(f"{page.address}squads/{squad}/sections/", follow=True)
    assert "That row no longer exists: it was removed in another tab." in text(answer)
    answer = page.client.post(f"{page.address}squads/{squad}/sections/", {"key": a_key(), "to": "A"})
    assert answer.status_code == 409
    assert "That row no longer exists: it was removed in another tab." in text(answer)


def test_the_page_takes_as_many_queries_for_many_men(squad_of_nine: Builder, django_assert_num_queries: Any) -> None:
    page = squad_of_nine
    address = f"squads/{page.alpha.id}/sections/"
    page.get(address)
    with django_assert_num_queries(4):
        page.get(address)
    page.post(f"rows/{page.alpha.figures[3].id}/count/", count="120")
    with django_assert_num_queries(4):
        assert len(boxes(page.get(address))) == 123


@pytest.mark.parametrize("ruleset", ["bi", "ludonet"])
def test_sections_are_called_so(english_client: Client, alice: Visitor, ruleset: str) -> None:
    figures = (Figure(weapons=("small-arms",) if ruleset == "ludonet" else ("assault-rifle",), team="A"),)
    page = at_the_builder(english_client, alice, of_sections(ruleset, *figures))
    answer = page.get(f"?edit={page.alpha.figures[0].id}")
    words = text(answer)
    assert ("Section" in words, "Split into sections" in words, "Team" in words) == (True, True, False)
    assert 'title="Section A"' in page.get().content.decode()


def test_where_there_are_teams_they_are_called_teams(page: Builder) -> None:
    page.post(f"rows/{page.alpha.figures[0].id}/", team="A", count="1", leadership="1", weapons="assault-rifle")
    words = page.get().content.decode()
    assert ('title="Team A"' in words, "Split into sections" in words) == (True, False)


def hint(*figures: Figure) -> tuple[str, str]:
    """Return the text instead of “nothing to fix”, and the spoken one."""
    roster = of_sections("bi", *figures)
    catalogue = LIBRARY.catalogues["bi"]
    with translation.override("en"):
        panel = build_sheet(roster, catalogue, assess(roster, catalogue), "en").report
    assert panel.issues == ()
    return panel.hint.name if panel.hint else "", panel.spoken.partition(". ")[2]


def test_two_section_leaders_without_sections_are_told_of_where_nothing_else_is(
    squad_of_nine: Builder,
) -> None:
    said = "Alfa has section leaders, but nobody is in a section yet."
    assert hint(LEADER, CHIEF, CHIEF, GROUP) == (said, said)
    answer = text(squad_of_nine.get())
    assert f"{said} Split into sections" in answer
    assert "Nothing to fix" not in answer


def test_divided_nothing_is_to_be_corrected() -> None:
    chiefs = (Figure(roles=("section-leader",), team=team, weapons=("assault-rifle",)) for team in "AB")
    groups = (Figure(count=3, team=team, weapons=("assault-rifle",)) for team in "AB")
    assert hint(LEADER, *chiefs, *groups) == ("", "Nothing to fix.")
