"""Acts from a page that has moved on: refused in words, on the page as it is now, with what was typed."""

from typing import Any

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings import desk
from armybuilder.evenings.going import leave, set_dropped
from armybuilder.evenings.models import Entry, Evening, HandIn, Pairing, Round
from armybuilder.evenings.versions import round_version
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, an_evening, log_of, seen_draft, who_comes
from tests.evenings.test_playing import a_night, a_round, lost, user_of

pytestmark = pytest.mark.usefixtures("loaded_rules")

MOVED_ON = "Nothing was changed: something has happened since you opened the page. Look at it again."
NO_DRAFT = "Nothing is changed: the round is published or paired anew already. Look at it again."


def said(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def rounds_of(evening: Evening) -> list[Any]:
    """Return the rounds with their pairs, each pair by its key."""
    return [
        (
            one.number,
            one.published is not None,
            one.closed is not None,
            [*one.pairings.values_list("pk", flat=True)],
        )
        for one in evening.rounds.all()
    ]


def post(evening: Evening, user: User, act: str, body: dict[str, Any]) -> Any:
    return browser_of(user).post(f"/evenings/{evening.pk}/{act}", body)


def acts_of_a_draft(draft: Round) -> dict[str, dict[str, Any]]:
    """Return each act of the page of a draft, with what it sends beside `seen`."""
    first, second = draft.pairings.all()[:2]
    one, other = {"one": first.first_id}, {"other": second.first_id}
    return {
        "publish": {},
        "draw": {"method": "swiss"},
        "swap": one | other,
        "together": one | other,
        f"part/{first.pk}": {},
    }


ACTS = ("publish", "draw", "swap", "together", "part")


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize(
    "meanwhile", ["published", "next drafted", "re-paired", "somebody new", "not coming"]
)
def test_an_old_tab_of_a_draft(club: Club, davide: User, marta: User, act: str, meanwhile: str) -> None:
    """ "Publish round 1" never publishes draft 2, nor a draft that is not the one of the page."""
    evening, users = a_night(club, davide)
    draft = Round.objects.draw(evening.pk, davide, "swiss")
    [(name, body)] = [one for one in acts_of_a_draft(draft).items() if one[0].startswith(act)]
    seen = seen_draft(evening)
    if meanwhile in ("published", "next drafted"):
        Round.objects.publish(evening.pk, davide)
    if meanwhile == "next drafted" or meanwhile == "re-paired":
        Round.objects.draw(evening.pk, davide, "swiss")
    elif meanwhile == "somebody new":
        Entry.objects.answer(evening.pk, marta, "coming")
    elif meanwhile == "not coming":
        Entry.objects.answer(evening.pk, users[0], "not-coming")
    before, log = rounds_of(evening), log_of(evening)
    answer = post(evening, davide, f"rounds/1/{name}/", body | seen)
    assert (answer.status_code, said(answer)[0]) in [(409, MOVED_ON), (409, NO_DRAFT)]
    assert answer.context["round"].number == 1
    assert (rounds_of(evening), log_of(evening)) == (before, log)


@pytest.mark.parametrize("act", ACTS)
def test_the_page_as_it_is_now_acts(club: Club, davide: User, act: str) -> None:
    """And one that does not say what it saw does not."""
    evening, users = a_night(club, davide)
    Round.objects.draw(evening.pk, davide, "swiss")
    if act == "together":
        for pairing in Pairing.objects.all():
            Round.objects.part(evening.pk, davide, pairing.pk)
        one, other = Entry.objects.filter(user__in=users)[:2]
        name, body = act, {"one": one.pk, "other": other.pk}
    else:
        draft = evening.rounds.get()
        [(name, body)] = [one for one in acts_of_a_draft(draft).items() if one[0].startswith(act)]
    seen = browser_of(davide).get(f"/evenings/{evening.pk}/rounds/1/").context["seen"]
    assert post(evening, davide, f"rounds/1/{name}/", body).status_code == 409
    assert post(evening, davide, f"rounds/2/{name}/", body | {"seen": seen}).status_code == 409
    assert post(evening, davide, f"rounds/1/{name}/", body | {"seen": seen}).status_code == 302


@pytest.mark.parametrize("meanwhile", ["next published", "unpublished and changed", "closed"])
def test_an_old_tab_of_a_published_round(club: Club, davide: User, meanwhile: str) -> None:
    evening, _ = a_night(club, davide)
    a_round(evening, davide)
    seen = {"seen": round_version(evening.rounds.get())}
    if meanwhile == "next published":
        a_round(evening, davide)
    elif meanwhile == "closed":
        Round.objects.set_closed(evening.pk, davide, 1, closed=True)
    else:
        Round.objects.take_back(evening.pk, davide)
        Round.objects.draw(evening.pk, davide, "swiss")
        Round.objects.publish(evening.pk, davide)
    before = rounds_of(evening)
    answer = post(evening, davide, "rounds/1/take-back/", seen)
    assert (answer.status_code, said(answer), rounds_of(evening)) == (409, [MOVED_ON], before)
    last = evening.rounds.last()
    assert last
    now = {"seen": browser_of(davide).get(f"/evenings/{evening.pk}/rounds/{last.number}/").context["seen"]}
    assert post(evening, davide, f"rounds/{last.number}/take-back/", now).status_code == 302


def test_a_next_round_is_paired_once(club: Club, davide: User, marta: User) -> None:
    """Two organisers press "Pair the next round": the draft that one of them has changed by hand stays."""
    evening, _ = a_night(club, davide)
    a_round(evening, davide)
    body = {"method": "swiss", "seen": "none"}
    assert post(evening, davide, "rounds/2/draw/", body).status_code == 302
    before = rounds_of(evening)
    answer = post(evening, marta, "rounds/2/draw/", body)
    assert (answer.status_code, said(answer), rounds_of(evening)) == (409, [MOVED_ON], before)
    assert answer.context["round"].number == 2


def test_a_night_is_not_finished_over_a_draft_that_the_page_did_not_show(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    a_round(evening, davide)
    seen = browser_of(davide).get(f"/evenings/{evening.pk}/desk/").context["progress"].seen
    Round.objects.draw(evening.pk, davide, "swiss")
    answer = post(evening, davide, "finish/", {"seen": seen})
    assert (answer.status_code, said(answer)) == (409, [MOVED_ON])
    seen = answer.context["progress"].seen
    assert evening.rounds.count() == 2
    assert post(evening, davide, "finish/", {"seen": seen}).status_code == 302


# ── Results ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_result_that_another_organiser_entered_is_not_overwritten_unseen(
    club: Club, davide: User, marta: User
) -> None:
    """What was typed stands in the form, and is said."""
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    page = browser_of(davide).get(f"/evenings/{evening.pk}/rounds/1/").context["tables"]
    [seen] = [shown.seen for shown in page if shown.pk == table.pk]
    Pairing.objects.settle(evening.pk, marta, table.pk, (5, 50))
    body = {"first_lost": "35", "second_lost": "40", "decide": "1", "seen": seen}
    answer = post(evening, davide, f"tables/{table.pk}/result/", body)
    assert (answer.status_code, said(answer), lost(table)) == (409, [MOVED_ON], (5, 50))
    text = answer.content.decode()
    assert "You entered 35 and 40." in text
    assert (
        'name="first_lost" inputmode="numeric" maxlength="5" autocomplete="off" required value="35"' in text
    )
    [now] = [shown.seen for shown in answer.context["tables"] if shown.pk == table.pk]
    assert post(evening, davide, f"tables/{table.pk}/result/", body | {"seen": now}).status_code == 302
    assert lost(table) == (35, 40)


def test_a_result_is_confirmed_as_it_was_shown(club: Club, davide: User) -> None:
    """The opponent has changed it since: what the page showed is not confirmed."""
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    one, other = user_of(table.first), user_of(table.second)
    Pairing.objects.say(evening.pk, one, table.pk, (10, 30))
    shown = browser_of(other).get(f"/evenings/{evening.pk}/rounds/1/").context["yours"]
    body = {"first_lost": 10, "second_lost": 30, "confirm": 1, "seen": shown.seen}
    Pairing.objects.say(evening.pk, one, table.pk, (20, 30))
    answer = post(evening, other, f"tables/{table.pk}/result/", body)
    assert (answer.status_code, said(answer), table.claims.count()) == (409, [MOVED_ON], 1)
    now = answer.context["yours"]
    assert (now.others.first_lost, now.others.second_lost) == (20, 30)
    post(evening, other, f"tables/{table.pk}/result/", body | {"first_lost": 20, "seen": now.seen})
    assert lost(table) == (20, 30)


@pytest.mark.parametrize("meanwhile", ["settled", "closed", "dropped", "re-paired"])
def test_what_a_player_typed_is_shown_where_it_is_refused(club: Club, davide: User, meanwhile: str) -> None:
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    if meanwhile == "settled":
        Pairing.objects.settle(evening.pk, davide, table.pk, (0, 5))
    elif meanwhile == "closed":
        Round.objects.set_closed(evening.pk, davide, 1, closed=True)
    elif meanwhile == "dropped":
        set_dropped(evening.pk, davide, table.second_id or 0, dropped=True)
    else:
        Round.objects.take_back(evening.pk, davide)
        Round.objects.draw(evening.pk, davide, "swiss")
        Round.objects.publish(evening.pk, davide)
    body = {"first_lost": 35, "second_lost": 40}
    answer = post(evening, user_of(table.first), f"tables/{table.pk}/result/", body)
    assert (answer.status_code, len(said(answer)), "You entered 35 and 40." in answer.content.decode()) == (
        409,
        1,
        True,
    )


def test_numbers_that_cannot_be_are_shown_again(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    answer = post(
        evening, user_of(table.first), f"tables/{table.pk}/result/", {"first_lost": "3x", "second_lost": "40"}
    )
    assert (answer.status_code, said(answer)) == (
        422,
        ["Nothing was saved: enter two whole numbers of defeat points, from 0 to 9999."],
    )
    assert answer.content.decode().count('value="3x"') == 1


# ── Lists ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("act", ["take-back", "hand-in", "leave-as-it-is"])
def test_a_list_that_the_page_did_not_show_is_neither_taken_back_nor_replaced(
    club: Club, davide: User, ilaria: User, act: str
) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    made = a_bn_list(ilaria)
    [first] = HandIn.objects.hand_in(evening.pk, ilaria, made.pk)
    [second] = HandIn.objects.hand_in(evening.pk, ilaria, a_bn_list(ilaria, men=5).pk)
    desk.send_back(evening.pk, davide, second.pk, "Add a medic")
    body = {"list": str(made.pk)}
    answer = post(evening, ilaria, f"{act}/", body | {"handed": first.pk})
    assert (answer.status_code, said(answer)) == (409, [MOVED_ON])
    assert [(one.pk, one.state) for one in HandIn.objects.standing()] == [(second.pk, "sent-back")]
    assert f'name="handed" value="{second.pk}"' in answer.content.decode()
    assert post(evening, ilaria, f"{act}/", body | {"handed": second.pk}).status_code == 302


@pytest.mark.parametrize("act", ["accept", "send-back"])
def test_a_list_that_was_replaced_is_not_judged(club: Club, davide: User, ilaria: User, act: str) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    [first] = HandIn.objects.hand_in(evening.pk, ilaria, a_bn_list(ilaria).pk)
    [second] = HandIn.objects.hand_in(evening.pk, ilaria, a_bn_list(ilaria, men=5).pk)
    answer = post(evening, davide, f"lists/{first.pk}/{act}/", {"remark": "Add a medic"})
    assert (answer.status_code, said(answer)) == (409, [MOVED_ON])
    assert post(evening, davide, f"lists/{second.pk}/{act}/", {"remark": "Add a medic"}).status_code == 302
    assert post(evening, davide, f"lists/{second.pk + 99}/{act}/", {"remark": "Why?"}).status_code == 404


# ── Who is in the draft ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("state", ["perhaps", "not-coming"])
def test_a_round_with_somebody_who_is_not_coming_is_published_after_a_question(
    club: Club, davide: User, state: str
) -> None:
    evening, users = a_night(club, davide)
    Round.objects.draw(evening.pk, davide, "swiss")
    Entry.objects.answer(evening.pk, users[0], state)
    browser = browser_of(davide)
    page = browser.get(f"/evenings/{evening.pk}/rounds/1/")
    word = {"perhaps": "is perhaps coming", "not-coming": "is not coming"}[state]
    assert page.context["absent"] == {"dropped": [], "doubtful": [f"{users[0]} ({word})"]}
    text = page.content.decode()
    assert text.count("Publish round 1 anyway") == 1
    seen = {"seen": page.context["seen"]}
    refused = post(evening, davide, "rounds/1/publish/", seen)
    assert (refused.status_code, said(refused)) == (
        409,
        [
            "The round was not published: a player in it is not coming, or only maybe. Publish it anyway, or "
            "re-pair it."
        ],
    )
    assert post(evening, davide, "rounds/1/publish/", seen | {"anyway": "1"}).status_code == 302
    assert f"{users[0]} coming" in who_comes(evening)
    assert log_of(evening)[-2:] == [f"davide added {users[0]}", "davide published round 1"]


def test_a_round_with_somebody_who_dropped_out_is_not_published_at_all(club: Club, davide: User) -> None:
    evening, users = a_night(club, davide)
    a_round(evening, davide)
    Round.objects.draw(evening.pk, davide, "swiss")
    leave(evening.pk, users[0])
    page = browser_of(davide).get(f"/evenings/{evening.pk}/rounds/2/")
    assert page.context["absent"] == {"dropped": [str(users[0])], "doubtful": []}
    assert "Publish round 2" not in page.content.decode()
    answer = post(evening, davide, "rounds/2/publish/", {"seen": page.context["seen"], "anyway": "1"})
    assert (answer.status_code, said(answer)) == (
        409,
        ["The round was not published: a player in it has dropped out. Re-pair it."],
    )


# ── Dropping out on the page ───────────────────────────────────────────────────────────────────────────────────────


def test_what_dropping_out_does_is_read_before(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    assert table.second
    address = f"people/{table.first_id}/drop/"
    browser, here = browser_of(davide), f"/evenings/{evening.pk}/"
    text = browser.get(here + address).content.decode()
    assert f"Round 1: the game is not played, and {table.second} gets a bye." in text
    assert f"Round 1: the game against {table.second} is still to be played." in text
    own = browser_of(user_of(table.first)).get(here)
    assert f"Round 1: the game is not played, and {table.second} gets a bye." in own.content.decode()
    Pairing.objects.say(evening.pk, user_of(table.second), table.pk, (10, 30))
    moved = post(evening, user_of(table.first), "go-home/", {"seen": own.context["leaving"].seen})
    assert (moved.status_code, said(moved)) == (409, [MOVED_ON])
    assert (
        f"Round 1: the result against {table.second} has been entered. It counts as soon as the other player "
        "confirms it or an organiser decides." in moved.content.decode()
    )
    seen = {"seen": moved.context["leaving"].seen}
    assert post(evening, user_of(table.first), "go-home/", seen).status_code == 302
    gone = browser_of(user_of(table.first)).get(here).content.decode()
    assert "You have dropped out. An organiser can reinstate you." in gone
    assert 'name="state"' not in gone
    page = browser.get(here + address)
    assert [page.context["leaving"].drops is None, page.context["leaving"].is_reinstated] == [False, []]
    assert (
        post(evening, davide, address, {"seen": page.context["leaving"].seen, "back": "1"}).status_code == 302
    )
    assert browser_of(user_of(table.first)).get(here + address).status_code == 404


def test_a_guest_drops_out_after_the_game(club: Club, davide: User) -> None:
    evening = an_evening(club, davide, limits={})
    anna, bruno = (desk.add_guest(evening.pk, davide, name) for name in ("Anna", "Bruno"))
    Round.objects.draw(evening.pk, davide, "swiss")
    [table] = Round.objects.publish(evening.pk, davide).pairings.all()
    browser, page = Client(), f"/evenings/guest/{anna.token}/"
    seen = browser.get(page).context["leaving"].seen
    assert browser.post(page + "go-home/", {"seen": seen, "after-game": "1"}).status_code == 302
    assert who_comes(evening) == ["Bruno coming", "Anna dropped"]
    assert Pairing.objects.get().forfeit is None
    for entry in (anna, bruno):
        Client().post(
            f"/evenings/guest/{entry.token}/tables/{table.pk}/result/", {"first_lost": 1, "second_lost": 2}
        )
    assert lost(table) == (1, 2)
