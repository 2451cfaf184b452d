"""Who may ask, and how often: by address without an account, by personal token else. Sessions open nothing here.

The counting is django-allauth's, which holds a lock in the shared cache meanwhile: two processes never count one
request for two. ninja's own counts are kept on the throttle, which all threads share.
"""

import math
import time
from typing import Literal

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest
from ninja.errors import AuthorizationError, Throttled
from ninja.security import HttpBearer

from armybuilder.api.models import ApiToken

Limit = Literal["address", "token"]
LIMITS: dict[Limit, str] = {"address": "60/m/ip", "token": "120/m/key"}


class ApiRequest(HttpRequest):
    """A request that a personal token came with."""

    auth: ApiToken


def by_address(request: HttpRequest) -> bool:
    """Let anybody ask, so often from one address. Raises Throttled."""
    _count(request, "address")
    return True


class PersonalToken(HttpBearer):
    """Lets a personal token ask; for what changes something, one that may write."""

    openapi_description = (
        "A personal token, made at /accounts/tokens/: `Authorization: Bearer squadra_…`. "
        "What changes a list takes one that may read and change."
    )

    def __init__(self, *, writes: bool) -> None:
        super().__init__()
        self.writes = writes

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        """Return the token of a secret, None for a wrong one. Raises Throttled, AuthorizationError."""
        found = ApiToken.objects.find(token)
        if found is None:
            _count(request, "address")
            return None
        _count(request, "token", str(found.pk))
        if self.writes and not found.may_write:
            raise AuthorizationError(message="This token may only read.")
        ApiToken.objects.note_use(found)
        return found


READS = PersonalToken(writes=False)
WRITES = PersonalToken(writes=True)


def _count(request: HttpRequest, limit: Limit, key: str | None = None) -> None:
    """Count a request towards a limit. Raises Throttled with the seconds until there is room again."""
    names = {"app": "api", "action": limit, "key": key}
    if ratelimit.consume(request, **names, config=LIMITS, limit_get=True):
        return
    (rate,) = ratelimit.parse_rates(LIMITS[limit])
    counted: list[float] = cache.get(ratelimit.get_cache_key(request, **names, rate=rate), [])
    # None are counted where only the lock was too much in demand.
    wait = counted[-1] + rate.duration - time.time() if counted else 1
    raise Throttled(max(1, math.ceil(wait)))
