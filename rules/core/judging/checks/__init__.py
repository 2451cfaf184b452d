"""The checks: small functions of the resolved roster. A ruleset names its checks in its YAML file."""

from rules.core.judging.checks import extras, sections, squads, weapons  # each module declares its own
from rules.core.judging.checks.definition import CHECKS, bound_checks

__all__ = ["CHECKS", "bound_checks", "extras", "sections", "squads", "weapons"]
