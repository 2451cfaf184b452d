"""Submitting: a copy, one per person and role, by the server's clock, hidden until the deadline and its grace."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import TestCase
from django.utils import timezone, translation

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import answer
from armybuilder.evenings.actions.planning import (
    call_off,
    close_submissions,
    edit_evening,
    reopen_submissions,
)
from armybuilder.evenings.actions.submissions import submit, withdraw
from armybuilder.evenings.eligibility import sheet_for
from armybuilder.evenings.models import Evening, HandIn
from armybuilder.evenings.models.entries import CODE_SIGNS
from armybuilder.evenings.states import NotOpenError
from armybuilder.evenings.templatetags.evenings import role_in
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.personal_data.actions.deletion import delete_account
from armybuilder.rate_limits import limits
from armybuilder.rate_limits.buckets import Rate
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, a_plan, an_evening, in_days, log_of, who_comes
from tests.lists.factories import a_list, a_roster
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")
ATTACKER = {"attacker": 150}
PAIR = {"attacker": 150, "defender": 90}


def a_night(club: Club, user: User, **said: Any) -> Evening:
    """A games night of Breaking News for attackers of 150 points."""
    return an_evening(club, user, **{"ruleset": "bn", "limits": ATTACKER} | said)


def late(evening: Evening, minutes: int) -> None:
    """Move the deadline this many minutes into the past."""
    Evening.objects.filter(pk=evening.pk).update(deadline=timezone.now() - timedelta(minutes=minutes))


def standing(evening: Evening) -> list[str]:
    """Return the submitted lists, as "ilaria attacker Alpini"."""
    return [f"{one.entry} {one.role} {one.name}" for one in HandIn.objects.of_evening(evening)]


def test_a_copy_is_submitted_that_nothing_changes(club: Club, davide: User, ilaria: User) -> None:
    evening, army_list = a_night(club, davide, limits={"attacker": 140}), a_bn_list(ilaria, name="Alpini")
    [handed] = submit(evening.pk, ilaria, army_list.pk)
    before = handed.document
    ArmyList.objects.filter(pk=army_list.pk).update(name="Bersaglieri", document="{}")
    handed.refresh_from_db()
    assert (handed.document, handed.name, handed.total) == (before, "Alpini", 80)
    assert (len(handed.code), set(handed.code) <= set(CODE_SIGNS)) == (8, True)
    assert handed.shown_code == f"{handed.code[:4]}-{handed.code[4:]}"
    assert (standing(evening), who_comes(evening)) == (["ilaria attacker Alpini"], ["ilaria coming"])
    army_list.delete()
    assert standing(evening) == ["ilaria attacker Alpini"]
    assert log_of(evening)[2:] == ["ilaria submitted a list"]


def test_the_same_again_changes_nothing_and_another_replaces_it(club: Club, davide: User, ilaria: User) -> None:
    evening, first, second = a_night(club, davide), a_bn_list(ilaria), a_bn_list(ilaria, men=5)
    [once] = submit(evening.pk, ilaria, first.pk)
    assert submit(evening.pk, ilaria, first.pk) == [once]
    [other] = submit(evening.pk, ilaria, second.pk)
    assert other.code != once.code
    assert list(HandIn.objects.current()) == [other]
    assert HandIn.objects.count() == 2  # a printed sheet of the first is still recognised
    assert log_of(evening)[2:] == ["ilaria submitted a list"] * 2


def test_a_pair_is_submitted_together(club: Club, davide: User, ilaria: User) -> None:
    evening = a_night(club, davide, limits=PAIR)
    attacker = a_bn_list(ilaria, name="Valle", pair_name="Valle", men=6)
    missing = "The other half of the pair is missing: Defender, with the same pair name."
    with translation.override("en"), refused(missing):
        submit(evening.pk, ilaria, attacker.pk)
    a_bn_list(ilaria, "defender", name="Valle in difesa", pair_name="Valle", men=1)
    submit(evening.pk, ilaria, attacker.pk)
    assert standing(evening) == ["ilaria attacker Valle", "ilaria defender Valle in difesa"]
    assert withdraw(evening.pk, ilaria)
    assert not withdraw(evening.pk, ilaria)
    assert standing(evening) == []


def test_an_unsuitable_list_is_refused(club: Club, davide: User, ilaria: User) -> None:
    """Another game, another role, over the points of the games night."""
    evening = a_night(club, davide, limits={"attacker": 20})
    other = a_list(Visitor(ilaria), a_roster(ruleset="rth-it", role="attacker"))
    dear = a_bn_list(ilaria)
    over = (sheet_for(evening, dear.roster).report.total or 0) - 20
    problems = {
        "It is for another game: this one is Breaking News, Draft of 9 December 2009.": other,
        "Lists for the role “Defender” are not accepted.": a_bn_list(ilaria, "defender"),
        f"{over} points over the limit of 20.": dear,
    }
    for problem, army_list in problems.items():
        with translation.override("en"), refused(problem):
            submit(evening.pk, ilaria, army_list.pk)
    with pytest.raises(ArmyList.DoesNotExist):
        submit(evening.pk, ilaria, a_bn_list(davide).pk)
    assert standing(evening) == []


@pytest.mark.parametrize(("minutes", "is_late"), [(-1, False), (1, True), (14, True)])
def test_within_a_quarter_of_an_hour_it_is_late(
    club: Club, davide: User, ilaria: User, minutes: int, is_late: bool
) -> None:
    evening, army_list = a_night(club, davide), a_bn_list(ilaria)
    late(evening, minutes)
    [handed] = submit(evening.pk, ilaria, army_list.pk)
    assert handed.is_late == is_late
    assert log_of(evening)[-1] == ("ilaria submitted a list late" if is_late else "ilaria submitted a list")


def test_after_it_nothing_is_submitted_or_taken_back(club: Club, davide: User, ilaria: User) -> None:
    evening, army_list = a_night(club, davide), a_bn_list(ilaria)
    submit(evening.pk, ilaria, army_list.pk)
    late(evening, 16)
    with refused("Nothing was changed: lists can no longer be submitted or withdrawn. Yours is as it was."):
        submit(evening.pk, ilaria, a_bn_list(ilaria, men=5).pk)
    with refused("Nothing was changed: lists can no longer be submitted or withdrawn. Yours is as it was."):
        withdraw(evening.pk, ilaria)
    assert len(standing(evening)) == 1


def test_organisers_close_earlier_and_open_again(club: Club, davide: User, ilaria: User) -> None:
    evening, army_list = a_night(club, davide), a_bn_list(ilaria)
    for verb in (close_submissions, reopen_submissions):
        with pytest.raises(NotAllowedError):
            verb(evening.pk, ilaria)
    assert [close_submissions(evening.pk, davide) for _ in range(2)] == [True, False]
    with refused("Nothing was changed: lists can no longer be submitted or withdrawn. Yours is as it was."):
        submit(evening.pk, ilaria, army_list.pk)
    assert [reopen_submissions(evening.pk, davide) for _ in range(2)] == [True, False]
    submit(evening.pk, ilaria, army_list.pk)
    evening.refresh_from_db()
    assert evening.deadline == evening.start
    assert log_of(evening)[2:4] == ["davide closed submissions", "davide reopened submissions"]


def test_it_is_not_opened_again_once_the_games_night_has_begun(club: Club, davide: User) -> None:
    evening = a_night(club, davide)
    close_submissions(evening.pk, davide)
    Evening.objects.filter(pk=evening.pk).update(start=timezone.now())
    with pytest.raises(NotOpenError):
        reopen_submissions(evening.pk, davide)


def test_game_and_points_stay_once_a_list_is_there(club: Club, davide: User, ilaria: User) -> None:
    evening, army_list = a_night(club, davide), a_bn_list(ilaria)
    plan = a_plan(ruleset="bn", limits={"attacker": 120}, name="Senio")
    submit(evening.pk, ilaria, army_list.pk)
    with refused("Lists have been submitted: game, lists, points and when lists are revealed can no longer change."):
        edit_evening(evening.pk, davide, plan)
    edit_evening(evening.pk, davide, a_plan(ruleset="bn", limits=ATTACKER, name="Senio"))
    withdraw(evening.pk, ilaria)
    edit_evening(evening.pk, davide, plan)
    evening.refresh_from_db()
    assert (evening.name, evening.limits) == ("Senio", {"attacker": 120})


@pytest.mark.parametrize("said", [{"limits": {}}, {"days": -1}])
def test_where_no_lists_are_asked_for_none_is_submitted(
    club: Club, davide: User, ilaria: User, said: dict[str, Any]
) -> None:
    evening, army_list = a_night(club, davide, **said), a_bn_list(ilaria)
    with pytest.raises(NotOpenError):
        submit(evening.pk, ilaria, army_list.pk)


# ── Pages ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_nobody_sees_anothers_list_before_the_end(
    club: Club, marta: User, davide: User, ilaria: User, paolo: User
) -> None:
    """Not even for organisers who play: name, points, digest and contents come with the deadline, for all at once."""
    evening, army_list = a_night(club, davide), a_bn_list(ilaria, name="Alpini in Gulistan")
    [handed] = submit(evening.pk, ilaria, army_list.pk)
    for user in (marta, davide):
        answer(evening.pk, user, "perhaps")
    page, sheet = f"/evenings/{evening.pk}/", f"/evenings/{evening.pk}/lists/{handed.pk}/"

    def seen(user: User) -> tuple[int, bool, int]:
        html = browser_of(user).get(page)
        said = any(told in html.content.decode() for told in ("Gulistan", handed.digest, handed.shown_code))
        return html.status_code, said, browser_of(user).get(sheet).status_code

    assert [seen(user) for user in (ilaria, marta, davide, paolo)] == [
        (200, True, 200),
        (200, False, 404),
        (200, False, 404),
        (404, False, 404),
    ]
    late(evening, 16)
    assert [seen(user) for user in (marta, paolo)] == [(200, True, 200), (404, False, 404)]
    assert handed.shown_code in browser_of(marta).get(page).text
    call_off(evening.pk, davide)
    assert seen(marta) == (200, False, 404)


def test_one_chooses_among_ones_lists_and_each_says_why_not(club: Club, davide: User, ilaria: User) -> None:
    evening = a_night(club, davide, limits={"attacker": 100})
    for name, men, said in (
        ("Fits", 1, {}),
        ("Too many", 12, {}),
        ("Defends", 1, {"role": "defender"}),
    ):
        a_bn_list(ilaria, men=men, name=name, **said)
    a_list(Visitor(ilaria), a_roster(ruleset="rth-it", role="attacker", name="Other"))
    shown = browser_of(ilaria).get(f"/evenings/{evening.pk}/").context
    chosen = {choice.name: choice.why for choice in [*shown["choices"], *shown["others"]]}
    assert list(chosen) == ["Fits", "Too many", "Defends", "Other"]
    assert [chosen["Fits"], chosen["Defends"], chosen["Other"]] == [
        "",
        "Lists for the role “Defender” are not accepted.",
        "It is for another game: this one is Breaking News, Draft of 9 December 2009.",
    ]
    assert chosen["Too many"] == "100 points over the limit of 100."


@pytest.mark.parametrize("posted", ["", "no-list", "00000000-0000-4000-8000-000000000000"])
def test_a_list_that_is_none(club: Club, davide: User, ilaria: User, posted: str) -> None:
    evening = a_night(club, davide)
    answer = browser_of(ilaria).post(f"/evenings/{evening.pk}/hand-in/", {"list": posted})
    assert answer.status_code == (404 if posted.startswith("0") else 302)
    assert standing(evening) == []


def test_refusals_have_a_reason(club: Club, davide: User, ilaria: User) -> None:
    evening = a_night(club, davide)
    browser, defends = browser_of(ilaria), a_bn_list(ilaria, "defender")

    def said(act: str, **posted: str) -> list[str]:
        answer = browser.post(f"/evenings/{evening.pk}/{act}/", posted, follow=True)
        return [str(message) for message in answer.context["messages"]]

    assert said("hand-in", list=str(defends.pk)) == ["Lists for the role “Defender” are not accepted."]
    fits = str(a_bn_list(ilaria).pk)
    assert said("hand-in", list=fits) == ["Submitted as a copy: changes to your list do not affect it."]
    [handed] = HandIn.objects.current()
    assert said("take-back", handed=str(handed.pk)) == ["Withdrawn. You can submit again until the deadline."]
    late(evening, 16)
    closed = "Nothing was changed: lists can no longer be submitted or withdrawn. Yours is as it was."
    assert (said("hand-in", list=fits), said("take-back")) == ([closed], [closed])


def test_the_deadline_is_what_the_organiser_chose(club: Club, davide: User) -> None:
    """The day before at eight local time, two hours before, or the start."""
    start = in_days(7)
    for due, until in (
        ("day-before", in_days(6).replace(hour=20, minute=0)),
        ("two-hours", start - timedelta(hours=2)),
        ("start", start),
    ):
        fields = {"day": f"{start:%Y-%m-%d}", "hour": "20:30", "game": "bn", "brings": "attacker", "due": due}
        browser_of(davide).post(f"/clubs/{club.pk}/evenings/new/", fields)
        assert Evening.objects.order_by("-created")[0].deadline == until


# ── The check ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_code_is_checked_once_the_lists_are_shown(club: Club, davide: User, ilaria: User, paolo: User) -> None:
    evening = a_night(club, davide)
    [handed] = submit(evening.pk, ilaria, a_bn_list(ilaria, name="Alpini").pk)
    address = f"/evenings/{evening.pk}/check/"
    assert browser_of(ilaria).get(address, {"code": handed.code}).status_code == 404
    late(evening, 16)
    assert browser_of(paolo).get(address, {"code": handed.code}).status_code == 404
    for typed in (handed.code, handed.shown_code.lower(), f" {handed.code[:3]} {handed.code[3:]}"):
        shown = browser_of(davide).get(address, {"code": typed}).context
        assert (shown["found"], shown["report"].legal, shown["instead"]) == (handed, True, None)
    for wrong in ("", "ABCD-EFGH", "²²²²²²²²", "x" * 5000):
        assert browser_of(davide).get(address, {"code": wrong}).context["found"] is None
    other = a_night(club, davide)
    late(other, 16)
    assert browser_of(davide).get(f"/evenings/{other.pk}/check/", {"code": handed.code}).context["found"] is None


def test_the_check_says_what_stands_instead(club: Club, davide: User, ilaria: User) -> None:
    evening = a_night(club, davide)
    [first] = submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    [second] = submit(evening.pk, ilaria, a_bn_list(ilaria, men=5).pk)
    withdraw(evening.pk, ilaria)
    [third] = submit(evening.pk, ilaria, a_bn_list(ilaria, men=6).pk)
    late(evening, 16)
    address = f"/evenings/{evening.pk}/check/"
    instead = [browser_of(davide).get(address, {"code": one.code}).context["instead"] for one in (first, second)]
    assert instead == [third, third]


def test_tries_are_counted(club: Club, davide: User, ilaria: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LIMITS", limits.LIMITS | {"check-code": Rate(2, 3600)})
    evening = a_night(club, davide)
    late(evening, 16)
    browser, address = browser_of(ilaria), f"/evenings/{evening.pk}/check/"
    assert [browser.get(address, {"code": "ABCD"}).status_code for _ in range(3)] == [200, 200, 429]
    assert browser.get(address).status_code == 200


def test_copies_are_counted_as_each_is_kept(
    club: Club, davide: User, ilaria: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LIMITS", limits.LIMITS | {"hand-in": Rate(1, 3600)})
    address, fits = f"/evenings/{a_night(club, davide).pk}/hand-in/", a_bn_list(ilaria)
    posts = [browser_of(ilaria).post(address, {"list": str(fits.pk)}).status_code for _ in range(2)]
    assert posts == [302, 429]


def test_submitted_lists_are_deleted_with_the_account(club: Club, davide: User, ilaria: User) -> None:
    """Their place in the games night stays, without a name."""
    evening = a_night(club, davide)
    submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    with TestCase.captureOnCommitCallbacks(execute=True):
        delete_account(ilaria)
    assert (HandIn.objects.count(), who_comes(evening)) == (0, ["someone who has left coming"])


def test_a_list_says_which_of_the_pair_it_is_where_one_brings_the_pair(club: Club, davide: User) -> None:
    for asked, said in (({"attacker": 150}, ""), ({"attacker": 150, "defender": 90}, "Attacker")):
        evening = an_evening(club, davide, ruleset="bn", limits=asked)
        with translation.override("en"):
            assert role_in(HandIn(role="attacker"), evening) == said
