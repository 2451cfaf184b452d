"""Progress of a games night: its next step at the desk, and standings that start with a result."""

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import answer as answer_as
from armybuilder.evenings.actions.planning import announce, plan_evening
from armybuilder.evenings.actions.rounds import draw
from armybuilder.evenings.models import Entry, Evening, Pairing
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_plan, an_evening, another_organiser, decide

pytestmark = pytest.mark.usefixtures("loaded_rules")


def test_standings_begin_with_the_first_result(played: Evening, davide: User) -> None:
    table = Pairing.objects.get(round__evening=played, second__isnull=False)
    page, results = f"/evenings/{played.pk}/rounds/1/", f"/evenings/{played.pk}/results/"

    def shown() -> tuple[bool, bool, int, bool]:
        round_page = browser_of(davide).get(page)
        text = browser_of(davide).get(results).context["text"]
        ranks = browser_of(davide).get(f"/evenings/{played.pk}/board/").context["board"].ranks
        standings = 'class="tbl standings"' in round_page.content.decode()
        return round_page.context["begun"], standings, len(ranks), "1. " in text

    assert shown() == (False, False, 0, False)  # a bye is no result
    decide(played, table, (30, 40))
    assert shown() == (True, True, 3, True)


@pytest.mark.parametrize(("planned", "kind"), [(None, "pair"), (2, "pair"), (1, "finish")])
def test_the_next_step_after_a_round(played: Evening, davide: User, planned: int | None, kind: str) -> None:
    """The same at the desk and on the page of the last round; after the planned rounds it is the end."""
    Evening.objects.filter(pk=played.pk).update(rounds_planned=planned)
    browser, table = browser_of(davide), Pairing.objects.get(round__evening=played, second__isnull=False)
    pages = [f"/evenings/{played.pk}/{path}/" for path in ("desk", "rounds/1")]
    for page in pages:
        answer = browser.get(page)
        step, text = answer.context["step"], answer.text
        assert (step.kind, step.number, step.unsettled, text.count("/draw/")) == ("results", 1, 1, 0)
    decide(played, table, (30, 40))
    for page in pages:
        answer = browser.get(page)
        step, text = answer.context["step"], answer.text
        assert (step.kind, text.count("/rounds/2/draw/")) == (kind, 1)
        assert ("is one more than planned: the games night has 1." in text) == (kind == "finish")


def test_the_next_step_from_the_draft_to_the_end(club: Club, davide: User, marta: User, ilaria: User) -> None:
    """Close, pair and publish are one tap each, all at the desk."""
    evening = plan_evening(club.pk, davide, a_plan(ruleset="bn", limits={"attacker": 150}))
    browser, here = browser_of(davide), f"/evenings/{evening.pk}/"

    def step() -> tuple[str | None, list[str]]:
        shown = browser.get(here + "desk/").context
        now = [stage.name for stage in shown["stages"] if stage.is_now]
        return shown["step"] and shown["step"].kind, now

    def act(path: str, **body: str) -> str:
        return str(browser.post(here + path, body | {"then": "desk"}).headers["Location"])

    def version() -> str:
        return Evening.objects.get(pk=evening.pk).version

    assert step() == ("announce", ["Answers"])
    announce(evening.pk, davide)
    for user in (marta, ilaria):
        answer_as(evening.pk, user, "coming")
    assert step() == ("close", ["Lists"])
    assert act("close/", seen=version()) == here + "desk/"
    assert step() == ("pair", ["Round 1"])
    assert act("rounds/1/draw/", seen="none", method="swiss") == here + "desk/"
    assert step() == ("publish", ["Round 1"])
    seen = browser.get(here + "desk/").context["seen"]
    assert act("rounds/1/publish/", seen=seen) == here + "desk/"
    assert step() == ("results", ["Round 1"])
    evening.refresh_from_db()
    decide(evening, Pairing.objects.get(), (0, 5))
    assert step() == ("pair", ["Round 2"])
    Evening.objects.filter(pk=evening.pk).update(finished=timezone.now())
    assert step() == ("standings", [])


def test_a_refused_act_of_the_desk_is_told_at_the_desk(played: Evening, davide: User) -> None:
    body = {"method": "swiss", "seen": "old", "then": "desk"}
    response = browser_of(davide).post(f"/evenings/{played.pk}/rounds/2/draw/", body)
    assert (response.status_code, "desk" in response.context) == (409, True)
    body = {"seen": "old", "then": "desk"}
    response = browser_of(davide).post(f"/evenings/{played.pk}/close/", body)
    assert (response.status_code, "desk" in response.context) == (409, True)


def test_who_plays_is_asked_at_the_desk(club: Club, davide: User, marta: User, ilaria: User) -> None:
    """If only some are checked in, the next round is for them, unless the organiser chooses everyone."""
    evening = an_evening(club, davide, days=0, limits={})
    for user in (davide, marta, ilaria):
        answer_as(evening.pk, user, "coming")
    browser = browser_of(another_organiser(evening))
    desk = f"/evenings/{evening.pk}/desk/"
    step = browser.get(desk).context["step"]
    assert (step.kind, step.tables, step.has_bye, step.coming.absent) == ("pair", 1, True, [])
    evening.entries.filter(user__in=[marta, ilaria]).update(checked_in=timezone.now())
    step = browser.get(desk).context["step"]
    assert (step.tables, step.has_bye, step.coming.absent) == (1, False, ["davide"])
    body = {"method": "swiss", "seen": "none", "then": "desk", "who": "here"}
    browser.post(f"/evenings/{evening.pk}/rounds/1/draw/", body)
    assert Pairing.objects.get().second is not None


@pytest.mark.parametrize("many", [4, 40])
def test_queries_of_the_desk_with_a_draft_do_not_grow(
    club: Club, davide: User, many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    evening = an_evening(club, davide, limits={})
    Entry.objects.bulk_create(Entry(evening=evening, guest_name=f"Anna {n}", state="coming") for n in range(many))
    draw(evening.pk, davide, "swiss")
    browser = browser_of(davide)
    browser.get(f"/evenings/{evening.pk}/desk/")
    with django_assert_num_queries(27):
        assert len(browser.get(f"/evenings/{evening.pk}/desk/").context["tables"]) == many // 2
