"""Rounds and results: drafts, publishing, results of two players, corrections, dropping out."""

from typing import get_args

import pytest
from django.test import Client
from django.utils import translation
from msgspec import structs
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club, Membership
from armybuilder.evenings.actions.desk import add_guest
from armybuilder.evenings.actions.entries import answer, drop_out, set_dropped
from armybuilder.evenings.actions.planning import call_off, close_submissions
from armybuilder.evenings.actions.results import decide_result, enter_result
from armybuilder.evenings.actions.rounds import (
    PLAYERS_AT_MOST,
    ROUNDS_AT_MOST,
    discard_draft,
    draw,
    publish,
    swap,
    unpublish,
)
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Entry, Evening, HandIn, Pairing, Round
from armybuilder.evenings.pages.round_tables import ranks, remark_words
from armybuilder.evenings.pairing.matching import Kind, Remark
from armybuilder.evenings.pairing.standings import TIE_BREAKS, Ranking
from armybuilder.evenings.played import players_of, published_pairings, standings_of
from armybuilder.evenings.states import NoDraftError, NotOpenError
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, an_evening, log_of, seen_draft
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")


def people_of(club: Club, count: int) -> list[User]:
    """More members of a club."""
    users = User.objects.bulk_create(User(username=f"p{number:02}") for number in range(count))
    Membership.objects.bulk_create(Membership(club=club, user=user) for user in users)
    return users


def a_night(club: Club, davide: User, players: int = 4) -> tuple[Evening, list[User]]:
    """A games night without lists, with this many players coming."""
    evening, users = an_evening(club, davide, limits={}), people_of(club, players)
    Entry.objects.bulk_create(Entry(evening=evening, user=user, state="coming") for user in users)
    return evening, users


def a_round(evening: Evening, davide: User) -> list[Pairing]:
    """The pairings of a round that was published."""
    draw(evening.pk, davide, "swiss")
    drawn = publish(evening.pk, davide)
    return list(drawn.pairings.select_related("first__user", "second__user"))


def user_of(entry: Entry | None) -> User:
    assert entry
    assert entry.user
    return entry.user


def lost(pairing: Pairing) -> tuple[int | None, int | None]:
    pairing.refresh_from_db()
    return pairing.first_lost, pairing.second_lost


# ── Drafts ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_coming_players_are_paired_and_the_draft_is_published(club: Club, davide: User) -> None:
    evening, users = a_night(club, davide, 5)
    Entry.objects.create(evening=evening, user=davide, state="perhaps")
    drawn = draw(evening.pk, davide, "swiss")
    names = [str(entry) for p in drawn.pairings.all() for entry in (p.first, p.second) if entry]
    assert sorted(names) == [user.username for user in users]
    assert [p.table for p in drawn.pairings.all()] == [1, 2, None]
    assert publish(evening.pk, davide) == drawn
    with pytest.raises(NoDraftError):
        publish(evening.pk, davide)
    assert log_of(evening)[2:] == ["davide paired round 1", "davide published round 1"]


