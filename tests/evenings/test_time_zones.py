"""Times of a games night: in the club's local time, with the zone's name for readers elsewhere."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation
from icalendar import Calendar, Event

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.entries import answer
from armybuilder.evenings.actions.planning import announce, call_off, edit_evening, plan_evening
from armybuilder.evenings.exports import calendar_file_name, calendar_of, results_of
from armybuilder.evenings.models import Evening
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_plan, an_evening
from tests.notices.telling import told

pytestmark = pytest.mark.usefixtures("loaded_rules")

NEW_YORK = ZoneInfo("America/New_York")
NAMED = '<span class="zone muted" data-zone="America/New_York">&nbsp;(America/New York)</span>'


@pytest.fixture
def away(club: Club) -> Club:
    """The club, in New York."""
    Club.objects.filter(pk=club.pk).update(time_zone="America/New_York")
    club.refresh_from_db()
    return club


def half_past_eight(days: int = 7) -> datetime:
    day = timezone.localtime(timezone=NEW_YORK) + timedelta(days=days)
    return day.replace(hour=20, minute=30, second=0, microsecond=0)


def event_of(evening: Evening) -> Event:
    made = calendar_of([evening], "x", "", "en")
    [event] = Calendar.from_ical(made).walk("VEVENT")
    assert isinstance(event, Event)
    return event


def test_an_hour_is_that_of_the_club(away: Club, davide: User) -> None:
    """In the form, on the page, in the deadline, and back in the form."""
    browser, start = browser_of(davide), half_past_eight()
    said = {"day": f"{start:%Y-%m-%d}", "hour": "20:30", "game": "bn", "brings": "pair", "due": "day-before"}
    said |= {"win": "3", "draw": "1", "loss": "0", "bye": "3", "drawn_within": "0", "scored_by": "result"}
    said |= {"tie_first": "difference", "tie_second": "opponents", "tie_third": "direct", "grace": "0"}
    answer = browser.post(f"/clubs/{away.pk}/evenings/new/", said | {"reveal": "lock", "announce": "1"})
    assert answer.status_code == 302, answer.context["form"].errors
    evening = Evening.objects.get()
    assert evening.start == start
    assert evening.deadline == (start - timedelta(days=1)).replace(hour=20, minute=0)
    page = browser.get(f"/evenings/{evening.pk}/").content.decode()
    assert f"from 20:30{NAMED}" in page
    assert page.count(NAMED) == 3  # the start, and the deadline twice
    form = browser.get(f"/evenings/{evening.pk}/edit/")
    assert [form.context["form"][name].value() for name in ("day", "hour")] == [start.date(), start.time()]
    assert form.context["form"]["due"].value() == "day-before"
    assert "Times are in the club’s time zone: America/New York." in form.content.decode()


def test_no_page_uses_the_time_zone_of_the_previous_request(away: Club, davide: User) -> None:
    evening = an_evening(away, davide, limits={})
    browser_of(davide).get(f"/evenings/{evening.pk}/")
    assert timezone.get_current_timezone_name() == "Europe/Rome"


def test_a_guest_sees_it_too(away: Club, davide: User) -> None:
    evening = an_evening(away, davide, limits={})
    Evening.objects.filter(pk=evening.pk).update(start=half_past_eight())
    anna = desk.add_guest(evening.pk, davide, "Anna")
    page = browser_of(davide).get(f"/evenings/guest/{anna.token}/").content.decode()
    assert f"from 20:30{NAMED}" in page


def test_its_day_is_that_of_the_club(away: Club, davide: User) -> None:
    """It is over at the club's midnight, six hours after the site's."""
    evening = an_evening(away, davide, limits={})
    start = datetime(2026, 11, 28, 0, 30, tzinfo=UTC)  # half past seven of the 27th
    evening.start = start
    with translation.override("en"):
        assert calendar_file_name(evening) == "games-night-2026-11-27"
        evening.name = ""
        assert str(evening) == "Games night, 27 November"
    assert results_of(evening).start.isoformat() == "2026-11-27T19:30:00-05:00"


@pytest.mark.parametrize(
    ("hours", "is_its_day", "is_over"),
    [(-48, False, False), (-1, True, False), (1, True, False), (30, True, True)],
)
def test_the_day_of_a_night_begins_and_ends_at_its_own_midnight(
    away: Club,
    davide: User,
    monkeypatch: pytest.MonkeyPatch,
    hours: int,
    *,
    is_its_day: bool,
    is_over: bool,
) -> None:
    evening = an_evening(away, davide, limits={})
    evening.start = datetime(2026, 11, 28, 0, 30, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: evening.start + timedelta(hours=hours))
    assert (evening.is_its_day, evening.is_over) == (is_its_day, is_over)


def test_a_notice_names_the_zone(away: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(away, davide, limits={})
    answer(evening.pk, ilaria, "coming")
    start = half_past_eight(9)
    plan = a_plan(limits={}, start=start, deadline=start, place="Sede")
    edit_evening(evening.pk, davide, plan)
    assert told(ilaria) == [
        f"Linea Gotica ({away}) has changed: {start:%A} {start.day} {start:%B}, 20:30 (America/New York), Sede."
    ]


def test_the_calendar_is_in_the_zone_of_the_club(away: Club, davide: User) -> None:
    evening = an_evening(away, davide, limits={})
    evening.start = half_past_eight()
    event = event_of(evening)
    assert event["DTSTART"].params["TZID"] == "America/New_York"
    assert event.start == evening.start


@pytest.mark.parametrize(
    ("start", "minutes", "end"),
    [
        # The clocks go back at 3: from 23:00 to the first 2:30, and to the second.
        (datetime(2026, 10, 24, 21, 0, tzinfo=UTC), 210, "DTEND:20261025T003000Z"),
        (datetime(2026, 10, 24, 21, 0, tzinfo=UTC), 270, "DTEND:20261025T013000Z"),
        # From the first 2:30, and from the second.
        (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), 60, "DTEND:20261025T013000Z"),
        (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), 60, "DTEND:20261025T023000Z"),
    ],
)
def test_a_start_or_end_in_the_repeated_hour(club: Club, davide: User, start: datetime, minutes: int, end: str) -> None:
    evening = an_evening(club, davide, limits={}, rounds_planned=1, round_minutes=minutes)
    evening.start = start
    text = calendar_of([evening], "x", "", "en").decode()
    assert end in text
    event = event_of(evening)
    begins = event.start
    assert isinstance(begins, datetime)
    assert begins.astimezone(UTC) == start
    assert event.end == start + timedelta(minutes=minutes)


def test_the_sequence_grows_with_each_change(club: Club, davide: User) -> None:
    evening = plan_evening(club.pk, davide, a_plan(limits={}))
    seen = []

    def look() -> None:
        evening.refresh_from_db()
        seen.append(event_of(evening).sequence)

    look()
    announce(evening.pk, davide)
    look()
    for plan in (a_plan(limits={}), a_plan(9, limits={}), a_plan(9, limits={}, place="Sede")):
        edit_evening(evening.pk, davide, plan)
        look()
    call_off(evening.pk, davide)
    look()
    announce(evening.pk, davide)
    look()
    assert seen == [0, 1, 1, 2, 3, 4, 5]
