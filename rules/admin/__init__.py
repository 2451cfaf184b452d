"""The rules in the admin."""

from rules.admin import tables

__all__ = ["tables"]
