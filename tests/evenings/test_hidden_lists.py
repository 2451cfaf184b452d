"""Phases of a games night, views of lists before they are revealed, and logged looks."""

from datetime import timedelta
from hashlib import sha256

import pytest
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club, Membership
from armybuilder.evenings.actions import planning
from armybuilder.evenings.actions.desk import appoint, dismiss, look
from armybuilder.evenings.actions.entries import answer
from armybuilder.evenings.actions.planning import edit_evening, reopen_submissions
from armybuilder.evenings.actions.rounds import draw, publish, unpublish
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Evening, HandIn, Look
from armybuilder.evenings.seats import Seat, may_be_referees
from armybuilder.evenings.states import NotOpenError
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, a_plan, an_evening, log_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")
NOW = timezone.now()
SOON, DAYS_AGO = NOW + timedelta(days=3), NOW - timedelta(days=3)
IS, PAST = NOW - timedelta(hours=1), NOW - timedelta(hours=2)
BRINGS = {"attacker": 150}
#: The events, the phase, and the rules (lock, paired, end, never) by which everyone sees the lists.
PHASES = [
    ({"state": "draft"}, "draft", "...."),
    ({}, "open", "...."),
    ({"limits": {}}, "open", "...."),
    ({"limits": {}, "deadline": PAST}, "open", "...."),
    ({"deadline": PAST}, "locked", "l..."),
    ({"closed": IS}, "locked", "l..."),
    ({"started": IS}, "running", "lp.."),
    ({"limits": {}, "started": IS}, "running", "...."),
    ({"started": IS, "finished": IS}, "finished", "lpe."),
    ({"start": DAYS_AGO, "deadline": DAYS_AGO}, "finished", "lpe."),
    ({"start": DAYS_AGO, "deadline": DAYS_AGO, "started": DAYS_AGO}, "running", "lp.."),
    ({"state": "called-off", "started": IS, "finished": IS}, "called-off", "...."),
]


@pytest.fixture
def evening(club: Club, davide: User) -> Evening:
    """A games night of Breaking News for attackers of 150 points, whose lists are revealed with the first round."""
    return an_evening(club, davide, ruleset="bn", limits=BRINGS, reveal="paired")


def started(evening: Evening) -> None:
    Evening.objects.filter(pk=evening.pk).update(started=timezone.now())


@pytest.mark.parametrize(("said", "phase", "shown"), PHASES)
def test_how_far_it_is_follows_from_what_happened(said: dict[str, object], phase: str, shown: str) -> None:
    facts = {"state": "open", "start": SOON, "deadline": SOON, "limits": BRINGS} | said
    rules = {rule[0]: Evening(club=Club(), reveal=rule, **facts) for rule in ("lock", "paired", "end", "never")}
    assert {one.phase for one in rules.values()} == {phase}
    assert "".join(rule if one.shows_lists else "." for rule, one in rules.items()) == shown
    assert {one.shows_codes for one in rules.values()} == {shown[0] == "l"}


def test_a_published_round_begins_it_and_taken_back_it_has_not_begun(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide, limits={})
    for user in (davide, ilaria):
        answer(evening.pk, user, "coming")
    draw(evening.pk, davide, "swiss")

    def phase() -> str:
        evening.refresh_from_db()
        return evening.phase

    seen = [phase()]
    for act in (publish, unpublish, publish):
        act(evening.pk, davide)
        seen.append(phase())
    assert seen == ["open", "running", "open", "running"]


def test_a_games_night_is_finished_and_gone_on_with(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide, limits={})
    for user in (davide, ilaria):
        answer(evening.pk, user, "coming")
    draw(evening.pk, davide, "swiss")
    for act in (planning.finish, planning.resume):
        with pytest.raises(NotOpenError):
            act(evening.pk, davide)
    publish(evening.pk, davide)
    draw(evening.pk, davide, "swiss")
    with pytest.raises(NotAllowedError):
        planning.finish(evening.pk, ilaria)
    assert [planning.finish(evening.pk, davide) for _ in range(2)] == [True, False]
    assert list(evening.rounds.values_list("number", flat=True)) == [1]
    with pytest.raises(NotOpenError):
        draw(evening.pk, davide, "swiss")
    with pytest.raises(NotOpenError):
        answer(evening.pk, ilaria, "not-coming")
    assert [planning.resume(evening.pk, davide) for _ in range(2)] == [True, False]
    assert draw(evening.pk, davide, "swiss").number == 2
    assert log_of(evening)[-3:-1] == ["davide finished the games night", "davide resumed the games night"]


def test_when_lists_are_shown_stays_once_one_is_there(evening: Evening, davide: User, ilaria: User) -> None:
    submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    with refused("Lists have been submitted: game, lists, points and when lists are revealed can no longer change."):
        edit_evening(evening.pk, davide, a_plan(ruleset="bn", limits=BRINGS, reveal="lock"))


def test_no_list_is_submitted_once_a_round_is_published(evening: Evening, davide: User, ilaria: User) -> None:
    """Neither when the deadline moves, nor when an organiser reopens submissions."""
    started(evening)
    with refused("Nothing was changed: lists can no longer be submitted or withdrawn. Yours is as it was."):
        submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    with pytest.raises(NotOpenError):
        reopen_submissions(evening.pk, davide)


