"""The HTTP API under /api/v1/, and the access tokens that open a user's own lists to it."""

NAMESPACE = "api"  # of its addresses
