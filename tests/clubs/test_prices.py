"""Club prices: the table beside the printed ones, versions and changes, two simultaneous writers."""

from typing import Any

import pytest
from django.test import Client
from lxml import html
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError, save_house_rules
from armybuilder.clubs.models import Club, HouseRules
from armybuilder.clubs.prices import PriceChange, PriceTable
from rules.catalogue import catalogue_for, current_version
from tests.clubs.clubs import a_club, browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def address(club: Club, ruleset: str = "rth-it", more: str = "") -> str:
    return f"/clubs/{club.pk}/prices/{ruleset}/{more}"


def now(club: Club, ruleset: str = "rth-it") -> HouseRules:
    rules = HouseRules.objects.of(club.pk, ruleset).first()
    assert rules
    return rules


def save(browser: Client, club: Club, ruleset: str = "rth-it", after: int = 0, **fields: Any) -> Any:
    named = {name.replace("__", "/").replace("_", "-"): value for name, value in fields.items()}
    return browser.post(address(club, ruleset), named | {"after": str(after)})


def boxes(response: Any) -> dict[str, str]:
    """Return the values of the boxes that are not empty."""
    page = html.fromstring(response.content)
    fields = page.xpath('//table[@class="cells"]//input')
    return {field.get("name"): field.get("value") for field in fields if field.get("value")}


def said(response: Any) -> list[str]:
    return [" ".join(node.text_content().split()) for node in html.fromstring(response.content).find_class("is-advice")]


def steps(club: Club, number: int, ruleset: str = "rth-it") -> list[PriceChange]:
    book = catalogue_for(current_version(ruleset).pk)
    of = HouseRules.objects.of(club.pk, ruleset)
    before = of.filter(number=number - 1).first()
    return PriceTable(book, {}, "en").steps(before, of.get(number=number))


def test_only_what_differs_is_kept_and_a_version_says_what_changed(marta: User) -> None:
    club, browser = a_club(marta), browser_of(marta)
    save(
        browser,
        club,
        classes__elite="15",
        weapons__lmg="12",
        weapons__flamethrower="0",
        leadership__2="8",
        note="LMG dear",
    )
    first = now(club)
    assert (first.number, first.note, first.author) == (1, "LMG dear", marta)
    assert first.prices == {"leadership/2": 8, "weapons/lmg": 12, "weapons/flamethrower": 0}
    assert steps(club, 1) == [
        PriceChange("Leadership 2", "10", "8"),
        PriceChange("LMG", "10", "12"),
        PriceChange("Flamethrower", "–", "0"),
    ]
    save(browser, club, after=1, weapons__lmg="14", leadership__2="8")
    assert now(club).prices == {"leadership/2": 8, "weapons/lmg": 14}
    assert steps(club, 2) == [PriceChange("LMG", "12", "14"), PriceChange("Flamethrower", "0", "–")]
    assert save(browser, club, after=2, weapons__lmg="14", leadership__2="8").status_code == 302
    assert now(club).number == 2  # nothing has changed


@pytest.mark.parametrize(
    "typed",
    [
        "2o",
        "-1",
        "1000",
        "1.5",
        pytest.param("9" * 5000, id="long"),
        "١٢",
        "<b>",
        "\N{FULLWIDTH DIGIT ONE}\N{SUPERSCRIPT TWO}",
    ],
)
def test_an_invalid_price_is_shown_again_and_nothing_is_saved(marta: User, typed: str) -> None:
    club = a_club(marta)
    response = save(browser_of(marta), club, weapons__lmg=typed, classes__elite="11")
    if response.status_code == 302:  # digits of another script are digits
        assert now(club).prices["weapons/lmg"] == 12
        return
    assert response.status_code == 422
    assert boxes(response) == {"classes/elite": "11", "weapons/lmg": typed}
    wrong = html.fromstring(response.content).xpath("//input[@aria-invalid]/@name")
    assert wrong == ["weapons/lmg"]
    assert not HouseRules.objects.exists()


