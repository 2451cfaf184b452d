"""The private links of games: looked up, and kept from other sites."""

from django.http import Http404, HttpResponse

from armybuilder.games.models import Link


def link_or_404(token: str) -> Link:
    """Return the link of a token with its game. Raises Http404 where it leads nowhere."""
    try:
        return Link.objects.of_token(token)
    except Link.DoesNotExist:
        raise Http404 from None


def hide_address(response: HttpResponse) -> HttpResponse:
    """Return the response, whose address no other site is told: it may write for a side."""
    response["Referrer-Policy"] = "strict-origin"
    return response
