"""Views of a link: reading, printing and copying the list, its card for other pages."""

from dataclasses import replace
from hashlib import sha256
from typing import cast
from urllib.parse import urlsplit

from csp.decorators import csp_replace
from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from armybuilder.build import BUILD
from armybuilder.http import HtmxHttpRequest, or_404
from armybuilder.lists.actions.copies import make_copy
from armybuilder.lists.browsing.list_names import credit_of
from armybuilder.lists.builder import build_sheet
from armybuilder.lists.builder.values import SheetHeader
from armybuilder.lists.views.advice import render_profile
from armybuilder.lists.views.page_state import form_key
from armybuilder.lists.visitors import visitor_for_writing
from armybuilder.printing.bundles.binding import Bundle
from armybuilder.printing.choosing.choice import read_choice
from armybuilder.printing.choosing.origin import rules_of, version_of
from armybuilder.printing.formats.registry import FORMATS, OLD_FORMATS
from armybuilder.printing.formats.roster.summary import rulings
from armybuilder.printing.layout.options import Origin
from armybuilder.printing.pdfs.cache import cached, is_cached
from armybuilder.printing.views.responses import Download, response_by_link
from armybuilder.rate_limits.limits import address_of, count, limited, too_often
from armybuilder.sharing.opening import Shared, open_link
from armybuilder.sharing.preview import draw_preview, label_of
from rules.core.document import edits
from rules.core.document.roster import encode
from rules.core.judging.report import Report
from rules.language import active_language

CARD_WIDTH, CARD_HEIGHT = 420, 200  # px


