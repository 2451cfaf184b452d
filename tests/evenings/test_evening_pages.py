"""The pages of games nights, for each of their users."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import save_house_rules
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import answer
from armybuilder.evenings.actions.planning import OPEN_EVENINGS_AT_MOST, call_off, plan_evening
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Entry, Evening
from armybuilder.evenings.pages.people import Leaving
from armybuilder.evenings.templatetags.evenings import counts_of
from armybuilder.evenings.versions import round_version
from rules.catalogue import current_version
from rules.models import RulesetVersion
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, a_plan, an_evening, in_days, seen_draft, who_comes

pytestmark = pytest.mark.usefixtures("loaded_rules")


def posted(**fields: str) -> dict[str, str]:
    """Return an organiser's input, with the time of a usual games night."""
    day = in_days(7).date().isoformat()
    return {
        "day": day,
        "hour": "20:30",
        "game": "rth-it",
        "brings": "pair",
        "due": "start",
        "guests": "1",
    } | fields


def new(club: Club) -> str:
    return f"/clubs/{club.pk}/evenings/new/"


def page(evening: Evening, act: str = "") -> str:
    return f"/evenings/{evening.pk}/{act}"


def errors(user: User, club: Club, **fields: str) -> dict[str, list[str]]:
    """Return the errors of the input."""
    response = browser_of(user).post(new(club), posted(**fields))
    assert (response.status_code, Evening.objects.count()) == (422, 0)
    found: dict[str, list[str]] = dict(response.context["form"].errors)
    return found


def said(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


# ── Planning ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_planning_and_announcing_one(club: Club, davide: User) -> None:
    response = browser_of(davide).post(new(club), posted(name="Linea Gotica", announce="1"))
    evening = Evening.objects.get()
    assert (response["Location"], evening.state) == (page(evening), "open")
    assert (evening.start, evening.limits) == (in_days(7), {"attacker": 150, "defender": 90})
    assert (evening.catalogue.id, evening.guests_allowed) == ("rth-it", True)


def test_a_draft_is_announced_later_or_discarded(club: Club, davide: User) -> None:
    browser = browser_of(davide)
    browser.post(new(club), posted())
    browser.post(new(club), posted())
    first, second = Evening.objects.order_by("created")
    assert said(browser.post(page(first, "announce/"), follow=True))[-1:] == [
        "Announced. Send the members the address of this page."
    ]
    assert browser.post(page(second, "discard/"))["Location"] == f"/clubs/{club.pk}/"
    assert [evening.state for evening in Evening.objects.all()] == ["open"]


@pytest.mark.parametrize(
    ("fields", "limits"),
    [
        ({"brings": "attacker"}, {"attacker": 150}),
        ({"brings": "pair", "attacker": "120", "open": "7"}, {"attacker": 120, "defender": 90}),
        ({"brings": "open"}, {"open": None}),
        ({"brings": "open", "open": "200"}, {"open": 200}),
        ({"brings": "nothing"}, {}),
        ({"game": "bi"}, {"attacker": None, "defender": None}),
        ({"game": "bi", "attacker": "80"}, {"attacker": 80, "defender": None}),
    ],
)
def test_limits_are_those_of_the_rules_or_ones_own(
    club: Club, davide: User, fields: dict[str, str], limits: dict[str, int | None]
) -> None:
    """150 and 90 (rth §4.0); games without points have none."""
    browser_of(davide).post(new(club), posted(**fields))
    assert Evening.objects.get().limits == limits


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"day": ""}, {"day": ["Enter the day as 17/12/2026."]}),
        ({"day": "31/2/2027"}, {"day": ["Enter the day as 17/12/2026."]}),
        ({"hour": "half past"}, {"hour": ["Enter the time as 20:30."]}),
        ({"day": "2020-01-01"}, {"day": ["That is in the past: choose a later day or time."]}),
        ({"day": "2206-01-01"}, {"day": ["That is more than three years away: is the year right?"]}),
        ({"game": "chess"}, {"game": ["Choose one of these."]}),
        ({"brings": "beer"}, {"brings": ["Choose one of these."]}),
        (
            {"attacker": "0"},
            {"attacker": ["Enter a whole number from 1 to 10,000, or leave it empty."]},
        ),
        ({"due": "never"}, {"due": ["Choose one of these."]}),
        ({"name": "x" * 81}, {"name": ["At most 80 characters."]}),
    ],
)
def test_errors_are_shown_at_their_field(
    club: Club, davide: User, fields: dict[str, str], where: dict[str, list[str]]
) -> None:
    assert errors(davide, club, **fields) == where


