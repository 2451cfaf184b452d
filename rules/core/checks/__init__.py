"""The checks. A ruleset names those it makes in its YAML file; each is a small function of the resolved roster."""

from rules.core.checks import extras, items, leaders, sections, size, troops, weapons  # each declares its own
from rules.core.checks.definition import CHECKS, bound_checks

__all__ = ["CHECKS", "bound_checks", "extras", "items", "leaders", "sections", "size", "troops", "weapons"]
