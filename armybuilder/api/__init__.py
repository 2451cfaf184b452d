"""The site for other programs: an HTTP API under /api/v1/, and the access tokens that open one's own lists to it."""

NAMESPACE = "api"  # of its addresses