@pytest.mark.parametrize("month", [3, 10])
def test_the_nights_in_which_the_clocks_change(club: Club, davide: User, month: int) -> None:
    """In March there is no quarter past two, in October there are two."""
    text = "The clocks change that night: %s does not exist, or comes twice. Choose another."
    year = timezone.localdate().year + 1
    last = max(day for day in range(25, 32) if date(year, month, day).weekday() == 6)
    for hour in ("02:15", "02:45"):
        said = errors(davide, club, day=f"{last}/{month}/{year}", hour=hour)
        assert said == {"hour": [text % hour]}


def test_too_many_ahead(club: Club, davide: User) -> None:
    version = a_plan().ruleset_version_id
    Evening.objects.bulk_create(
        Evening(club=club, start=in_days(7), deadline=in_days(6), ruleset_version_id=version)
        for _ in range(OPEN_EVENINGS_AT_MOST)
    )
    response = browser_of(davide).post(new(club), posted())
    assert (response.status_code, response.context["form"].non_field_errors()) == (
        422,
        ["The club already has 50 games nights coming up. Call one off, or discard a draft."],
    )


def test_the_next_one_begins_as_the_last(club: Club, davide: User) -> None:
    """The same game, place and hour, on the next day of the same weekday that is not past."""
    an_evening(club, davide, days=-10, place="via Marconi 12", limits={"attacker": 120}, guests_allowed=False)
    form = browser_of(davide).get(new(club)).context["form"]
    shown = {name: form[name].value() for name in ("day", "place", "game", "brings", "attacker", "guests")}
    assert shown == {
        "day": in_days(4).date(),
        "place": "via Marconi 12",
        "game": "rth-it",
        "brings": "attacker",
        "attacker": 120,
        "guests": False,
    }


def test_changing_one_keeps_its_rules(club: Club, davide: User) -> None:
    """Rules that have changed since are used for new games nights; another game brings its own."""
    evening = an_evening(club, davide, place="via Marconi 12")
    before = current_version("rth-it")
    RulesetVersion.objects.create(
        ruleset_id="rth-it",
        number=before.number + 1,
        catalogue=RulesetVersion.objects.get(pk=before.pk).catalogue,
    )
    browser = browser_of(davide)
    assert browser.get(page(evening, "edit/")).context["form"]["place"].value() == "via Marconi 12"
    response = browser.post(page(evening, "edit/"), posted(name="Senio"))
    evening.refresh_from_db()
    assert (response["Location"], evening.name, evening.ruleset_version_id) == (
        page(evening),
        "Senio",
        before.pk,
    )
    browser.post(page(evening, "edit/"), posted(game="bn"))
    evening.refresh_from_db()
    assert evening.ruleset_version_id == current_version("bn").pk


def test_a_finished_night_does_not_change(club: Club, davide: User) -> None:
    evening = an_evening(club, davide, days=-1)
    response = browser_of(davide).post(page(evening, "edit/"), posted(name="Senio"))
    assert (response.status_code, response.context["form"].non_field_errors()) == (
        422,
        ["Nothing was changed: the games night is over, called off or not announced yet."],
    )


# ── Attendance ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_member_answers_on_the_page(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide)
    response = browser_of(ilaria).post(page(evening, "answer/"), {"state": "coming"})
    assert response["Location"] == page(evening) + "#who"
    browser_of(ilaria).post(page(evening, "answer/"), {"state": "swimming"})
    assert who_comes(evening) == ["ilaria coming"]
    shown = browser_of(ilaria).get(page(evening)).context
    assert (shown["your_answer"], shown["coming"]) == ("coming", 1)


