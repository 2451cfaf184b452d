"""The tests of notices use the people of a club and the shipped rules."""

from tests.evenings.conftest import club as club
from tests.evenings.conftest import davide as davide
from tests.evenings.conftest import ilaria as ilaria
from tests.evenings.conftest import loaded_rules as loaded_rules
from tests.evenings.conftest import marta as marta
from tests.evenings.conftest import paolo as paolo
