"""One's own rules and those of one's clubs."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from armybuilder.accounts.models import user_of
from armybuilder.http import private_page
from armybuilder.own_rules.models import OwnRules
from armybuilder.own_rules.views.common import draft_of


@private_page
def mine(request: HttpRequest) -> HttpResponse:
    rules = OwnRules.objects.written_by(user_of(request)).in_use().select_related("ruleset")
    return render(request, "own_rules/mine.html", {"rules": rules})


@require_POST
@login_required
def put_away(request: HttpRequest, key: str) -> HttpResponse:
    draft_of(request, key)
    return redirect("own:mine")


@require_POST
@login_required
def copy(request: HttpRequest, key: str) -> HttpResponse:
    draft_of(request, key)
    return redirect("own:mine")
