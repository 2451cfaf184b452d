"""Own rules as files: download them, download a list with them, and open a list that carries its rules."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.models import user_of
from armybuilder.lists.exchange.decoding import decoded
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.page_state import form_key
from armybuilder.lists.visitors import visitor_of
from armybuilder.own_rules.actions.bringing import keep_file, open_file
from armybuilder.own_rules.files import MOST_BYTES, list_with_rules, table_of
from armybuilder.own_rules.views.common import draft_of, writer_of
from armybuilder.rate_limits.limits import limited
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for, offered_version
from rules.core.catalogue.catalogue import OWN, Catalogue
from rules.core.document import edits
from rules.encoding import encode
from rules.language import active_language
from rules.loading.dumping import dump
from rules.models import RulesetVersion

TYPES = {"csv": "text/csv", "yaml": "application/yaml", "json": "application/json"}


@require_safe
@never_cache
def download(request: HttpRequest, key: str, ending: str) -> HttpResponse:
    """Return the current version of own rules as a file; with `draft`, the draft, to those who write it."""
    if "draft" in request.GET and (request.user.is_authenticated or writer_of(request)):
        return _file(draft_of(request, key).catalogue, ending)
    try:
        version = offered_version(key, request.user.pk)
    except RulesetVersion.DoesNotExist:
        raise Http404 from None
    if not key.startswith(OWN):
        raise Http404
    return _file(catalogue_for(version.pk), ending)


def _file(catalogue: Catalogue, ending: str) -> HttpResponse:
    language = active_language()
    if ending == "csv":
        content = table_of(catalogue, language)
    elif ending == "yaml":
        content = dump(catalogue)
    elif ending == "json":
        content = encode(catalogue)
    else:
        raise Http404
    name = slugify(catalogue.name.to(language)) or "rules"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"'}
    return HttpResponse(content, content_type=f"{TYPES[ending]}; charset=utf-8", headers=headers)


@require_safe
@never_cache
def list_file(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """Return a list of own rules together with its rules."""
    army_list = get_object_or_404(ArmyList.objects.readable_by(visitor_of(request)), pk=list_id)
    if not army_list.catalogue.is_own:
        raise Http404
    content = list_with_rules(edits.without_ids(army_list.roster), army_list.catalogue)
    headers = {"Content-Disposition": f'attachment; filename="{slugify(army_list.name) or "list"}-rules.json"'}
    return HttpResponse(content, content_type="application/json", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("import")
@login_required
def open_list(request: HttpRequest) -> HttpResponse:
    """Read a list that carries its rules, say whose they are, and, with `make`, keep both."""
    if request.method != "POST":
        return render(request, "own_rules/open.html")
    file = request.FILES.get("file")
    data = file.read(MOST_BYTES + 1) if file else request.POST.get("text", "").encode()
    text = decoded(data) or ""
    try:
        if not text.strip():
            raise RefusedError(gettext("Choose the file of a list with its rules."))
        opened = open_file(text.encode(), active_language())
        if "make" in request.POST:
            made = keep_file(user_of(request), opened, key=form_key(request))
            return redirect("lists:builder", made.pk)
    except RefusedError as error:
        return render(request, "own_rules/open.html", {"error": str(error)}, status=422)
    return render(request, "own_rules/open.html", {"opened": opened, "text": text})
