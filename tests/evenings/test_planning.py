"""Organisers plan, announce and call off games nights; the log names them."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.utils import timezone, translation
from lxml import html

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError, close_club, save_house_rules
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import answer, invite_guest
from armybuilder.evenings.actions.planning import (
    OPEN_EVENINGS_AT_MOST,
    announce,
    call_off,
    discard_evening,
    edit_evening,
    plan_evening,
    use_house_rules,
)
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.eligibility import sheet_for
from armybuilder.evenings.models import Evening
from armybuilder.evenings.states import NotOpenError
from rules.core.document.roster import decode
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, a_plan, an_evening, in_days, log_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")
Verb = Callable[[Evening, User], object]

VERBS: dict[str, Verb] = {
    "edit": lambda evening, who: edit_evening(evening.pk, who, a_plan()),
    "announce": lambda evening, who: announce(evening.pk, who),
    "call off": lambda evening, who: call_off(evening.pk, who),
    "discard": lambda evening, who: discard_evening(evening.pk, who),
}


def names(user: User) -> list[str]:
    return [str(evening) for evening in Evening.objects.visible_to(user)]


def test_a_draft_is_seen_by_organisers(club: Club, marta: User, davide: User, ilaria: User, paolo: User) -> None:
    evening = plan_evening(club.pk, davide, a_plan())
    assert [names(user) for user in (marta, davide, ilaria, paolo)] == [
        [str(evening)],
        [str(evening)],
        [],
        [],
    ]
    announce(evening.pk, davide)
    assert [names(user) for user in (ilaria, paolo)] == [[str(evening)], []]


def test_the_log_says_who_did_what(club: Club, marta: User, davide: User) -> None:
    evening = plan_evening(club.pk, davide, a_plan())
    edit_evening(evening.pk, davide, a_plan(name="Senio"))  # nobody has seen it yet
    assert [announce(evening.pk, davide) for _ in range(2)] == [True, False]
    for _ in range(2):  # the second changes nothing
        edit_evening(evening.pk, marta, a_plan(name="Senio", note="Bring dice"))
    assert [call_off(evening.pk, marta) for _ in range(2)] == [True, False]
    assert announce(evening.pk, davide)
    assert log_of(evening) == [
        "davide created the games night",
        "davide announced the games night",
        "marta edited the games night",
        "marta called off the games night",
        "davide announced the games night again",
    ]


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
def test_members_do_not_and_strangers_find_none(
    club: Club, davide: User, ilaria: User, paolo: User, verb: Verb
) -> None:
    evening = an_evening(club, davide)
    with pytest.raises(NotAllowedError):
        verb(evening, ilaria)
    with pytest.raises(Evening.DoesNotExist):
        verb(evening, paolo)
    evening.pk = uuid4()
    with pytest.raises(Evening.DoesNotExist):
        verb(evening, davide)


def test_only_organisers_plan(club: Club, ilaria: User, paolo: User) -> None:
    with pytest.raises(NotAllowedError):
        plan_evening(club.pk, ilaria, a_plan())
    with pytest.raises(Club.DoesNotExist):
        plan_evening(club.pk, paolo, a_plan())


@pytest.mark.parametrize("verb", ["edit", "announce", "call off"])
def test_a_finished_plan_does_not_change(club: Club, davide: User, verb: str) -> None:
    evening = an_evening(club, davide, days=-1)
    with pytest.raises(NotOpenError):
        VERBS[verb](evening, davide)


def test_a_running_games_night_goes_on_after_midnight(club: Club, davide: User, ilaria: User) -> None:
    """Its round shows its end, and a guest can be invited; it is over a day later, even if nobody finished it."""
    evening = an_evening(club, davide, limits={}, round_minutes=90)
    for user in (davide, ilaria):
        answer(evening.pk, user, "coming")
    draw(evening.pk, davide, "swiss")
    publish(evening.pk, davide)

    def began(days: int) -> tuple[bool, bool, bool, bool]:
        Evening.objects.filter(pk=evening.pk).update(start=in_days(-days))
        evening.refresh_from_db()
        browser = browser_of(davide)
        ends = "Ends at" in browser.get(f"/evenings/{evening.pk}/rounds/1/").text
        to_come = browser.get(f"/clubs/{club.pk}/").context["to_come"]
        return evening.is_over, evening.is_open, ends, to_come == [evening]

    assert [began(days) for days in (0, 1, 2)] == [
        (False, True, True, True), (False, True, True, True), (True, False, False, False)
    ]  # fmt: skip
    began(1)
    assert invite_guest(evening.pk, davide, "Anna").guest_name == "Anna"
    Evening.objects.filter(pk=evening.pk).update(finished=timezone.now())
    evening.refresh_from_db()
    assert evening.is_over


def test_a_games_night_is_not_over_before_midnight(club: Club, davide: User) -> None:
    evening = an_evening(club, davide)
    evening.start = in_days(0).replace(hour=0)
    assert (evening.is_over, evening.is_open) == (False, True)


def test_a_draft_is_discarded_and_what_was_announced_is_called_off(club: Club, davide: User) -> None:
    draft = plan_evening(club.pk, davide, a_plan())
    with pytest.raises(NotOpenError):
        call_off(draft.pk, davide)
    assert discard_evening(draft.pk, davide) == club.pk
    with pytest.raises(NotOpenError):
        discard_evening(an_evening(club, davide).pk, davide)
    assert Evening.objects.count() == 1


def test_it_plays_by_the_clubs_rulings_of_the_day_it_was_made(club: Club, davide: User) -> None:
    save_house_rules(club.pk, davide, "rth-it", rulings={"wounded": "no"})
    evening = plan_evening(club.pk, davide, a_plan())
    save_house_rules(club.pk, davide, "rth-it", rulings={})
    edit_evening(evening.pk, davide, a_plan(name="Senio"))
    evening.refresh_from_db()
    assert evening.rulings == {"wounded": "no"}
    edit_evening(evening.pk, davide, a_plan(ruleset="bn"))
    evening.refresh_from_db()
    assert evening.rulings == {}


def test_it_plays_by_the_clubs_prices_until_an_organiser_takes_new_ones(club: Club, davide: User, ilaria: User) -> None:
    def write(prices: dict[str, int]) -> None:
        save_house_rules(club.pk, davide, "bn", prices=prices)

    def prices() -> tuple[int, dict[str, int]]:
        evening.refresh_from_db()
        return evening.house_number, evening.prices

    write({"weapons/lmg": 12, "weapons/blunderbuss": 3})
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    write({"classes/elite": 60})
    assert prices() == (1, {"weapons/lmg": 12})  # entries that the edition does not have do not count
    with pytest.raises(NotAllowedError):
        use_house_rules(evening.pk, ilaria)
    assert use_house_rules(evening.pk, davide)
    assert not use_house_rules(evening.pk, davide)
    assert prices() == (2, {"classes/elite": 60})
    assert log_of(evening)[-1] == "davide switched the games night to the club’s new house rules"
    write({})
    dear = a_bn_list(ilaria)
    over = (sheet_for(evening, dear.roster).report.total or 0) - 150
    with (
        translation.override("en"),
        refused(f"{over} points over the limit of 150 at tonight’s prices."),
    ):
        submit(evening.pk, ilaria, dear.pk)
    cheap = a_bn_list(ilaria, men=1)
    [handed] = submit(evening.pk, ilaria, cheap.pk)
    assert decode(handed.document.encode()).prices == {"classes/elite": 60}
    assert handed.total == (cheap.total or 0) + 2 * (60 - 15)
    with refused("Lists have been submitted: the games night’s house rules can no longer change."):
        use_house_rules(evening.pk, davide)


def test_prices_of_ones_own_are_not_those_of_a_games_night(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    own = a_bn_list(ilaria, prices={"classes/elite": 0})
    [handed] = submit(evening.pk, ilaria, own.pk)
    assert handed.total == a_bn_list(ilaria).total


def test_a_list_over_the_limit_leads_to_tonights_prices_and_then_to_getting_under_the_limit(
    club: Club, davide: User, ilaria: User
) -> None:
    save_house_rules(club.pk, davide, "bn", prices={"classes/elite": 60})
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    army_list, browser = a_bn_list(ilaria), browser_of(ilaria)

    def way() -> list[str]:
        shown = html.fromstring(browser.get(f"/evenings/{evening.pk}/").content)
        return [str(link) for link in shown.xpath('//p[@class="half-way"]/a/@href')]

    of_list = f"/lists/{army_list.pk}/"
    assert way() == [f"{of_list}house/{club.pk}/?version=1"]
    browser.post(f"{of_list}house/{club.pk}/take/", {"version": "1", "key": "k"})
    assert way() == [f"{of_list}advice/"]


def test_an_organiser_alone_is_told_of_newer_house_rules(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    action = f"/evenings/{evening.pk}/house-rules/"

    def told(user: User) -> bool:
        shown = html.fromstring(browser_of(user).get(f"/evenings/{evening.pk}/").content)
        return bool(shown.xpath(f'//form[@action="{action}"]'))

    assert not told(davide)
    save_house_rules(club.pk, davide, "bn", prices={"weapons/lmg": 12})
    assert (told(davide), told(ilaria)) == (True, False)
    browser_of(davide).post(action)
    assert not told(davide)


def test_a_club_has_so_many_ahead_and_no_more(club: Club, davide: User) -> None:
    Evening.objects.bulk_create(
        Evening(club=club, start=in_days(7), deadline=in_days(6), ruleset_version_id=a_plan().ruleset_version_id)
        for _ in range(OPEN_EVENINGS_AT_MOST)
    )
    with refused("The club already has 50 games nights coming up. Call one off, or discard a draft."):
        plan_evening(club.pk, davide, a_plan())
    Evening.objects.filter(pk=Evening.objects.values("pk")[:1]).update(state="called-off")
    plan_evening(club.pk, davide, a_plan())


def test_one_without_a_name_is_called_by_its_day(club: Club, davide: User) -> None:
    evening = plan_evening(club.pk, davide, a_plan(name=""))
    evening.start = evening.start.replace(month=12, day=17)
    with translation.override("en"):
        assert str(evening) == "Games night, 17 December"


def test_it_goes_with_its_club(club: Club, marta: User, davide: User) -> None:
    an_evening(club, davide)
    close_club(club.pk, marta)
    assert Evening.objects.count() == 0


def test_a_finished_night_cannot_be_called_off(club: Club, davide: User) -> None:
    evening = an_evening(club, davide, limits={})
    Evening.objects.filter(pk=evening.pk).update(started=timezone.now(), finished=timezone.now())
    assert "call-off/" not in browser_of(davide).get(f"/evenings/{evening.pk}/").content.decode()
    with pytest.raises(NotOpenError):
        call_off(evening.pk, davide)
