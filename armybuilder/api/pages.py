"""The form of an access token."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from armybuilder.accounts.adapter import reauthenticated
from armybuilder.accounts.models import user_of
from armybuilder.api.actions import USUAL_DAYS, make_token, revoke_token
from armybuilder.api.models import ApiToken
from armybuilder.http import or_404, private_action, private_form
from armybuilder.refusals import RefusedError

LASTS = [(30, _("30 days")), (USUAL_DAYS, _("90 days")), (365, _("1 year"))]


class TokenForm(forms.Form):
    """The name of a token, its rights and its lifetime."""

    name = forms.CharField(
        max_length=80,
        error_messages={
            "required": _("Enter what the token is for."),
            "max_length": _("At most 80 characters."),
        },
    )
    days = forms.ChoiceField(
        choices=LASTS,
        initial=USUAL_DAYS,
        required=False,
        error_messages={"invalid_choice": _("Choose one.")},
    )
    scope = forms.ChoiceField(
        choices=ApiToken.Scope.choices,
        initial=ApiToken.Scope.READ,
        error_messages={"required": _("Choose one."), "invalid_choice": _("Choose one.")},
    )

    def clean_days(self) -> int:
        return int(self.cleaned_data["days"] or USUAL_DAYS)


@private_form
def index(request: HttpRequest) -> HttpResponse:
    """Show the user's tokens. A new one is shown once, in the answer."""
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


@private_action
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a token: it no longer works."""
    with or_404():
        revoke_token(pk, user_of(request))
    messages.success(request, gettext("Revoked: the token no longer works."))
    return redirect("tokens:index")


def _page(request: HttpRequest, form: TokenForm, status: int = 200, **made: Any) -> HttpResponse:
    context = {"form": form, "tokens": ApiToken.objects.of(user_of(request)), **made}
    return render(request, "api/tokens.html", context, status=status)
