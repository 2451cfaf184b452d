"""Settings of a games night: rounds, tables, points, tie-breaks, scenarios, grace period."""

from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.results import decide_result
from armybuilder.evenings.forms.play import PlayFieldsForm, play_initial
from armybuilder.evenings.models import Evening
from armybuilder.evenings.pages.round_tables import scenario_of, scoring_words
from armybuilder.evenings.pairing.standings import Scoring
from armybuilder.evenings.played import published_pairings, standings_of
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import an_evening, in_days
from tests.evenings.test_evening_pages import new, page, posted
from tests.evenings.test_playing import a_night, a_round

pytestmark = pytest.mark.usefixtures("loaded_rules")


def said(**fields: str) -> PlayFieldsForm:
    form = PlayFieldsForm({"scenarios": ""} | fields)
    form.is_valid()
    return form


def test_missing_settings_have_their_default() -> None:
    form = said()
    assert form.errors == {}
    assert form.play() == {"tie_breaks": ("lot",), "scenarios": ()}  # nothing chosen: the lot
    again = said(**{name: str(value) for name, value in play_initial(None, is_new=True).items() if value is not None})
    assert again.play() == {
        "grace_minutes": 15,
        "scored_by": "result",
        "win_points": 3,
        "draw_points": 1,
        "loss_points": 0,
        "bye_points": 3,
        "drawn_within": 0,
        "tie_breaks": ("difference", "opponents", "direct", "lot"),
        "scenarios": (),
    }


def test_everything_is_said() -> None:
    fields = {
        "rounds": "3", "minutes": "75", "tables": "4", "grace": "0", "scored_by": "defeat-points", "win": "2",
        "draw": "1", "loss": "1", "bye": "20", "drawn_within": "5", "tie_first": "direct", "tie_second": "",
        "tie_third": "difference", "scenarios": " Ponte \r\n\r\nBosco\r\n\r\n",
    }  # fmt: skip
    assert said(**fields).play() == {
        "grace_minutes": 0,
        "rounds_planned": 3,
        "round_minutes": 75,
        "table_count": 4,
        "scored_by": "defeat-points",
        "win_points": 2,
        "draw_points": 1,
        "loss_points": 1,
        "bye_points": 20,
        "drawn_within": 5,
        "tie_breaks": ("direct", "difference", "lot"),
        "scenarios": ("Ponte", "", "Bosco"),
    }


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"rounds": "11"}, {"rounds": ["Choose one of these."]}),
        ({"minutes": "4"}, {"minutes": ["Enter a whole number from 5 to 600, or leave it empty."]}),
        ({"minutes": "an hour"}, {"minutes": ["Enter a whole number from 5 to 600, or leave it empty."]}),
        ({"tables": "61"}, {"tables": ["Enter a whole number from 1 to 60, or leave it empty."]}),
        ({"grace": "-1"}, {"grace": ["Enter a whole number from 0 to 240, or leave it empty."]}),
        ({"scored_by": "beer"}, {"scored_by": ["Choose one of these."]}),
        ({"win": "0"}, {"win": ["A win must not be worth less than a draw, nor a draw less than a loss."]}),
        ({"draw": "9"}, {"draw": ["A win must not be worth less than a draw, nor a draw less than a loss."]}),
        ({"tie_first": "age"}, {"tie_first": ["Choose one of these."]}),
        (
            {"tie_first": "direct", "tie_third": "direct"},
            {"tie_first": ["The same tie-break is chosen twice: choose each only once."]},
        ),
        ({"scenarios": "x" * 121}, {"scenarios": ["At most ten lines, up to 120 characters each."]}),
        ({"scenarios": "x\n" * 11}, {"scenarios": ["At most ten lines, up to 120 characters each."]}),
        ({"scenarios": "x" * 1500}, {"scenarios": ["At most ten lines, up to 120 characters each."]}),
    ],
)
def test_errors_are_shown_at_their_field(fields: dict[str, str], where: dict[str, list[str]]) -> None:
    with translation.override("en"):
        assert dict(said(**fields).errors) == where