def test_a_guest_needs_no_account(club: Club, davide: User) -> None:
    evening = an_evening(club, davide)
    browser = browser_of(davide)
    browser.post(page(evening, "guests/"), {"name": "Anna"})
    shown = browser.get(page(evening))
    [guest] = shown.context["guests"]
    address = f"http://testserver/evenings/guest/{guest.token}/"
    assert f'value="{address}"' in shown.text
    visitor = Client(headers={"Accept-Language": "en"})
    assert visitor.get(address).status_code == 200
    assert visitor.post(address, {"state": "coming"})["Location"] == address.removeprefix("http://testserver")
    assert who_comes(evening) == ["Anna coming"]
    call_off(evening.pk, davide)
    refused = visitor.post(address, {"state": "perhaps"})
    assert (refused.status_code, refused.context["refused"]) == (
        409,
        "Nothing was changed: the games night is over, called off or not announced yet.",
    )
    browser.post(page(evening, f"guests/{guest.pk}/withdraw/"))
    assert [visitor.get(address).status_code, visitor.post(address).status_code] == [404, 404]
    assert who_comes(evening) == ["Anna coming"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("", "What is the guest’s name?"),
        (" ", "What is the guest’s name?"),
        ("x" * 61, "At most 60 characters."),
    ],
)
def test_a_guest_has_a_name(club: Club, davide: User, name: str, text: str) -> None:
    evening = an_evening(club, davide)
    response = browser_of(davide).post(page(evening, "guests/"), {"name": name})
    assert (response.status_code, response.context["guest_form"].errors) == (422, {"name": [text]})


def test_refusals_are_shown_on_the_page(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide, guests_allowed=False)
    guests = browser_of(davide).post(page(evening, "guests/"), {"name": "Anna"}, follow=True)
    assert said(guests) == ["This games night is members only. Change that first to invite guests."]
    calling = browser_of(ilaria).post(page(evening, "call-off/"), follow=True)
    assert said(calling) == ["You cannot do this in the club, or can no longer do it."]
    discarding = browser_of(davide).post(page(evening, "discard/"), follow=True)
    assert said(discarding) == ["Nothing was changed: the games night is over, called off or not announced yet."]


def test_the_club_shows_what_is_to_come_and_what_is_over(club: Club, davide: User, ilaria: User) -> None:
    far, near = an_evening(club, davide, days=9, name="Far"), an_evening(club, davide, days=2, name="Near")
    over = an_evening(club, davide, days=-3, name="Over")
    plan_evening(club.pk, davide, a_plan(name="Draft"))
    answer(near.pk, ilaria, "perhaps")
    answer(near.pk, davide, "coming")
    shown = browser_of(ilaria).get(f"/clubs/{club.pk}/").context
    assert shown["to_come"] == [near, far]
    assert shown["past"] == [over]
    [first, *_] = shown["to_come"]
    assert (first.coming, first.answer) == (1, "perhaps")


def test_the_next_games_night_has_its_counts(played: Evening, davide: User, ilaria: User) -> None:
    """Three come: a table and a bye. Later games nights and past ones have only the number of players."""
    an_evening(played.club, davide, days=9)
    an_evening(played.club, davide, days=-3)
    assert counts_of(played) == {"lists": 0, "tables": 1}
    page = " ".join(browser_of(ilaria).get(f"/clubs/{played.club_id}/").content.decode().split())
    assert (page.count("3 coming · 1 table"), page.count("0 coming"), page.count("table</p>")) == (1, 2, 1)


