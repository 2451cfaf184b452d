"""The tests of games use the shipped rules."""

from tests.clubs.conftest import davide as davide
from tests.clubs.conftest import ilaria as ilaria
from tests.clubs.conftest import marta as marta
from tests.evenings.conftest import club as club
from tests.fixtures import loaded_rules as loaded_rules
