"""Where own rules show up, and what the site’s pages cost beside them."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.forms.planning import EveningForm
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.own_rules.actions.drafts import change_cells
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.actions.sharing import set_visibility
from armybuilder.own_rules.models import OwnRules, OwnVersion
from armybuilder.sharing.actions import make_link
from armybuilder.sharing.actions import publish as make_public
from rules.catalogue import current_version
from rules.core.catalogue.catalogue import OWN
from rules.models import Ruleset, RulesetVersion
from tests.clubs.clubs import a_club, browser_of
from tests.evenings.evenings import an_evening
from tests.lists.factories import a_group, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules", "english")
LMG = "weapons/lmg/points"


@pytest.fixture
def ridotto(marta: User, davide: User, ilaria: User) -> Club:
    """The club of marta, davide and ilaria."""
    return a_club(marta, davide, ilaria)


@pytest.fixture
def of_club(spain: OwnRules, marta: User, ridotto: Club) -> OwnRules:
    """Published for the club."""
    publish(spain.pk, marta, licence="mine")
    set_visibility(spain.pk, marta, "club", ridotto.pk)
    return spain


def a_list(user: User, rules: OwnRules) -> ArmyList:
    """Return a list made with the current version."""
    roster = a_roster(a_squad(a_group(1, "lmg")), ruleset=rules.pk)
    return create_from(Visitor(user), roster, current_version(rules.pk).pk)


def seen(browser: Client, name: str, *arguments: object) -> str:
    response = browser.get(reverse(name, args=arguments))
    assert response.status_code == 200
    return response.content.decode()


def test_a_list_starts_with_rules_of_the_club(of_club: OwnRules, ilaria: User, paolo: User) -> None:
    assert f'value="{of_club.pk}"' in seen(browser_of(ilaria), "lists:home")
    assert f'value="{of_club.pk}"' not in seen(browser_of(paolo), "lists:home")
    assert of_club.pk not in seen(Client(), "lists:home")


def test_the_head_of_a_list_says_who_wrote_its_rules(of_club: OwnRules, marta: User, ilaria: User) -> None:
    mine = a_list(ilaria, of_club)
    shown = seen(browser_of(ilaria), "lists:builder", mine.pk)
    assert "Rules by marta" in shown
    assert "from Road to Hell" in shown
    assert "You have a newer draft." not in shown
    change_cells(of_club.pk, marta, [(LMG, 12)], key="a")
    own = a_list(marta, of_club)
    assert "You have a newer draft." in seen(browser_of(marta), "lists:builder", own.pk)
    link = make_link(mine.pk, Visitor(ilaria), frozen=False)
    stranger = seen(Client(headers={"Accept-Language": "en"}), "sharing:shared", link.token)
    assert "Rules by marta" in stranger
    assert reverse("rules:ruleset", args=[of_club.pk]) not in stranger


def test_the_owner_of_a_list_takes_the_new_version(of_club: OwnRules, marta: User, ilaria: User) -> None:
    mine = a_list(ilaria, of_club)
    change_cells(of_club.pk, marta, [(LMG, 12)], key="a")
    publish(of_club.pk, marta)
    browser, before = browser_of(ilaria), mine.total
    assert before is not None
    assert f"{before} would become {before + 2}" in seen(browser, "lists:builder", mine.pk)
    browser.post(reverse("lists:update-rules", args=[mine.pk]), {"key": "k"})
    assert ArmyList.objects.get(pk=mine.pk).total == before + 2


def test_the_club_has_its_rules_on_its_page_and_with_its_prices(
    of_club: OwnRules, ridotto: Club, davide: User, paolo: User
) -> None:
    browser = browser_of(davide)
    assert "Spagna 1936" in seen(browser, "clubs:club", ridotto.pk)
    assert "LMG" in seen(browser, "clubs:prices", ridotto.pk, of_club.pk)
    browser.post(reverse("own:leave-club", args=[of_club.pk, ridotto.pk]))
    assert Ruleset.objects.get(pk=of_club.pk).visibility == "owner"
    # an organiser of another club learns nothing by the key
    other = a_club(paolo)
    address = reverse("clubs:prices", args=[other.pk, of_club.pk])
    assert browser_of(paolo).get(address).status_code == 404


def test_the_club_sees_who_writes_its_rules_and_how_many_lists_use_them(
    of_club: OwnRules, ridotto: Club, marta: User, davide: User, ilaria: User
) -> None:
    for user in (marta, ilaria, ilaria):
        a_list(user, of_club)
    change_cells(of_club.pk, marta, [(LMG, 12)], key="a")
    publish(of_club.pk, marta)
    a_list(ilaria, of_club)
    of_club.writers.add(davide)
    section = seen(browser_of(davide), "clubs:club", ridotto.pk).split('id="club-rules"')[1].split("</section>")[0]
    words = " ".join(re.sub(r"<[^>]+>", " ", section).split())
    assert "Version 2 · marta, davide · in 1 list · version 1 in 3 lists Prices" in words
    assert reverse("clubs:prices", args=[ridotto.pk, of_club.pk]) in section
    assert "marta, davide · read only" in seen(browser_of(ilaria), "clubs:club", ridotto.pk).replace("\n", " ")


def test_own_games_are_marked_wherever_they_are_beside_the_others(
    of_club: OwnRules, marta: User, ridotto: Club
) -> None:
    browser, mark = browser_of(marta), 'class="own-mark"'
    mine = a_list(marta, of_club)
    for name, *arguments in (
        *(("lists:home",), ("lists:index",), ("rules:index",), ("odds:index",)),
        *(("clubs:club", ridotto.pk), ("evenings:create", ridotto.pk)),
    ):
        assert seen(browser, name, *arguments).count(mark) == 1, name
    set_visibility(of_club.pk, marta, "link")
    make_public(mine.pk, marta)
    for name in ("sharing:browse", "odds:index"):
        assert "· own rules" in seen(browser, name)
    assert mark in seen(Client(), "sharing:browse")


def test_a_member_adds_rules_to_the_club(spain: OwnRules, ridotto: Club, marta: User) -> None:
    publish(spain.pk, marta, licence="mine")
    browser = browser_of(marta)
    assert "Add to the club’s rules" in seen(browser, "clubs:club", ridotto.pk)
    posted = {"see": f"club {ridotto.pk}", "to": "club"}
    response = browser.post(reverse("own:share", args=[spain.pk]), posted)
    assert response.headers["Location"] == reverse("clubs:club", args=[ridotto.pk])
    assert Ruleset.objects.get(pk=spain.pk).club == ridotto


def test_a_games_night_offers_the_rules_of_its_club_and_keeps_the_version(
    of_club: OwnRules, ridotto: Club, marta: User, paolo: User
) -> None:
    assert of_club.pk in EveningForm(club=ridotto).versions
    assert of_club.pk not in EveningForm(club=a_club(paolo)).versions
    evening = an_evening(ridotto, marta, ruleset=of_club.pk, limits={"attacker": 150})
    first = evening.ruleset_version
    change_cells(of_club.pk, marta, [(LMG, 12)], key="a")
    publish(of_club.pk, marta)
    evening.refresh_from_db()
    assert evening.ruleset_version == first
    assert EveningForm(club=ridotto, evening=evening).versions[of_club.pk] == first
    set_visibility(of_club.pk, marta, "owner")
    assert EveningForm(club=ridotto, evening=evening).versions[of_club.pk] == first


def many(number: int) -> None:
    """Store own rules of others, all public."""
    owner = User.objects.create_user(f"author{number}")
    source = RulesetVersion.objects.get(pk=current_version("rth-it").pk)
    for index in range(number):
        key = f"{OWN}{number:03}{index:05}"
        ruleset = Ruleset.objects.create(
            pk=key, order=1000, visibility="public", owner=owner, name_it=key, name_en=key, credit="x"
        )
        version = ruleset.versions.create(number=1, digest=key, catalogue=source.catalogue)
        Ruleset.objects.filter(pk=key).update(current=version)
        OwnRules.objects.create(ruleset=ruleset, parent=source)
        OwnVersion.objects.create(version=version, parent=source, licence="mine")


PAGES = (
    *(("lists:home",), ("rules:index",), ("rules:ruleset", "rth-it"), ("rules:ranges", "rth-it")),
    *(("odds:index",), ("odds:fire", "rth-it"), ("rules:search",), ("sharing:browse",), ("lists:index",)),
    *(("lists:import",), ("own:public",), ("sitemaps",)),
)


def test_the_pages_of_the_site_ask_as_much_beside_many_own_rules(paolo: User) -> None:
    def queries() -> list[tuple[str, int]]:
        asked = []
        for browser in (Client(), browser_of(paolo)):
            for name, *arguments in PAGES:
                browser.get(reverse(name, args=arguments))  # what processes keep
                with CaptureQueriesContext(connection) as captured:
                    browser.get(reverse(name, args=arguments))
                asked.append((name, len(captured)))
        return asked

    many(5)
    few = queries()
    many(50)
    assert queries() == few


def test_public_rules_are_not_in_the_map_of_the_site(client: Client) -> None:
    many(1)
    assert OWN not in client.get(reverse("sitemap", args=["rules"])).content.decode()
