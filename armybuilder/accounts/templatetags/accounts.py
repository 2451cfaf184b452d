"""Sign-in links, names of browsers and settings for the pages of an account: `{% load accounts %}`."""

from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

register = template.Library()


@register.simple_tag
def confirms_addresses() -> bool:
    """Whether an email is confirmed by a link: only with a mail server."""
    return bool(settings.ACCOUNT_EMAIL_VERIFICATION != "none")


@register.simple_tag
def staff_in_two_steps() -> bool:
    """Whether staff need a second step to get into the admin."""
    return bool(settings.STAFF_IN_TWO_STEPS)


# In this order: each also claims to be several of the later ones.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


@register.filter
def browser_name(user_agent: str) -> str:
    """Name the browser and system of an agent string, as "Firefox on Android"."""
    browser = next((BROWSERS[sign] for sign in BROWSERS if sign in user_agent), "")
    system = next((SYSTEMS[sign] for sign in SYSTEMS if sign in user_agent), "")
    if browser and system:
        return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or gettext("An unknown browser")


@register.simple_tag(takes_context=True)
def sign_in_url(context: template.Context) -> str:
    """Return the address of the sign-in page that leads back to this one, or onwards from an account page."""
    request: HttpRequest | None = context.get("request")
    back: str | None = ""
    if request is None:  # an error page rendered without one
        pass
    elif request.resolver_match and (request.resolver_match.url_name or "").startswith("account_"):
        back = request.POST.get("next") or request.GET.get("next")
    elif request.method in {"GET", "HEAD"}:  # the target of a form has nothing to show
        back = request.get_full_path()
    return reverse("account_login") + (f"?{urlencode({'next': back})}" if back else "")
