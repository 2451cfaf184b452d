"""The pages that say what the site is, where things come from, what is kept and what holds."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What the site is, what it costs, who runs it."""
    return render(request, "pages/about.html", _operator())


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """What holds between visitors and whoever runs the site."""
    return render(request, "pages/terms.html", _operator())


@require_safe
def sources(request: HttpRequest) -> HttpResponse:
    """The games and their authors; fonts, icons and scripts with their licences."""
    return render(request, "pages/sources.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The privacy page: what the site keeps about a visitor, where, and for how long."""
    return render(request, "pages/privacy.html", _operator())


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Whom to tell of something unsafe (RFC 9116): settings.SECURITY_CONTACT; nothing is here where that is empty."""
    contact: str = settings.SECURITY_CONTACT
    if not contact:
        raise Http404
    # It is to be looked at again now and then: whoever reads it should not keep it for good.
    expires = (timezone.now() + timedelta(days=180)).strftime("%Y-%m-%dT00:00:00Z")
    lines = (
        f"Contact: {contact if ':' in contact else 'mailto:' + contact}",
        f"Expires: {expires}",
        "Preferred-Languages: it, en",
        f"Canonical: {request.build_absolute_uri()}",
    )
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=utf-8")


def _operator() -> dict[str, str]:
    """Who runs the site, as far as it is said."""
    return {
        "operator": settings.OPERATOR_NAME,
        "operator_address": settings.OPERATOR_ADDRESS,
        "operator_mail": settings.OPERATOR_MAIL,
    }
