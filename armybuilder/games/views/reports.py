"""The report of a game, its log and its cut-out sheets, as files."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, override
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.models import user_of
from armybuilder.games.actions.games import delete_games
from armybuilder.games.actions.recording import record_events
from armybuilder.games.forms import TurningPointForms, entered, initial_rows
from armybuilder.games.models import Game, Link
from armybuilder.games.pages.page import Page
from armybuilder.games.pages.story import turn_ends, turning_points
from armybuilder.games.paper.log_files import log_json, log_text
from armybuilder.games.paper.report import GameReport, kit_of, report_page
from armybuilder.games.views.links import hide_address, opens_link, read_link, reading
from armybuilder.http import private_action
from armybuilder.printing.bundles.binding import Bundle
from armybuilder.printing.choosing.forms import read_options
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.views.responses import Download, response_by_link
from armybuilder.rate_limits.limits import limited
from rules.language import active_language


@require_safe
@never_cache
@opens_link
def text_log(request: HttpRequest, token: str = "", pk: UUID | None = None) -> HttpResponse:
    text = log_text(Page(_link(request, token, pk), active_language()))
    return _file(text.encode(), "text/plain; charset=utf-8", "game.txt")


@require_safe
@never_cache
@opens_link
def json_log(request: HttpRequest, token: str = "", pk: UUID | None = None) -> HttpResponse:
    return _file(log_json(Page(_link(request, token, pk), active_language())), "application/json", "game.json")


@require_safe
@never_cache
@opens_link
def report(request: HttpRequest, token: str = "", pk: UUID | None = None) -> HttpResponse:
    """Return the game on a page to print: points, losses, turn by turn."""
    page = Page(_link(request, token, pk), active_language(), by_role=True)
    if pk is None:
        urls = {"back": reverse("games:play", args=[token]), "pdf": reverse("games:report-pdf", args=[token])}
        if page.writes:
            urls["edit"] = reverse("games:turning-points", args=[token])
    else:
        urls = {name: reverse(f"games:kept-{name}", args=[pk]) for name in ("pdf", "text", "json")}
        urls |= {"mine": reverse("games:mine"), "delete": reverse("games:delete", args=[pk])}
    return hide_address(render(request, "games/report.html", {"urls": urls, "report": GameReport(page)}))


@require_http_methods(["GET", "POST"])
@never_cache
@limited("play")
@opens_link
def edit_turning_points(request: HttpRequest, token: str) -> HttpResponse:
    link = read_link(request, token)
    if not link.sides:
        raise Http404
    page = Page(link, active_language(), by_role=True)
    forms = TurningPointForms(request.POST or None, initial=initial_rows(turning_points(page, turn_ends(page))))
    if request.method == "POST" and forms.is_valid():
        points = entered([form.cleaned_data for form in forms])
        record_events(token, link.sides[0], *points, spend=reading(request))
        return redirect("games:report", token)
    context = {"forms": forms, "report": GameReport(page), "token": token}
    return hide_address(render(request, "games/turning_points.html", context))


@require_safe
@cache_control(private=True, no_cache=True)
@opens_link
def report_pdf(request: HttpRequest, token: str = "", pk: UUID | None = None) -> HttpResponse:
    link, options = _link(request, token, pk), read_options(request.GET, active_language())
    with override(options.language):
        page = report_page(Page(link, options.language, by_role=True), options)
    back = reverse("games:report", args=[token]) if pk is None else reverse("games:kept", args=[pk])
    instead = gettext("This report is too long for a PDF. Print its page from your browser.")
    return hide_address(_by_link(request, page, options, back, instead))


@private_action
def delete(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Delete the user's game; if another user played in it, only their own side and list."""
    user = user_of(request)
    get_object_or_404(Game.objects.of_user(user), pk=pk)
    delete_games(Game.objects.filter(pk=pk), user)
    return redirect("games:mine")


def _link(request: HttpRequest, token: str, pk: UUID | None) -> Link:
    """Return the link of a token; or for a game (`pk`) an unsaved one that sees as much as its player.

    Raises Link.DoesNotExist, Http404 if the user did not play the game, TooMuchToReadError.
    """
    if pk is None:
        return read_link(request, token)
    user = user_of(request)
    game = get_object_or_404(Game.objects.of_user(user), pk=pk)
    reading(request)(game.last)
    sides = game.read_by(user)
    return Link(game=game, kind=Link.Kind.BOTH if len(sides) == 2 else sides[0], token=None, code=None)


def _file(content: bytes, content_type: str, name: str) -> HttpResponse:
    disposition = content_disposition_header(as_attachment=True, filename=name)
    headers = {"Content-Disposition": str(disposition)}
    return hide_address(HttpResponse(content, content_type=content_type, headers=headers))


@require_safe
@cache_control(private=True, no_cache=True)
@opens_link
def kit_pdf(request: HttpRequest, token: str) -> HttpResponse:
    link, options = Link.objects.of_token(token), read_options(request.GET, active_language())
    with override(options.language):
        page = kit_of(Page(link, options.language), options)
    if page is None:
        raise Http404
    back = reverse("games:play", args=[token])
    instead = gettext(
        "These sheets are too many to print from the game. Print the cut-out sheets from your list: they are prepared "
        "in the background."
    )
    return hide_address(_by_link(request, page, options, back, instead))


def _by_link(request: HttpRequest, page: Printout, options: Options, back: str, instead: str) -> HttpResponse:
    bundle = Bundle(page.file_name, [(page.file_name, page)], options.sides)
    return response_by_link(request, bundle, Download(page.file_name, page.file_name, back), instead)
