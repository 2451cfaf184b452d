"""Members and guests say whether they come."""

import pytest
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError, remove_member
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.actors import WAVERING
from armybuilder.evenings.actions.entries import GUESTS_AT_MOST, answer, invite_guest, withdraw_link
from armybuilder.evenings.actions.planning import call_off, plan_evening
from armybuilder.evenings.models import Entry, Evening, LogLine
from armybuilder.evenings.states import NotOpenError
from tests.clubs.clubs import member
from tests.evenings.evenings import a_plan, an_evening, log_of, who_comes
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")


def test_players_with_the_same_name_get_a_number(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide)
    for _ in range(2):
        invite_guest(evening.pk, davide, "Davide")
    for user in (ilaria, davide):
        answer(evening.pk, user, "coming")
    assert who_comes(evening) == [
        "ilaria coming",
        "davide (3) coming",
        "Davide invited",
        "Davide (2) invited",
    ]
    answer(evening.pk, davide, "perhaps")
    assert log_of(evening)[-1] == "davide might be coming"
    assert who_comes(evening)[1] == "davide (3) perhaps"


def test_members_answer_and_change_their_minds(club: Club, marta: User, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide)
    for user, state in ((ilaria, "perhaps"), (marta, "not-coming"), (davide, "coming"), (ilaria, "coming")):
        answer(evening.pk, user, state)
    answer(evening.pk, ilaria, "coming")  # the same answer twice counts once
    assert who_comes(evening) == ["davide coming", "ilaria coming", "marta not-coming"]
    assert log_of(evening)[2:] == ["marta is not coming", "davide is coming", "ilaria is coming"]
    LogLine.objects.update(time=timezone.now() - WAVERING)
    answer(evening.pk, ilaria, "not-coming")
    assert log_of(evening)[4:] == ["ilaria is coming", "ilaria is not coming"]


def test_changing_ones_mind_does_not_fill_the_log(club: Club, davide: User, ilaria: User) -> None:
    """Only the same person's answers of the last minutes at this games night are replaced."""
    evening, other = an_evening(club, davide), an_evening(club, davide)
    guests = [invite_guest(evening.pk, davide, name) for name in ("Anna", "Bruno")]
    answer(other.pk, ilaria, "coming")
    for state in ("coming", "perhaps", "coming"):
        answer(evening.pk, ilaria, state)
        for guest in guests:
            answer(evening.pk, guest, state)
    assert log_of(evening)[4:] == ["ilaria is coming", "Anna is coming", "Bruno is coming"]
    assert log_of(other)[2:] == ["ilaria is coming"]


def test_former_members_cannot_answer(club: Club, davide: User, ilaria: User, paolo: User) -> None:
    evening = an_evening(club, davide)
    answer(evening.pk, ilaria, "coming")
    remove_member(club.pk, davide, member(club, ilaria).pk)
    for user in (ilaria, paolo):
        with pytest.raises(Evening.DoesNotExist):
            answer(evening.pk, user, "not-coming")
    assert who_comes(evening) == ["ilaria coming"]


def test_a_guest_answers_by_a_link(club: Club, davide: User) -> None:
    evening = an_evening(club, davide)
    guest = invite_guest(evening.pk, davide, "Anna")
    assert guest.token
    assert who_comes(evening) == ["Anna invited"]
    answer(evening.pk, guest, "coming")
    assert who_comes(evening) == ["Anna coming"]
    withdraw_link(evening.pk, davide, guest.pk)
    with pytest.raises(Entry.DoesNotExist):
        answer(evening.pk, guest, "not-coming")
    assert who_comes(evening) == ["Anna coming"]
    assert log_of(evening)[2:] == [
        "davide invited the guest Anna",
        "Anna is coming",
        "davide withdrew the link for Anna",
    ]


def test_only_organisers_invite_guests(club: Club, davide: User, ilaria: User, paolo: User) -> None:
    evening = an_evening(club, davide)
    guest = invite_guest(evening.pk, davide, "Anna")
    with pytest.raises(NotAllowedError):
        invite_guest(evening.pk, ilaria, "Bruno")
    with pytest.raises(NotAllowedError):
        withdraw_link(evening.pk, ilaria, guest.pk)
    with pytest.raises(Evening.DoesNotExist):
        invite_guest(evening.pk, paolo, "Bruno")


def test_a_link_is_withdrawn_at_its_own_evening_and_once(club: Club, davide: User) -> None:
    guest = invite_guest(an_evening(club, davide).pk, davide, "Anna")
    with pytest.raises(Entry.DoesNotExist):
        withdraw_link(an_evening(club, davide).pk, davide, guest.pk)
    withdraw_link(guest.evening_id, davide, guest.pk)
    with pytest.raises(Entry.DoesNotExist):
        withdraw_link(guest.evening_id, davide, guest.pk)


def test_nobody_answers_to_a_draft_to_what_is_over_or_called_off(club: Club, davide: User, ilaria: User) -> None:
    draft = plan_evening(club.pk, davide, a_plan())
    over, off = an_evening(club, davide), an_evening(club, davide)
    guests = [invite_guest(evening.pk, davide, "Anna") for evening in (over, off)]
    Evening.objects.filter(pk=over.pk).update(start=an_evening(club, davide, days=-1).start)
    call_off(off.pk, davide)
    with pytest.raises(Evening.DoesNotExist):
        answer(draft.pk, ilaria, "coming")
    for evening in (draft, over, off):
        with pytest.raises(NotOpenError):
            answer(evening.pk, davide, "coming")
        with pytest.raises(NotOpenError):
            invite_guest(evening.pk, davide, "Bruno")
    for guest in guests:
        with pytest.raises(NotOpenError):
            answer(guest.evening_id, guest, "coming")
    assert [who_comes(evening) for evening in (draft, over, off)] == [[], ["Anna invited"], ["Anna invited"]]


def test_a_games_night_for_members_has_no_guests(club: Club, davide: User) -> None:
    evening = an_evening(club, davide, guests_allowed=False)
    with refused("This games night is members only. Change that first to invite guests."):
        invite_guest(evening.pk, davide, "Anna")


def test_so_many_guests_and_no_more(club: Club, davide: User) -> None:
    evening = an_evening(club, davide)
    Entry.objects.bulk_create(Entry(evening=evening, guest_name="Anna") for _ in range(GUESTS_AT_MOST))
    with refused("This games night already has as many guests as it can take."):
        invite_guest(evening.pk, davide, "Bruno")


def test_a_deleted_account_leaves_an_entry_without_a_name(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide)
    answer(evening.pk, ilaria, "coming")
    ilaria.delete()
    assert who_comes(evening) == ["someone who has left coming"]
    assert log_of(evening)[-1] == "someone who has left is coming"