@require_safe
def show(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Show the shared list. Only public ones are for search engines."""
    shared = open_link(token)
    address = request.build_absolute_uri(reverse("sharing:shared", args=[token]))
    language = active_language()
    sheet = build_sheet(shared.roster, shared.catalogue, shared.report, language)
    context = {
        "shared": shared,
        "sheet": sheet,
        "rulings": list(rulings(shared.roster, shared.catalogue, language)),
        "forms": [(name, found.title) for name, found in FORMATS.items()],
        "credit": credit_of(shared.army_list),
        "line": _line(sheet.head, shared.report),
        "address": address,
        "frame": _frame(request, token, sheet.head.name),
        "oembed": f"{request.build_absolute_uri(reverse('sharing:oembed'))}?url={address}",
        "preview": request.build_absolute_uri(reverse("sharing:preview", args=[token])),
    }
    return _for_robots(render(request, "sharing/shared.html", context), shared)


def _frame(request: HtmxHttpRequest, token: str, name: str = "") -> SafeString:
    source = request.build_absolute_uri(reverse("sharing:card", args=[token]))
    title = format_html(' title="{}"', name) if name else ""
    frame = '<iframe src="{}" width="{}" height="{}" frameborder="0"{}></iframe>'
    return format_html(frame, source, CARD_WIDTH, CARD_HEIGHT, title)


def _line(head: SheetHeader, report: Report) -> str:
    """Return the game, the role and the points in one line: for search engines, and for previews of links."""
    points = "" if report.total is None else f", {report.total}"
    limit = f" / {report.limit}" if points and report.limit else ""
    return f"{head.game}, {head.role}{points}{limit}"


def _for_robots(response: HttpResponse, shared: Shared) -> HttpResponse:
    """Let robots index a public list; for others `armybuilder.middleware.headers.of_the_view` applies."""
    if shared.is_public:
        response["X-Robots-Tag"] = "all"
    return response


@require_POST
@limited("new-list")
def copy(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Copy the shared list to the user's own, with credit, and open the copy."""
    shared = open_link(token)
    visitor, version_id = visitor_for_writing(request), shared.shown.ruleset_version_id
    made = make_copy(visitor, shared.roster, version_id, shared.army_list.owner, form_key(request))
    messages.success(request, gettext("Copied: it is yours now. %(credit)s.") % {"credit": credit_of(made)})
    return redirect("lists:builder", made.pk)


@require_safe
def export_json(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Return the shared list as a file: armylist/1."""
    roster = open_link(token).roster
    headers = {"Content-Disposition": f'attachment; filename="{slugify(roster.name) or "list"}.json"'}
    content = encode(edits.without_ids(roster))
    return HttpResponse(content, content_type="application/json", headers=headers)


@require_safe
def profile(request: HtmxHttpRequest, token: str) -> HttpResponse:
    shared = open_link(token)
    address = reverse("sharing:shared", args=[token])
    return _for_robots(render_profile(request, shared.shown, address, token), shared)


@require_safe
@cache_control(private=True, no_cache=True)
def print_pdf(request: HtmxHttpRequest, token: str, form: str) -> HttpResponse:
    """Return the shared list as a PDF to save, with the QR code of its link."""
    shared, choice = open_link(token), read_choice(request.GET, active_language())
    if form in OLD_FORMATS:
        query = request.GET.copy()
        query["form"] = form
        choice = read_choice(query, active_language())
        address = reverse("sharing:shared-pdf", args=[token, choice.formats[0]])
        return redirect(f"{address}?{choice.options_query}")
    found = FORMATS.get(form)
    if found is None:
        raise Http404
    back = reverse("sharing:shared", args=[token])
    link = request.build_absolute_uri(back)
    origin = Origin(rules_of(shared.shown), link, shared.author, version_of(shared.shown))
    options = replace(choice.options, origin=origin)
    page = found.page(shared.roster, shared.catalogue, shared.report, options)
    name = shared.roster.name
    bundle, download = Bundle(name, [(name, page)], options.sides), Download(page.file_name, name, back)
    instead = gettext(
        "This list is too long to print from its link. Copy it to your lists and print it there: it is prepared in "
        "the background."
    )
    copied = reverse("sharing:copy", args=[token])
    response = response_by_link(request, bundle, download, instead, copied)
    return _for_robots(response, shared)


# ── On other pages ─────────────────────────────────────────────────────────────────────────────────────────────────


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # typed for views that take a request alone
def card(request: HtmxHttpRequest, token: str) -> HttpResponse:
    shared = open_link(token)
    address = request.build_absolute_uri(reverse("sharing:shared", args=[token]))
    label = label_of(shared.roster, shared.catalogue, active_language())
    response = render(request, "sharing/card.html", {"shared": shared, "address": address, "label": label})
    response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
@cache_control(private=True, no_cache=True)
def preview(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Return the picture for chats and forums, drawn once while the link works."""
    shared, language = open_link(token), active_language()
    # It depends on the list’s content, its rules and the build.
    said = (BUILD, language, shared.shown.ruleset_version_id, shared.shown.document)
    name = f"{sha256(repr(said).encode(errors='surrogatepass')).hexdigest()}.png"
    if not is_cached(name) and (wait := count("picture", address_of(request))):
        return too_often(request, wait)
    picture = cached(name, lambda: draw_preview(shared.roster, shared.catalogue, shared.report, language))
    return _for_robots(HttpResponse(picture, content_type="image/png"), shared)


@require_safe
def oembed(request: HtmxHttpRequest) -> HttpResponse:
    """Answer a forum about a pasted address (oembed.com): the card, as rich content."""
    shared, token = _named(request.GET.get("url", ""))
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=501)
    return JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "provider_name": "Squadra",
            "provider_url": request.build_absolute_uri("/"),
            "title": shared.roster.name,
            "author_name": shared.author,
            "html": _frame(request, token),
            "width": CARD_WIDTH,
            "height": CARD_HEIGHT,
        }
    )


def _named(address: str) -> tuple[Shared, str]:
    with or_404(Resolver404, ValueError):
        match = resolve(urlsplit(address).path)
    if match.view_name != "sharing:shared":
        raise Http404
    token = cast(str, match.kwargs["token"])
    return open_link(token), token
