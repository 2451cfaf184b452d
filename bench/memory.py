"""Report the memory of a process of the pool."""

import resource


def peak() -> int:
    """Return the peak memory of this process (kB on Linux)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
