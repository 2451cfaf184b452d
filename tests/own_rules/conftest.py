"""The tests of forces use the shipped rules and the people of clubs."""

from tests.clubs.conftest import davide as davide
from tests.clubs.conftest import ilaria as ilaria
from tests.clubs.conftest import marta as marta
from tests.clubs.conftest import paolo as paolo
from tests.fixtures import loaded_rules as loaded_rules
