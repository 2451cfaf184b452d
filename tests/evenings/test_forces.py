"""Games nights that require lists of a force: planning, and suitable lists."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from msgspec import to_builtins
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.planning import edit_evening
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.eligibility import candidate
from armybuilder.evenings.models import Evening
from armybuilder.evenings.pages.own_lists import judge_pasted
from armybuilder.forces.models import Force
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.forces.followed import started
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, a_plan, an_evening
from tests.evenings.test_evening_pages import posted
from tests.forces.loading import of_club, shipped
from tests.lists.builder import text
from tests.lists.factories import a_list, a_roster
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")
OPEN: dict[str, Any] = {"ruleset": "bn", "limits": {"open": 200}}


def a_list_of(user: User, force: Force, **fields: Any) -> ArmyList:
    """A list started from a force."""
    evening = Evening.objects.get()
    roster = started(replace(a_roster(), squads=(), **fields), force.force, evening.catalogue, "en")
    return a_list(Visitor(user), roster)


def test_only_lists_of_the_force_fit_and_they_are_judged_by_the_version_that_was_asked_for(
    club: Club, davide: User, ilaria: User
) -> None:
    force = shipped()
    evening = an_evening(club, davide, **OPEN, forces=[to_builtins(force.force)])
    free, of_force = a_bn_list(ilaria, "open"), a_list_of(ilaria, force)
    assert candidate(evening, free, None).problem == "force"
    said = "Only lists that follow this force can be played: Guard. Tap the list’s name to choose it."
    with translation.override("en"):
        assert candidate(evening, free, None).why == said
        assert judge_pasted(evening, free.roster, "en").why == (said,)
    assert judge_pasted(evening, of_force.roster, "en").fits
    with translation.override("en"), refused(said):
        submit(evening.pk, ilaria, free.pk)
    other = of_club(club, davide)  # with the same id, but another club's
    assert candidate(evening, a_list_of(ilaria, other), None).problem == "force"
    changed = shipped(limits=[{"of": "roles", "ids": ["medic"], "least": 1}])
    held_to_the_new = a_list_of(ilaria, changed)
    assert not held_to_the_new.legal
    assert candidate(evening, held_to_the_new, None).problem is None
    [handed] = submit(evening.pk, ilaria, of_force.pk)
    assert handed.roster.force == force.force
    with refused("Lists have been submitted: game, lists, points and when lists are revealed can no longer change."):
        edit_evening(evening.pk, davide, a_plan(**OPEN))


def test_an_organiser_asks_for_forces_of_the_game(club: Club, davide: User, marta: User) -> None:
    shipped()
    of_club(club, davide, id="ours", name={"it": "Nostra", "en": "Ours"})
    client: Client = browser_of(davide)
    address = f"/clubs/{club.pk}/evenings/new/"
    assert "Breaking News: Ours (Il Ridotto)" in text(client.get(address))
    wrong = client.post(address, posted() | {"forces": ["bn/guard/0"]})
    assert (wrong.status_code, "For another game: Guard." in text(wrong)) == (422, True)
    gone = client.post(address, posted(game="bn") | {"forces": ["bn/nobody/0"]})
    assert (gone.status_code, "One of these forces no longer exists" in text(gone)) == (422, True)
    sent = posted(game="bn") | {"forces": ["bn/guard/0", "bn/ours/1"]}
    assert client.post(address, sent).status_code == 302
    evening = Evening.objects.get()
    assert [force.id for force in evening.required_forces] == ["guard", "ours"]
    assert "Guard, Ours" in text(client.get(f"/evenings/{evening.pk}/"))
    asked = evening.forces
    shipped(limits=[])
    client.post(f"/evenings/{evening.pk}/edit/", sent)
    assert Evening.objects.get().forces == asked  # in the version that was required
    client.post(f"/evenings/{evening.pk}/edit/", posted(game="bn"))
    assert Evening.objects.get().forces == []
