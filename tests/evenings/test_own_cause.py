"""Nobody decides their own case, and nobody plays after seeing hidden lists."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.desk import appoint, dismiss, look, mark_checked, refereed_table
from armybuilder.evenings.actions.entries import answer, set_dropped
from armybuilder.evenings.actions.planning import close_submissions, reopen_submissions
from armybuilder.evenings.actions.results import correct_roll, decide_result
from armybuilder.evenings.actions.rounds import (
    draw,
    pair_by_hand,
    publish,
    set_closed,
    swap,
    unpair,
    unpublish,
)
from armybuilder.evenings.actions.submissions import submit, submit_for, submit_pasted, withdraw
from armybuilder.evenings.models import Entry, Evening, HandIn, Look, Pairing
from armybuilder.evenings.pages.own_lists import read_pasted
from armybuilder.notices.models import Notice
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, an_evening, another_organiser, log_of
from tests.evenings.test_guests import document
from tests.evenings.test_playing import people_of
from tests.refusals import refused

# ── Their own table ──────────────────────────────────────────────────────────────────────────────────────────────────

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def night(club: Club, davide: User, ilaria: User) -> Evening:
    """A games night without lists where davide, an organiser, plays with four others."""
    made = an_evening(club, davide, limits={})
    for user in (davide, ilaria, *people_of(club, 2)):
        answer(made.pk, user, "coming")
    return made


@pytest.fixture
def tables(night: Evening, davide: User) -> tuple[Pairing, Pairing]:
    """Davide's own table and another one, in a published round."""
    draw(night.pk, davide, "swiss")
    drawn = publish(night.pk, davide)
    own, other = sorted(drawn.pairings.all(), key=lambda table: davide.pk not in table.users)
    return own, other


def entry_of(evening: Evening, user: User) -> Entry:
    return Entry.objects.get(evening=evening, user=user)


def told(user: User) -> list[str]:
    return [notice.kind for notice in Notice.objects.filter(user=user).order_by("pk")]


AT_A_TABLE: dict[str, Callable[[Evening, User, Pairing], object]] = {
    "decide": lambda night, user, table: decide_result(night.pk, user, table.pk, (0, 10)),
    "roll": lambda night, user, table: correct_roll(night.pk, user, table.pk, (9, 7)),
    "drop": lambda night, user, table: set_dropped(
        night.pk, user, next(pk for pk in opponents(table, user)), dropped=True
    ),
}


def opponents(table: Pairing, user: User) -> list[int]:
    return [one.pk for one in (table.first, table.second) if one and one.user_id != user.pk]


@pytest.mark.parametrize("act", AT_A_TABLE)
def test_nobody_decides_their_own_table(
    night: Evening, tables: tuple[Pairing, Pairing], davide: User, act: str
) -> None:
    own, other = tables
    Pairing.objects.update(attacker=None)
    before = Pairing.objects.values().get(pk=own.pk)
    with refused("Nothing was changed: this is your own game or list. Ask another organiser."):
        AT_A_TABLE[act](night, davide, own)
    assert Pairing.objects.values().get(pk=own.pk) == before
    AT_A_TABLE[act](night, davide, other)
    AT_A_TABLE[act](night, another_organiser(night), own)


def test_the_page_of_an_organisers_own_table_cannot_decide_it(
    night: Evening, tables: tuple[Pairing, Pairing], davide: User
) -> None:
    own, _ = tables
    posted = {"first_lost": "0", "second_lost": "9", "decide": "1"}
    answer = browser_of(davide).post(f"/evenings/{night.pk}/tables/{own.pk}/result/", posted, follow=True)
    assert [str(said) for said in answer.context["messages"]] == [
        "Nothing was changed: this is your own game or list. Ask another organiser."
    ]
    own.refresh_from_db()
    assert own.first_lost is None


def test_nobody_referees_their_own_table(night: Evening, tables: tuple[Pairing, Pairing], davide: User) -> None:
    Evening.objects.filter(pk=night.pk).update(limits={"attacker": 150}, reveal="paired")
    with pytest.raises(Pairing.DoesNotExist):
        refereed_table(night.pk, davide, tables[0].pk)
    assert refereed_table(night.pk, davide, tables[1].pk) == tables[1]


