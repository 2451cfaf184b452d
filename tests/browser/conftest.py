"""What the browser tests share. That the ORM may be used beside the browser is arranged in tests/conftest.py."""

from tests.fixtures import loaded_rules as loaded_rules
