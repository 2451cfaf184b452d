"""The kit for a game: tokens and templates for both sides, as far as a link sees them."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from armybuilder.games.finding import link_or_404
from armybuilder.games.page import Page
from armybuilder.printing.forms import read_options
from armybuilder.printing.kit import kit_page
from armybuilder.printing.letters import with_names
from armybuilder.printing.options import Options
from armybuilder.printing.printout import Printout
from armybuilder.printing.rendering import pdf
from armybuilder.printing.responses import Download, pdf_response
from rules.core.assess import assess
from rules.core.game.events import other_side
from rules.language import active_language


@require_safe
@cache_control(private=True, no_cache=True)
def kit_pdf(request: HttpRequest, token: str) -> HttpResponse:
    """The kit of the side that a link writes for, with the tokens of the other."""
    link, options = link_or_404(token), read_options(request.GET, active_language())
    with override(options.language):
        page = kit_of(Page(link, options.language), options)
    if page is None:
        raise Http404
    file = Download(page.digest, page.file_name, page.file_name, reverse("games:play", args=[token]))
    response = pdf_response(request, file, [page], lambda: pdf(page))
    response["Referrer-Policy"] = "strict-origin"
    return response


def kit_of(page: Page, options: Options) -> Printout | None:
    """Return the kit of a link's side; None: it writes for none that plays a list.

    Of the other's list it has what the link sees: no extras, and of who is hidden the number alone.
    """
    for side in page.link.sides:
        roster = page.rosters[side]
        if roster is not None:
            enemy = page.rosters[other_side(side)]
            against = replace(options, opponent=enemy and with_names(enemy))
            return kit_page(with_names(roster), page.catalogue, assess(roster, page.catalogue), against)
    return None