def test_nobody_pairs_themselves_by_hand(night: Evening, davide: User) -> None:
    drawn = draw(night.pk, davide, "swiss")
    own, other = sorted(drawn.pairings.all(), key=lambda table: davide.pk not in table.users)
    mine, zoe = entry_of(night, davide), another_organiser(night)
    [opponent] = opponents(own, davide)
    for moved in (mine.pk, opponent):
        with refused("Nothing was changed: this is your own game or list. Ask another organiser."):
            swap(night.pk, davide, moved, other.first_id)
    with refused("Nothing was changed: this is your own game or list. Ask another organiser."):
        unpair(night.pk, davide, own.pk)
    unpair(night.pk, davide, other.pk)
    unpair(night.pk, zoe, own.pk)
    for second in (opponent, None):
        with refused("Nothing was changed: this is your own game or list. Ask another organiser."):
            pair_by_hand(night.pk, davide, mine.pk, second)
    page = browser_of(davide).get(f"/evenings/{night.pk}/rounds/1/").context
    assert mine.pk not in [entry for entry, _name in page["free"]]
    pair_by_hand(night.pk, zoe, mine.pk, opponent)
    shown = browser_of(davide).get(f"/evenings/{night.pk}/rounds/1/")
    assert (shown.context["to_swap"], shown.text.count("/rounds/part/")) == ([], 0)


def test_nobody_reinstates_themselves(night: Evening, tables: tuple[Pairing, Pairing], davide: User) -> None:
    mine, zoe = entry_of(night, davide), another_organiser(night)
    set_dropped(night.pk, davide, mine.pk, dropped=True)
    with refused("Nothing was changed: this is your own game or list. Ask another organiser."):
        set_dropped(night.pk, davide, mine.pk, dropped=False)
    set_dropped(night.pk, zoe, mine.pk, dropped=False)


def test_the_other_players_are_told_what_an_organiser_does_to_their_round(
    night: Evening, tables: tuple[Pairing, Pairing], davide: User, ilaria: User
) -> None:
    set_closed(night.pk, davide, 1, closed=True)
    set_closed(night.pk, davide, 1, closed=False)
    unpublish(night.pk, davide)
    assert told(ilaria) == ["round", "reopened", "unpublished"]
    assert told(davide) == []
    publish(night.pk, davide)
    zoe = another_organiser(night)
    set_closed(night.pk, zoe, 1, closed=True)
    set_closed(night.pk, zoe, 1, closed=False)
    unpublish(night.pk, zoe)
    assert told(ilaria)[3:] == ["round"]


# ── Hidden lists ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def evening(club: Club, davide: User) -> Evening:
    """A games night whose lists stay hidden until it is over."""
    return an_evening(club, davide, ruleset="bn", limits={"attacker": 150}, reveal="end")


def handed_by(evening: Evening, user: User, men: int = 4, name: str = "Alpini") -> HandIn:
    [handed] = submit(evening.pk, user, a_bn_list(user, men=men, name=name).pk)
    return handed


def test_a_paired_player_opens_no_hidden_list_whatever_they_answer(
    evening: Evening, davide: User, ilaria: User
) -> None:
    theirs, _own = handed_by(evening, ilaria), handed_by(evening, davide)
    close_submissions(evening.pk, davide)
    draw(evening.pk, davide, "swiss")
    publish(evening.pk, davide)
    Entry.objects.filter(evening=evening, user=davide).update(state="not-coming")
    sheet = f"/evenings/{evening.pk}/lists/{theirs.pk}/"
    assert browser_of(davide).get(sheet, {"open": "1"}).status_code == 404
    assert browser_of(davide).get(f"/evenings/{evening.pk}/check/", {"code": theirs.code}).status_code == 404
    assert "Alpini" not in browser_of(davide).get(f"/evenings/{evening.pk}/desk/").text
    with refused("Nothing was changed: a player cannot be a referee or see hidden lists."):
        appoint(evening.pk, another_organiser(evening), davide.pk)
    assert not Look.objects.exists()


PLAYING: dict[str, Callable[[Evening, User, User], object]] = {
    "answer": lambda evening, user, _by: answer(evening.pk, user, "coming"),
    "perhaps": lambda evening, user, _by: answer(evening.pk, user, "perhaps"),
    "submit": lambda evening, user, _by: handed_by(evening, user),
    "add": lambda evening, user, by: desk.add_member(evening.pk, by, user.pk),
    "check-in": lambda evening, user, by: desk.check_in(evening.pk, by, entry_of(evening, user).pk, is_here=True),
    "reinstate": lambda evening, user, by: set_dropped(evening.pk, by, entry_of(evening, user).pk, dropped=False),
}


