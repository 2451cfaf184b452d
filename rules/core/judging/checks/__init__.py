"""The checks. A ruleset names those it makes in its YAML file; each is a small function of the resolved roster."""

from rules.core.judging.checks import (  # each declares its own
    extras,
    items,
    leaders,
    sections,
    size,
    troops,
    weapons,
)
from rules.core.judging.checks.definition import CHECKS, bound_checks

__all__ = ["CHECKS", "bound_checks", "extras", "items", "leaders", "sections", "size", "troops", "weapons"]
