"""The tests of games nights use the shipped rules and the people of a club."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import answer
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.models import Evening
from tests.clubs.clubs import a_club
from tests.clubs.conftest import davide as davide
from tests.clubs.conftest import ilaria as ilaria
from tests.clubs.conftest import marta as marta
from tests.clubs.conftest import paolo as paolo
from tests.evenings.evenings import an_evening
from tests.fixtures import loaded_rules as loaded_rules
from tests.printing.conftest import blank_pages as blank_pages


@pytest.fixture
def club(marta: User, davide: User, ilaria: User) -> Club:
    """Marta owns it, davide organises, ilaria is a member; paolo is not."""
    return a_club(marta, davide, ilaria)


@pytest.fixture
def played(loaded_rules: object, club: Club, marta: User, davide: User, ilaria: User) -> Evening:
    """A games night of three, with a published first round."""
    made = an_evening(club, davide, limits={})
    for user in (marta, davide, ilaria):
        answer(made.pk, user, "coming")
    draw(made.pk, davide, "swiss")
    publish(made.pk, davide)
    return made
