"""Authentication and rate limits of the API: by address, or by access token. Sessions are not accepted."""

from django.http import HttpRequest
from ninja.errors import AuthorizationError, Throttled
from ninja.security import HttpBearer

from armybuilder.api.actions import mark_used
from armybuilder.api.models import ApiToken
from armybuilder.rate_limits import limits


class ApiRequest(HttpRequest):
    """A request with an access token."""

    auth: ApiToken


def by_address(request: HttpRequest) -> bool:
    """Let anyone ask, with a limit per address. Raises Throttled."""
    _count("api-address", limits.address_of(request))
    return True


class PersonalToken(HttpBearer):
    """Accept access tokens; for changes, only those that can write."""

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
            _count("api-address", limits.address_of(request))
            return None
        _count("api-token", found.pk)
        if self.writes and not found.may_write:
            raise AuthorizationError(message="This token may only read.")
        mark_used(found)
        return found


READS = PersonalToken(writes=False)
WRITES = PersonalToken(writes=True)


def _count(limit: str, key: object) -> None:
    """Count a request towards a limit. Raises Throttled with the seconds until there is room again."""
    if seconds := limits.count(limit, key):
        raise Throttled(seconds)
