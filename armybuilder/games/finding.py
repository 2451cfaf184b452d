"""The link of an address."""

from django.http import Http404

from armybuilder.games.models import Link


def link_or_404(token: str) -> Link:
    """Return the link of a token with its game. Raises Http404 where it leads nowhere."""
    try:
        return Link.objects.of_token(token)
    except Link.DoesNotExist:
        raise Http404 from None
