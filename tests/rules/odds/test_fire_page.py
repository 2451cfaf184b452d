"""The fire page: the address holds the situation, the answer is exact, wrong values are reported."""

from uuid import UUID

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertRedirects

from tests.rules.odds.reading import OddsPage

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
LMG = "/odds/rth-it/?s=experienced&w=lmg&cm=60&t=veteran&cover=1"
BURST = "/odds/bn/?s=militia&w=assault-rifle&m=burst&cm=40&t=elite&dodging=1"  # the first example of the format


def at(client: Client, address: str) -> OddsPage:
    response = client.get(address, follow=True)
    assert response.status_code == 200
    return OddsPage.of(response.text)


def test_the_answer_in_figures_and_in_words(english: Client) -> None:
    page = at(english, LMG)
    assert page.figures == ["Kills 11%", "Hits 52%", "Suppresses 41%"]
    assert page.sentence == ("Experienced with LMG at 60 cm against veteran (in cover): hits 52%, kills 11%.")
    assert page.texts(".outcome-key li") == ["Nothing 48%", "Suppressed 41%", "Killed 11%"]
    assert page.texts(".odds-more table tbody tr") == ["0 48%", "1 39%", "2 12%", "3 2%", "4 0.1%"]


def test_in_italian(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "it"
    page = at(client, LMG)
    assert page.figures == ["Elimina 11 %", "Colpisce 52 %", "Sopprime 41 %"]
    assert page.sentence == ("Addestrati con LMG a 60 cm contro veterani (al riparo): colpisce 52 %, elimina 11 %.")


def test_the_ruler_says_what_is_rolled_in_each_band(english: Client) -> None:
    page = at(english, LMG)
    assert page.bands == ["5+", "6+", "6+", "6+"]
    assert page.texts(".reach-ruler .dice") == ["5 dice", "5 dice", "4 dice", "4 dice"]
    assert page.texts(".reach-ruler .edge") == ["0", "25", "50", "100", "150"]
    (slider,) = page.tree.cssselect(".reach-input")
    assert (slider.get("value"), slider.get("max")) == ("60", "150")
    assert slider.get("aria-valuetext") == "60 cm, band up to 100"


def test_the_working_leads_to_the_paragraphs(english: Client) -> None:
    page = at(english, LMG)
    assert page.steps == [
        "LMG at 60 cm: 5 dice 6+ §8.0",
        "In cover: to the number needed +1 §8.0",
        "After modifiers: 4 dice 6+ §8.0",
        "At least one hit: 1 − (5/6) 4 52% §8.0",
        "In cover: to the die +1 §9.0",
        "Veteran: saves on 2+ §9.0",
        "Kills: 1 − (1 − 1/6 × 1/6) 4 11% §9.0",
    ]
    assert page.tree.cssselect(".steps a.cite")[0].get("href") == "/rules/rth-it/#p-8-0"


def test_each_variation_is_a_link_to_its_own_page(english: Client) -> None:
    variations = at(english, LMG).what_if
    assert list(variations) == [
        "the target is in the open 25%",
        "you fire on the move 8%",
        "you close to 50 cm 13%",
        "you fire: MMG 13%",
    ]
    for text, address in variations.items():
        assert at(english, address).figures[0] == "Kills " + text.rpartition(" ")[2]


def test_boxes_say_what_they_would_do(english: Client) -> None:
    page = at(english, LMG)
    assert page.ticked == ["cover"]
    assert page.box("cover") == "In cover +1"
    assert page.box("moved") == "Moved +1"
    assert page.box("prone") == "Gone to ground 5+"
    assert page.box("one-crewman") == "One crewman changes nothing here ±0"
    assert page.box("opportunity") == "Opportunity fire no"  # not allowed over 50 cm
    burst = at(english, BURST)
    assert burst.figures == ["Kills 1 in 18", "Hits 1 in 6", "Suppresses 1 in 9"]


def test_facts_that_exclude_each_other(english: Client) -> None:
    page = at(english, LMG + "&moved-little=1")
    assert page.box("moved").startswith("Moved")
    both = at(english, LMG + "&moved=1&moved-little=1")
    assert both.ticked == ["cover", "moved-little"]
    assert both.faults == [CHANGED]


def test_forbidden_fire_is_shown_with_its_paragraph(english: Client) -> None:
    page = at(english, "/odds/rth-it/?s=veteran&w=hmg&cm=70&t=recruit&moved-little=1")
    assert page.figures == ["Kills –"]
    assert page.sentence == (
        "Veteran with HMG at 70 cm against recruits, militia (moved up to 5 cm): the rules forbid this fire. §6.1"
    )
    assert page.steps == []
    single = at(english, "/odds/rth-it/?s=veteran&w=rifle&cm=120&t=recruit&cover=1")
    assert single.sentence.endswith(": it cannot hit: 7 is needed on a single die. §8.0")
    far = at(english, "/odds/rth-it/?s=veteran&w=smg&cm=300&t=recruit")
    assert far.bands == ["4+", "6+", "–", "–", "–"]
    assert far.texts(".reach-ruler .edge")[-1] == "300"
    untold = at(english, "/odds/rth-it/?s=veteran&w=pistol&t=recruit")  # its distance is within its range
    assert untold.sentence.startswith("Veteran with pistol at 10 cm against recruits, militia: hits 2 in 3")


CHANGED = "Part of the address is not possible here: the nearest or usual values are shown instead."


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("w=lgm", "w=lmg"),
        ("s=veterans", "s=veteran"),
        ("cm=sixty", "cm=50"),
        ("cm=1e999", "cm=50"),
        ("cm=-3", "cm=0"),
        ("n=21", "n=20"),
        ("who=general", ""),
    ],
)
def test_a_wrong_address_is_fixed_and_says_so(english: Client, wrong: str, right: str) -> None:
    start = "/odds/rth-it/?t=veteran&"
    page = at(english, start + wrong)
    assert page.faults == [CHANGED]
    assert page.figures == at(english, start + right).figures


