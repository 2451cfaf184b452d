"""The page that deletes an account."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.forms import ReauthenticateForm
from armybuilder.accounts.models import User
from armybuilder.accounts.users import user_of
from armybuilder.personal_data.actions.deletion import clubs_owned_by, delete_account
from armybuilder.rate_limits import limits
from armybuilder.refusals import RefusedError


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """The page that says what goes with an account; with the password it is deleted, and its owner signed out."""
    user = user_of(request)
    if request.method == "POST" and limits.count("show-again", user.pk):
        # No form: it would look at the password.
        messages.error(request, gettext("Too many wrong passwords. Wait five minutes and try again."))
        return redirect("backup:delete")
    form = ReauthenticateForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid() and _is_gone(user):
        logout(request)
        messages.success(request, gettext("Your account and everything in it has been deleted."))
        return redirect("lists:home")
    context = {"form": form, "clubs": clubs_owned_by(user), "lists": user.army_lists.count()}
    return render(
        request, "personal_data/delete.html", context, status=422 if request.method == "POST" else 200
    )


def _is_gone(user: User) -> bool:
    """Delete the account, and return whether that was possible: not for the owner of a club."""
    try:
        delete_account(user)
    except RefusedError:  # the page has the sentence, with the clubs
        return False
    return True
