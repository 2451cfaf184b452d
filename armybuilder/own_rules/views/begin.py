"""Begin own rules."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from armybuilder.http import private_page


@private_page
def begin(request: HttpRequest) -> HttpResponse:
    return render(request, "own_rules/begin.html")
