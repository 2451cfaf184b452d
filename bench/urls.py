"""The site's addresses, and the bare page as a reference for edits."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path


def bare(request: HttpRequest) -> HttpResponse:
    """Return a constant page behind the same middleware, session and user."""
    return render(request, "bare.html", {"signed_in": request.user.is_authenticated})


urlpatterns = [path("bare/", bare, name="bare"), path("", include("armybuilder.urls"))]
