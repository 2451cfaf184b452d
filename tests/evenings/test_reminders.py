"""Reminders of a deadline, a day before it and once."""

from datetime import datetime, timedelta
from unittest.mock import patch

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.desk import remind_unanswered
from armybuilder.evenings.actions.entries import answer
from armybuilder.evenings.actions.planning import BEFORE, announce, call_off, close_submissions, edit_evening
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Entry, Evening
from armybuilder.evenings.states import NotOpenError
from armybuilder.operations.daily import JOBS
from tests.background import work
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, a_plan, an_evening, in_days, log_of
from tests.notices.telling import confirmed, prefers, told

pytestmark = [pytest.mark.postgres, pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
LIMITS = {"attacker": 150}


def work_at(moment: datetime) -> None:
    """Let the worker run at this time."""
    DBTaskResult.objects.filter(run_after__lte=moment).update(run_after=timezone.now())
    with patch.object(timezone, "now", lambda: moment):
        work()


def reminded(*people: User) -> list[int]:
    """Return the number of reminders of each player."""
    return [sum("not submitted a list" in text for text in told(user)) for user in people]


@pytest.fixture
def evening(club: Club, davide: User, marta: User, ilaria: User) -> Evening:
    """A games night with marta and ilaria coming; davide is not."""
    evening = an_evening(club, davide, ruleset="bn", limits=LIMITS)
    for user, said in ((davide, "not-coming"), (marta, "coming"), (ilaria, "perhaps")):
        answer(evening.pk, user, said)
    return evening


def test_coming_players_without_a_list_are_reminded_once_a_day_before(
    evening: Evening, davide: User, marta: User, ilaria: User
) -> None:
    submit(evening.pk, marta, a_bn_list(marta).pk)
    work_at(evening.deadline - BEFORE - timedelta(minutes=1))
    assert reminded(davide, marta, ilaria) == [0, 0, 0]
    for minutes in (0, 60):
        work_at(evening.deadline - BEFORE + timedelta(minutes=minutes))
        with patch.object(timezone, "now", lambda: evening.deadline - timedelta(hours=20)):
            JOBS["remind_to_hand_in"](timezone.now())
    assert reminded(davide, marta, ilaria) == [0, 0, 1]
    assert told(ilaria)[0].startswith("You have not submitted a list for Linea Gotica yet: you have until ")


def test_the_nightly_command_makes_up_for_a_worker_that_was_killed(evening: Evening, ilaria: User) -> None:
    for hours, times in ((25, 0), (23, 1), (1, 1), (-1, 1)):
        with patch.object(timezone, "now", lambda hours=hours: evening.deadline - timedelta(hours=hours)):
            JOBS["remind_to_hand_in"](timezone.now())
        assert reminded(ilaria) == [times]


def test_a_deadline_that_was_set_again_is_the_one_that_counts(evening: Evening, davide: User, ilaria: User) -> None:
    first = evening.deadline
    later = a_plan(9, ruleset="bn", limits=LIMITS, deadline=in_days(8))
    edit_evening(evening.pk, davide, later)
    work_at(first - BEFORE)
    assert reminded(ilaria) == [0]
    work_at(in_days(8) - BEFORE)
    assert reminded(ilaria) == [1]


@pytest.mark.parametrize("act", [call_off, close_submissions])
def test_nobody_is_reminded_of_what_takes_no_lists(evening: Evening, davide: User, ilaria: User, act: object) -> None:
    assert callable(act)
    act(evening.pk, davide)
    work_at(evening.deadline - BEFORE)
    with patch.object(timezone, "now", lambda: evening.deadline - timedelta(hours=20)):
        JOBS["remind_to_hand_in"](timezone.now())
    assert reminded(ilaria) == [0]


def test_one_called_off_and_announced_again_is_reminded_of_once(evening: Evening, davide: User, ilaria: User) -> None:
    call_off(evening.pk, davide)
    announce(evening.pk, davide)
    work_at(evening.deadline - BEFORE)
    assert reminded(ilaria) == [1]


def test_the_organiser_reminds_members_without_an_answer_once_a_day(
    evening: Evening, davide: User, marta: User, ilaria: User, mailoutbox: list[EmailMessage]
) -> None:
    """Neither davide, who asks, nor marta, who said that she is coming; ilaria here and by email."""
    Entry.objects.filter(user__in=[davide, ilaria]).delete()
    confirmed(ilaria)
    browser, desk = browser_of(davide), f"/evenings/{evening.pk}/desk/"
    noon = timezone.localtime().replace(hour=12)
    for hours, said in (
        (0, "Reminded: ilaria."),
        (6, "Nobody was reminded: everyone has answered, or was reminded today."),
        (24, "Reminded: ilaria."),
    ):
        with patch.object(timezone, "now", lambda hours=hours: noon + timedelta(hours=hours)):
            page = browser.get(desk).content.decode()
            answer = browser.post(desk + "remind-unanswered/", follow=True)
        assert [str(message) for message in answer.context["messages"]] == [said]
        time = timezone.localtime(evening.log.latest("pk").time)
        is_said = f"Those who have not answered were reminded today at {time:%H:%M}." in page
        assert (is_said, "Remind those who have not answered" in page) == (hours == 6, hours != 6)
    assert [text.partition(" is on ")[0] for text in told(ilaria)] == ["Linea Gotica (Il Ridotto)"] * 2
    assert (told(davide), told(marta)) == ([], [])
    assert log_of(evening)[-2:] == ["davide reminded those who had not answered: ilaria"] * 2
    with patch.object(timezone, "now", lambda: noon + timedelta(hours=25)):
        work()
    assert [mail.to for mail in mailoutbox] == [["ilaria@club.it"]] * 2


def test_no_reminders_when_switched_off_or_called_off(evening: Evening, davide: User, ilaria: User) -> None:
    Entry.objects.filter(user=ilaria).delete()
    prefers(confirmed(ilaria), unanswered=[])
    assert remind_unanswered(evening.pk, davide) == ["ilaria"]
    assert told(ilaria) == []
    call_off(evening.pk, davide)
    with pytest.raises(NotOpenError):
        remind_unanswered(evening.pk, davide)
    with pytest.raises(NotAllowedError):
        remind_unanswered(evening.pk, ilaria)
