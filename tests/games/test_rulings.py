"""The rulings of a game: whose they are, who reads them, and lists counted under others."""

import lxml.html
import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import save_house_rules
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import answer
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.games.actions.games import choose_list, start_game
from armybuilder.games.actions.recording import game_of_table, record_events
from armybuilder.games.models import Game, Link
from armybuilder.games.pages.page import Page
from armybuilder.games.pages.reminders import Answered, Rulings
from armybuilder.lists.visitors import Visitor
from rules.catalogue import catalogue_for, current_version
from rules.core.document.roster import Figure
from rules.core.game.events import SIDES, Mark, PhaseIs
from tests.evenings.evenings import a_bn_list, an_evening
from tests.games.phones import LOST, other, refuses, token
from tests.lists.factories import a_list, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")

MEDIC = "Does a medic cost 10 extra, or 10 in total?"
FLAT, ON_TOP = f"{MEDIC} 10 in total", f"{MEDIC} 10 extra"
PARAGRAPH = "Calcolo dei punti"
ITALIAN = "Il medico costa 10 in più, o 10 in tutto?"


@pytest.fixture
def flat(loaded_rules: None, marta: User) -> Link:
    """The link of marta, whose list has medics at 10 in total."""
    return start_game(a_bn_list(marta, rulings={"medic": "flat"}), marta, both=False)


def told(client: Client, link: Link, language: str = "en") -> tuple[list[str], list[str]]:
    """Return the rulings on a link's play screen, and its notes on lists counted under others."""
    page = lxml.html.fromstring(client.get(f"/play/{link.token}/", headers={"Accept-Language": language}).text)
    own = page.get_element_by_id("own")
    return (
        [line.text_content() for line in own.xpath(".//ul[@class='rulings']/li")],
        [line.text_content().strip() for line in own.xpath("./p[@class='notice']")],
    )


def everybody(link: Link) -> list[Link]:
    """The links of a game: of its starter, of the other side, of a spectator."""
    return [link, other(link), other(link, "looks")]


# Whose they are


def test_a_game_is_played_by_the_rulings_of_the_list_that_begins_it(flat: Link, marta: User) -> None:
    assert Game.objects.get().rulings == {"medic": "flat"}
    assert start_game(a_bn_list(marta), marta, both=True).game.rulings == {}


def test_another_list_of_who_began_it_brings_its_rulings_and_that_of_the_other_side_none(
    flat: Link, marta: User, davide: User
) -> None:
    choose_list(token(other(flat)), a_bn_list(davide, rulings={"unpriced": "free"}), davide)
    assert Game.objects.get().rulings == {"medic": "flat"}
    choose_list(token(flat), a_bn_list(marta, "defender", rulings={"unpriced": "as-20"}), marta)
    assert Game.objects.get().rulings == {"unpriced": "as-20"}


def test_on_one_phone_for_both_the_list_of_the_first_side_brings_them(marta: User) -> None:
    both = start_game(a_bn_list(marta), marta, both=True)
    for side, price in zip(SIDES, ("as-20", "free"), strict=True):
        choose_list(token(both), a_bn_list(marta, rulings={"unpriced": price}), marta, side)
    assert Game.objects.get().rulings == {"unpriced": "as-20"}


def test_a_list_that_is_refused_brings_no_rulings(flat: Link, marta: User) -> None:
    record_events(token(flat), "a", LOST)
    with refuses("Nothing was changed: that list uses other rules, or the game has started."):
        choose_list(token(flat), a_bn_list(marta, rulings={"unpriced": "free"}), marta)
    assert Game.objects.get().rulings == {"medic": "flat"}


def test_once_the_game_has_begun_a_list_changes_none(flat: Link, marta: User) -> None:
    """A side deleted with its account can be played again, by the agreed rulings."""
    record_events(token(other(flat)), "b", PhaseIs(phase="playing"))
    flat.game.players.filter(side="a").update(document="")
    choose_list(token(flat), a_bn_list(marta, rulings={"unpriced": "free"}), marta)
    assert Game.objects.get().rulings == {"medic": "flat"}


def test_a_table_of_a_games_night_is_played_by_the_rulings_of_the_night(
    club: Club, davide: User, ilaria: User, client: Client
) -> None:
    save_house_rules(club.pk, davide, "bn", rulings={"medic": "flat"})
    evening = an_evening(club, davide, ruleset="bn", limits={})
    save_house_rules(club.pk, davide, "bn", rulings={"medic": "surcharge"})
    for user in (davide, ilaria):
        answer(evening.pk, user, "coming")
    draw(evening.pk, davide, "swiss")
    [table] = publish(evening.pk, davide).pairings.all()
    links = {link.kind: link for link in (game_of_table(evening.pk, one, table.pk) for one in (davide, ilaria))}
    assert Game.objects.get().rulings == {"medic": "flat"}
    choose_list(token(links["a"]), a_bn_list(davide, name="Ferri"), davide)
    assert Game.objects.get().rulings == {"medic": "flat"}
    said = f"The list of Ferri uses another ruling: {ON_TOP}"
    assert [told(client, link) for link in links.values()] == [([f"{FLAT} {PARAGRAPH}"], [said])] * 2


