"""The page where people make and revoke their access tokens."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.accounts.reauthentication import reauthenticated
from armybuilder.accounts.users import user_of
from armybuilder.api.actions import make_token, revoke_token
from armybuilder.api.forms import TokenForm
from armybuilder.api.models import ApiToken
from armybuilder.http import or_404
from armybuilder.refusals import RefusedError


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """One's tokens. One that is made is shown in the answer, and never again."""
    if request.method != "POST":
        return _page(request, TokenForm())
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, form, 422)
    return _make(request, form)


@reauthenticated
@sensitive_variables("secret")
def _make(request: HttpRequest, form: TokenForm) -> HttpResponse:
    try:
        made, secret = make_token(user_of(request), **form.cleaned_data)
    except RefusedError as error:
        form.add_error(None, str(error))
        return _page(request, form, 422)
    return _page(request, TokenForm(), made=made, secret=secret)


@require_POST
@login_required
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a token open nothing any more."""
    with or_404():
        revoke_token(pk, user_of(request))
    messages.success(request, gettext("Revoked: the token no longer works."))
    return redirect("tokens:index")


def _page(request: HttpRequest, form: TokenForm, status: int = 200, **made: Any) -> HttpResponse:
    context = {"form": form, "tokens": ApiToken.objects.of(user_of(request)), **made}
    return render(request, "api/tokens.html", context, status=status)
