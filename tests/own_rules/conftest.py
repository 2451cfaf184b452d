"""The tests of own rules use the shipped rules and the people of clubs."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import begin_variant
from armybuilder.own_rules.models import OwnRules
from rules.catalogue import current_version
from tests.clubs.conftest import davide as davide
from tests.clubs.conftest import ilaria as ilaria
from tests.clubs.conftest import marta as marta
from tests.clubs.conftest import paolo as paolo
from tests.fixtures import loaded_rules as loaded_rules


@pytest.fixture
def spain(marta: User) -> OwnRules:
    """A variant of marta's."""
    return begin_variant(marta, current_version("rth-it"), "Spagna 1936")


@pytest.fixture
def english() -> Iterator[None]:
    """Say sentences in English."""
    with translation.override("en"):
        yield