def test_morale_and_initiative_of_both_sides_are_read_by_the_rulings_of_the_game(marta: User, davide: User) -> None:
    """By those of the list that started it, whatever the other side's are."""
    men = a_squad(Figure(leadership=2), Figure(leadership=1, commander=True), Figure(count=4))
    chosen = {"morale-leader": "every-leader", "initiative-leader": "highest"}
    read = {}
    for first, second in ((chosen, {}), ({}, chosen)):
        lists = [
            a_list(Visitor(user), a_roster(men, rulings=rulings))
            for user, rulings in ((marta, first), (davide, second))
        ]
        link = start_game(lists[0], marta, both=False)
        choose_list(token(other(link)), lists[1], davide)
        record_events(token(link), "a", PhaseIs(phase="playing"))
        for number in ("1", "2"):
            record_events(token(link), "a", Mark(piece=number, state="lost"))
        page = Page(Link.objects.of_token(token(link)), "en")
        for found in (page.statuses, page.game.statuses):
            read[bool(first)] = (found["a"].leaders_lost, found["b"].leading)
    assert read == {True: (2, 2), False: (1, 1)}


# Who reads them


def test_everyone_reads_them_in_their_language_until_the_game_begins(flat: Link, client: Client) -> None:
    assert [told(client, link) for link in everybody(flat)] == [([f"{FLAT} {PARAGRAPH}"], [])] * 3
    assert told(client, flat, "it") == ([f"{ITALIAN} 10 in tutto {PARAGRAPH}"], [])
    record_events(token(flat), "a", PhaseIs(phase="playing"))
    assert [told(client, link) for link in everybody(flat)] == [([], [])] * 3


@pytest.mark.parametrize("rulings", [{}, {"medic": "surcharge"}])
def test_nothing_is_said_where_all_is_as_the_book_has_it(
    marta: User, davide: User, client: Client, rulings: dict[str, str]
) -> None:
    link = start_game(a_bn_list(marta, rulings=rulings), marta, both=False)
    choose_list(token(other(link)), a_bn_list(davide), davide)
    page = client.get(f"/play/{link.token}/", headers={"Accept-Language": "en"}).text
    assert (told(client, link), "Rulings" in page) == (([], []), False)


def test_a_list_that_is_counted_under_others_is_told_to_everyone(flat: Link, davide: User, client: Client) -> None:
    choose_list(token(other(flat)), a_bn_list(davide, name="<b>Lupi"), davide)
    said = f"The list of <b>Lupi uses another ruling: {ON_TOP}"
    assert [told(client, link)[1] for link in everybody(flat)] == [[said]] * 3
    assert told(client, flat, "it")[1] == [
        f"La lista di <b>Lupi è calcolata con un’altra interpretazione: {ITALIAN} 10 in più"
    ]


def test_of_several_each_is_named(flat: Link, davide: User, client: Client) -> None:
    choose_list(token(other(flat)), a_bn_list(davide, name="Lupi", rulings={"unpriced": "free"}), davide)
    unpriced = "Flamethrowers and light mortars have no price: can they be bought? Free"
    said = f"The list of Lupi uses other rulings: {ON_TOP} · {unpriced}"
    assert told(client, flat) == ([f"{FLAT} {PARAGRAPH}"], [said])


def test_of_a_hidden_list_its_rulings_are_told_and_nothing_else(flat: Link, davide: User, client: Client) -> None:
    second = other(flat)
    choose_list(token(second), a_bn_list(davide, name="Lupi"), davide)
    for number in range(1, 6):
        record_events(token(second), "b", Mark(piece=str(number), state="hidden"))
    said = f"The list of Lupi uses another ruling: {ON_TOP}"
    for link in (flat, other(flat, "looks")):
        assert told(client, link)[1] == [said]
        hidden = Page(Link.objects.of_token(token(link)), "en").rosters["b"]
        assert hidden
        assert [figure.weapons for squad in hidden.squads for figure in squad.figures] == [()] * 5


def test_an_answer_that_the_book_does_not_know_counts_as_its_own(loaded_rules: None) -> None:
    book = catalogue_for(current_version("bn").pk)
    strange = {"medic": "gratis", "of another site": "yes", "ied-price": "once"}
    assert Rulings(book, strange, "en").unusual == (
        Answered("Is the price of an IED for each one, or for all of a type?", "For all of a type", PARAGRAPH),
    )
    assert Rulings(book, {"medic": "gratis"}, "en").told == ""