@pytest.mark.parametrize("unknown", ["coverr=1", "<b>=1", "when=setup"])
def test_what_the_question_does_not_ask_is_left_out(english: Client, unknown: str) -> None:
    page = at(english, f"/odds/rth-it/?s=elite&t=veteran&{unknown}")
    assert (page.faults, page.ticked) == ([], [])
    assert page.link.endswith("/odds/rth-it/?s=elite&w=rifle&cm=50&t=veteran")


def test_refusals_of_the_engine_are_shown(english: Client) -> None:
    page = at(english, "/odds/rth-it/?s=experienced&w=lmg&cm=60&t=veteran&n=20")
    assert page.texts(".notice.error") == ["No answer: at most 40 dice, not 100."]
    assert page.figures == []
    assert page.chosen["w"] == "LMG"


def test_a_long_address_is_sent_on_to_the_short_one(english: Client) -> None:
    form = "/odds/rth-it/?s=experienced&w=lmg&n=1&on=&cm=60&cm=65&t=veteran&f=1&who=soldier&cover=1"
    assertRedirects(english.get(form), LMG.replace("cm=60", "cm=65"))
    htmx = english.get(form, headers={"HX-Request": "true"})
    assert (htmx.status_code, htmx["HX-Replace-Url"]) == (200, LMG.replace("cm=60", "cm=65"))
    assertContains(htmx, f'value="http://testserver{LMG.replace("cm=60", "cm=65").replace("&", "&amp;")}"')


def test_vehicles_and_what_flies(english: Client) -> None:
    tank = at(english, "/odds/bn/?s=elite&w=rpg&cm=20&t=tank&side=1")
    assert tank.figures[0] == "Knocks out 1 in 12"
    immune = at(english, "/odds/bn/?s=elite&w=rifle&cm=20&t=tank")
    assert immune.sentence.endswith("hits 2 in 3, knocks out never.")
    assert immune.steps[-1] == "the target is immune to it – §9.2"
    assert at(english, "/odds/bn/?s=elite&w=hmg&cm=20&t=helicopter").figures[0] == "Shoots down 25%"


def test_leaders_and_snipers_are_men(english: Client) -> None:
    page = at(english, LMG.replace("&cover=1", "&who=leader"))
    assert page.sentence.startswith("Experienced with LMG at 60 cm against veteran (leader): ")
    assert page.tree.cssselect("input[name=who][value=target-sniper]")
    assert not at(english, "/odds/rth-it/?t=heavy-tank&w=heavy-gun").tree.cssselect("input[name=who]")


@pytest.mark.parametrize("address", ["/odds/nowhere/", "/odds/nowhere/morale/"])
def test_missing_pages(english: Client, address: str) -> None:
    assert english.get(address).status_code == 404


