"""The tests of the API use the shipped rules and the people of the tests of lists."""

from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.conftest import alice as alice
from tests.lists.conftest import bob as bob