# ── Visibility ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_viewers_of_hidden_lists(evening: Evening, club: Club, marta: User, davide: User, ilaria: User) -> None:
    def sees(user: User) -> str:
        seat = Seat(evening, Membership.objects.get(club=club, user=user))
        return f"{seat.sees_hidden:d}{seat.sees_all:d}"

    assert (sees(davide), sees(ilaria)) == ("11", "00")
    for state, seen in (("coming", "00"), ("perhaps", "00"), ("not-coming", "11")):
        answer(evening.pk, davide, state)
        assert sees(davide) == seen
    appoint(evening.pk, davide, ilaria.pk)
    assert sees(ilaria) == "11"
    dismiss(evening.pk, davide, ilaria.pk)
    answer(evening.pk, ilaria, "coming")
    assert sees(ilaria) == "00"
    started(evening)
    evening.refresh_from_db()
    assert sees(ilaria) == "01"


def test_a_look_is_noted_once_and_shown_to_whom_it_concerns(
    evening: Evening, marta: User, davide: User, ilaria: User
) -> None:
    [handed] = submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    sheet, check = f"/evenings/{evening.pk}/lists/{handed.pk}/", f"/evenings/{evening.pk}/check/"
    for address in (sheet, f"{check}?code={handed.code}"):  # the page warns first
        asked = browser_of(davide).get(address)
        assert "If you open this list, you cannot play at this games night." in asked.content.decode()
        assert "sheet" not in asked.context
    assert not Look.objects.exists()
    for query in ({"open": "1"}, {}):
        assert browser_of(davide).get(sheet, query).context["is_covered"]
        assert browser_of(davide).get(check, {"code": handed.code}).context["found"] == handed
        assert not browser_of(ilaria).get(sheet).context["is_covered"]
    assert [str(look) for look in Look.objects.all()] == ["davide"]
    Look.objects.update(time=timezone.now() - timedelta(hours=2))
    browser_of(davide).get(sheet)
    shown = browser_of(ilaria).get(f"/evenings/{evening.pk}/").context["looks"]
    assert [str(look) for look in shown] == ["davide", "davide"]
    assert log_of(evening)[-1] == "davide looked at the hidden list of ilaria"
    started(evening)
    browser_of(marta).get(sheet)
    assert Look.objects.count() == 2


def test_nobody_plays_after_a_look(evening: Evening, davide: User, ilaria: User) -> None:
    [handed] = submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    look(evening.pk, davide, handed.pk)
    for act in (
        lambda: answer(evening.pk, davide, "perhaps"),
        lambda: submit(evening.pk, davide, a_bn_list(davide).pk),
    ):
        with refused("Nothing was changed: a player who has seen hidden lists cannot play at that games night."):
            act()
    answer(evening.pk, davide, "not-coming")
    started(evening)
    with refused(
        "Nothing was changed: a player who has seen hidden lists cannot play at that games night."
    ):  # they could choose their own list knowing it
        answer(evening.pk, davide, "coming")


def test_players_do_not_look(evening: Evening, davide: User, ilaria: User) -> None:
    [handed] = submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    answer(evening.pk, davide, "coming")
    with pytest.raises(HandIn.DoesNotExist):
        look(evening.pk, davide, handed.pk)
    assert browser_of(davide).get(f"/evenings/{evening.pk}/lists/{handed.pk}/").status_code == 404
    assert not Look.objects.exists()


def test_a_referee_does_not_play(evening: Evening, marta: User, davide: User, ilaria: User) -> None:
    answer(evening.pk, ilaria, "perhaps")
    with refused("Nothing was changed: a player cannot be a referee or see hidden lists."):
        appoint(evening.pk, davide, ilaria.pk)
    assert may_be_referees(evening) == [davide, marta]
    for _ in range(2):
        appoint(evening.pk, davide, marta.pk)
    with refused("Nothing was changed: a referee cannot play at the same games night."):
        answer(evening.pk, marta, "coming")
    with pytest.raises(NotAllowedError):
        appoint(evening.pk, ilaria, davide.pk)
    for _ in range(2):
        dismiss(evening.pk, davide, marta.pk)
    answer(evening.pk, marta, "coming")
    assert log_of(evening)[3:5] == ["davide made marta a referee", "davide stood marta down as referee"]


def test_nobody_who_is_no_member_is_a_referee(evening: Evening, davide: User, paolo: User) -> None:
    with pytest.raises(Membership.DoesNotExist):
        appoint(evening.pk, davide, paolo.pk)


def test_hidden_lists_show_only_their_codes(evening: Evening, marta: User, ilaria: User) -> None:
    [handed] = submit(evening.pk, ilaria, a_bn_list(ilaria, name="Alpini in Gulistan").pk)
    answer(evening.pk, marta, "coming")

    def seen() -> tuple[bool, bool]:
        html = browser_of(marta).get(f"/evenings/{evening.pk}/").content.decode()
        return handed.shown_code in html, "Gulistan" in html

    before = seen()
    Evening.objects.filter(pk=evening.pk).update(closed=timezone.now())
    locked = seen()
    started(evening)
    assert (before, locked, seen()) == ((False, False), (True, False), (True, True))


def test_a_guess_about_a_hidden_list_cannot_be_checked_by_its_digest(
    evening: Evening, ilaria: User, marta: User
) -> None:
    [handed] = submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    assert handed.digest == sha256((handed.salt + handed.document).encode()).hexdigest()
    answer(evening.pk, marta, "coming")
    Evening.objects.filter(pk=evening.pk).update(closed=timezone.now())
    html = browser_of(marta).get(f"/evenings/{evening.pk}/").text
    alone = sha256(handed.document.encode()).hexdigest()
    assert [html.count(word) for word in (handed.shown_code, handed.digest, alone, handed.salt)] == [
        1,
        0,
        0,
        0,
    ]


def test_an_unchanged_list_submitted_again_keeps_its_digest(evening: Evening, ilaria: User) -> None:
    army_list = a_bn_list(ilaria)
    digests = [submit(evening.pk, ilaria, army_list.pk)[0].digest for _ in range(2)]
    assert digests[0] == digests[1]
