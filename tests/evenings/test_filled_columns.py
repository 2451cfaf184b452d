"""What migrations fill in for evenings that are there already."""

from importlib import import_module
from random import Random

import pytest
from django.apps import apps

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.history import published_pairings, standings_of
from armybuilder.evenings.models import Entry
from tests.evenings.test_playing import a_night, a_round

pytestmark = pytest.mark.usefixtures("loaded_rules")


def migration(name: str) -> object:
    return import_module(f"armybuilder.evenings.migrations.{name}")


def test_nobody_changes_places_as_lots_are_stored(club: Club, davide: User) -> None:
    """Before, they were drawn from the evening's id each time."""
    evening, _ = a_night(club, davide, 8)
    a_round(evening, davide)
    Entry.objects.create(evening=evening, guest_name="Anna", state="not-coming")
    playing = sorted(evening.entries.filter(state="coming").values_list("pk", flat=True))
    drawn = Random(evening.pk.int % 2**32).sample(playing, len(playing))
    Entry.objects.update(lot=None)
    migration("0014_lots").draw(apps, None)  # type: ignore[attr-defined]
    assert [row.entry for row in standings_of(evening, published_pairings(evening))] == drawn[::-1]
    assert not Entry.objects.filter(lot=None).exists()
