"""The kit for a game as a PDF."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext, override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from armybuilder.games.models import Link
from armybuilder.games.pages.page import Page
from armybuilder.games.paper.kit import kit_of
from armybuilder.games.views.links import hide_address, opens_link
from armybuilder.printing.choosing.forms import read_options
from armybuilder.printing.pdfs.rendering import pdf
from armybuilder.printing.views.responses import Download, response_by_link
from rules.language import active_language


@require_safe
@cache_control(private=True, no_cache=True)
@opens_link
def kit_pdf(request: HttpRequest, token: str) -> HttpResponse:
    """The kit of the side that a link writes for, with the tokens of the other."""
    link, options = Link.objects.of_token(token), read_options(request.GET, active_language())
    with override(options.language):
        page = kit_of(Page(link, options.language), options)
    if page is None:
        raise Http404
    file = Download(page.digest, page.file_name, page.file_name, reverse("games:play", args=[token]))
    instead = gettext(
        "This kit is too long to print from the game. Print the table kit from your list: it is prepared in the "
        "background."
    )
    return hide_address(response_by_link(request, file, [page], lambda: pdf(page), instead))
