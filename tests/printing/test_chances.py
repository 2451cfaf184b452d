"""Bassa Intensità on paper: chances of a squad, and command distances."""

import re

from rules.core.document.roster import Figure, Modifiers, Squad
from tests.printing.sheets import NBSP, a_page, a_roster, a_sheet, a_squad

LEADER = Figure(name="Rossi", roles=("squad-leader",))


def printed(squad: Squad) -> tuple[str, list[tuple[str, str]]]:
    """Return the line of a squad and its characteristics, without those of its class."""
    block = a_sheet(a_roster(squad, ruleset="bi")).squads[0]
    return block.line, [(label, value) for label, value in block.stats if label in {"Success", "Morale"}]


def test_the_chances_of_a_squad_stand_with_its_characteristics() -> None:
    """Unità e distanze di comando: a squad leader of veterans commands to 12 cm; morale is the quality and 3."""
    line, chances = printed(a_squad(LEADER, Figure(count=7), class_="veteran"))
    assert line == f"Veterans, 8 figures, Rossi commands to 12{NBSP}cm"
    assert chances == [("Success", "5"), ("Morale", "8")]


def test_the_referees_modifiers_are_in_them() -> None:
    squad = a_squad(Figure(count=7), class_="recruit", modifiers=Modifiers(motivation=1, fanatic=2))
    line, chances = printed(squad)
    assert line == "Recruits, 7 figures, motivation +1, fanatics +2"
    assert chances == [("Success", "4"), ("Morale", "9")]


def test_men_of_another_class_have_theirs_in_the_line() -> None:
    line, chances = printed(a_squad(Figure(count=7), Figure(class_="elite"), class_="regular"))
    assert line == "Regulars, 8 figures, Elite: success 6, morale 9"
    assert chances == [("Success", "4"), ("Morale", "7")]


def test_a_ruleset_without_such_chances_prints_none() -> None:
    block = a_sheet(a_roster(a_squad(Figure(count=8)))).squads[0]
    assert block.line == f"Elite{NBSP}R2, 8 figures"
    assert "Success" not in dict(block.stats)


def test_the_headings_of_the_italian_text_are_marked_on_an_english_roster() -> None:
    """A PDF is read out too; our own advice is in the reader's language."""
    html = a_page(a_roster(a_squad(Figure(count=7)), ruleset="bi")).html
    cited = re.findall(r'<span class="cite"([^>]*)>([^<]+)</span>', html)
    assert (' lang="it"', "Unità e distanze di comando") in cited
    assert {mark for mark, name in cited if name != "our advice"} == {' lang="it"'}
    assert {mark for mark, name in cited if name == "our advice"} <= {""}
