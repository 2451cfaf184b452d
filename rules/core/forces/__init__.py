"""Forces that lists follow: their checks, and the first squads of a list."""

from rules.core.forces import checks  # declares its own
from rules.core.forces.followed import FORCE_CHECKS, force_findings
