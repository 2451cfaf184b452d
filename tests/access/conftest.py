"""The tests of who may do what use the shipped rules."""

from tests.fixtures import loaded_rules as loaded_rules
