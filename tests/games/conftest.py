"""The tests of games use the shipped rules."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import start_game
from armybuilder.games.models import Link
from tests.clubs.conftest import davide as davide
from tests.clubs.conftest import ilaria as ilaria
from tests.clubs.conftest import marta as marta
from tests.evenings.conftest import club as club
from tests.evenings.evenings import a_bn_list
from tests.fixtures import loaded_rules as loaded_rules


@pytest.fixture
def own(loaded_rules: None, marta: User) -> Link:
    """The link of marta, who starts a game with a list of a leader and four men."""
    return start_game(a_bn_list(marta), marta, both=False)
