"""The shipped rules, for the tests of the rules app."""

from tests.fixtures import loaded_rules as loaded_rules
