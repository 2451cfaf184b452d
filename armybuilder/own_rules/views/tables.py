"""The tables of a draft."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from armybuilder.http import private_page
from armybuilder.own_rules.views.common import draft_of


@private_page
def show(request: HttpRequest, key: str) -> HttpResponse:
    rules = draft_of(request, key)
    return render(request, "own_rules/tables.html", {"rules": rules})


@require_POST
@login_required
def cells(request: HttpRequest, key: str) -> HttpResponse:
    draft_of(request, key)
    return redirect("own:tables", key)


row = undo_edit = redo_edit = cells
