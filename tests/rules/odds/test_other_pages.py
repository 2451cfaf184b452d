"""The pages of the other questions, from covering fire to initiative."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.rules.odds.reading import OddsPage, at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
OF_ALL = [
    "Fire",
    "Effect of hits",
    "Covering fire",
    "Spotting",
    "Suppression",
    "Morale",
    "Close combat",
    "Storming",
    "Initiative",
    "Bombardment",
    "Single rolls",
]
TABS = {
    "rth-it": OF_ALL,
    "rth-en": OF_ALL,
    "bn": OF_ALL,
    "bi": ["Fire", "Effect of hits", "Spotting", "Morale", "Initiative", "Bombardment", "Single rolls"],
    "ludonet": ["Fire", "Effect of hits", "Morale", "Close combat", "Bombardment", "Single rolls"],
}


@pytest.mark.parametrize("ruleset", TABS)
def test_each_tab_is_a_page_that_answers(english: Client, ruleset: str) -> None:
    first = at(english, f"{ruleset}/")
    assert first.texts(".odds-tabs a") == TABS[ruleset]
    for tab in first.tree.cssselect(".odds-tabs a"):
        page = OddsPage.of(english.get(tab.get("href")).text)
        assert page.texts(".odds-tabs [aria-current]") == [tab.text_content()]
        assert page.faults == []
        assert page.figures
        assert page.steps


@pytest.mark.parametrize(
    "address",
    [
        "bi/covering-fire/",
        "ludonet/initiative/",
        "bn/moral/",
        "bn/profile/",
        "rth-itt/storming/",
        "nowhere/weapon/",
    ],
)
def test_addresses_without_a_page(english: Client, address: str) -> None:
    assert english.get(f"/odds/{address}").status_code == 404


def test_fire_has_the_shorter_address(english: Client) -> None:
    assert english.get("/odds/bn/fire/?s=elite").headers["Location"] == "/odds/bn/?s=elite"


# The examples of the format, entered on the pages.


def test_covering_fire(english: Client) -> None:
    page = at(english, "bn/covering-fire/?s=trained&w=assault-rifle&n=2&w2=lmg&cm=45&t=fanatic")
    assert page.figures == ["Kills 5 in 9", "Hits 5 in 6"]
    assert page.texts(".outcome-key li") == ["Nothing 17%", "Suppressed 28%", "Killed 56%"]
    assert page.steps[:4] == [
        "2 × assault rifle, 1 × LMG 8 §8.3",
        "For the troops +1 §8.3",
        "Covering fire value 9 §8.3",
        "Hit if the sum of 2 dice is no more than the value 83% §8.3",
    ]


def test_out_of_reach_of_covering_fire(english: Client) -> None:
    page = at(english, "bn/covering-fire/?s=trained&w=lmg&cm=90&t=fanatic")
    assert page.figures == ["Kills –"]
    assert page.sentence.endswith(" under 1 × LMG of trained: it is out of range. §8.3")


def test_spotting(english: Client) -> None:
    page = at(english, "bn/spotting/?s=special-forces&cm=20&n=2&t=mercenary&jungle=1")
    assert page.figures == ["Seen 3 in 4", "By one of them 1 in 2"]
    assert page.steps == [
        "At 20 cm 3+ §7.0",
        "The troops: to the number needed −1 §7.0",
        "In the jungle: to the number needed +2 §7.0",
        "After modifiers 4+ §7.0",
        "Seen by one 50% §7.0",
        "Seen by one of 2: 1 − (1/2) 2 75% §7.0",
    ]
    assert page.box("jungle") == "In the jungle +2"
    far = at(english, "rth-it/spotting/?cm=300")
    assert far.sentence == "At 300 cm: it is out of range. §7.0"


def test_suppression(english: Client) -> None:
    page = at(english, "rth-it/suppression/?s=experienced&l=1")
    assert page.figures == ["Acts again 2 in 3"]
    assert page.steps[0] == "Experienced acts again on 1–4 §10.0"


def test_morale_has_its_curve_by_losses(english: Client) -> None:
    page = at(english, "rth-en/morale/?s=experienced&men=9&lost=3&ll=1")
    assert page.figures == ["Holds 7 in 8"]
    assert page.sentence == "Experienced, 3 of 9 lost: holds 7 in 8."
    assert page.texts(".odds-more tbody tr") == [
        "0 100%", "1 99.5%", "2 96%", "3 88%", "4 70%", "5 42%", "6 0%", "7 0%", "8 0%", "9 0%",
    ]  # fmt: skip
    assert page.texts(".dist .is-on span") == ["3"]


def test_the_curve_of_many_men_has_few_columns(english: Client) -> None:
    page = at(english, "rth-en/morale/?s=experienced&men=200&lost=5")
    assert len(page.texts(".odds-more tbody tr")) == 14  # every sixteenth, and the intended one
    assert page.texts(".dist .is-on span") == ["5"]


def test_more_lost_than_there_were_is_fixed(english: Client) -> None:
    page = at(english, "rth-en/morale/?s=experienced&men=4&lost=9")
    assert (len(page.faults), page.sentence.partition(":")[0]) == (1, "Experienced, 4 of 4 lost")


def test_morale_by_quality_has_its_reactions(english: Client) -> None:
    page = at(english, "bi/morale/?s=regular&light-cover=1&tired=1")
    assert page.figures == ["Holds 7 in 10"]
    assert page.texts(".outcome-key li") == ["Passed 70%", "Shocked 15%", "Panic 10%", "Surrender 5%"]
    assert page.ticked == ["tired", "light-cover"]


def test_close_combat(english: Client) -> None:
    page = at(english, "rth-en/melee/?s=experienced&t=elite&t-suppressed=1")
    assert page.ticked == ["t-suppressed"]
    assert page.sentence == "Experienced against elite: wins 1 in 2, ties re-rolled."
    several = at(english, "rth-en/melee/?s=experienced&n=2&t=elite&f=2")
    assert several.texts(".notice.error") == [
        "No answer, “The other”: one against several, not several against several: larger fights are split."
    ]
    assert several.figures == []


def test_mixed_sides(english: Client) -> None:
    page = at(english, "bn/melee/?s=elite&n=1&s2=recruit&n2=2&s2-suppressed=1&t=militia&f=1")
    assert page.sentence == "Elite (1), recruits (2) against militia: wins 68%, ties re-rolled."  # 21 of 31
    assert page.texts(".steps b")[:2] == ["+2", "+1"]  # 4 + (1 − 2) + (1 − 2) against 1
    assert page.ticked == ["s2-suppressed"]
    assert list(page.chosen) == ["s", "s2", "t"]
    assert page.more == {"t2": "militia"}  # three on the first side are the limit
    crowd = at(english, "bn/melee/?s=elite&n=2&s2=recruit&n2=2&t=militia")
    assert crowd.texts(".notice.error") == ["No answer, “One side”: at most 3."]
    storm = at(english, "rth-it/storming/?s=elite&n=2&s2=recruit&n2=3&t=experienced&f=1&t2=veteran&f2=1")
    assert storm.sentence.startswith("Elite (2), recruits, militia (3) storm experienced (1), veteran (1): ")
    assert storm.texts(".steps b") == ["6+", "1.8", "5+", "1.7"]  # 11 dice at 6, 5 dice at 5+
    assert [len(storm.texts(f".odds-more table:nth-of-type({one}) tbody tr")) for one in (1, 2)] == [3, 6]


def test_ten_groups_on_a_side(english: Client) -> None:
    kinds = "&".join(f"s{place}=recruit&n{place}=1" for place in range(2, 11))
    many = at(english, f"rth-it/storming/?s=elite&n=6&{kinds}&s10-leader=1&t=veteran&f=1&t-suppressed=1")
    assert many.sentence.startswith("Elite (6), recruits, militia (9) storm veteran: ")
    assert (list(many.chosen)[9:], many.ticked) == (["s10", "t"], ["s10-leader", "t-suppressed"])
    assert many.more == {"t2": "veteran"}
    weapons = "&".join(f"w{place}=rifle" for place in range(2, 11))
    covering = at(english, f"bn/covering-fire/?w=lmg&n=2&{weapons}&cm=20")
    assert covering.steps[0].startswith("2 × LMG, 1 × rifle, ")
    assert covering.more == {}
    assert at(english, "bn/covering-fire/?w=lmg").more == {"w2": "lmg"}


def test_a_group_that_is_taken_out_leaves_nothing_behind(english: Client) -> None:
    page = at(
        english,
        "rth-it/storming/?s=elite&n=2&s2=&n2=4&s2-leader=1&s3=recruit&n3=3&s3-suppressed=1&t=veteran&f=1&t4=elite&f4=2",
    )
    assert page.sentence.startswith("Elite (2), recruits, militia (3) storm veteran (1), elite (2): ")
    assert (list(page.chosen), page.ticked) == (["s", "s3", "t", "t4"], ["s3-suppressed"])
    assert page.link.endswith("?s=elite&n=2&s3=recruit&n3=3&s3-suppressed=1&t=veteran&f=1&t4=elite&f4=2")
    assert page.more == {"s2": "recruit", "t2": "elite"}


def test_storming(english: Client) -> None:
    page = at(english, "rth-it/storming/?s=elite&n=2&t=experienced&f=2&t-leader=1")
    assert page.figures[0] == "Building cleared 6%"
    assert page.texts(".odds-more h2") == ["Defenders’ losses", "Attackers’ losses"]


def test_initiative(english: Client) -> None:
    page = at(english, "bn/initiative/?s=veteran&sl=2&sa=1&t=mercenary&tl=1")
    assert page.figures == ["Wins 1 in 2", "At the first roll 44%", "Tie 11%"]
    before = at(english, "bn/initiative/?when=setup")
    assert "s" not in before.chosen


@pytest.mark.parametrize("question", ["morale", "spotting"])
def test_a_page_takes_one_query(
    english: Client, question: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = reverse("odds:question", args=["rth-it", question])
    english.get(address)
    with django_assert_num_queries(1):
        english.get(address)


@pytest.mark.parametrize("ruleset", TABS)
def test_without_script_a_form_that_is_sent_as_it_stands_asks_the_same(english: Client, ruleset: str) -> None:
    for tab in at(english, f"{ruleset}/").tree.cssselect(".odds-tabs a"):
        page = OddsPage.of(english.get(tab.get("href")).text)
        (form,) = page.tree.cssselect("form#odds")
        assert form.method == "GET"
        assert "name" not in form.cssselect("button")[0].attrib  # the button that Enter in a field presses
        sent = english.get(form.get("action"), form.form_values(), follow=True)
        again = OddsPage.of(sent.text)
        assert (again.faults, again.figures, again.sentence) == ([], page.figures, page.sentence)
        assert form.cssselect("button.primary")


def test_the_troops_go_along_to_another_question(english: Client) -> None:
    page = at(english, "rth-it/?s=elite&w=lmg&cm=60&t=recruit&cover=1")
    tabs = {tab.text_content(): tab.get("href") for tab in page.tree.cssselect(".odds-tabs a")}
    assert tabs["Morale"] == "/odds/rth-it/morale/?s=elite&t=recruit"
    assert at(english, "rth-it/morale/?s=elite&t=recruit").sentence.startswith("Elite, 3 of 9 lost: ")
    tank = at(english, "rth-it/?s=elite&w=heavy-gun&cm=60&t=heavy-tank")
    tabs = {tab.text_content(): tab.get("href") for tab in tank.tree.cssselect(".odds-tabs a")}
    assert tabs["Covering fire"] == "/odds/rth-it/covering-fire/?s=elite"
    assert tabs["Effect of hits"] == "/odds/rth-it/save/?s=elite&t=heavy-tank"
