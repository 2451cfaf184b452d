"""Conflicts: a sentence, and nothing is lost."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import remove_member
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import answer, invite_guest
from armybuilder.evenings.actions.rounds import draw, publish, unpublish
from armybuilder.evenings.models import Claim, Entry, Evening, HandIn, Pairing
from armybuilder.rate_limits import limits
from armybuilder.rate_limits.buckets import Rate
from tests.clubs.clubs import browser_of, member
from tests.evenings.evenings import a_bn_list, an_evening, in_days, who_comes
from tests.notices.telling import told

pytestmark = pytest.mark.usefixtures("loaded_rules")


def said(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def post(browser: Client, evening: Evening, act: str, **fields: object) -> Any:
    return browser.post(f"/evenings/{evening.pk}/{act}/", fields, follow=True)


@pytest.fixture
def evening(club: Club, davide: User) -> Evening:
    """A games night for attackers."""
    return an_evening(club, davide, ruleset="bn", limits={"attacker": 150})


@pytest.fixture
def table(club: Club, davide: User, marta: User, ilaria: User) -> Pairing:
    evening = an_evening(club, davide, limits={})
    for user in (marta, ilaria):
        answer(evening.pk, user, "coming")
    draw(evening.pk, davide, "swiss")
    [table] = publish(evening.pk, davide).pairings.select_related("round__evening")
    return table


def test_the_deadline_passes_while_the_page_is_open(evening: Evening, ilaria: User) -> None:
    browser, handed, other = browser_of(ilaria), a_bn_list(ilaria), a_bn_list(ilaria, name="Lagunari", men=5)
    post(browser, evening, "hand-in", list=handed.pk)
    Evening.objects.update(deadline=timezone.now() - timedelta(hours=2))
    refused = "Nothing was changed: lists can no longer be submitted or withdrawn. Yours is as it was."
    assert said(post(browser, evening, "hand-in", list=other.pk)) == [refused]
    assert said(post(browser, evening, "take-back")) == [refused]
    assert list(HandIn.objects.current().values_list("army_list", flat=True)) == [handed.pk]


def test_a_member_removed_while_submitting_keeps_the_list(
    club: Club, evening: Evening, marta: User, ilaria: User
) -> None:
    browser, own = browser_of(ilaria), a_bn_list(ilaria)
    browser.get(f"/evenings/{evening.pk}/")
    remove_member(club.pk, marta, member(club, ilaria).pk)
    assert post(browser, evening, "hand-in", list=own.pk).status_code == 404
    assert (HandIn.objects.count(), browser.get(f"/lists/{own.pk}/").status_code) == (0, 200)


def test_an_owner_sees_which_evenings_go_with_a_club_and_who_meant_to_come_is_told(
    club: Club, evening: Evening, marta: User, davide: User, ilaria: User
) -> None:
    over = an_evening(club, davide, days=-1, name="Over")
    for there in (evening, over):
        Entry.objects.filter(evening=there).delete()
    answer(evening.pk, ilaria, "perhaps")
    answer(evening.pk, davide, "not-coming")
    browser = browser_of(marta)
    page = browser.get(f"/clubs/{club.pk}/settings/").content.decode()
    warning = page[page.index("A games night has been announced. It is deleted with the club") :]
    assert f'<a href="/evenings/{evening.pk}/">Linea Gotica</a>' in warning
    assert f'<a href="/evenings/{over.pk}/">' not in warning
    response = browser.post(f"/clubs/{club.pk}/close/", {"name": "another"}, follow=True)
    assert (said(response), Evening.objects.count()) == (
        ["The club was not closed: what you typed is not its name."],
        2,
    )
    name = club.name
    browser.post(f"/clubs/{club.pk}/close/", {"name": name})
    with translation.override("en"):
        when = f"{in_days(7):%A} {in_days(7).day} {in_days(7):%B}, 20:30 (Europe/Rome)"
    assert told(ilaria) == [f"{name} has closed: Linea Gotica on {when} will not take place."]
    assert (told(davide), told(marta)) == ([], [])
    hers = browser_of(ilaria)
    assert hers.get(f"/evenings/{evening.pk}/").status_code == 404
    assert hers.get("/notices/").status_code == 200


@pytest.mark.parametrize("again", [False, True])
def test_a_result_of_a_table_that_was_taken_back_or_paired_again(
    table: Pairing, davide: User, ilaria: User, paolo: User, again: bool
) -> None:
    evening = table.round.evening
    unpublish(evening.pk, davide)
    if again:
        draw(evening.pk, davide, "lot")
        publish(evening.pk, davide)
    result = {"first_lost": 35, "second_lost": 40}
    response = post(browser_of(ilaria), evening, f"tables/{table.pk}/result", **result)
    assert said(response) == ["Nothing was saved: the round has been re-paired, or this is not your table."]
    assert not Claim.objects.exists()
    stranger = post(browser_of(paolo), evening, f"tables/{table.pk}/result", **result)
    assert stranger.status_code == 404


def test_a_table_of_another_evening_is_none_of_this_one(table: Pairing, evening: Evening, davide: User) -> None:
    response = post(browser_of(davide), evening, f"tables/{table.pk}/result", first_lost=1, second_lost=2, decide=1)
    assert (response.status_code, said(response)) == (
        409,
        ["Nothing was saved: the round has been re-paired, or this is not your table."],
    )
    table.refresh_from_db()
    assert table.first_lost is None


@pytest.mark.parametrize("as_guest", [False, True])
def test_too_many_answers_are_refused(
    evening: Evening, davide: User, ilaria: User, monkeypatch: pytest.MonkeyPatch, as_guest: bool
) -> None:
    monkeypatch.setattr(limits, "LIMITS", limits.LIMITS | {"answer": Rate(2, 3600)})
    guest = invite_guest(evening.pk, davide, "Anna")
    address = f"/evenings/guest/{guest.token}/" if as_guest else f"/evenings/{evening.pk}/answer/"
    browser = Client() if as_guest else browser_of(ilaria)
    states = ("coming", "perhaps", "not-coming")
    assert [browser.post(address, {"state": state}).status_code for state in states] == [302, 302, 429]
    assert f"{'Anna' if as_guest else 'ilaria'} perhaps" in who_comes(evening)
    assert browser_of(davide).post(f"/evenings/{evening.pk}/answer/", {"state": "coming"}).status_code == 302


def test_too_many_results_are_refused(table: Pairing, ilaria: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LIMITS", limits.LIMITS | {"result": Rate(1, 3600)})
    browser = browser_of(ilaria)
    for lost, status in ((35, 200), (36, 429)):
        response = post(browser, table.round.evening, f"tables/{table.pk}/result", first_lost=lost, second_lost=40)
        assert response.status_code == status
    assert Claim.objects.get().first_lost == 35


def test_two_organisers_with_the_form_open_lose_nothing_of_each_other(
    club: Club, evening: Evening, marta: User, davide: User
) -> None:
    address = f"/evenings/{evening.pk}/edit/"
    browsers = [browser_of(user) for user in (marta, davide)]
    forms = [browser.get(address) for browser in browsers]

    def keep(number: int, **said: str) -> Any:
        shown = forms[number]
        typed = {field.name: field.value() for field in shown.context["form"] if field.value()} | said
        seen = shown.context["evening"].plan_digest
        assert f'name="seen" value="{seen}"' in shown.content.decode()
        return browsers[number].post(address, typed | {"seen": seen})

    assert keep(0, note="Bring dice").status_code == 302
    refused = keep(1, place="Sede")
    assert refused.status_code == 422
    assert refused.context["form"].non_field_errors() == [
        "Someone else changed the games night while you were editing: your changes are not "
        "saved yet. Check what it says now, then save again if yours are right."
    ]
    assert refused.context["form"]["place"].value() == "Sede"
    evening.refresh_from_db()
    assert (evening.note, evening.place) == ("Bring dice", "")
    forms[1] = refused
    for _ in range(2):  # sent twice, it is stored once
        assert keep(1, place="Sede", note="Bring dice").status_code == 302
    evening.refresh_from_db()
    assert (evening.note, evening.place) == ("Bring dice", "Sede")
    assert evening.log.filter(action="changed").count() == 2
