"""Acts from an outdated page: refused with a sentence, on the current page, with the user's input."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.desk import mark_checked
from armybuilder.evenings.actions.entries import answer, drop_out, set_dropped
from armybuilder.evenings.actions.results import decide_result, enter_result
from armybuilder.evenings.actions.rounds import draw, publish, set_closed, unpair, unpublish
from armybuilder.evenings.actions.submissions import submit, withdraw
from armybuilder.evenings.models import Entry, Evening, HandIn, Pairing, Round
from armybuilder.evenings.versions import round_version
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, an_evening, log_of, seen_draft, who_comes
from tests.evenings.test_guests import document
from tests.evenings.test_playing import a_night, a_round, lost, user_of

pytestmark = pytest.mark.usefixtures("loaded_rules")

MOVED_ON = "Nothing was changed: the page has changed since you opened it. Look at it again."
NO_DRAFT = "Nothing was changed: the round has been published or paired again. Look at it again."


def said(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


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
    """Return each act on the page of a draft, with its data without `seen`."""
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


@pytest.mark.parametrize("meanwhile", ["published", "next drafted", "re-paired", "somebody new", "not coming"])
def test_an_old_tab_of_a_draft(club: Club, davide: User, marta: User, meanwhile: str) -> None:
    """Publish round 1 never publishes draft 2, or a draft other than the one on the page."""
    evening, users = a_night(club, davide)
    acts = acts_of_a_draft(draw(evening.pk, davide, "swiss"))
    seen = seen_draft(evening)
    if meanwhile in ("published", "next drafted"):
        publish(evening.pk, davide)
    if meanwhile == "next drafted" or meanwhile == "re-paired":
        draw(evening.pk, davide, "swiss")
    elif meanwhile == "somebody new":
        answer(evening.pk, marta, "coming")
    elif meanwhile == "not coming":
        answer(evening.pk, users[0], "not-coming")
    before, log, browser = rounds_of(evening), log_of(evening), browser_of(davide)
    for act, body in acts.items() if meanwhile == "next drafted" else [("publish", {})]:
        response: Any = browser.post(f"/evenings/{evening.pk}/rounds/1/{act}/", body | seen)
        assert (response.status_code, said(response)[0]) in [(409, MOVED_ON), (409, NO_DRAFT)], act
        assert response.context["round"].number == 1
        assert (rounds_of(evening), log_of(evening)) == (before, log), act


@pytest.mark.parametrize("act", ACTS)
def test_the_current_page_can_act(club: Club, davide: User, act: str) -> None:
    """A request without a version cannot."""
    evening, users = a_night(club, davide)
    draw(evening.pk, davide, "swiss")
    if act == "together":
        for pairing in Pairing.objects.all():
            unpair(evening.pk, davide, pairing.pk)
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
        set_closed(evening.pk, davide, 1, closed=True)
    else:
        unpublish(evening.pk, davide)
        draw(evening.pk, davide, "swiss")
        publish(evening.pk, davide)
    before = rounds_of(evening)
    response = post(evening, davide, "rounds/1/take-back/", seen)
    assert (response.status_code, said(response), rounds_of(evening)) == (409, [MOVED_ON], before)
    last = evening.rounds.last()
    assert last
    now = {"seen": browser_of(davide).get(f"/evenings/{evening.pk}/rounds/{last.number}/").context["seen"]}
    assert post(evening, davide, f"rounds/{last.number}/take-back/", now).status_code == 302


def test_the_next_round_is_paired_only_once(club: Club, davide: User, marta: User) -> None:
    """Two organisers press "Pair the next round": a draft already changed by hand stays."""
    evening, _ = a_night(club, davide)
    a_round(evening, davide)
    body = {"method": "swiss", "seen": "none"}
    assert post(evening, davide, "rounds/2/draw/", body).status_code == 302
    before = rounds_of(evening)
    response = post(evening, marta, "rounds/2/draw/", body)
    assert (response.status_code, said(response), rounds_of(evening)) == (409, [MOVED_ON], before)
    assert response.context["round"].number == 2


def test_a_night_is_not_finished_over_a_draft_that_the_page_did_not_show(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    a_round(evening, davide)
    seen = browser_of(davide).get(f"/evenings/{evening.pk}/desk/").context["progress"].seen
    draw(evening.pk, davide, "swiss")
    response = post(evening, davide, "finish/", {"seen": seen})
    assert (response.status_code, said(response)) == (409, [MOVED_ON])
    seen = response.context["progress"].seen
    assert evening.rounds.count() == 2
    assert post(evening, davide, "finish/", {"seen": seen}).status_code == 302


# ── Results ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_result_that_another_organiser_entered_is_not_overwritten_unseen(
    club: Club, davide: User, marta: User
) -> None:
    """The input stays in the form, and the page repeats it."""
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    page = browser_of(davide).get(f"/evenings/{evening.pk}/rounds/1/").context["tables"]
    [seen] = [shown.seen for shown in page if shown.pk == table.pk]
    decide_result(evening.pk, marta, table.pk, (5, 50))
    body = {"first_lost": "35", "second_lost": "40", "decide": "1", "seen": seen}
    response = post(evening, davide, f"tables/{table.pk}/result/", body)
    assert (response.status_code, said(response), lost(table)) == (409, [MOVED_ON], (5, 50))
    text = response.content.decode()
    assert "You entered 35 and 40." in text
    typed = re.findall(rf'id="lost-{table.pk}-(\d)"[^>]* value="(\d+)"', text)
    assert sorted(typed) == [("1", "35"), ("2", "40")]
    [now] = [shown.seen for shown in response.context["tables"] if shown.pk == table.pk]
    assert post(evening, davide, f"tables/{table.pk}/result/", body | {"seen": now}).status_code == 302
    assert lost(table) == (35, 40)


def test_a_result_is_confirmed_as_it_was_shown(club: Club, davide: User) -> None:
    """The opponent has changed it since, so the old result is not confirmed."""
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    one, other = user_of(table.first), user_of(table.second)
    enter_result(evening.pk, one, table.pk, (10, 30))
    shown = browser_of(other).get(f"/evenings/{evening.pk}/rounds/1/").context["yours"]
    body = {"first_lost": 10, "second_lost": 30, "confirm": 1, "seen": shown.seen}
    enter_result(evening.pk, one, table.pk, (20, 30))
    response = post(evening, other, f"tables/{table.pk}/result/", body)
    assert (response.status_code, said(response), table.claims.count()) == (409, [MOVED_ON], 1)
    now = response.context["yours"]
    assert (now.others.first_lost, now.others.second_lost) == (20, 30)
    post(evening, other, f"tables/{table.pk}/result/", body | {"first_lost": 20, "seen": now.seen})
    assert lost(table) == (20, 30)


@pytest.mark.parametrize("meanwhile", ["settled", "closed", "dropped", "re-paired"])
def test_refused_input_of_a_player_is_shown_again(club: Club, davide: User, meanwhile: str) -> None:
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    if meanwhile == "settled":
        decide_result(evening.pk, davide, table.pk, (0, 5))
    elif meanwhile == "closed":
        set_closed(evening.pk, davide, 1, closed=True)
    elif meanwhile == "dropped":
        set_dropped(evening.pk, davide, table.second_id or 0, dropped=True)
    else:
        unpublish(evening.pk, davide)
        draw(evening.pk, davide, "swiss")
        publish(evening.pk, davide)
    body = {"first_lost": 35, "second_lost": 40}
    response = post(evening, user_of(table.first), f"tables/{table.pk}/result/", body)
    assert (
        response.status_code,
        len(said(response)),
        "You entered 35 and 40." in response.content.decode(),
    ) == (
        409,
        1,
        True,
    )


def test_impossible_numbers_are_shown_again(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    response = post(
        evening, user_of(table.first), f"tables/{table.pk}/result/", {"first_lost": "3x", "second_lost": "40"}
    )
    assert (response.status_code, said(response)) == (
        422,
        ["Nothing was saved: enter two whole numbers of defeat points, from 0 to 9999."],
    )
    assert response.content.decode().count('value="3x"') == 1


# ── Lists ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("act", ["take-back", "hand-in", "leave-as-it-is"])
def test_a_list_not_on_the_page_is_neither_withdrawn_nor_replaced(
    club: Club, davide: User, ilaria: User, act: str
) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    made = a_bn_list(ilaria)
    [first] = submit(evening.pk, ilaria, made.pk)
    [second] = submit(evening.pk, ilaria, a_bn_list(ilaria, men=5).pk)
    desk.send_back(evening.pk, davide, second.pk, "Add a medic")
    body = {"list": str(made.pk)}
    response = post(evening, ilaria, f"{act}/", body | {"handed": first.pk})
    assert (response.status_code, said(response)) == (409, [MOVED_ON])
    assert [(one.pk, one.state) for one in HandIn.objects.current()] == [(second.pk, "sent-back")]
    assert f'name="handed" value="{second.pk}"' in response.content.decode()
    assert post(evening, ilaria, f"{act}/", body | {"handed": second.pk}).status_code == 302


@pytest.mark.parametrize("act", ["accept", "send-back"])
def test_a_replaced_list_cannot_be_accepted_or_sent_back(club: Club, davide: User, ilaria: User, act: str) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    [first] = submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    [second] = submit(evening.pk, ilaria, a_bn_list(ilaria, men=5).pk)
    response = post(evening, davide, f"lists/{first.pk}/{act}/", {"remark": "Add a medic"})
    assert (response.status_code, said(response)) == (409, [MOVED_ON])
    assert post(evening, davide, f"lists/{second.pk}/{act}/", {"remark": "Add a medic"}).status_code == 302
    assert post(evening, davide, f"lists/{second.pk + 99}/{act}/", {"remark": "Why?"}).status_code == 404


# ── The games night itself ─────────────────────────────────────────────────────────────────────────────────────────


def later(evening: Evening) -> None:
    Evening.objects.filter(pk=evening.pk).update(start=evening.start + timedelta(days=1))


def with_another_note(evening: Evening) -> None:
    Evening.objects.filter(pk=evening.pk).update(note="Bring dice")


def announced_and_called_off(evening: Evening) -> None:
    for state in ("open", "called-off"):
        Evening.objects.filter(pk=evening.pk).update(state=state)


def reopened_once(evening: Evening) -> None:
    Evening.objects.filter(pk=evening.pk).update(deadline=evening.start)


#: Each act of organisers on a games night: the state before, the change meanwhile, and the state afterwards.
NIGHTS: list[tuple[str, dict[str, Any], Callable[[Evening], None], tuple[str, bool]]] = [
    ("announce", {"state": "draft"}, with_another_note, ("open", False)),
    ("announce", {"state": "called-off"}, later, ("open", False)),
    ("announce", {"state": "draft"}, announced_and_called_off, ("open", False)),
    ("call-off", {}, later, ("called-off", False)),
    ("close", {}, reopened_once, ("open", True)),
    ("reopen", {"closed": timezone.now()}, later, ("open", False)),
]


@pytest.mark.parametrize(
    ("act", "before", "meanwhile", "after"), NIGHTS, ids=[f"{row[0]} {row[2].__name__}" for row in NIGHTS]
)
def test_an_old_tab_of_a_games_night(
    club: Club,
    davide: User,
    act: str,
    before: dict[str, Any],
    meanwhile: Callable[[Evening], None],
    after: tuple[str, bool],
) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    Evening.objects.filter(pk=evening.pk).update(**before)
    at_desk = act in ("close", "reopen")
    page, there = ("desk/", {"then": "desk"}) if at_desk else ("", {})
    seen = seen_of(browser_of(davide).get(f"/evenings/{evening.pk}/{page}"), f"{act}/")
    meanwhile(Evening.objects.get(pk=evening.pk))
    now, log = how_it_is(evening), log_of(evening)
    response = post(evening, davide, f"{act}/", {"seen": seen} | there)
    assert (response.status_code, said(response)) == (409, [MOVED_ON])
    assert (how_it_is(evening), log_of(evening)) == (now, log)
    assert post(evening, davide, f"{act}/", {"seen": seen_of(response, f"{act}/")} | there).status_code == 302
    assert how_it_is(evening) == after


def how_it_is(evening: Evening) -> tuple[str, bool]:
    found = Evening.objects.get(pk=evening.pk)
    return found.state, found.closed is not None


def seen_of(response: Any, act: str) -> str:
    """Return the form of an act on a page."""
    form = re.search(
        rf'action="[^"]*{act}"[^>]*>(?:\s*<input type="hidden"[^>]*>)*?\s*'
        r'<input type="hidden" name="seen" value="(\w+)"',
        response.content.decode(),
    )
    assert form
    return form[1]


@pytest.mark.parametrize("page", ["evening", "club", "guest"])
def test_an_answer_from_an_old_tab(club: Club, davide: User, ilaria: User, page: str) -> None:
    """A second tap on the same button is ignored."""
    evening = an_evening(club, davide, limits={})
    guest = desk.add_guest(evening.pk, davide, "Anna")
    here = f"/evenings/guest/{guest.token}/" if page == "guest" else f"/evenings/{evening.pk}/"
    browser = Client(headers={"accept-language": "en"}) if page == "guest" else browser_of(ilaria)
    address = here if page == "guest" else f"{here}answer/"
    shown = f"/clubs/{club.pk}/" if page == "club" else here
    mine = Entry.objects.filter(user=None if page == "guest" else ilaria, evening=evening)
    states = [("coming", "perhaps"), ("perhaps", "not-coming"), ("not-coming", "perhaps")]
    for state, other in states if page == "evening" else states[:1]:
        for meanwhile in ("answered otherwise", "moved"):
            if page == "guest":
                mine.update(state="coming")
            else:
                mine.delete()
            seen = seen_of(browser.get(shown), address)
            if meanwhile == "moved":
                later(Evening.objects.get())
            else:
                assert browser.post(address, {"state": other}).status_code == 302
            before = list(mine.values_list("state", flat=True))
            response = browser.post(address, {"state": state, "seen": seen})
            if before == [state]:  # nothing changes
                assert response.status_code == 302
            else:
                assert (response.status_code, MOVED_ON in response.content.decode()) == (409, True)
            assert list(mine.values_list("state", flat=True)) == before
            now = {"state": state, "seen": seen_of(browser.get(here), address)}
            assert [browser.post(address, now).status_code for _tap in range(2)] == [302, 302]
            assert [one.state for one in mine] == [state]


# ── Pasted lists and spreadsheets ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("at_desk", [False, True])
def test_a_pasted_list_does_not_replace_what_the_page_did_not_show(club: Club, davide: User, at_desk: bool) -> None:
    """The pasted text is kept."""
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    guest = desk.add_guest(evening.pk, davide, "Anna")
    browser = browser_of(davide) if at_desk else Client(headers={"accept-language": "en"})
    address = f"/evenings/{evening.pk}/desk/{guest.pk}/list/" if at_desk else f"/evenings/guest/{guest.token}/list/"
    seen = browser.get(address).context["seen"]
    body = {"text": document(), "role": "attacker", "seen": seen}
    seen = browser.post(address, body).context["seen"]
    first = Client().post(f"/evenings/guest/{guest.token}/list/", body | {"text": document(men=5), "make": "1"})
    assert first.status_code == 302
    [before] = HandIn.objects.current().values_list("pk", flat=True)
    response = browser.post(address, body | {"seen": seen, "make": "1"})
    text = response.content.decode()
    assert (response.status_code, response.context["refused"], response.context["text"]) == (
        409,
        MOVED_ON,
        body["text"],
    )
    assert "A list has been submitted already. A new one of the same role replaces it." in text
    assert [*HandIn.objects.current().values_list("pk", flat=True)] == [before]
    again = browser.post(address, body | {"seen": response.context["seen"], "make": "1"})
    assert (again.status_code, HandIn.objects.current().filter(pk=before).exists()) == (302, False)


@pytest.mark.parametrize("meanwhile", ["replaced", "taken back", "checked by another"])
def test_a_sheet_is_not_checked_on_a_page_that_has_moved_on(
    club: Club, davide: User, ilaria: User, marta: User, meanwhile: str
) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150}, reveal="lock")
    [handed] = submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    mark_checked(evening.pk, davide, handed.pk, is_done=True)
    browser = browser_of(davide)
    page = f"/evenings/{evening.pk}/check/?code={handed.shown_code}&open=1"
    seen = browser.get(page).context["seen"]
    if meanwhile == "replaced":
        submit(evening.pk, ilaria, a_bn_list(ilaria, men=5).pk)
    elif meanwhile == "taken back":
        withdraw(evening.pk, ilaria)
    else:
        mark_checked(evening.pk, davide, handed.pk, is_done=False)
        mark_checked(evening.pk, davide, handed.pk, is_done=True)
    before = HandIn.objects.get(pk=handed.pk).compared
    act = f"lists/{handed.pk}/compared/"
    response = post(evening, davide, act, {"seen": seen, "back": "1"})
    assert (response.status_code, said(response)) == (409, [MOVED_ON])
    assert HandIn.objects.get(pk=handed.pk).compared == before
    now = {"seen": browser.get(page).context["seen"], "back": "1"}
    assert post(evening, davide, act, now).status_code == (302 if meanwhile == "checked by another" else 409)


# ── Who is in the draft ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("state", ["perhaps", "not-coming"])
def test_publishing_a_round_with_a_player_who_is_not_coming_asks_first(club: Club, davide: User, state: str) -> None:
    evening, users = a_night(club, davide)
    draw(evening.pk, davide, "swiss")
    answer(evening.pk, users[0], state)
    browser = browser_of(davide)
    page = browser.get(f"/evenings/{evening.pk}/rounds/1/")
    word = {"perhaps": "might be coming", "not-coming": "is not coming"}[state]
    assert page.context["absent"] == {"dropped": [], "doubtful": [f"{users[0]} ({word})"]}
    text = page.content.decode()
    assert text.count("Publish round 1 anyway") == 1
    seen = {"seen": page.context["seen"]}
    refused = post(evening, davide, "rounds/1/publish/", seen)
    assert (refused.status_code, said(refused)) == (
        409,
        [
            "The round was not published: a player in it is not coming, or might not be. "
            "Publish it anyway, or re-pair it."
        ],
    )
    assert post(evening, davide, "rounds/1/publish/", seen | {"anyway": "1"}).status_code == 302
    assert f"{users[0]} coming" in who_comes(evening)
    assert log_of(evening)[-2:] == [f"davide added {users[0]}", "davide published round 1"]


def test_a_round_with_a_dropped_player_is_never_published(club: Club, davide: User) -> None:
    evening, users = a_night(club, davide)
    a_round(evening, davide)
    draw(evening.pk, davide, "swiss")
    drop_out(evening.pk, users[0])
    page = browser_of(davide).get(f"/evenings/{evening.pk}/rounds/2/")
    assert page.context["absent"] == {"dropped": [str(users[0])], "doubtful": []}
    assert "Publish round 2" not in page.content.decode()
    response = post(evening, davide, "rounds/2/publish/", {"seen": page.context["seen"], "anyway": "1"})
    assert (response.status_code, said(response)) == (
        409,
        ["The round was not published: a player in it has dropped out. Re-pair it."],
    )


# ── Dropping out on the page ───────────────────────────────────────────────────────────────────────────────────────


def test_the_effects_of_dropping_out_are_shown_first(club: Club, davide: User) -> None:
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
    enter_result(evening.pk, user_of(table.second), table.pk, (10, 30))
    moved = post(evening, user_of(table.first), "go-home/", {"seen": own.context["leaving"].seen})
    assert (moved.status_code, said(moved)) == (409, [MOVED_ON])
    assert (
        f"Round 1: the result against {table.second} has been entered. It counts once the other player "
        "confirms it or an organiser decides." in moved.content.decode()
    )
    seen = {"seen": moved.context["leaving"].seen}
    assert post(evening, user_of(table.first), "go-home/", seen).status_code == 302
    gone = browser_of(user_of(table.first)).get(here).content.decode()
    assert "You have dropped out. An organiser can reinstate you." in gone
    assert 'name="state"' not in gone
    page = browser.get(here + address)
    assert [page.context["leaving"].drops is None, page.context["leaving"].is_reinstated] == [False, []]
    assert post(evening, davide, address, {"seen": page.context["leaving"].seen, "back": "1"}).status_code == 302
    assert browser_of(user_of(table.first)).get(here + address).status_code == 404


def test_a_guest_drops_out_after_the_game(club: Club, davide: User) -> None:
    evening = an_evening(club, davide, limits={})
    anna, bruno = (desk.add_guest(evening.pk, davide, name) for name in ("Anna", "Bruno"))
    draw(evening.pk, davide, "swiss")
    [table] = publish(evening.pk, davide).pairings.all()
    browser, page = Client(), f"/evenings/guest/{anna.token}/"
    seen = browser.get(page).context["leaving"].seen
    assert browser.post(page + "go-home/", {"seen": seen, "after-game": "1"}).status_code == 302
    assert who_comes(evening) == ["Bruno coming", "Anna dropped"]
    assert Pairing.objects.get().forfeit is None
    for entry in (anna, bruno):
        Client().post(f"/evenings/guest/{entry.token}/tables/{table.pk}/result/", {"first_lost": 1, "second_lost": 2})
    assert lost(table) == (1, 2)
