"""Settings for the pages around an account: `{% load accounts %}`."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def confirms_addresses() -> bool:
    """Whether an e-mail address is confirmed by a link: only where there is a mail server."""
    return bool(settings.ACCOUNT_EMAIL_VERIFICATION != "none")