@pytest.mark.parametrize("way", PLAYING)
def test_after_seeing_a_hidden_list_there_is_no_way_to_play(
    evening: Evening, davide: User, ilaria: User, way: str
) -> None:
    theirs = handed_by(evening, ilaria)
    Entry.objects.create(evening=evening, user=davide, state="not-coming")
    look(evening.pk, davide, theirs.pk)
    if way == "reinstate":
        Entry.objects.filter(user=davide).update(state="dropped")
    with refused("Nothing was changed: a player who has seen hidden lists cannot play at that games night."):
        PLAYING[way](evening, davide, another_organiser(evening))


@pytest.mark.parametrize("way", PLAYING)
def test_a_referee_has_no_way_to_play(evening: Evening, davide: User, marta: User, way: str) -> None:
    appoint(evening.pk, davide, marta.pk)
    Entry.objects.create(evening=evening, user=marta, state="dropped" if way == "reinstate" else "invited")
    with refused("Nothing was changed: a referee cannot play at the same games night."):
        PLAYING[way](evening, marta, davide)


def test_a_referee_sees_nothing_of_hidden_lists_without_opening_one(
    evening: Evening, davide: User, ilaria: User
) -> None:
    """They were appointed, used the desk and stood down: they saw nothing, and can play."""
    HandIn.objects.filter(pk=handed_by(evening, ilaria).pk).update(is_legal=False, codes=["over-limit"])
    appoint(evening.pk, davide, davide.pk)
    page = browser_of(davide).get(f"/evenings/{evening.pk}/desk/")
    shown = page.context["desk"].rows[0].lists[0]
    assert (shown.name, shown.total, shown.why, "Alpini" in page.text) == ("", None, (), False)
    dismiss(evening.pk, davide, davide.pk)
    answer(evening.pk, davide, "coming")
    assert not Look.objects.exists()


def test_a_remark_on_a_hidden_list_is_not_shown_to_an_organiser_who_plays(
    evening: Evening, davide: User, ilaria: User
) -> None:
    theirs = handed_by(evening, ilaria)
    desk.send_back(evening.pk, another_organiser(evening), theirs.pk, "Two snipers")
    answer(evening.pk, davide, "coming")
    assert "Two snipers" not in browser_of(davide).get(f"/evenings/{evening.pk}/desk/").text


def test_submitting_for_another_player_counts_as_seeing_a_hidden_list(
    evening: Evening, davide: User, marta: User
) -> None:
    anna = desk.add_guest(evening.pk, davide, "Anna")
    pasted = read_pasted(evening, document().encode(), "attacker", "en")
    answer(evening.pk, davide, "coming")
    with refused("Nothing was changed: a player cannot be a referee or see hidden lists."):
        submit_for(evening.pk, davide, anna.pk, pasted, although_illegal=False)
    said = browser_of(davide).get(f"/evenings/{evening.pk}/desk/{anna.pk}/list/").text
    assert "You are playing at this games night, and lists are hidden: ask another organiser" in said
    said = browser_of(marta).get(f"/evenings/{evening.pk}/desk/{anna.pk}/list/").text
    assert "If you submit for another player, you see a hidden list" in said
    submit_for(evening.pk, marta, anna.pk, pasted, although_illegal=False)
    assert [str(look) for look in Look.objects.all()] == ["marta"]


def test_a_guest_link_shows_a_member_no_hidden_list(evening: Evening, davide: User, client: Client) -> None:
    anna = desk.add_guest(evening.pk, davide, "Anna")
    [handed] = submit_pasted(anna, read_pasted(evening, document().encode(), "attacker", "en"))
    link = f"/evenings/guest/{anna.token}/"

    def seen(browser: Client) -> list[tuple[int, bool]]:
        pages = [browser.get(link + path) for path in ("", f"lists/{handed.pk}/")]
        return [(page.status_code, "Alpini" in page.text) for page in pages]

    assert seen(client) == [(200, True), (200, True)]
    assert seen(browser_of(davide)) == [(200, False), (404, False)]
    assert browser_of(davide).get(link + "pdf/").status_code == 404
    Evening.objects.filter(pk=evening.pk).update(reveal="lock", closed=timezone.now())
    assert seen(browser_of(davide)) == [(200, True), (200, True)]


def test_hidden_lists_are_not_ticked_for_printing(evening: Evening, davide: User, ilaria: User) -> None:
    handed_by(evening, ilaria)
    page = browser_of(davide).get(f"/evenings/{evening.pk}/paper/")
    assert [(what, marked) for what, _name, _line, marked in page.context["form"].kinds] == [("lists", False)]
    assert "If you print hidden lists, you cannot play at this games night." in page.text


