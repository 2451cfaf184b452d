"""The pages that say where things come from and what is kept."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def sources(request: HttpRequest) -> HttpResponse:
    """The games and their authors; fonts, icons and scripts with their licences."""
    return render(request, "pages/sources.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What the site keeps about a visitor, where, and for how long."""
    return render(request, "pages/privacy.html")
