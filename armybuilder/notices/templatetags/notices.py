"""The bell in the frame of a page: `{% load notices %}`."""

from django import template

from armybuilder.accounts.models import User
from armybuilder.notices.models import MOST_COUNTED, Notice

register = template.Library()


@register.simple_tag
def unread_notices(user: User) -> str:
    """Return the number of a user's unread notifications: "", "3", "99+"."""
    count = Notice.objects.count_unread(user)
    return f"{MOST_COUNTED}+" if count > MOST_COUNTED else str(count or "")
