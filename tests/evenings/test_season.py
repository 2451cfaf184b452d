"""The table of a season, and the private address of a club's games nights for a calendar."""

import pytest
from django.test import Client
from django.utils import timezone, translation
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import invite_guest
from armybuilder.evenings.actions.planning import call_off, make_feed, plan_evening
from armybuilder.evenings.actions.rounds import draw
from armybuilder.evenings.models import CalendarFeed, Entry, Evening
from armybuilder.evenings.pages.round_tables import names_of
from armybuilder.evenings.pages.seasons import season_of
from armybuilder.evenings.pairing.standings import Night, Ranking, SeasonRow, season_table
from armybuilder.evenings.played import published_pairings, standings_of
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_plan, an_evening, decide, in_days
from tests.evenings.test_playing import a_round, people_of


def a_result(person: str, evening: int, points: int, below: int, *results: int) -> Night:
    """A result: won, drawn and lost games, and the difference."""
    won, drawn, lost, difference = results
    return Night(evening, person, Ranking(0, 0, points, won, drawn, lost, 0, difference, 0), below)


NIGHTS = [
    a_result("sam", 1, 6, 3, 2, 0, 0, 50),
    a_result("marta", 1, 3, 2, 1, 0, 1, 10),
    a_result("davide", 1, 3, 1, 1, 0, 1, -10),
    a_result("marta", 2, 6, 1, 2, 0, 0, 40),
    a_result("sam", 2, 0, 0, 0, 0, 2, -40),
    a_result("marta", 3, 1, 0, 0, 1, 0, 0),
]


def said(rows: list[SeasonRow]) -> list[tuple[int, str, int]]:
    return [(row.place, row.person, row.points) for row in rows]


def test_points_of_the_evenings_are_added_up() -> None:
    rows = season_table(NIGHTS)
    assert rows[0] == SeasonRow(1, "marta", 10, 3, won=3, drawn=1, lost=1, difference=50, counted=(1, 2, 3))
    assert said(rows) == [(1, "marta", 10), (2, "sam", 6), (3, "davide", 3)]


def test_only_the_best_evenings_count() -> None:
    rows = season_table(NIGHTS, best=1)
    assert said(rows) == [(1, "marta", 6), (2, "sam", 6), (3, "davide", 3)]
    assert [row.counted for row in rows] == [(2,), (1,), (1,)]


def test_or_whom_one_left_behind() -> None:
    assert said(season_table(NIGHTS, "places")) == [(1, "marta", 3), (2, "sam", 3), (3, "davide", 1)]


def test_level_players_share_a_place() -> None:
    level = [a_result(name, 1, 3, 0, 1, 0, 0, 5) for name in ("a", "b")] + [a_result("c", 1, 1, 0, 0, 1, 0, 0)]
    assert [row.place for row in season_table(level)] == [1, 1, 3]
    assert season_table([]) == []


# ── With the database ──────────────────────────────────────────────────────────────────────────────────────────────

of_clubs = pytest.mark.usefixtures("loaded_rules")


def a_night_of(club: Club, davide: User, people: list[User], days: int = 0, guest: str = "") -> Evening:
    """A games night with results: the first of each table won by five."""
    evening = an_evening(club, davide, days, limits={})
    Entry.objects.bulk_create(Entry(evening=evening, user=user, state="coming") for user in people)
    if guest:
        Entry.objects.create(evening=evening, guest_name=guest, state="coming")
    Evening.objects.filter(pk=evening.pk).update(start=timezone.now())
    for table in a_round(evening, davide):
        if table.second_id:
            decide(evening, table, (0, 5))
    Evening.objects.filter(pk=evening.pk).update(start=in_days(days))
    return evening


@of_clubs
def test_a_season_is_what_was_played_between_two_days(
    club: Club, marta: User, davide: User, ilaria: User, paolo: User
) -> None:
    people = [marta, davide, ilaria]
    old = a_night_of(club, davide, people, -30)
    new = a_night_of(club, davide, [marta, davide], -3, guest="Anna")
    drafted = an_evening(club, davide, limits={})
    Entry.objects.bulk_create(Entry(evening=drafted, user=user, state="coming") for user in people)
    draw(drafted.pk, davide, "swiss")
    whole = season_of(club.pk, davide, (None, None), "points", None)
    assert whole.evenings == ((old, True), (new, True))
    chosen = season_of(club.pk, davide, (None, None), chosen=[str(old.pk), "nonsense"])
    assert (chosen.evenings, len(chosen.rows)) == (((old, True), (new, False)), 3)
    assert season_of(club.pk, davide, (None, None), chosen=["nonsense"]) == whole
    assert {name: row.played for name, row in whole.rows} == {"marta": 2, "davide": 2, "ilaria": 1, "Anna": 1}
    assert sum(row.points for _, row in whole.rows) == 12  # a win and a bye each games night
    late = season_of(club.pk, davide, (in_days(-10).date(), in_days(0).date()), "points", None)
    assert (late.evenings, {name for name, _ in late.rows}) == (((new, True),), {"marta", "davide", "Anna"})
    page = f"/clubs/{club.pk}/season/"
    shown = browser_of(ilaria).get(page, {"begins": in_days(-40).date().isoformat(), "ends": "1/1/2020", "best": "0"})
    assert (shown.status_code, shown.context["form"].errors["best"], shown.context["season"].rows) == (
        422, ["Enter a whole number from 1 to 100, or leave it empty."], ()
    )  # fmt: skip
    before = browser_of(ilaria).get(page, {"begins": "2/1/2027", "ends": "1/1/2027"}).context["form"].errors
    assert before == {"ends": ["That is before the start."]}
    assert browser_of(paolo).get(page).status_code == 404


