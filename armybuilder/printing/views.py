"""Print-outs of a list, for whoever may open it."""

import logging
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_of
from armybuilder.printing import pool
from armybuilder.printing.forms import FORMS
from armybuilder.printing.options import Form, read_options
from armybuilder.printing.page import Page
from rules.language import active_language

logger = logging.getLogger(__name__)


@require_safe
@cache_control(private=True, no_cache=True)
def index(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """What to print, and how."""
    army_list = _readable(request, list_id)
    options = read_options(request.GET, active_language())
    return render(request, "printing/index.html", {"army_list": army_list, "options": options})


@require_safe
@cache_control(private=True, no_cache=True)
def sheet(request: HtmxHttpRequest, list_id: UUID, form: Form) -> HttpResponse:
    """One form as a PDF to keep. A browser that has it already is told so, and nothing is rendered."""
    army_list = _readable(request, list_id)
    options = read_options(request.GET, active_language())
    page = FORMS[form](army_list.roster, army_list.catalogue, army_list.report, options)
    etag = f'"{page.digest}"'
    response = get_conditional_response(request, etag=etag) or _pdf(request, army_list, page)
    if response.status_code != 503:
        response["ETag"] = etag
    return response


def _readable(request: HtmxHttpRequest, list_id: UUID) -> ArmyList:
    return get_object_or_404(ArmyList.objects.readable_by(visitor_of(request)), pk=list_id)


def _pdf(request: HtmxHttpRequest, army_list: ArmyList, page: Page) -> HttpResponse:
    """The PDF, or a page that says why there is none."""
    try:
        content = pool.render(page.html, page.form, page.paper)
    except (pool.TooLong, pool.Failed) as error:
        logger.warning("no %s of %s: %s", page.form, army_list.pk, type(error).__name__)
        context = {"army_list": army_list, "too_long": isinstance(error, pool.TooLong)}
        return render(request, "printing/failed.html", context, status=503)
    disposition = content_disposition_header(as_attachment=True, filename=page.file_name)
    return HttpResponse(
        content, content_type="application/pdf", headers={"Content-Disposition": str(disposition)}
    )
