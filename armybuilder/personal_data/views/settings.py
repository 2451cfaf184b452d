"""The page that leads to everything about an account."""

from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.accounts.users import user_of
from armybuilder.sharing.models import Complaint
from armybuilder.sharing.notifications import SETTLES, queue_address


@require_safe
@never_cache
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """Password, addresses, second step, sessions, data, deletion; for staff the reports that are open."""
    user = user_of(request)
    context: dict[str, object] = {"two_step": is_mfa_enabled(user)}
    if user.is_staff and user.has_perm(SETTLES):
        context |= {"reports": Complaint.objects.open().count(), "queue": queue_address()}
    return render(request, "personal_data/settings.html", context)
