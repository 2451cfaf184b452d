"""Report the memory of a process of the pool."""

import resource


def peak() -> int:
    """Return the most memory that this process has ever had (kB on Linux)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
