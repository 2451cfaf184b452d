"""The app of rate limits."""

from django.apps import AppConfig


class RateLimitsConfig(AppConfig):
    """Buckets that `rate_limits.limits` takes from. Its tables keep their old label."""

    name = "armybuilder.rate_limits"
    label = "counting"