def test_a_new_evening_is_played_as_the_last_with_other_scenarios(club: Club, davide: User) -> None:
    browser = browser_of(davide)
    browser.post(new(club), posted(rounds="2", minutes="75", win="2", tie_first="direct", scenarios="Ponte"))
    evening = Evening.objects.get()
    assert (evening.rounds_planned, evening.scoring, evening.tie_breaks, evening.scenarios) == (
        2, Scoring(win=2), ["direct", "lot"], ["Ponte"]
    )  # fmt: skip
    begins = browser.get(new(club)).context["form"]
    assert [begins[name].value() for name in ("rounds", "minutes", "win", "tie_first", "scenarios")] == [
        2, 75, 2, "direct", ""
    ]  # fmt: skip
    assert browser.get(page(evening, "edit/")).context["form"]["scenarios"].value() == "Ponte"


def test_the_grace_is_the_evenings_own_and_stays_once_the_deadline_is_past(club: Club, davide: User) -> None:
    """A longer grace period would hide lists again that everyone has seen."""
    evening = an_evening(club, davide, grace_minutes=5)
    now = timezone.now()
    for minutes, closed in ((4, False), (6, True)):
        Evening.objects.update(deadline=now - timedelta(minutes=minutes))
        assert Evening.objects.get().is_closed is closed
    Evening.objects.update(deadline=in_days(7) - timedelta(hours=2), start=in_days(7))
    assert browser_of(davide).post(page(evening, "edit/"), posted(due="two-hours", grace="60")).status_code == 302
    Evening.objects.update(deadline=in_days(-1), start=in_days(0))
    today = {"day": in_days(0).date().isoformat(), "due": "day-before", "hour": "20:30"}
    answer = browser_of(davide).post(page(evening, "edit/"), posted(**today, grace="90"))
    assert answer.context["form"].errors["grace"] == ["The deadline has passed: this stays at 60."]


def test_points_and_tie_breaks_are_those_of_the_evening(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    one, two = a_round(evening, davide)
    decide_result(evening.pk, davide, one.pk, (35, 40))
    decide_result(evening.pk, davide, two.pk, (60, 80))
    evening.drawn_within, evening.tie_breaks = 10, ["difference", "lot"]
    rows = standings_of(evening, published_pairings(evening))
    assert [(row.entry, row.score, row.above) for row in rows][:3] == [
        (two.first_id, 3, "score"),
        (one.first_id, 1, "difference"),
        (one.second_id, 1, "score"),
    ]


def test_a_round_says_when_it_ends_what_it_plays_and_what_counts(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide)
    Evening.objects.update(rounds_planned=2, round_minutes=75, scenarios=["scenario BASE"], drawn_within=5)
    a_round(evening, davide)
    context = browser_of(davide).get(page(evening, "rounds/1/")).context
    assert (context["ends"] - context["round"].published, context["is_to_come"]) == (
        timedelta(minutes=75),
        True,
    )
    scenario = context["scenario"]
    assert (scenario.name, scenario.source, [name for name, _ in scenario.rows][:2]) == (
        "Basic scenario", "§4.0", ["Who attacks", "Defender"]
    )  # fmt: skip
    assert context["scoring"] == (
        "A win is worth 3 points, a draw 1, a loss 0, a bye 3. A difference of up to 5 "
        "defeat points is a draw. Ties are broken by defeat point difference, then by "
        "opponents’ points, then by head-to-head results, then by lot."
    )


def test_how_it_is_played_in_words() -> None:
    with translation.override("en"):
        evening = Evening(scored_by="defeat-points", bye_points=20, tie_breaks=["lot"], scenarios=["", "Ponte"])
        assert scoring_words(evening) == (
            "A game is worth the defeat points the other side took, a bye 20. Ties are broken by lot."
        )
        said = [
            render_to_string(
                "evenings/_rounds.html",
                {"evening": Evening(rounds_planned=rounds, round_minutes=minutes)},
            ).strip()
            for rounds, minutes in ((0, 75), (2, 75), (2, None), (None, 75), (None, None))
        ]
        assert said == [
            "Friendly games: nobody is paired.", "2 of 75 minutes", "2", "75 minutes each", ""
        ]  # fmt: skip
        assert [scenario_of(evening, number, "en") for number in (1, 3)] == [None, None]
