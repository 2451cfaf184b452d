"""The rules in the admin."""

from rules.admin import odds, tables

__all__ = ["odds", "tables"]
