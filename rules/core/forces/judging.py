"""The checks of forces, all of them declared."""

from rules.core.forces import checks_list, checks_squads  # each declares its own
from rules.core.forces.held import FORCE_CHECKS, force_findings

__all__ = ["FORCE_CHECKS", "checks_list", "checks_squads", "force_findings"]
