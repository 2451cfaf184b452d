"""The checks: small functions of the resolved roster. A ruleset names its checks in its YAML file."""

from rules.core.judging.checks import (  # each module declares its own
    extras,
    limits,
    sections,
    squads,
    weapons,
)
from rules.core.judging.checks.definition import CHECKS, bound_checks