def test_a_game_without_points_gets_them(marta: User) -> None:
    club = a_club(marta)
    save(browser_of(marta), club, "bi", classes__regular="10", weapons__lmg="0", vehicles__truck="12")
    assert now(club, "bi").prices == {
        key: points
        for key, points in {"classes/regular": 10, "weapons/lmg": 0, "vehicles/truck": 12}.items()
        if key in PriceTable(catalogue_for(current_version("bi").pk), {}, "en").prices
    }


def test_the_second_writer_sees_the_changes_of_the_first_and_loses_nothing(marta: User, davide: User) -> None:
    club = a_club(marta, davide)
    save(browser_of(marta), club, weapons__lmg="12", weapons__mmg="14")
    save(browser_of(davide), club, after=1, weapons__lmg="13", weapons__mmg="14", classes__elite="16")
    late = save(
        browser_of(marta),
        club,
        after=1,
        weapons__lmg="11",
        weapons__mmg="",
        classes__veteran="9",
        note="mine",
    )
    assert late.status_code == 409
    assert boxes(late) == {"classes/elite": "16", "classes/veteran": "9", "weapons/lmg": "11"}
    assert said(late) == ["meanwhile: 15 → 16", "meanwhile: 12 → 13"]
    page = html.fromstring(late.content)
    assert page.xpath('//input[@name="after"]/@value | //input[@name="note"]/@value') == ["2", "mine"]
    assert now(club).number == 2
    save(browser_of(marta), club, after=2, weapons__lmg="11", classes__veteran="9", classes__elite="16")
    assert now(club).prices == {"classes/elite": 16, "classes/veteran": 9, "weapons/lmg": 11}


def test_rulings_go_into_the_same_versions(marta: User) -> None:
    club = a_club(marta)
    save(browser_of(marta), club, weapons__lmg="12")
    save(browser_of(marta), club, after=1, weapons__lmg="12", rulings__rifles="as-english")
    assert (now(club).number, now(club).prices) == (2, {"weapons/lmg": 12})
    [step] = steps(club, 2)
    assert (step.before, step.after) == (
        "Included in the soldier’s price",
        "3 and 5, as in the English edition",
    )
    # The rulebook's price is the one under the club's ruling.
    save(browser_of(marta), club, after=2, weapons__lmg="12", weapons__assault_rifle="5")
    assert now(club).number == 2


def test_only_answers_that_are_not_the_usual_ones_are_kept(marta: User) -> None:
    club, browser = a_club(marta), browser_of(marta)
    assert save(browser, club, "bn", rulings__medic="nonsense", weapons__lmg="12").status_code == 422
    assert not HouseRules.objects.exists()
    save(browser, club, "bn", rulings__medic="flat", rulings__other="x")
    games = browser.get(f"/clubs/{club.pk}/").context["games"]
    [shown] = [rulings for book, _house, rulings in games if book.id == "bn"]
    assert (now(club, "bn").rulings, [one.chosen.label for one in shown]) == (
        {"medic": "flat"},
        ["10 in total"],
    )
    save(browser, club, "bn", after=1, weapons__lmg="12")  # what is not posted stays
    assert (now(club, "bn").rulings, now(club, "bn").prices) == ({"medic": "flat"}, {"weapons/lmg": 12})
    filled = browser.get(address(club, "bn", "?version=0")).context["rulings"]
    assert all(one["question"].chosen.value == one["question"].usual for one in filled)
    save(browser, club, "bn", after=2, rulings__medic="surcharge", weapons__lmg="12")
    assert now(club, "bn").rulings == {}


def test_answers_of_two_who_write_at_once_are_put_together(marta: User, davide: User) -> None:
    club = a_club(marta, davide)
    save(browser_of(marta), club, rulings__rifles="as-english")
    late = save(browser_of(davide), club, weapons__lmg="12", rulings__rifles="included", rulings__unpriced="free")
    shown = {one["question"].id: (one["question"].chosen.value, one["said"]) for one in late.context["rulings"]}
    assert (late.status_code, shown["rifles"], shown["unpriced"]) == (
        409,
        ("as-english", "Included in the soldier’s price → 3 and 5, as in the English edition"),
        ("free", ""),
    )
    assert boxes(late) == {"weapons/lmg": "12"}


