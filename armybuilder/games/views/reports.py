"""A game to read: its report, on the screen and as a PDF, and its log; by a link, or by who played it.

Who played a game reads it whether or not it still has links: one that came from a backup never had any.
"""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, override
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.users import user_of
from armybuilder.games.actions.games import delete_games
from armybuilder.games.models import Game, Link
from armybuilder.games.pages.page import Page
from armybuilder.games.paper.log_files import log_json, log_text
from armybuilder.games.paper.report import report_of
from armybuilder.games.paper.report_sheet import report_page
from armybuilder.games.views.links import hide_address, read_link, reading, reads_log
from armybuilder.printing.choosing.forms import read_options
from armybuilder.printing.pdfs.rendering import pdf
from armybuilder.printing.views.responses import Download, response_by_link
from rules.language import active_language


@require_safe
@never_cache
@reads_log
def text_log(request: HttpRequest, token: str) -> HttpResponse:
    """The log in words, as far as the link sees it."""
    return _text(read_link(request, token))


@require_safe
@never_cache
@reads_log
def json_log(request: HttpRequest, token: str) -> HttpResponse:
    """The log as data, as far as the link sees it (docs/game-log.md)."""
    return _json(read_link(request, token))


@require_safe
@never_cache
@reads_log
def report(request: HttpRequest, token: str) -> HttpResponse:
    """The game on a page to print: points, losses, turn by turn, as far as the link sees it."""
    urls = {"back": reverse("games:play", args=[token]), "pdf": reverse("games:report-pdf", args=[token])}
    return _report(request, read_link(request, token), urls)


@require_safe
@cache_control(private=True, no_cache=True)
@reads_log
def report_pdf(request: HttpRequest, token: str) -> HttpResponse:
    """The same as a PDF of one page."""
    return _pdf(request, read_link(request, token), reverse("games:report", args=[token]))


@require_safe
@never_cache
@login_required
@reads_log
def kept(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A game in the record of who played it."""
    urls = {name: reverse(f"games:kept-{name}", args=[pk]) for name in ("pdf", "text", "json")}
    urls |= {"mine": reverse("games:mine"), "delete": reverse("games:delete", args=[pk])}
    return _report(request, _link_of_player(request, pk), urls)


@require_safe
@cache_control(private=True, no_cache=True)
@login_required
@reads_log
def kept_pdf(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Its report as a PDF."""
    return _pdf(request, _link_of_player(request, pk), reverse("games:kept", args=[pk]))


@require_safe
@never_cache
@login_required
@reads_log
def kept_text(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Its log in words."""
    return _text(_link_of_player(request, pk))


@require_safe
@never_cache
@login_required
@reads_log
def kept_json(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Its log as data."""
    return _json(_link_of_player(request, pk))


@require_POST
@login_required
def delete(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Delete a game that one played; of one that another user played, too, one's own side and list."""
    _link_of_player(request, pk)
    delete_games(Game.objects.filter(pk=pk), user_of(request))
    return redirect("games:mine")


def _link_of_player(request: HttpRequest, pk: UUID) -> Link:
    """Return an unsaved link that sees as much of a game as its player: their own side, or both.

    Raises Http404 if they did not play it, TooMuchToReadError.
    """
    user = user_of(request)
    game = get_object_or_404(Game.objects.of_user(user), pk=pk)
    reading(request)(game.last)
    sides = game.read_by(user)
    return Link(game=game, kind=Link.Kind.BOTH if len(sides) == 2 else sides[0], token=None, code=None)


def _report(request: HttpRequest, link: Link, urls: dict[str, str]) -> HttpResponse:
    context = {"urls": urls, "report": report_of(Page(link, active_language()))}
    return hide_address(render(request, "games/report.html", context))


def _pdf(request: HttpRequest, link: Link, back: str) -> HttpResponse:
    options = read_options(request.GET, active_language())
    with override(options.language):
        page = report_page(Page(link, options.language), options)
    file = Download(page.digest, page.file_name, page.file_name, back)
    instead = gettext("This report is too long for a PDF. Print its page from your browser.")
    return hide_address(response_by_link(request, file, [page], lambda: pdf(page), instead))


def _text(link: Link) -> HttpResponse:
    text = log_text(Page(link, active_language()))
    return _file(text.encode(), "text/plain; charset=utf-8", "game.txt")


def _json(link: Link) -> HttpResponse:
    return _file(log_json(Page(link, active_language())), "application/json", "game.json")


def _file(content: bytes, content_type: str, name: str) -> HttpResponse:
    disposition = content_disposition_header(as_attachment=True, filename=name)
    headers = {"Content-Disposition": str(disposition)}
    return hide_address(HttpResponse(content, content_type=content_type, headers=headers))
