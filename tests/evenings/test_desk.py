"""The organiser's desk: its acts, and its content for each role."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club, Membership
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.desk import appoint
from armybuilder.evenings.actions.entries import answer, drop_out, set_dropped
from armybuilder.evenings.actions.results import enter_result
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.actions.submissions import resubmit, store_copies, submit
from armybuilder.evenings.models import Entry, Evening, HandIn, Pairing, Round
from armybuilder.evenings.pages.desk import Desk
from armybuilder.evenings.pages.people import not_here
from armybuilder.evenings.played import published_pairings, standings_of
from armybuilder.evenings.seats import Seat
from armybuilder.evenings.states import NotOpenError, OutdatedPageError
from armybuilder.notices.models import Notice
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import (
    a_bn_list,
    an_evening,
    another_organiser,
    decide,
    log_of,
    seen_draft,
    who_comes,
)
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def evening(club: Club, davide: User) -> Evening:
    """A games night of Breaking News for attackers of 150 points, whose lists stay hidden until the end."""
    return an_evening(club, davide, ruleset="bn", limits={"attacker": 150}, reveal="end")


@pytest.fixture
def handed(evening: Evening, ilaria: User) -> HandIn:
    [made] = submit(evening.pk, ilaria, a_bn_list(ilaria, name="Alpini").pk)
    return made


def change(evening: Evening, **fields: object) -> Evening:
    Evening.objects.filter(pk=evening.pk).update(**fields)
    evening.refresh_from_db()
    return evening


def told(user: User) -> list[str]:
    return [notice.kind for notice in Notice.objects.filter(user=user).order_by("pk")]


def statuses(evening: Evening, club: Club, user: User) -> dict[str, str]:
    seat = Seat(evening, Membership.objects.get(club=club, user=user))
    return {row.name: row.status for row in Desk(evening, seat, user.pk, "en").rows}


# ── Lists ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_list_sent_back_can_be_submitted_again_after_the_deadline(
    evening: Evening, handed: HandIn, club: Club, davide: User, ilaria: User
) -> None:
    desk.send_back(evening.pk, davide, handed.pk, "Add a medic")
    assert statuses(evening, club, davide) == {"ilaria": "sent-back"}
    assert told(ilaria) == ["sent-back"]
    change(evening, closed=timezone.now())
    shown = browser_of(ilaria).get(f"/evenings/{evening.pk}/").context
    assert (shown["takes_your_list"], shown["handed_by_you"][0].remark) == (True, "Add a medic")
    [other] = submit(evening.pk, ilaria, a_bn_list(ilaria, men=5).pk)
    assert (other.state, list(HandIn.objects.current())) == ("handed-in", [other])
    with refused("Nothing was changed: lists can no longer be submitted or withdrawn. Yours is as it was."):
        submit(evening.pk, ilaria, a_bn_list(ilaria, men=6).pk)


def test_a_list_sent_back_is_not_changed(evening: Evening, handed: HandIn, davide: User, ilaria: User) -> None:
    desk.send_back(evening.pk, davide, handed.pk, "Add a medic")
    assert [resubmit(evening.pk, ilaria) for _ in range(2)] == [True, False]
    handed.refresh_from_db()
    assert (handed.state, handed.withdrawn) == ("handed-in", None)


def test_nothing_is_sent_back_once_a_round_is_published(
    evening: Evening, handed: HandIn, davide: User, ilaria: User
) -> None:
    desk.send_back(evening.pk, davide, handed.pk, "Add a medic")
    change(evening, started=timezone.now())
    with pytest.raises(NotOpenError):
        desk.send_back(evening.pk, davide, handed.pk, "Add two")
    with refused("Nothing was changed: lists can no longer be submitted or withdrawn. Yours is as it was."):
        resubmit(evening.pk, ilaria)
    desk.accept(evening.pk, davide, handed.pk)


def test_a_list_that_is_not_legal_is_accepted(
    evening: Evening, handed: HandIn, club: Club, davide: User, ilaria: User
) -> None:
    HandIn.objects.update(is_legal=False, codes=["over-limit"])
    assert statuses(evening, club, davide) == {"ilaria": "illegal"}
    desk.accept(evening.pk, davide, handed.pk)
    assert statuses(evening, club, davide) == {"ilaria": "accepted"}
    assert told(ilaria) == ["accepted"]
    assert log_of(evening)[-1] == "davide accepted the list of ilaria"


def test_a_replaced_list_is_neither_sent_back_nor_accepted(
    evening: Evening, handed: HandIn, davide: User, ilaria: User
) -> None:
    submit(evening.pk, ilaria, a_bn_list(ilaria, men=5).pk)
    with pytest.raises(OutdatedPageError):
        desk.send_back(evening.pk, davide, handed.pk, "?")
    with pytest.raises(OutdatedPageError):
        desk.accept(evening.pk, davide, handed.pk)


def test_the_reasons_of_an_illegal_list_are_stored(evening: Evening, davide: User, ilaria: User) -> None:
    from armybuilder.evenings.eligibility import sheet_for

    entry = answer(evening.pk, ilaria, "coming")
    sheet = sheet_for(evening, a_bn_list(ilaria, men=30).roster)
    [kept] = store_copies(evening, entry, [sheet], davide, is_accepted=True)
    assert (kept.is_legal, kept.codes, kept.state, kept.handed_by) == (
        False,
        ["over-limit"],
        "accepted",
        davide,
    )
    assert log_of(evening)[-1] == "davide submitted a list for ilaria"


# ── People ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_someone_is_checked_in_and_comes_thereby(evening: Evening, davide: User, ilaria: User) -> None:
    entry = answer(evening.pk, ilaria, "perhaps")
    for is_here in (True, True, False, False):
        checked = desk.check_in(evening.pk, davide, entry.pk, is_here=is_here)
        assert (bool(checked.checked_in), checked.state) == (is_here, "coming")
    assert log_of(evening)[-2:] == ["davide checked in ilaria", "davide undid the check-in of ilaria"]


def test_someone_is_added_and_is_here_once_the_games_night_has_begun(
    evening: Evening, marta: User, davide: User, ilaria: User
) -> None:
    assert desk.add_member(evening.pk, davide, ilaria.pk).checked_in is None
    change(evening, start=timezone.now())
    assert desk.add_guest(evening.pk, davide, "Anna").checked_in
    desk.add_member(evening.pk, davide, ilaria.pk)
    assert who_comes(evening) == ["ilaria coming", "Anna coming"]
    appoint(evening.pk, davide, marta.pk)
    with refused("Nothing was changed: a referee cannot play at the same games night."):
        desk.add_member(evening.pk, davide, marta.pk)
    change(evening, guests_allowed=False)
    with refused("This games night is members only. Change that first to invite guests."):
        desk.add_guest(evening.pk, davide, "Bruno")


def test_players_without_a_list_are_reminded_once_an_hour(
    evening: Evening, handed: HandIn, marta: User, davide: User
) -> None:
    answer(evening.pk, marta, "perhaps")
    desk.add_guest(evening.pk, davide, "Anna")
    assert [desk.remind(evening.pk, davide) for _ in range(2)] == [["marta"], []]
    Entry.objects.update(reminded=timezone.now() - timedelta(hours=2))
    assert desk.remind(evening.pk, davide, Entry.objects.get(user=marta).pk) == ["marta"]
    Entry.objects.update(reminded=timezone.now() + timedelta(days=1))  # by a clock that was set back
    assert desk.remind(evening.pk, davide) == ["marta"]
    assert told(marta).count("reminder") == 3
    assert log_of(evening)[-1] == "davide reminded marta"
    change(evening, closed=timezone.now())
    with pytest.raises(NotOpenError):
        desk.remind(evening.pk, davide)


def test_only_organisers_of_a_games_night_that_is_on_do_all_this(
    evening: Evening, handed: HandIn, davide: User, ilaria: User
) -> None:
    acts: list[Callable[[User], object]] = [
        lambda user: desk.send_back(evening.pk, user, handed.pk, "Why?"),
        lambda user: desk.accept(evening.pk, user, handed.pk),
        lambda user: desk.check_in(evening.pk, user, handed.entry_id, is_here=True),
        lambda user: desk.add_guest(evening.pk, user, "Anna"),
        lambda user: desk.add_member(evening.pk, user, ilaria.pk),
        lambda user: desk.remind(evening.pk, user),
    ]
    for act in acts:
        with pytest.raises(NotAllowedError):
            act(ilaria)
    change(evening, started=timezone.now(), finished=timezone.now())
    for act in acts:
        with pytest.raises(NotOpenError):
            act(davide)


# ── Leaving early, and who is present ──────────────────────────────────────────────────────────────────────────────


def points(evening: Evening) -> dict[int, int]:
    evening.refresh_from_db()
    return {row.entry: row.score for row in standings_of(evening, published_pairings(evening))}


def test_dropping_out_gives_the_opponent_a_win_until_reinstated(played: Evening, davide: User) -> None:
    table = Pairing.objects.get(round__evening=played, second__isnull=False)
    gone, left = table.first, table.second
    assert left
    assert left.user
    assert gone.user
    drop_out(played.pk, gone.user)
    assert (points(played)[left.pk], points(played)[gone.pk]) == (3, 0)
    with refused("Nothing was changed: the result is already confirmed. An organiser can correct it."):
        enter_result(played.pk, left.user, table.pk, (1, 2))
    page = browser_of(davide).get(f"/evenings/{played.pk}/rounds/1/").context
    shown = [page["yours"], *page["tables"]]
    assert [one.gone for one in shown if one and one.pk == table.pk] == [str(gone)]
    other = another_organiser(played)
    set_dropped(played.pk, other, gone.pk, dropped=False)
    assert points(played)[left.pk] == 0
    enter_result(played.pk, left.user, table.pk, (1, 2))
    set_dropped(played.pk, other, gone.pk, dropped=True)
    decide(played, table, (30, 40))
    assert (points(played)[left.pk], points(played)[gone.pk]) == (0, 3)


def test_a_draft_with_someone_who_went_home_is_not_published(played: Evening, marta: User, davide: User) -> None:
    draw(played.pk, davide, "swiss")
    drop_out(played.pk, marta)
    with refused("The round was not published: a player in it has dropped out. Re-pair it."):
        publish(played.pk, davide)
    draw(played.pk, davide, "swiss")
    publish(played.pk, davide)


def test_one_goes_home_from_what_is_played_alone(evening: Evening, ilaria: User) -> None:
    answer(evening.pk, ilaria, "coming")
    with pytest.raises(NotOpenError):
        drop_out(evening.pk, ilaria)


def test_pairing_asks_about_players_who_are_not_checked_in(
    played: Evening, marta: User, davide: User, ilaria: User
) -> None:
    here, seen = f"/evenings/{played.pk}/rounds/2/", {"method": "lot", "seen": "none"}
    draw, ask = here + "draw/", here + "who/?method=lot&seen=none"
    assert not_here(played) == []
    first, second, third = Entry.objects.filter(evening=played).order_by("pk")
    for entry in (first, second):
        desk.check_in(played.pk, davide, entry.pk, is_here=True)
    asked = browser_of(davide).post(draw, seen)
    assert (asked["Location"], Round.objects.filter(published=None).count()) == (ask, 0)
    assert browser_of(davide).get(ask).context["absent"] == [third]
    assert browser_of(ilaria).get(ask).status_code == 404
    browser_of(davide).post(draw, seen | {"who": "here"})
    [pairing] = Pairing.objects.filter(round__published=None)
    assert {pairing.first, pairing.second} == {first, second}
    browser_of(davide).post(draw, seen | {"who": "all"} | seen_draft(played))
    assert Pairing.objects.filter(round__published=None).count() == 2


# ── The page ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_desk_names_no_hidden_list_and_shows_codes_to_players(
    evening: Evening, handed: HandIn, marta: User, davide: User, ilaria: User, paolo: User
) -> None:
    HandIn.objects.update(is_legal=False, codes=["over-limit"])
    address = f"/evenings/{evening.pk}/desk/"

    def seen(user: User) -> tuple[int, bool, bool, bool]:
        answer = browser_of(user).get(address)
        text = answer.content.decode()
        return answer.status_code, "over-limit" in text, "Alpini" in text, f'/lists/{handed.pk}/"' in text

    assert [seen(user)[0] for user in (ilaria, paolo)] == [404, 404]
    assert seen(davide) == (200, True, False, True)
    answer(evening.pk, davide, "coming")
    assert seen(davide) == (200, True, False, False)
    appoint(evening.pk, davide, marta.pk)
    assert seen(marta)[2:] == (False, True)  # opening it shows the name, and is logged


def test_missing_items_are_listed_with_links(
    evening: Evening, handed: HandIn, marta: User, davide: User, club: Club
) -> None:
    desk.add_guest(evening.pk, davide, "Anna")
    answer(evening.pk, marta, "perhaps")
    HandIn.objects.update(is_legal=False)
    page = browser_of(davide).get(f"/evenings/{evening.pk}/desk/")
    found = page.context["desk"]
    with translation.override("en"):
        assert [words for _entry, words in found.todo] == [
            "1 has a list that is not legal: send it back or accept it",
            "1 is coming and has not submitted",
            "1 might be coming",
        ]
    assert [f'href="#e{entry}"' in page.content.decode() for entry, _words in found.todo] == [True] * 3
    assert (found.coming, found.handed_in, found.missing) == (2, 1, 1)
    assert page.context["unanswered"] == [davide]


def test_the_current_tasks_are_not_folded(evening: Evening, handed: HandIn, marta: User, davide: User) -> None:
    answer(evening.pk, marta, "coming")

    def shown() -> dict[str, tuple[bool, str]]:
        found = browser_of(davide).get(f"/evenings/{evening.pk}/desk/").context["desk"]
        return {row.name: (row.is_open, row.quick) for row in found.rows}

    assert shown() == {"ilaria": (False, ""), "marta": (False, "remind")}
    HandIn.objects.update(is_legal=False)
    assert shown() == {"ilaria": (True, ""), "marta": (False, "remind")}
    change(evening, start=timezone.now())
    desk.check_in(evening.pk, davide, handed.entry_id, is_here=True)
    assert shown() == {"ilaria": (True, ""), "marta": (False, "here")}
    change(evening, started=timezone.now())
    assert shown() == {"ilaria": (False, ""), "marta": (False, "here")}
    change(evening, finished=timezone.now())
    assert shown() == {"ilaria": (False, ""), "marta": (False, "")}


def test_acts_of_the_page(evening: Evening, handed: HandIn, davide: User, ilaria: User, marta: User) -> None:
    browser, here = browser_of(davide), f"/evenings/{evening.pk}/"

    def post(act: str, **fields: str) -> str:
        answer = browser.post(here + act, fields)
        return str(answer.headers.get("Location", answer.status_code)).removeprefix(here)

    row = f"desk/#e{handed.entry_id}"
    assert post(f"lists/{handed.pk}/send-back/", remark=" ") == "422"
    assert post(f"lists/{handed.pk}/send-back/", remark="Why?") == row
    assert post(f"lists/{handed.pk}/accept/") == row
    assert post(f"people/{handed.entry_id}/check-in/") == row
    asked = {"then": "who", "method": "lot", "round": "2", "seen": "none"}
    assert post(f"people/{handed.entry_id}/check-in/", **asked) == "rounds/2/who/?method=lot&seen=none"
    assert post(f"people/{handed.entry_id}/check-in/", back="1") == row
    assert post("desk/add/", name="") == "422"
    post("desk/add/", name="Anna")
    post("desk/add/", user=str(marta.pk))
    assert post("desk/remind/") == "desk/"
    drop = f"people/{handed.entry_id}/drop/"
    assert post(drop, then="desk") == "409"
    seen = browser.get(here + drop).context["leaving"].seen
    assert post(drop, then="desk", seen=seen) == row
    assert who_comes(evening) == ["Anna coming", "marta coming", "ilaria dropped"]


@pytest.mark.parametrize(("many", "members", "rounds"), [(2, 3, 1), (24, 40, 4)])
def test_queries_of_the_desk_do_not_grow(
    evening: Evening,
    handed: HandIn,
    davide: User,
    many: int,
    members: int,
    rounds: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    entries = Entry.objects.bulk_create(
        Entry(evening=evening, guest_name=f"Anna {n}", state="coming") for n in range(many)
    )
    copy = {"role": "attacker", "name": "A", "document": handed.document, "digest": "d", "is_legal": False}
    HandIn.objects.bulk_create(HandIn(entry=entry, **copy) for entry in entries)
    User.objects.bulk_create(User(username=f"member{n}") for n in range(members))
    played = Round.objects.bulk_create(
        Round(evening=evening, number=n + 1, method="lot", seed=n, published=timezone.now()) for n in range(rounds)
    )
    Pairing.objects.bulk_create(
        Pairing(round=one, first=first, second=second, table=n + 1)
        for one in played
        for n, (first, second) in enumerate(zip(entries[::2], entries[1::2], strict=True))
    )
    change(evening, started=timezone.now())
    everybody = User.objects.filter(username__startswith="member")
    Membership.objects.bulk_create(Membership(club=evening.club, user=user) for user in everybody)
    appoint(evening.pk, davide, everybody[0].pk)
    browser = browser_of(everybody[0])
    browser.get(f"/evenings/{evening.pk}/desk/")
    # Session, user, games night, membership, own entry, referee, submitted, coming, unanswered, rounds, results,
    # disputed tables, referees, notifications.
    with django_assert_num_queries(14):
        assert len(browser.get(f"/evenings/{evening.pk}/desk/").context["desk"].rows) == many + 1
    browser.get(f"/evenings/{evening.pk}/rounds/1/")
    # Session, user, games night, membership, round, coming, pairings, still playing, tables, entered results,
    # rounds, referees, notifications.
    with django_assert_num_queries(13):
        assert len(browser.get(f"/evenings/{evening.pk}/rounds/1/").context["tables"]) == many // 2
