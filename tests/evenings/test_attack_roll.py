"""The roll for the attack: once, stored, visible to both."""

import secrets
from collections.abc import Iterator

import pytest

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.planning import close_submissions
from armybuilder.evenings.actions.results import bonuses_of, correct_roll, enter_roll, roll
from armybuilder.evenings.actions.rounds import draw, publish, set_closed, unpublish
from armybuilder.evenings.models import DiceOff, Entry, HandIn, Pairing
from armybuilder.notices.models import Notice
from rules.core.document.roster import encode
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import an_evening, log_of
from tests.evenings.test_playing import people_of, user_of
from tests.lists.factories import a_group, a_roster, a_squad
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def table(club: Club, davide: User) -> Pairing:
    """Two players with both lists, elites against experienced troops, in a published round."""
    evening = an_evening(club, davide)
    for user, class_id in zip(people_of(club, 2), ("elite", "experienced"), strict=True):
        entry = Entry.objects.create(evening=evening, user=user, state="coming")
        for role in ("attacker", "defender"):
            squad = a_squad(a_group(5), class_=class_id)
            document = encode(a_roster(squad, ruleset="rth-it", role=role)).decode()
            HandIn.objects.create(entry=entry, role=role, name="", document=document, digest="")
    close_submissions(evening.pk, davide)
    draw(evening.pk, davide, "swiss")
    [pairing] = publish(evening.pk, davide).pairings.select_related("first__user", "second__user")
    return pairing


@pytest.fixture
def faces(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Set the next faces of the dice."""
    shown: list[int] = []

    def next_face(sides: int) -> int:
        assert sides == 6
        return shown.pop(0) - 1

    monkeypatch.setattr(secrets, "randbelow", next_face)
    return shown


def test_the_roll_is_kept_and_decides(table: Pairing, faces: list[int]) -> None:
    """It is rolled again on a tie, including the troops' bonus."""
    evening = table.round.evening
    one, other = bonuses_of(evening, table)
    assert sorted((one, other)) == [3, 5]
    first, second = user_of(table.first), user_of(table.second)
    faces[:] = [*_summing(6 + max(0, other - one)), *_summing(6 + max(0, one - other)), 6, 6, 1, 1]
    made = roll(evening.pk, first, table.pk)
    assert made.rolls == [(6 + max(0, other - one), 6 + max(0, one - other)), (12, 2)]
    assert (made.first_total, made.second_total) == (12 + one, 2 + other)
    table.refresh_from_db()
    assert table.attacker_id == table.first_id
    for somebody in (first, second):
        with refused("Nothing was rolled: who attacks is already decided."):
            roll(evening.pk, somebody, table.pk)
        with refused("Nothing was rolled: who attacks is already decided."):
            enter_roll(evening.pk, somebody, table.pk, (3, 4))
    with refused("A result or roll has already been entered for this round: it can no longer be unpublished."):
        unpublish(evening.pk, User.objects.get(username="davide"))
    assert log_of(evening)[-1] == f"{first} rolled here for who attacks: {table} {12 + one} – {2 + other}"


def _summing(total: int) -> Iterator[int]:
    """Return two faces of this many."""
    yield total // 2
    yield total - total // 2


def test_rolls_made_at_the_table(table: Pairing, davide: User, ilaria: User) -> None:
    evening = table.round.evening
    second = user_of(table.second)
    with refused("Nothing was saved: both totals are the same. Roll again at the table."):
        enter_roll(evening.pk, second, table.pk, (9, 9))
    with pytest.raises(Pairing.DoesNotExist):
        enter_roll(evening.pk, ilaria, table.pk, (9, 12))
    enter_roll(evening.pk, second, table.pk, (9, 12))
    rolled = Notice.objects.filter(kind="typed-roll")
    assert [(notice.user, notice.facts["who"], notice.facts["result"]) for notice in rolled] == [
        (user_of(table.first), str(second), "9 – 12")
    ]
    table.refresh_from_db()
    assert (table.attacker_id, table.dice_off.rolls) == (table.second_id, [])
    with pytest.raises(NotAllowedError):
        correct_roll(evening.pk, second, table.pk, (12, 9))
    with refused("Nothing was saved: both totals are the same. Roll again at the table."):
        correct_roll(evening.pk, davide, table.pk, (9, 9))
    correct_roll(evening.pk, davide, table.pk, (12, 9))
    assert Pairing.objects.get(pk=table.pk).attacker_id == table.first_id
    assert DiceOff.objects.count() == 1


def test_nothing_is_rolled_where_the_lists_say_who_attacks(table: Pairing, davide: User) -> None:
    table.attacker = table.first
    table.save()
    evening = table.round.evening
    with refused("Nothing was rolled: who attacks is already decided."):
        roll(evening.pk, user_of(table.first), table.pk)
    with refused("Nothing was rolled: who attacks is already decided."):
        correct_roll(evening.pk, davide, table.pk, (12, 9))
    set_closed(evening.pk, davide, 1, closed=True)
    with refused("Nothing was changed: the round is closed. Only an organiser can enter its results now."):
        roll(evening.pk, user_of(table.first), table.pk)


def test_both_see_the_roll_on_their_pages(table: Pairing) -> None:
    page = f"/evenings/{table.round.evening_id}/"
    one, other = browser_of(user_of(table.first)), browser_of(user_of(table.second))
    said = one.post(f"{page}tables/{table.pk}/roll/typed/", {"first_total": "x"}, follow=True).context["messages"]
    assert [str(message) for message in said] == ["Nothing was saved: enter two whole numbers, from 2 to 99."]
    assert one.post(f"{page}tables/{table.pk}/roll/")["Location"] == f"{page}rounds/1/"
    made = DiceOff.objects.get()
    for browser in (one, other):
        assert browser.get(f"{page}rounds/1/").context["yours"].dice_off == made
    said = other.post(f"{page}tables/{table.pk}/roll/", follow=True).context["messages"]
    assert [str(message) for message in said] == ["Nothing was rolled: who attacks is already decided."]
