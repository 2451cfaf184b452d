"""The rules in the admin."""

from rules.admin import tables