def test_prices_of_removed_entries_stay_until_emptied(marta: User) -> None:
    club, browser = a_club(marta), browser_of(marta)
    HouseRules.objects.create(club=club, ruleset="rth-it", number=1, prices={"weapons/blunderbuss": 4})
    shown = browser.get(address(club))
    assert boxes(shown) == {"weapons/blunderbuss": "4"}
    save(browser, club, after=1, weapons__blunderbuss="4", weapons__lmg="12")
    assert now(club).prices == {"weapons/lmg": 12, "weapons/blunderbuss": 4}
    save(browser, club, after=2, weapons__lmg="12")
    assert now(club).prices == {"weapons/lmg": 12}


def test_older_prices_and_those_of_another_club_fill_the_boxes(marta: User, paolo: User) -> None:
    club, browser = a_club(marta), browser_of(marta)
    save(browser, club, weapons__lmg="12")
    save(browser, club, after=1, weapons__lmg="13")
    other, strange = a_club(marta), a_club(paolo)
    HouseRules.objects.create(club=other, ruleset="rth-it", number=1, prices={"weapons/mmg": 9})
    HouseRules.objects.create(club=strange, ruleset="rth-it", number=1, prices={"weapons/mmg": 9})
    assert boxes(browser.get(address(club, more="?version=1"))) == {"weapons/lmg": "12"}
    assert boxes(browser.get(address(club, more="?version=0"))) == {}
    assert boxes(browser.get(address(club, more=f"?club={other.pk}"))) == {"weapons/mmg": "9"}
    for strangely in (f"?club={strange.pk}", "?club=x", "?version=7", "?version=x", "?version=" + "9" * 400):
        assert browser.get(address(club, more=strangely)).status_code == 404
    assert now(club).number == 2


def test_members_read_and_strangers_find_nothing(marta: User, ilaria: User, paolo: User) -> None:
    club = a_club(marta, None, ilaria)
    save(browser_of(marta), club, weapons__lmg="12")
    hers = html.fromstring(browser_of(ilaria).get(address(club)).content)
    own = [" ".join(" ".join(row.itertext()).split()) for row in hers.find_class("is-changed")]
    assert (own, hers.xpath('//table[@class="cells"]//input')) == (
        ["LMG Rulebook 10 Club 12 Difference +2"],
        [],
    )
    save(browser_of(ilaria), club, after=1, weapons__lmg="99")
    assert now(club).number == 1
    with pytest.raises(NotAllowedError):
        save_house_rules(club.pk, ilaria, "rth-it", prices={})
    for method in ("get", "post"):
        assert getattr(browser_of(paolo), method)(address(club)).status_code == 404
    assert browser_of(paolo).get(address(club, more="table.csv")).status_code == 404
    assert browser_of(marta).get(address(club, "xx")).status_code == 404


def test_the_table_as_a_file(marta: User) -> None:
    club = a_club(marta)
    save(browser_of(marta), club, weapons__lmg="12")
    lines = browser_of(marta).get(address(club, more="table.csv")).content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Key,Name,Rulebook,Club"
    assert [line for line in lines if line.startswith("weapons/lmg")] == ["weapons/lmg,LMG,10,12"]


def test_no_name_is_a_formula_in_a_spreadsheet(marta: User) -> None:
    club = a_club(marta)
    HouseRules.objects.create(club=club, ruleset="rth-it", number=1, prices={"weapons/=1+1": 5}, author=marta)
    lines = browser_of(marta).get(address(club, more="table.csv")).content.decode("utf-8-sig").splitlines()
    assert lines[-1] == "weapons/=1+1,'=1+1,,5"


@pytest.mark.parametrize("versions", [22, 44])
def test_queries_do_not_grow_with_versions_and_prices(
    marta: User, versions: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club, browser = a_club(marta), browser_of(marta)
    book = PriceTable(catalogue_for(current_version("rth-it").pk), {}, "en")
    for number in range(1, versions + 1):
        prices = dict.fromkeys(list(book.prices)[: 2 * number], number)
        HouseRules.objects.create(club=club, ruleset="rth-it", number=number, prices=prices, author=marta)
    browser.get(address(club))
    with django_assert_num_queries(9):
        browser.get(address(club))
