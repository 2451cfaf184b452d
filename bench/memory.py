"""What a process of the pool tells of itself: it knows nothing of the site."""

import resource


def peak() -> int:
    """Return the most memory that this process has ever had (kB on Linux)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
