"""Let the tests of sharing use the shipped rules and the users of the list tests."""

from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.conftest import alice as alice
from tests.lists.conftest import bob as bob
from tests.lists.conftest import carla as carla
from tests.lists.conftest import english_client as english_client
from tests.lists.conftest import page as page
