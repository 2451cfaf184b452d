"""Settings for the pages around an account: `{% load accounts %}`."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def confirms_addresses() -> bool:
    """Whether an email is confirmed by a link: only with a mail server."""
    return bool(settings.ACCOUNT_EMAIL_VERIFICATION != "none")


@register.simple_tag
def staff_in_two_steps() -> bool:
    """Whether staff need a second step to get into the admin."""
    return bool(settings.STAFF_IN_TWO_STEPS)
