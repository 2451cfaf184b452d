"""The checks. A ruleset names those it makes in its YAML file; each is a small function of the resolved roster."""

from rules.core.judging.checks import extras, sections, squads, weapons  # each declares its own
from rules.core.judging.checks.definition import CHECKS, bound_checks

__all__ = ["CHECKS", "bound_checks", "extras", "sections", "squads", "weapons"]