# ── One's own list ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_nobody_judges_their_own_list(evening: Evening, davide: User) -> None:
    own = handed_by(evening, davide)
    with refused("Nothing was changed: this is your own game or list. Ask another organiser."):
        desk.send_back(evening.pk, davide, own.pk, "?")
    with refused("Nothing was changed: this is your own game or list. Ask another organiser."):
        desk.accept(evening.pk, davide, own.pk)
    Evening.objects.filter(pk=evening.pk).update(reveal="lock", closed=timezone.now())
    with refused("Nothing was changed: this is your own game or list. Ask another organiser."):
        mark_checked(evening.pk, davide, own.pk, is_done=True)
    assert list(HandIn.objects.values_list("state", "compared")) == [("handed-in", None)]


def test_nobody_accepts_their_own_illegal_list_by_submitting_it_at_the_desk(evening: Evening, davide: User) -> None:
    answer(evening.pk, davide, "coming")
    Evening.objects.filter(pk=evening.pk).update(reveal="lock", closed=timezone.now())
    pasted = read_pasted(evening, document(men=30).encode(), "attacker", "en")
    with refused("Nothing was changed: this is your own game or list. Ask another organiser."):
        submit_for(evening.pk, davide, entry_of(evening, davide).pk, pasted, although_illegal=True)
    assert list(HandIn.objects.all()) == []


def marks_of(evening: Evening) -> list[str]:
    return list(HandIn.objects.current().filter(entry__evening=evening).values_list("replaced", flat=True))


@pytest.mark.parametrize("is_taken_back", [True, False])
def test_the_others_are_told_that_an_accepted_list_was_replaced(
    evening: Evening, davide: User, marta: User, ilaria: User, *, is_taken_back: bool
) -> None:
    answer(evening.pk, marta, "coming")
    theirs = a_bn_list(ilaria)
    [handed] = submit(evening.pk, ilaria, theirs.pk)
    desk.accept(evening.pk, davide, handed.pk)
    if is_taken_back:
        withdraw(evening.pk, ilaria)
    submit(evening.pk, ilaria, theirs.pk)
    assert (marks_of(evening), told(marta)) == ([""], ["handed-in", *["handed-in"] * is_taken_back])
    handed_by(evening, ilaria, men=5)
    assert marks_of(evening) == ["accepted"]
    assert "ilaria replaced the accepted list of ilaria" in log_of(evening)
    assert told(marta)[-2:] == ["after-accept", "handed-in"]


def test_a_list_submitted_after_the_reveal_is_marked_everywhere(
    evening: Evening, davide: User, marta: User, ilaria: User
) -> None:
    Evening.objects.filter(pk=evening.pk).update(reveal="lock")
    answer(evening.pk, marta, "coming")
    first = handed_by(evening, ilaria)
    close_submissions(evening.pk, davide)
    desk.send_back(evening.pk, davide, first.pk, "Add a medic")
    second = handed_by(evening, ilaria, men=5)
    assert (marks_of(evening), told(marta)[-2:]) == (["revealed"], ["after-reveal", "handed-in"])
    mark, night = "submitted after the lists were revealed", f"/evenings/{evening.pk}/"
    pages = [night, f"{night}lists/{second.pk}/", f"{night}check/?code={second.code}", f"{night}desk/"]
    assert [browser_of(davide).get(page).text.count(mark) for page in pages] == [1, 1, 1, 1]
    assert browser_of(ilaria).get(night).text.count(mark) == 2  # among all, and as her own


def test_lists_hidden_again_count_as_revealed(evening: Evening, davide: User, marta: User, ilaria: User) -> None:
    """Reopening the submissions hides them again."""
    Evening.objects.filter(pk=evening.pk).update(reveal="lock")
    handed_by(evening, marta)
    close_submissions(evening.pk, davide)
    reopen_submissions(evening.pk, davide)
    handed_by(evening, ilaria)
    assert marks_of(evening) == ["", "revealed"]


def test_lists_revealed_by_an_unpublished_round_count_as_revealed(
    evening: Evening, davide: User, marta: User, ilaria: User
) -> None:
    Evening.objects.filter(pk=evening.pk).update(reveal="paired")
    first = handed_by(evening, marta)
    handed_by(evening, ilaria)
    close_submissions(evening.pk, davide)
    draw(evening.pk, davide, "swiss")
    publish(evening.pk, davide)
    unpublish(evening.pk, davide)
    desk.send_back(evening.pk, davide, first.pk, "Add a medic")
    handed_by(evening, marta, men=5)
    assert marks_of(evening) == ["", "revealed"]
