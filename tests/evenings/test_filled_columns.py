"""Values that migrations fill in for existing games nights."""

from importlib import import_module
from random import Random

import pytest
from django.apps import apps

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.models import Claim, Entry, LogLine, Pairing
from armybuilder.evenings.played import published_pairings, standings_of
from armybuilder.notices.models import Notice
from tests.evenings.evenings import an_evening
from tests.evenings.test_playing import a_night, a_round

pytestmark = pytest.mark.usefixtures("loaded_rules")


def migration(name: str) -> object:
    return import_module(f"armybuilder.evenings.migrations.{name}")


def test_storing_lots_changes_no_places(club: Club, davide: User) -> None:
    """Before, they were derived from the games night's id each time."""
    evening, _ = a_night(club, davide, 8)
    a_round(evening, davide)
    Entry.objects.create(evening=evening, guest_name="Anna", state="not-coming")
    playing = sorted(evening.entries.filter(state="coming").values_list("pk", flat=True))
    drawn = Random(evening.pk.int % 2**32).sample(playing, len(playing))
    Entry.objects.update(lot=None)
    migration("0014_lots").draw(apps, None)  # type: ignore[attr-defined]
    assert [row.entry for row in standings_of(evening, published_pairings(evening))] == drawn[::-1]
    assert not Entry.objects.filter(lot=None).exists()


def test_names_of_a_log_and_of_notices_become_keys(club: Club, davide: User, ilaria: User) -> None:
    """ilaria is a member, and the second ilaria is a guest; unknown names stay as they were."""
    evening = an_evening(club, davide, limits={})
    member = Entry.objects.create(evening=evening, user=ilaria, state="coming")
    guest = Entry.objects.create(evening=evening, guest_name="ilaria", state="coming")
    said = {
        "looked": ("ilaria (2)", [guest], ""),
        "settled": ("ilaria – ilaria (2) 35–40", [member, guest], "35–40"),
        "rolled": ("ilaria – ilaria (2) 9 – 7", [member, guest], "9 – 7"),
        "asked": ("ilaria, davide", [ilaria, davide], ""),
        "appointed": ("somebody else", [], "somebody else"),
        "drawn": ("1", [], "1"),
    }
    for action, (subject, *_became) in said.items():
        LogLine.objects.create(evening=evening, actor=davide, action=action, subject=subject)
    facts = {
        "evening": "",
        "club": "",
        "start": "",
        "who": "ilaria",
        "first": "ilaria (2)",
        "second": "ilaria",
    }
    Notice.objects.create(user=davide, kind="disagreed", key=f"disagreed {evening.pk} 1", facts=facts)
    migration("0017_log_names").fill(apps, None)  # type: ignore[attr-defined]
    lines = {line.action: line for line in LogLine.objects.filter(evening=evening)}
    assert {
        action: (
            subject,
            [name.entry or name.user for name in lines[action].names.all()],
            lines[action].subject,
        )
        for action, (subject, *_became) in said.items()
    } == said
    assert Notice.objects.get().facts == facts | {"who_id": str(ilaria.pk), "second_id": str(ilaria.pk)}


def test_results_not_entered_by_both_players_become_decided(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide, 6)
    both, one, nobody = a_round(evening, davide)
    for table in (both, one, nobody):
        claimed = {both.pk: table.people, one.pk: [table.first], nobody.pk: []}[table.pk]
        for entry in claimed:
            Claim.objects.create(pairing=table, entry=entry, first_lost=5, second_lost=10)
    Pairing.objects.update(first_lost=5, second_lost=10)
    migration("0019_decided").fill(apps, None)  # type: ignore[attr-defined]
    decided = dict(Pairing.objects.values_list("pk", "decided"))
    assert decided == {both.pk: False, one.pk: True, nobody.pk: True}
