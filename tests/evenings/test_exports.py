"""Exports of a games night: documents, spreadsheets, text for the chat, calendars."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta

import jsonschema
import pytest
from django.utils import timezone, translation
from icalendar import Calendar, Event
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.planning import call_off
from armybuilder.evenings.actions.results import decide_result
from armybuilder.evenings.actions.rounds import draw
from armybuilder.evenings.exports import calendar_of, length_of, schema
from armybuilder.evenings.models import Entry, Evening, Pairing
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import an_evening
from tests.evenings.test_playing import a_night, a_round

pytestmark = pytest.mark.usefixtures("loaded_rules")
EVIL = '=HYPERLINK("http://x")'


def events_of(content: bytes) -> list[Event]:
    """The events of an .ics file."""
    return [event for event in Calendar.from_ical(content).walk("VEVENT") if isinstance(event, Event)]


@pytest.fixture
def played(club: Club, davide: User) -> Evening:
    """Three players, one a guest with a hostile name: a game 35 to 40 and a bye, then a draft."""
    evening, _ = a_night(club, davide, 2)
    Entry.objects.create(evening=evening, guest_name=EVIL, state="coming")
    one, _ = a_round(evening, davide)
    decide_result(evening.pk, davide, one.pk, (35, 40), 2)
    draw(evening.pk, davide, "swiss")
    return evening


def test_the_document_says_what_was_played(played: Evening, davide: User) -> None:
    response = browser_of(davide).get(f"/evenings/{played.pk}/results.json")
    made = json.loads(response.content)
    jsonschema.validate(made, schema())
    [first, bye] = Pairing.objects.filter(round__number=1)
    assert (made["format"], made["club"], made["ruleset"]) == (
        "evening-results/1",
        played.club.name,
        "rth-it",
    )
    assert datetime.fromisoformat(made["start"]) == played.start
    [drawn] = made["rounds"]
    assert drawn["games"] == [
        {
            "table": 1, "first": str(first.first), "second": str(first.second), "first_lost": 35, "second_lost": 40,
            "attacker": 1 if first.attacker_id == first.first_id else 2, "held": 2, "forfeit": None, "abandoned": False,
        },
        {
            "table": None, "first": str(bye.first), "second": None, "first_lost": None, "second_lost": None,
            "attacker": None, "held": None, "forfeit": None, "abandoned": False,
        },
    ]  # fmt: skip
    assert [(row["place"], row["points"]) for row in made["standings"]] == [(1, 3), (2, 3), (3, 0)]


def test_no_cell_of_the_table_begins_a_formula(played: Evening, davide: User) -> None:
    response = browser_of(davide).get(f"/evenings/{played.pk}/results.csv")
    day = timezone.localdate(played.start).isoformat()
    assert response["Content-Disposition"] == f'attachment; filename="games-night-{day}.csv"'
    rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    names = {cell for row in rows for cell in row if "HYPERLINK" in cell}
    assert names == {f"'{EVIL}"}
    assert [row[:2] + row[4:6] for row in rows[1:3]] == [["1", "1", "35", "40"], ["1", "", "", ""]]
    assert (len(rows), rows[4][:3]) == (8, ["Place", "Player", "Points"])


def test_the_text_for_the_chat(played: Evening, davide: User) -> None:
    text = browser_of(davide).get(f"/evenings/{played.pk}/results/").context["text"]
    game, bye = Pairing.objects.filter(round__number=1)
    lines = text.split("\n")
    assert lines[:5] == [
        f"{played} · {played.club.name}",
        "",
        "Round 1",
        f"{game.first} – {game.second} 35–40",
        f"{bye.first} has a bye",
    ]
    assert lines[7].startswith("1. ")
    assert lines[-1] == f"http://testserver/evenings/{played.pk}/"


def test_a_games_night_in_a_calendar(club: Club, davide: User) -> None:
    """Its texts are escaped, its time is local; two rounds of 75 minutes take two hours and three quarters."""
    hostile = "Ponte; via\\nuova, 3\r\nBEGIN:VEVENT"
    evening = an_evening(club, davide, name="Linea, Gotica", place=hostile, rounds_planned=2, round_minutes=75)
    Entry.objects.create(evening=evening, guest_name="Anna", state="coming")
    response = browser_of(davide).get(f"/evenings/{evening.pk}/evening.ics")
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    [event] = events_of(response.content)
    assert (event.summary, event.location and event.location.replace("\r\n", "\n")) == (
        "Linea, Gotica (Il Ridotto)", hostile.replace("\r\n", "\n")
    )  # fmt: skip
    assert (event.start, event.end - event.start) == (evening.start, timedelta(minutes=165))
    assert (event["STATUS"], "Anna" in response.content.decode()) == ("CONFIRMED", False)
    call_off(evening.pk, davide)
    [event] = events_of(browser_of(davide).get(f"/evenings/{evening.pk}/evening.ics").content)
    assert event["STATUS"] == "CANCELLED"


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (
            datetime(2026, 10, 24, 21, 0, tzinfo=UTC),
            datetime(2026, 10, 25, 3, 0, tzinfo=UTC),
        ),  # winter time begins
        (
            datetime(2027, 3, 27, 22, 0, tzinfo=UTC),
            datetime(2027, 3, 28, 4, 0, tzinfo=UTC),
        ),  # summer time begins
    ],
)
def test_a_night_in_which_the_clocks_change_is_as_long_as_it_is(
    club: Club, davide: User, start: datetime, end: datetime
) -> None:
    evening = an_evening(club, davide, rounds_planned=1, round_minutes=360)
    evening.start = start
    with translation.override("it"):
        made = calendar_of([evening], "x", "https://squadra.example", "it")
    [event] = events_of(made)
    assert (event.start, event.end) == (start, end)
    assert [str(zone["TZID"]) for zone in Calendar.from_ical(made).walk("VTIMEZONE")] == ["Europe/Rome"]
    assert event["DTSTART"].params["TZID"] == "Europe/Rome"


def test_how_long_a_games_night_takes() -> None:
    lengths = [
        length_of(Evening(rounds_planned=rounds, round_minutes=minutes))
        for rounds, minutes in ((1, 60), (3, 60), (None, 60), (0, 60), (2, None))
    ]
    assert lengths == [timedelta(minutes=minutes) for minutes in (60, 210, 180, 180, 180)]


@pytest.mark.parametrize("players", [8, 24])
def test_queries_do_not_grow(
    club: Club, davide: User, players: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    evening, _ = a_night(club, davide, players)
    a_round(evening, davide)
    browser, page = browser_of(davide), f"/evenings/{evening.pk}/results.json"
    browser.get(page)
    with django_assert_num_queries(7):  # session, user, games night, pairings, coming, rounds, still playing
        assert len(json.loads(browser.get(page).content)["standings"]) == players
