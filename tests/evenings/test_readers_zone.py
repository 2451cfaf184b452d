"""The time zone in an account: its owner sees all times in it, with the club's beside them where it differs."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from armybuilder.accounts.actions import set_time_zone
from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.entries import answer
from armybuilder.evenings.actions.planning import edit_evening
from armybuilder.evenings.models import Evening
from armybuilder.notices.actions import message
from armybuilder.notices.models import Notice
from armybuilder.time_zones import ReaderZone
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_plan, an_evening
from tests.evenings.test_night_lists import new_list

pytestmark = pytest.mark.usefixtures("loaded_rules")

START = datetime(2026, 12, 17, 19, 30, tzinfo=UTC)  # half past eight in Rome


def a_reader(zone: str) -> ReaderZone:
    return ReaderZone(SimpleNamespace(user=SimpleNamespace(time_zone=zone)))


@pytest.fixture
def evening(club: Club, davide: User) -> Evening:
    """A games night in Rome on 17 December, at half past eight; lists are due half an hour before."""
    made = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    Evening.objects.filter(pk=made.pk).update(start=START, deadline=START - timedelta(minutes=30))
    made.refresh_from_db()
    return made


def page_of(evening: Evening, user: User, address: str = "") -> str:
    return browser_of(user).get(address or f"/evenings/{evening.pk}/").content.decode()


@pytest.mark.parametrize(
    ("zone", "start", "day"),
    [
        ("", '20:30<span class="zone muted" data-zone="Europe/Rome">&nbsp;(Europe/Rome)</span>', "17"),
        (
            "Europe/Rome",
            '20:30<span class="zone muted" data-zone="Europe/Rome">&nbsp;(Europe/Rome)</span>',
            "17",
        ),
        ("Europe/Zurich", "20:30.", "17"),
        ("Europe/London", '19:30<span class="zone muted">&nbsp;(20:30 Europe/Rome)</span>', "17"),
        (
            "Asia/Tokyo",
            '04:30<span class="zone muted">&nbsp;(Thursday 17 December, 20:30 Europe/Rome)</span>',
            "18",
        ),
    ],
)
def test_a_start_is_in_the_zone_of_the_reader(evening: Evening, ilaria: User, zone: str, start: str, day: str) -> None:
    set_time_zone(ilaria, zone)
    page = " ".join(page_of(evening, ilaria).split())
    assert f"from {start}" in page
    assert f"day {day} December 2026," in page


def test_a_deadline_is_too_on_the_page_in_the_club_and_in_the_builder(evening: Evening, ilaria: User) -> None:
    set_time_zone(ilaria, "Europe/London")
    army_list = new_list(evening, ilaria, "attacker-0")
    said = 'Thursday 17 December, 19:00<span class="zone muted">&nbsp;(20:00 Europe/Rome)</span>'
    for address in (
        f"/evenings/{evening.pk}/",
        f"/clubs/{evening.club_id}/",
        f"/lists/{army_list.pk}/",
    ):
        assert said in page_of(evening, ilaria, address), address


def test_a_guest_and_a_wall_have_the_time_of_the_club(evening: Evening, davide: User) -> None:
    set_time_zone(davide, "Europe/London")
    anna = desk.add_guest(evening.pk, davide, "Anna")
    named = '20:30<span class="zone muted" data-zone="Europe/Rome">&nbsp;(Europe/Rome)</span>'
    guest = Client(headers={"accept-language": "en"}).get(f"/evenings/guest/{anna.token}/")
    assert f"from {named}" in guest.content.decode()
    assert f"17 December, {named}" in page_of(evening, davide, f"/evenings/{evening.pk}/board/")


def test_a_notice_and_its_email_are_in_the_zone_of_the_reader(evening: Evening, davide: User, ilaria: User) -> None:
    for zone in ("Europe/London", ""):
        set_time_zone(ilaria, zone)
        answer(evening.pk, ilaria, "coming")
    set_time_zone(ilaria, "Europe/London")
    plan = a_plan(ruleset="bn", limits={"attacker": 150}, start=START, deadline=START, place="Sede")
    edit_evening(evening.pk, davide, plan)
    said = "Thursday 17 December, 19:30 (20:30 Europe/Rome), Sede."
    assert said in page_of(evening, ilaria, "/notices/")
    notice = Notice.objects.get(user=ilaria)
    mail: EmailMessage = message(notice, "ilaria@club.it")
    assert "giovedì 17 dicembre, 19:30 (20:30 Europe/Rome), Sede." in mail.body


@pytest.mark.parametrize(
    ("hour", "clock", "fold"),
    [(0, "02:00", 0), (1, "02:00", 1), (2, "03:00", 0)],
)
def test_the_repeated_hour_in_the_zone_of_a_reader(hour: int, clock: str, fold: int) -> None:
    """The clocks go back at 3 on 25 October 2026."""
    time = datetime(2026, 10, 25, hour, tzinfo=UTC)
    local = timezone.localtime(time, a_reader("Europe/Rome"))
    assert (f"{local:%H:%M}", local.fold) == (clock, fold)
    assert local.astimezone(UTC) == time
    assert local.utcoffset() == time.astimezone(ZoneInfo("Europe/Rome")).utcoffset()