def test_drawing_again_replaces_the_draft_and_never_what_is_published(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    draw(evening.pk, davide, "swiss")
    draw(evening.pk, davide, "lot")
    publish(evening.pk, davide)
    draw(evening.pk, davide, "lot")
    assert [(one.number, one.method, one.published is None) for one in evening.rounds.all()] == [
        (1, "lot", False),
        (2, "lot", True),
    ]


def test_swapping_two(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    drawn = draw(evening.pk, davide, "swiss")
    (one, other), (third, fourth) = [(p.first_id, p.second_id) for p in drawn.pairings.all()]
    assert other
    swap(evening.pk, davide, other, third)
    assert [(p.first_id, p.second_id) for p in drawn.pairings.all()] == [(one, third), (other, fourth)]
    for nobody in (0, 10**6):
        with pytest.raises(NoDraftError):
            swap(evening.pk, davide, one, nobody)
    for same in (one, third):
        with refused("Nothing was changed: choose two players of different tables."):
            swap(evening.pk, davide, one, same)


def test_nobody_is_swapped_with_the_opponent_of_a_dropped_player(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide, 6)
    for table in a_round(evening, davide):
        decide_result(evening.pk, davide, table.pk, (0, 10))
    left, second, third = draw(evening.pk, davide, "swiss").pairings.all()
    drop_out(evening.pk, user_of(left.first))
    shown = browser_of(davide).get(f"/evenings/{evening.pk}/rounds/2/")
    others = [second.first_id, second.second_id, third.first_id, third.second_id]
    assert [entry for entry, _name in shown.context["to_swap"]] == others
    assert left.second_id
    with pytest.raises(NoDraftError):
        swap(evening.pk, davide, left.second_id, third.first_id)


def test_a_round_is_taken_back_while_nobody_has_written_a_result(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    with pytest.raises(NoDraftError):
        unpublish(evening.pk, davide)
    a_round(evening, davide)
    unpublish(evening.pk, davide)
    first, _second = publish(evening.pk, davide).pairings.all()
    enter_result(evening.pk, user_of(first.first), first.pk, (0, 5))
    with refused("A result or roll has already been entered for this round: it can no longer be unpublished."):
        unpublish(evening.pk, davide)


def test_invalid_rounds(club: Club, davide: User, ilaria: User, paolo: User) -> None:
    evening, _ = a_night(club, davide, 1)
    with refused("Fewer than two players are coming: there is nobody to pair."):
        draw(evening.pk, davide, "swiss")
    with pytest.raises(NotAllowedError):
        draw(evening.pk, ilaria, "swiss")
    with pytest.raises(Evening.DoesNotExist):
        draw(evening.pk, paolo, "swiss")
    Entry.objects.bulk_create(Entry(evening=evening, guest_name="Anna", state="coming") for _ in range(PLAYERS_AT_MOST))
    with refused("More than 96 are coming: too many for one round."):
        draw(evening.pk, davide, "swiss")
    Round.objects.bulk_create(
        Round(evening=evening, number=n + 1, method="lot", seed=1, published=evening.start)
        for n in range(ROUNDS_AT_MOST)
    )
    with refused("A games night can have at most ten rounds."):
        draw(evening.pk, davide, "swiss")
    call_off(evening.pk, davide)
    with pytest.raises(NotOpenError):
        draw(evening.pk, davide, "swiss")


def test_nobody_is_paired_before_the_lists_are_shown(club: Club, davide: User) -> None:
    evening = an_evening(club, davide)
    with pytest.raises(NotOpenError):
        draw(evening.pk, davide, "swiss")
    close_submissions(evening.pk, davide)
    with refused("Fewer than two players are coming: there is nobody to pair."):
        draw(evening.pk, davide, "swiss")


def test_if_all_lists_are_for_attackers_the_dice_decide_without_a_warning(club: Club, davide: User) -> None:
    """Nobody has a list for the other side, because none was needed."""
    evening, people = an_evening(club, davide, ruleset="bn", limits={"attacker": 150}), people_of(club, 4)
    for user in people[:3]:
        submit(evening.pk, user, a_bn_list(user).pk)
    answer(evening.pk, people[3], "coming")
    close_submissions(evening.pk, davide)
    drawn = draw(evening.pk, davide, "swiss")
    assert [pairing.attacker for pairing in drawn.pairings.all()] == [None, None]
    shown = browser_of(davide).get(f"/evenings/{evening.pk}/rounds/1/").context["tables"]
    assert [(table.remarks, [side.role for side in table.sides]) for table in shown] == [((), ["", ""])] * 2


def test_a_draft_is_discarded(club: Club, davide: User, ilaria: User) -> None:
    evening, _ = a_night(club, davide)
    with pytest.raises(NoDraftError):
        discard_draft(evening.pk, davide)
    draw(evening.pk, davide, "swiss")
    with pytest.raises(NotAllowedError):
        discard_draft(evening.pk, ilaria)
    page = browser_of(davide).get(f"/evenings/{evening.pk}/rounds/1/")
    address = f"/evenings/{evening.pk}/rounds/1/discard/"
    assert page.text.count(f'action="{address}"') == 1
    old = browser_of(davide).post(address, {"seen": "another draft"}, follow=True)
    assert Round.objects.filter(evening=evening).count() == 1
    assert len([*old.context["messages"]]) == 1
    answer = browser_of(davide).post(address, {"seen": page.context["seen"]})
    assert (answer["Location"], Round.objects.filter(evening=evening).count()) == (
        f"/evenings/{evening.pk}/",
        0,
    )
    assert log_of(evening)[-1] == "davide discarded the draft of round 1"
    a_round(evening, davide)
    with pytest.raises(NoDraftError):
        discard_draft(evening.pk, davide)


def test_dropped_players_are_marked_in_the_standings(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    first, _other = a_round(evening, davide)
    decide_result(evening.pk, davide, first.pk, (0, 10))
    set_dropped(evening.pk, davide, first.first_id, dropped=True)
    rows = standings_of(evening, published_pairings(evening))
    assert [(row.entry == first.first_id, row.has_dropped) for row in rows] == [(True, True)] + [(False, False)] * 3
    browser = browser_of(davide)
    pages = [browser.get(f"/evenings/{evening.pk}/{path}/").text for path in ("rounds/1", "board", "results")]
    assert [page.count("dropped out</small>") for page in pages[:2]] == [1, 1]
    assert f"1. {first.first} 3 (+10), dropped out" in pages[2]
    season = browser.get(f"/clubs/{club.pk}/season/").text
    assert season.count("dropped out of 1 games night</small>") == 1


def test_submitted_lists_decide_the_attacker(club: Club, davide: User, ilaria: User) -> None:
    """A player with an attacker list attacks; two with both lists roll (rth §4.0); an open list plays either side."""
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    attacks, other = people_of(club, 2)
    submit(evening.pk, attacks, a_bn_list(attacks).pk)
    answer(evening.pk, other, "coming")
    close_submissions(evening.pk, davide)
    evening.limits = {"attacker": 150, "defender": 90}
    sides = {p.entry: (p.may_attack, p.may_defend, p.brought_both) for p in players_of(evening)}
    assert sorted(sides.values()) == [(True, False, False), (True, True, False)]
    both = Entry.objects.get(evening=evening, user=attacks)
    HandIn.objects.create(entry=both, role="defender", name="", document="", digest="")
    assert {p.entry: p.brought_both for p in players_of(evening)}[both.pk]
    HandIn.objects.filter(entry=both).update(withdrawn=evening.start)
    HandIn.objects.create(entry=both, role="open", name="", document="", digest="")
    assert {p.may_defend for p in players_of(evening)} == {True}


# ── Results ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_result_stands_once_both_say_the_same(club: Club, davide: User, ilaria: User) -> None:
    evening, _ = a_night(club, davide)
    table, elsewhere = a_round(evening, davide)
    one, other = user_of(table.first), user_of(table.second)
    assert not enter_result(evening.pk, one, table.pk, (35, 40))
    assert not enter_result(evening.pk, other, table.pk, (40, 35))
    assert lost(table) == (None, None)
    assert enter_result(evening.pk, other, table.pk, (35, 40))
    assert lost(table) == (35, 40)
    with refused("Nothing was changed: the result is already confirmed. An organiser can correct it."):
        enter_result(evening.pk, one, table.pk, (0, 40))
    for somebody in (one, ilaria):
        with pytest.raises(Pairing.DoesNotExist):
            enter_result(evening.pk, somebody, elsewhere.pk, (0, 40))
    assert log_of(evening)[-1] == f"{other} entered a result: {one} – {other} 35–40"


def test_an_organiser_decides_and_corrects(club: Club, davide: User, ilaria: User) -> None:
    """The standings change; the round that was paired since stays."""
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    with pytest.raises(NotAllowedError):
        decide_result(evening.pk, ilaria, table.pk, (0, 10))
    decide_result(evening.pk, davide, table.pk, (0, 10))
    second = [(p.first_id, p.second_id) for p in a_round(evening, davide)]
    assert standings_of(evening, published_pairings(evening))[0].entry == table.first_id
    decide_result(evening.pk, davide, table.pk, (10, 0))
    assert standings_of(evening, published_pairings(evening))[0].entry == table.second_id
    last = Round.objects.get(evening=evening, number=2)
    assert [(p.first_id, p.second_id) for p in last.pairings.all()] == second


def test_a_bye_and_a_draft_take_no_result(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide, 3)
    drawn = draw(evening.pk, davide, "swiss")
    game, bye = drawn.pairings.all()
    with pytest.raises(Pairing.DoesNotExist):
        decide_result(evening.pk, davide, game.pk, (1, 2))
    publish(evening.pk, davide)
    with pytest.raises(Pairing.DoesNotExist):
        decide_result(evening.pk, davide, bye.pk, (1, 2))
    [first, *_] = standings_of(evening, published_pairings(evening))
    assert (first.entry, first.score, first.byes) == (bye.first_id, 3, 1)


def test_the_next_round_meets_nobody_twice(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide, 6)
    met: set[frozenset[int | None]] = set()
    for _ in range(3):
        pairs = {frozenset((p.first_id, p.second_id)) for p in a_round(evening, davide)}
        assert not pairs & met
        met |= pairs


def test_a_dropped_player_is_not_paired_but_stays_in_the_standings(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide, 4)
    table, _ = a_round(evening, davide)
    set_dropped(evening.pk, davide, table.first_id, dropped=True)
    with refused("Nothing was changed: only a player who is coming can drop out."):
        set_dropped(evening.pk, davide, table.first_id, dropped=True)
    assert table.first_id not in {player.entry for player in players_of(evening)}
    assert len(standings_of(evening, published_pairings(evening))) == 4
    set_dropped(evening.pk, davide, table.first_id, dropped=False)
    assert len(players_of(evening)) == 4
    name = str(table.first)
    assert log_of(evening)[-2:] == [f"davide dropped {name}", f"davide reinstated {name}"]


def test_level_players_keep_their_places_when_a_player_is_added(club: Club, davide: User) -> None:
    """The lot is drawn once, when a player is entered."""
    evening, _ = a_night(club, davide, 12)
    for table in a_round(evening, davide):
        decide_result(evening.pk, davide, table.pk, (0, 0))

    def places() -> list[int]:
        return [row.entry for row in standings_of(evening, published_pairings(evening))]

    before = places()
    added = {add_guest(evening.pk, davide, f"Anna {number}").pk for number in range(5)}
    assert [entry for entry in places() if entry not in added] == before


# ── Pages ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_draft_is_for_organisers(club: Club, davide: User, ilaria: User, paolo: User) -> None:
    evening, _ = a_night(club, davide)
    assert (
        browser_of(davide)
        .post(f"/evenings/{evening.pk}/rounds/1/draw/", {"seen": "none"})["Location"]
        .endswith("/rounds/1/")
    )
    page = f"/evenings/{evening.pk}/rounds/1/"

    def seen() -> list[int]:
        return [browser_of(user).get(page).status_code for user in (davide, ilaria, paolo)]

    assert seen() == [200, 404, 404]
    browser_of(davide).post(f"/evenings/{evening.pk}/rounds/1/publish/", seen_draft(evening))
    assert seen() == [200, 200, 404]
    assert Client().get(page).status_code == 302


def test_a_draft_says_what_a_swap_has_changed(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    for table in a_round(evening, davide):
        decide_result(evening.pk, davide, table.pk, (0, 10))
    Pairing.objects.update(attacker=None)  # as where everyone brought both lists
    winners, losers = draw(evening.pk, davide, "swiss").pairings.all()
    met = Pairing.objects.get(round__number=1, first=winners.first_id).second_id
    one, other = str(winners.second_id), str(met)
    assert met in (losers.first_id, losers.second_id)
    browser, page = browser_of(davide), f"/evenings/{evening.pk}/rounds/2/"
    people = {entry for entry, _name in browser.get(page).context["to_swap"]}
    assert people == {winners.first_id, winners.second_id, losers.first_id, losers.second_id}
    browser.post(page + "swap/", {"one": one, "other": other} | seen_draft(evening))
    tables = browser.get(page).context["tables"]
    assert {"They have met before: every possible round has a rematch."} <= {*tables[0].remarks}


def test_two_players_write_their_result(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    one, other = browser_of(user_of(table.first)), browser_of(user_of(table.second))
    address, page = f"/evenings/{evening.pk}/tables/{table.pk}/result/", f"/evenings/{evening.pk}/rounds/1/"

    def say(browser: Client, **posted: str) -> str:
        answer = browser.post(address, posted, follow=True)
        return str([*answer.context["messages"]][-1])

    assert say(one, first_lost="35") == ("Nothing was saved: enter two whole numbers of defeat points, from 0 to 9999.")
    written = "Saved. It is confirmed once your opponent enters the same."
    assert say(one, first_lost="35", second_lost="40") == written
    assert other.get(page).context["yours"].others.first_lost == 35
    assert say(other, first_lost="35", second_lost="41") == written
    assert other.get(page).context["yours"].is_disputed
    assert say(one, first_lost="35", second_lost="41") == "You both entered the same: the result is confirmed."
    yours = one.get(page).context["yours"]
    assert {side.place: (side.won, side.lost) for side in yours.sides} == {1: (True, 35), 2: (False, 41)}
    assert say(browser_of(davide), first_lost="50", second_lost="41", decide="1") == (
        "Nothing was changed: the page has changed since you opened it. Look at it again."
    )
    [seen] = [shown.seen for shown in browser_of(davide).get(page).context["tables"] if shown.pk == table.pk]
    assert say(browser_of(davide), first_lost="50", second_lost="41", decide="1", seen=seen) == "Saved and confirmed."
    ranks = one.get(page).context["ranks"]
    assert (ranks[0].name, ranks[0].standing.score) == (str(table.second), 3)
    assert (ranks[0].above, ranks[-1].above) == ("", "")
    assert [(ranks[0].difference, ranks[1].difference), ranks[1].above] == [
        ("+9", "0"),
        f"Ahead of {ranks[2].name} by lot: everything else is equal.",
    ]


@pytest.mark.parametrize("players", [8, 24])
def test_queries_do_not_grow(
    club: Club, davide: User, players: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    evening, _ = a_night(club, davide, players)
    a_round(evening, davide)
    browser, page = browser_of(davide), f"/evenings/{evening.pk}/rounds/1/"
    browser.get(page)
    # Session, user, games night, membership, round, coming, pairings, tables and entered results, still playing,
    # all rounds, referees.
    with django_assert_num_queries(13):
        assert len(browser.get(page).context["ranks"]) == players


def test_every_remark_has_its_sentence() -> None:
    """Each kind of remark on a pair (rounds/remarks.py) has its own words."""
    with translation.override("en"):
        said = {kind: remark_words(Remark(kind, 1, 3)) for kind in get_args(Kind)}
    assert len({*said.values()}) == len(said) == 8
    assert said["uneven"] == "They are not level on points: 3 have as many as the one ahead."


def test_every_tie_break_has_its_sentence() -> None:
    """The reason for a place, with the values of both."""
    first = Ranking(1, 1, 3, 1, 0, 0, 0, difference=5, opponents=6, direct=3)
    second = Ranking(2, 2, 3, 1, 0, 0, 0, difference=-4, opponents=2, direct=0)
    with translation.override("en"):
        said = [
            ranks([structs.replace(first, above=reason), second], {1: "sam", 2: "marta"}, None)[0].above
            for reason in ("score", *TIE_BREAKS)
        ]
    assert said == [
        "",
        "Ahead of marta on defeat point difference: +5 to −4.",
        "Ahead of marta on opponents’ points: 6 to 2.",
        "Ahead of marta on head-to-head results: 3 to 0.",
        "Ahead of marta by lot: everything else is equal.",
    ]
