"""The rules in the admin."""

from rules.admin import odds, odds_sections, tables

__all__ = ["odds", "odds_sections", "tables"]