def test_the_counts_of_a_games_night_with_lists(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    assert counts_of(evening) == {"lists": 0, "tables": None}
    submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    assert counts_of(evening) == {"lists": 1, "tables": None}
    page = " ".join(browser_of(ilaria).get(f"/clubs/{club.pk}/").content.decode().split())
    assert "1 coming · 1 list" in page


@pytest.mark.parametrize("many", [2, 12])
def test_queries_do_not_grow(
    club: Club, davide: User, many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    evening = an_evening(club, davide)
    Entry.objects.bulk_create(Entry(evening=evening, guest_name=f"Anna {n}") for n in range(many))
    for _ in range(many):
        an_evening(club, davide)
    browser = browser_of(davide)
    for address in (page(evening), f"/clubs/{club.pk}/"):
        browser.get(address)
    # Session, user, games night, membership, coming, submitted, own lists, log and its people, rounds, referees,
    # house rules, notifications.
    with django_assert_num_queries(13):
        assert len(browser.get(page(evening)).context["people"]) == many
    # Session, user, membership, people, coming and past games nights, lists, invitations, house rules, rules, notices;
    # the lists and tables of the next one; own rules of members, and of the club.
    with django_assert_num_queries(15):
        assert len(browser.get(f"/clubs/{club.pk}/").context["to_come"]) == many + 1


def _seen(evening: Evening, entry: Entry, act: str) -> dict[str, str]:
    """Return what the page sends with an act."""
    if "drop" in act:
        return {"seen": Leaving(Entry.objects.get(pk=entry.pk)).seen}
    if "take-back" in act:
        return {"seen": round_version(evening.rounds.get())}
    if act in ("close/", "reopen/"):
        return {"seen": Evening.objects.get(pk=evening.pk).version}
    return seen_draft(evening)


def test_organisers_close_open_send_home_and_take_back_on_the_page(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    for user in (davide, ilaria):
        answer(evening.pk, user, "coming")
    entry = Entry.objects.get(user=ilaria)
    acts = [
        ("close/", "Closed: lists can no longer be submitted."),
        ("reopen/", "Reopened until the games night starts. The lists are hidden again."),
        ("rounds/1/draw/", "Nothing was changed: the games night is over, called off or not announced yet."),
        ("close/", "Closed: lists can no longer be submitted."),
        ("rounds/1/draw/", ""),
        (
            "rounds/1/swap/",
            "Nothing was changed: the round has been published or paired again. Look at it again.",
        ),
        ("rounds/1/publish/", "Published: everyone sees their table."),
        ("rounds/1/take-back/", "Back to a draft: only organisers see it."),
        ("rounds/1/draw/", ""),
        (f"people/{entry.pk}/drop/", ""),
        ("rounds/1/draw/", "Fewer than two players are coming: there is nobody to pair."),
    ]
    browser = browser_of(davide)
    for act, words in acts:
        response = browser.post(page(evening, act), _seen(evening, entry, act), follow=True)
        assert (act, said(response)) == (act, [words] if words else [])
    assert said(browser.post(page(evening, f"people/{entry.pk}/drop/"), follow=True)) == [
        "Nothing was changed: only a player who is coming can drop out."
    ]
    assert who_comes(evening) == ["davide coming", "ilaria dropped"]


def test_members_do_not_plan_or_change(club: Club, davide: User, ilaria: User, paolo: User) -> None:
    evening = an_evening(club, davide)
    found = [
        browser_of(user).get(address).status_code
        for user in (ilaria, paolo)
        for address in (new(club), page(evening, "edit/"))
    ]
    assert found == [404] * 4


def test_a_pair_of_which_one_half_is_missing_or_wrong(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150, "defender": 90})
    a_bn_list(ilaria, name="Milizia")
    a_bn_list(ilaria, pair_name="Valle", name="Valle")
    a_bn_list(ilaria, "defender", men=12, pair_name="Valle", name="Valle in difesa")
    choices = browser_of(ilaria).get(page(evening)).context["choices"]
    assert [(choice.name, choice.why) for choice in choices] == [
        ("Valle", "110 points over the limit of 90."),
        ("Milizia", "The other half of the pair is missing: Defender, with the same pair name."),
    ]


def test_lists_that_are_there_keep_the_game_on_the_form(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    response = browser_of(davide).post(page(evening, "edit/"), posted(game="rth-it"))
    assert (response.status_code, response.context["form"].non_field_errors()) == (
        422,
        ["Lists have been submitted: game, lists, points and when lists are revealed can no longer change."],
    )


def test_a_deadline_that_is_past_is_refused(club: Club, davide: User) -> None:
    """Two hours before a games night that starts within the hour; otherwise the deadline is its start."""
    soon = timezone.localtime() + timedelta(minutes=50)
    fields = {"day": f"{soon:%Y-%m-%d}", "hour": f"{soon:%H:%M}"}
    assert errors(davide, club, **fields, due="two-hours") == {"due": ["That has already passed: choose a later one."]}
    for allowed in ({"due": "start"}, {"due": "two-hours", "brings": "nothing"}):
        assert browser_of(davide).post(new(club), posted(**fields, **allowed)).status_code == 302


def test_it_says_what_the_clubs_rulings_are(club: Club, davide: User) -> None:
    save_house_rules(club.pk, davide, "bn", rulings={"medic": "flat"})
    evening = an_evening(club, davide, ruleset="bn")
    shown = browser_of(davide).get(page(evening)).context["evening"]
    assert [answer.name.en for _ruling, answer in shown.chosen_rulings] == ["10 in total"]
