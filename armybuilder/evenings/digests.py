"""Short digests: they tell whether the data on a page is still current."""

from hashlib import sha256


def digest(*parts: object) -> str:
    """Return a digest of the parts."""
    return sha256(repr(parts).encode()).hexdigest()[:16]
