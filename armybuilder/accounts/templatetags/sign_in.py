"""Link to the sign-in page: `{% load sign_in %}`."""

from urllib.parse import urlencode

from django import template
from django.http import HttpRequest
from django.urls import reverse

register = template.Library()


@register.simple_tag(takes_context=True)
def sign_in_url(context: template.Context) -> str:
    """Return the address of the sign-in page that leads back to this one, or on from an account page."""
    address, back = reverse("account_login"), _way_back(context.get("request"))
    return f"{address}?{urlencode({'next': back})}" if back else address


def _way_back(request: HttpRequest | None) -> str:
    if request is None:  # an error page that was made without one
        return ""
    match = request.resolver_match
    if match and (match.url_name or "").startswith("account_"):
        return request.POST.get("next") or request.GET.get("next", "")
    # Where a form was sent to there is nothing to look at.
    return request.get_full_path() if request.method in {"GET", "HEAD"} else ""
