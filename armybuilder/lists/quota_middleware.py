"""The answer to someone who has as much as one person may, where the view has no better place to say so."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.deprecation import MiddlewareMixin

from armybuilder.lists.quotas import QuotaError


class QuotaMiddleware(MiddlewareMixin):
    """Answers such a refusal on My lists, where lists are deleted."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Lead to My lists, which says why."""
        if not isinstance(exception, QuotaError):
            return None
        messages.error(request, str(exception))
        return redirect("lists:index")
