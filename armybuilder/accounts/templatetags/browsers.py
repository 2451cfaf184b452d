"""Names of browsers."""

from django import template
from django.utils.translation import gettext

register = template.Library()

# In this order: every one of them says that it is several of those after it, too.
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
