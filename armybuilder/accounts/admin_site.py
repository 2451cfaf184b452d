"""Sign-in for the admin: the same page as for everyone, and a recent second step."""

import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.decorators import secure_admin_login
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

HOLDS_FOR = 12 * 3600  # seconds for which a second step opens the admin
SECOND_STEPS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


class AdminSite(admin.AdminSite):
    """The admin. Staff sign in like everyone; Django's own form, which does not count wrong passwords, is off."""

    site_header = site_title = "Squadra"

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the user is staff, and has passed a second step (settings.STAFF_IN_TWO_STEPS)."""
        return super().has_permission(request) and shown_in_two_steps(request)

    def login(self, request: HttpRequest, extra_context: Mapping[str, Any] | None = None) -> HttpResponse:
        """Redirect to the sign-in page. Raises PermissionDenied for players."""
        answer: HttpResponse = secure_admin_login(require_safe(self._lead_in))(request)
        return answer

    def _lead_in(self, request: HttpRequest) -> HttpResponse:
        if self.has_permission(request):
            return redirect("admin:index")
        if not has_second_step(request.user):
            return redirect("mfa_index")  # the page says why
        messages.info(request, gettext("Admin asks for your second step; it lasts for twelve hours."))
        there = get_next_redirect_url(request) or reverse("admin:index")
        return redirect(f"{_again_at(request)}?{urlencode({'next': there})}")


def has_second_step(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether a user has an app or a passkey; recovery codes replace one of those."""
    return bool(is_mfa_enabled(user, SECOND_STEPS))


def shown_in_two_steps(request: HttpRequest) -> bool:
    """Whether this browser passed the second step in the last twelve hours, if staff need one."""
    if not settings.STAFF_IN_TWO_STEPS:
        return True
    records = get_authentication_records(request, request.user)
    now = time.time()
    # A clock that was ahead makes it invalid, too.
    is_shown = any(record["method"] == "mfa" and abs(now - record["at"]) < HOLDS_FOR for record in records)
    return is_shown and has_second_step(request.user)


def asks_for_second_step(request: HttpRequest) -> bool:
    """Whether a user with a second step is on the way into the admin, and only needs that step."""
    there = get_next_redirect_url(request) or ""
    leads_in = there.startswith(reverse("admin:index"))
    return settings.STAFF_IN_TWO_STEPS and leads_in and has_second_step(request.user)


def _again_at(request: HttpRequest) -> str:
    """Return the page that asks for the second step again: for a code, or for a passkey."""
    ways = get_adapter(request).get_reauthentication_methods(request.user)
    app = is_mfa_enabled(request.user, [Authenticator.Type.TOTP])
    kind = "mfa_reauthenticate" if app else "mfa_reauthenticate:webauthn"
    return next(str(way["url"]) for way in ways if way["id"] == kind)
