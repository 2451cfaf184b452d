"""The page that leads to everything about an account."""

from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.clubs.views.answers import user_of


@require_safe
@never_cache
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """Password, addresses, second step, sessions, data, deletion."""
    return render(request, "backup/settings.html", {"two_step": is_mfa_enabled(user_of(request))})