@of_clubs
def test_a_guest_is_one_person_however_the_name_is_written(club: Club, davide: User) -> None:
    for days, name in ((-9, "Ada"), (-6, "ADA"), (-3, "ada")):
        a_night_of(club, davide, [davide], days, guest=name)
    season = season_of(club.pk, davide, (None, None))
    assert {name: row.played for name, row in season.rows} == {"davide": 3, "ada": 3}


@of_clubs
def test_two_guests_with_one_name_at_one_games_night_are_two_people(club: Club, davide: User, marta: User) -> None:
    """At another games night, nobody knows which of the two it was."""
    both = an_evening(club, davide, -3, limits={})
    for name in ("Ada", "ADA"):
        Entry.objects.create(evening=both, guest_name=name, state="coming")
    Evening.objects.filter(pk=both.pk).update(start=timezone.now())
    a_round(both, davide)
    Evening.objects.filter(pk=both.pk).update(start=in_days(-3))
    a_night_of(club, davide, [marta], -6, guest="Ada")
    with translation.override("en"):
        rows = season_of(club.pk, davide, (None, None)).rows
    one, other = (f"{in_days(days):%-d %B %Y}" for days in (-3, -6))
    played = {f"Ada, {one}": 1, f"ADA (2), {one}": 1, f"Ada, {other}": 1, "marta": 1}
    assert {name: row.played for name, row in rows} == played


@of_clubs
def test_the_season_draws_no_lot_of_its_own(club: Club, marta: User, davide: User, ilaria: User) -> None:
    """All players are level; the season has the order of the games night, even if someone came too late to play."""
    evening = an_evening(club, davide, limits={})
    people = [marta, davide, ilaria, *people_of(club, 7)]
    Entry.objects.bulk_create(Entry(evening=evening, user=user, state="coming") for user in people)
    for table in a_round(evening, davide):
        decide(evening, table, (5, 5))
    late = [Entry.objects.create(evening=evening, guest_name=f"Anna {n}", state="coming").pk for n in range(3)]
    names = names_of(evening.entries.all())
    drawn = [row.entry for row in standings_of(evening, published_pairings(evening)) if row.entry not in late]
    shown = season_of(club.pk, davide, (None, None), "places").rows
    assert [name for name, _row in shown] == [names[entry] for entry in drawn]


@of_clubs
@pytest.mark.parametrize("evenings", [1, 4])
def test_queries_do_not_grow(
    club: Club, marta: User, davide: User, evenings: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for days in range(evenings):
        a_night_of(club, davide, [marta, davide], -days - 1)
    browser = browser_of(davide)
    browser.get(f"/clubs/{club.pk}/season/")
    # Session, user, membership, games nights, their pairings, unread notifications.
    with django_assert_num_queries(6):
        assert len(browser.get(f"/clubs/{club.pk}/season/").context["season"].evenings) == evenings


@of_clubs
def test_a_calendar_reads_the_games_nights_without_signing_in(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide)
    plan_evening(club.pk, davide, a_plan(name="A draft"))
    call_off(an_evening(club, davide, name="Off").pk, davide)
    invite_guest(evening.pk, davide, "Anna")
    Evening.objects.filter(pk=evening.pk).update(note="Anna brings the dice")
    page = f"/clubs/{club.pk}/calendar/"
    browser = browser_of(ilaria)
    assert browser.get(page).context["address"] == ""
    browser.post(page + "address/")
    address = browser.get(page).context["address"]
    response = Client().get(address)
    assert (response.status_code, response["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    events = Calendar.from_ical(response.content).walk("VEVENT")
    assert sorted((str(event["SUMMARY"]), str(event["STATUS"])) for event in events) == [
        ("Linea Gotica (Il Ridotto)", "CONFIRMED"), ("Off (Il Ridotto)", "CANCELLED")
    ]  # fmt: skip
    assert not {"Anna", "davide", "ilaria", "draft"} & set(response.content.decode().split())


@of_clubs
def test_an_address_that_was_replaced_withdrawn_or_whose_owner_left_leads_nowhere(
    club: Club, marta: User, davide: User, ilaria: User, paolo: User
) -> None:
    def status(feed: CalendarFeed) -> int:
        return Client().get(f"/evenings/calendar/{feed.token}.ics").status_code

    first = make_feed(club.pk, ilaria)
    second, other = make_feed(club.pk, ilaria), make_feed(club.pk, davide)
    assert [status(feed) for feed in (first, second, other)] == [404, 200, 200]
    browser_of(davide).post(f"/clubs/{club.pk}/calendar/address/", {"withdraw": "1"})
    assert [status(feed) for feed in (second, other)] == [200, 404]
    club.memberships.get(user=ilaria).delete()
    assert status(second) == 404
    with pytest.raises(Club.DoesNotExist):
        make_feed(club.pk, paolo)
    assert browser_of(paolo).post(f"/clubs/{club.pk}/calendar/address/").status_code == 404