@pytest.mark.parametrize("address", ["/odds/rth-it/", LMG, BURST])
def test_a_page_takes_one_query(
    english: Client, address: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    english.get(address)
    with django_assert_num_queries(1):
        english.get(address)


def test_the_rules_lead_here(english: Client, loaded_rules: dict[str, UUID]) -> None:
    for address in ("/rules/bn/", "/rules/bn/ranges/"):
        english.cookies.clear()  # the menu leads to the game last used
        assertContains(english.get(address), 'href="/odds/bn/"', count=1)


def test_figures_from_a_list_are_named_with_the_answer(english: Client) -> None:
    page = at(english, "/odds/rth-it/?s=elite&w=lmg&cm=60&t=recruit&name=Sgt.++Ferri")
    assert page.texts(".said-of") == ["Sgt. Ferri, LMG"]
    assert page.link.endswith("?s=elite&w=lmg&cm=60&t=recruit&name=Sgt.+Ferri")
    assert all("name=Sgt.+Ferri" in address for address in page.what_if.values())
    tabs = {tab.text_content(): tab.get("href") for tab in page.tree.cssselect(".odds-tabs a")}
    assert tabs["Suppression"] == "/odds/rth-it/suppression/?s=elite&t=recruit&name=Sgt.+Ferri"
    assert tabs["Morale"] == "/odds/rth-it/morale/?s=elite&t=recruit"
    hostile = at(english, "/odds/rth-it/suppression/?s=elite&name=" + "<b>%07%E2%80%AE" + "x" * 100)
    assert hostile.texts(".said-of") == ["<b>··" + "x" * 54 + "…"]
    assert at(english, "/odds/rth-it/?s=elite&name=").texts(".said-of") == []


# Two weapons

BOTH = "/odds/rth-it/?s=experienced&w=automatic-rifle&w2=lmg&cm=60&t=veteran&cover=1"


def test_two_weapons_stand_side_by_side(english: Client) -> None:
    page = at(english, BOTH)
    assert page.texts(".duel tr") == [
        "Automatic rifle BAR, Bren LMG",
        "31% Hits 52%",
        "Automatic rifle LMG",
        "25% Suppresses 41%",
        "5% Kills 11%",
        "17 pts Man and weapon 20 pts",
        "3% Kills, per 10 points 5%",
        "Automatic rifle LMG",
        "70% 25 cm 87%",
        "42% 50 cm 60%",
        "31% 100 cm 52%",
        "31% 150 cm 52%",
    ]
    assert page.sentence == "Experienced at 60 cm against veteran (in cover)"
    assert page.texts(".steps-of") == ["Automatic rifle (BAR, Bren)", "LMG"]
    assert list(page.what_if) == [
        "the target is in the open 42% · 60%",
        "you fire on the move 17% · 42%",
        "you close to 50 cm 42% · 60%",
    ]
    assert page.chosen["w2"] == "LMG"
    assert page.link == f"http://testserver{BOTH}"
    for address in page.what_if.values():
        assert at(english, address).chosen["w2"] == "LMG"


def test_the_side_with_more_is_marked(english: Client) -> None:
    marked = at(english, BOTH).texts(".is-more")
    assert marked == ["52%", "41%", "11%", "5%", "87%", "60%", "52%", "52%"]
    assert at(english, BOTH.replace("w2=lmg", "w2=automatic-rifle")).texts(".is-more") == []


def test_a_chance_in_words_beside_the_percentage_only_if_it_is_exact(english: Client) -> None:
    page = at(english, "/odds/bn/?s=militia&w=assault-rifle&m=aimed&w2=assault-rifle&m2=burst&cm=40&t=elite")
    assert page.texts(".duel-main td") == ["33% 1 in 3", "31%"]
    assert [one.get("value") for one in page.tree.cssselect("input[name=m2][checked]")] == ["burst"]


def test_a_weapon_that_cannot_hit_says_why(english: Client) -> None:
    page = at(english, "/odds/rth-it/?s=experienced&w=smg&w2=lmg&cm=60&t=veteran")
    assert page.texts(".duel-main td") == ["– it is out of range", "60%"]


def test_a_second_weapon_that_is_none_is_corrected_or_left_out(english: Client) -> None:
    page = at(english, "/odds/rth-it/?s=experienced&w=lmg&w2=mmgg&cm=60&t=veteran")
    assert (page.faults, page.chosen["w2"]) == ([CHANGED], "MMG")
    page = at(english, "/odds/rth-it/?s=experienced&w=lmg&w2=<b>zz</b>&cm=60&t=veteran")
    assert page.texts(".duel") == []
    assert page.figures[1] == "Hits 60%"


def test_without_prices_the_lines_of_points_are_left_out(english: Client) -> None:
    page = at(english, "/odds/bi/?w=rifle&w2=lmg&cm=60")
    assert [line for line in page.texts(".duel th[scope=row]") if "point" in line or "Man" in line] == []


def test_two_weapons_take_one_query(english: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    english.get(BOTH)
    with django_assert_num_queries(1):
        english.get(BOTH)
