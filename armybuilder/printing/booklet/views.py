"""The booklet of a ruleset, for everyone."""

from functools import lru_cache
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.timezone import localdate
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from armybuilder.printing.booklet import booklet_page
from armybuilder.printing.choosing.forms import ON, read_options
from armybuilder.printing.layout.options import Paper, Version
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.pdfs.rendering import Booklet
from armybuilder.printing.views.responses import Download, pdf_response
from rules.catalogue import catalogue_for, offered_version
from rules.core.text import Language
from rules.language import active_language
from rules.models import RulesetVersion


@require_safe
@cache_control(public=True, no_cache=True)
def booklet(request: HttpRequest, ruleset_id: str) -> HttpResponse:
    """Return the booklet as a PDF, in `language` or that of the site, for `paper`; `folded`: on sheets to fold.

    A browser that has it gets 304, and nothing is rendered.
    """
    try:
        version = offered_version(ruleset_id, request.user.pk)
    except RulesetVersion.DoesNotExist:
        raise Http404 from None
    options = read_options(request.GET, active_language())
    language = options.language
    printed = Version(version.number, localdate(version.created))
    page = page_of(version.pk, language, printed, options.paper)
    folded = request.GET.get("folded") == ON
    whose = version.ruleset.name_it if language == "it" else version.ruleset.name_en
    download = Download(page.file_name, whose, reverse("rules:ruleset", args=[ruleset_id]))
    return pdf_response(request, Booklet(page, folded), download)


@lru_cache(maxsize=32)
def page_of(version_id: UUID, language: Language, version: Version, paper: Paper) -> Printout:
    """Return the booklet before it is a PDF; a version never changes, and is laid out once."""
    return booklet_page(catalogue_for(version_id), language, version, paper)
