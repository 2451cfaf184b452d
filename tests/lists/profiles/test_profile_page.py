"""The page of a profile: of a list, of a version, of a link's list."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from lxml import html
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.models import ArmyList
from armybuilder.lists.profiles.panel import profile_for
from armybuilder.lists.profiles.profile import ProfileQuery
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.actions import make_link, revoke_link
from rules.core.document.roster import Squad
from rules.core.text import Text
from tests.lists.builder import Builder, text
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad, add_rifleman

pytestmark = pytest.mark.usefixtures("loaded_rules")

GAMES = {
    "rth-it": a_squad(a_group(6, "rifle"), class_="veteran"),
    "rth-en": a_squad(a_group(6, "rifle"), class_="veteran"),
    "bn": a_squad(LEADER, a_group(5)),
    "bi": a_squad(a_group(6, "rifle"), class_="regular"),
    "ludonet": a_squad(a_group(6, "small-arms"), class_="expert"),
}


def profile(client: Client, army_list: ArmyList, **query: str) -> str:
    response = client.get(reverse("lists:profile", args=[army_list.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def test_the_value_of_a_list(page: Builder) -> None:
    found = text(page.get("profile/"))
    assert "11 men hit 18.0 times a turn at 25 cm, and 3.3 times at 150 cm (still, in the open)." in found
    assert "Expected hits in a turn" in found
    assert "Men put out of action in a turn" in found
    assert "Vehicles and their weapons are not counted." in found
    assert "Where the points go" in found


def test_each_chart_has_a_table_that_says_the_same(page: Builder) -> None:
    tree = html.fromstring(page.get("profile/").content)
    figures = tree.cssselect("section[aria-labelledby='hits-h'] figure")
    assert len(figures) == 2
    for figure in figures:
        rows = [[cell.text_content() for cell in row] for row in figure.cssselect("tbody tr")]
        distances = [row[0].replace("\xa0", " ") for row in rows]
        assert distances == ["at 25 cm", "at 50 cm", "at 100 cm", "at 150 cm"]
        still = [mark.text_content() for mark in figure.cssselect("text.value")]
        assert still == [row[1] for row in rows]


def test_other_rolls_of_a_list(page: Builder) -> None:
    facts = html.fromstring(page.get("profile/").content).cssselect(".facts > div")
    told = {fact[0].text_content(): fact[1].text_content() for fact in facts}
    assert {name: told.get(name) for name in ("Initiative", "Melee", "Morale dice", "Against armour")} == {
        "Initiative": "2d6+6",
        "Melee": "d6+4",
        "Morale dice": "5",
        "Against armour": "nothing",
    }


def test_the_target_is_chosen(page: Builder) -> None:
    rows = {}
    for target in ("militia", "special-forces", "nonsense"):
        tree = html.fromstring(page.get(f"profile/?target={target}").content)
        chosen = tree.cssselect("option[selected]")[0].get("value")
        rows[chosen] = tree.cssselect("#kills-h")[0].getparent().getparent().cssselect("td")[0].text_content()
    assert list(rows) == ["militia", "special-forces", "recruit"]  # nonsense: a middling one
    assert float(rows["militia"]) == float(rows["recruit"]) > float(rows["special-forces"])


def test_a_class_may_have_any_id() -> None:
    game = {"classes": [{"id": one, "name": Text(one, one)} for one in ("items", "militia")]}
    values = {"catalogue": game, "asked": ProfileQuery("items")}
    page = html.fromstring(render_to_string("lists/_profile_target.html", values))
    options = page.cssselect("#target option")
    assert [(one.get("value"), one.text_content().strip()) for one in options] == [
        ("items", "items"),
        ("militia", "militia"),
    ]


def test_a_blast_reaches_all_who_stand_together(page: Builder, alice: Visitor) -> None:
    grenadiers = a_list(alice, a_roster(a_squad(a_group(2, "grenade-launcher"), class_="elite")))

    def hits(together: str) -> tuple[str, str]:
        tree = html.fromstring(page.client.get(f"/lists/{grenadiers.pk}/profile/?together={together}").content)
        cell = tree.cssselect("section[aria-labelledby='hits-h'] td")[0]
        return tree.cssselect("#together")[0].get("value"), cell.text_content()

    alone = hits("")
    assert [hits(told) for told in ("1", "0", "x", "-3")] == [alone] * 4
    assert float(hits("5")[1]) == pytest.approx(5 * float(alone[1]))
    assert hits("999")[0] == "20"


@pytest.mark.parametrize(("game", "squad"), GAMES.items())
@pytest.mark.parametrize("language", ["it", "en"])
def test_lists_of_all_games_have_one(client: Client, alice: Visitor, game: str, squad: Squad, language: str) -> None:
    client.force_login(alice.user)  # type: ignore[arg-type]
    army_list = a_list(alice, a_roster(squad, ruleset=game))
    client.cookies["django_language"] = language
    shown = profile(client, army_list)
    assert ("Colpi attesi in un turno" if language == "it" else "Expected hits in a turn") in shown
    assert ('name="range"' in shown) == (game == "ludonet")
    assert ("points-h" in shown) == (game not in ("bi", "ludonet"))
    assert re.search(r"[\" ](nan|inf)", shown) is None


@pytest.mark.parametrize(
    ("told", "taken"), [("60", "60"), ("0", "100"), ("1", "2"), ("x", "100"), ("-5", "100"), ("9999", "100")]
)
def test_the_referees_range(client: Client, alice: Visitor, told: str, taken: str) -> None:
    client.force_login(alice.user)  # type: ignore[arg-type]
    army_list = a_list(alice, a_roster(GAMES["ludonet"], ruleset="ludonet"))
    tree = html.fromstring(profile(client, army_list, range=told))
    assert tree.cssselect("#range")[0].get("value") == taken
    cells = [cell.text_content().replace("\xa0", " ") for cell in tree.cssselect(".odds-tbl tbody th")]
    assert cells[:2] == [f"at {int(taken) // 2} cm", f"at {taken} cm"] or cells[1] == f"a {taken} cm"


@pytest.mark.parametrize("squads", [(), (a_squad(),), (a_squad(a_group(2), class_="nobody-knows"),)])
def test_nobody_in_the_list(page: Builder, alice: Visitor, squads: tuple[Squad, ...]) -> None:
    army_list = a_list(alice, a_roster(a_squad(), name="Empty") if not squads else a_roster(*squads))
    assert "Nobody is in the list yet" in text(page.client.get(f"/lists/{army_list.pk}/profile/"))


def test_squads_that_are_alike_share_a_curve(page: Builder, alice: Visitor) -> None:
    squads = [a_squad(a_group(8), name=name) for name in ("Alpha", "Bravo", "Charlie", "Delta", "Echo")]
    found = text(page.client.get(f"/lists/{a_list(alice, a_roster(*squads)).pk}/profile/"))
    assert "Alpha, Bravo, Charlie and 2 more · Elite R2 · 8 men" in found or "and 2 more" in found
    assert "The platoon" in found


def test_many_different_squads_are_not_all_shown(page: Builder, alice: Visitor) -> None:
    squads = [a_squad(a_group(count), name=f"S{count}") for count in range(1, 18)]
    found = text(page.client.get(f"/lists/{a_list(alice, a_roster(*squads)).pk}/profile/"))
    assert "and 5 more squads not shown" in found


def test_without_a_limit_points_stand_alone(page: Builder, alice: Visitor) -> None:
    free = a_list(alice, a_roster(limit=None))
    found = text(page.client.get(f"/lists/{free.pk}/profile/"))
    assert f"Points {free.total} Men 8" in found
    assert "Each point buys 0.10 expected hits at 25 cm and 0.03 at 50 cm." in found


def test_two_hundred_rows_are_counted_and_compared(page: Builder, alice: Visitor) -> None:
    weapons = ("rifle", "smg", "lmg", "assault-rifle")
    squads = [
        a_squad(*(a_group(1, weapons[row % 4], name=f"{squad}-{row}") for row in range(39)), name=f"S{squad}")
        for squad in range(5)
    ]
    many = a_list(alice, a_roster(*squads, limit=None, name="Many"))
    assert "195 men hit" in text(page.client.get(f"/lists/{many.pk}/profile/"))
    found = text(page.client.get("/lists/compare/", {"a": str(page.pk), "b": str(many.pk)}))
    assert "Men put out of action in a turn, still" in found
    assert "Alpha · Elite R2 · 8 men / S0 · Elite R2 · 39 men" in found


def test_a_version_has_its_own(page: Builder, alice: Visitor) -> None:
    add_rifleman(page.stored, alice)
    assert "11 men hit" in text(page.get("history/1/profile/"))
    assert "12 men hit" in text(page.get("history/2/profile/"))
    assert page.get("history/9/profile/").status_code == 404


def test_a_link_shows_it_and_a_stranger_gets_nothing(page: Builder, alice: Visitor) -> None:
    link = make_link(page.pk, alice, frozen=False)
    shared = Client().get(reverse("sharing:shared-profile", args=[link.token]))
    assert shared.status_code == 200
    assert shared["X-Robots-Tag"] == "noindex, nofollow"
    assert Client().get(page.address + "profile/").status_code == 404
    assert Client().get(page.address + "history/1/profile/").status_code == 404
    revoke_link(link.pk, alice)
    assert Client().get(reverse("sharing:shared-profile", args=[link.token])).status_code == 404


@pytest.mark.parametrize("rows", [1, 40])
def test_it_takes_as_many_queries_for_a_large_list(
    page: Builder, alice: Visitor, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Session, user, the list."""
    page.get("profile/")  # reads the catalogue, once per process
    for _ in range(rows):
        add_rifleman(page.stored, alice, name=f"Man {_}")
    with django_assert_num_queries(4):
        page.get("profile/")


def test_it_is_counted_once_a_document(page: Builder) -> None:
    profile_for.cache_clear()
    for _ in range(3):
        page.get("profile/")
    assert profile_for.cache_info().misses == 1
    assert profile_for.cache_info().hits == 2


def test_completion_and_profile_count_against_the_same_men(page: Builder, alice: Visitor) -> None:
    address = f"/lists/{a_list(alice).pk}"
    profile, complete = (
        html.fromstring(page.client.get(f"{address}/{name}/").content) for name in ("profile", "complete")
    )
    assert profile.cssselect("option[selected]")[0].text_content().strip() == "Recruits R5"
    assert {caption.text_content() for caption in complete.cssselect("caption")} == {
        "Expected kills in a turn: Recruits, in the open"
    }
