"""Forms of sharing."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.http import HtmxHttpRequest, or_404
from armybuilder.lists.browsing.front_page import samples
from armybuilder.lists.browsing.list_names import suggested_name
from armybuilder.lists.browsing.listing import clubs_of
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_of
from armybuilder.printing.layout.qr import qr_code
from armybuilder.refusals import RefusedError
from armybuilder.sharing import actions
from armybuilder.sharing.models import Complaint, Publication, ShareLink
from armybuilder.sharing.reports import ReportForm, report_page
from armybuilder.sharing.search import NewestFirst, Search
from rules.language import active_language

A_PAGE = 20

ROBOTS = """\
User-agent: *
Disallow: /lists/
Disallow: /accounts/
Allow: /accounts/login/$
Allow: /accounts/signup/$
Disallow: /admin/
Disallow: /offline/
Disallow: /api/
"""


@require_safe
def browse(request: HtmxHttpRequest) -> HttpResponse:
    """Show public lists, by game, role, points and contents; while there are none, the examples."""
    search = Search(request.GET, active_language(), request.user.pk)
    page = NewestFirst(search.results(), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "search": search,
        "page": page,
        "examples": [] if page or search.is_narrow else samples(),
        "may_be_more": page.paginator.count == NewestFirst.AT_MOST,
    }
    return render(request, "sharing/browse.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def complain(request: HtmxHttpRequest, token: str) -> HttpResponse:
    publication = get_object_or_404(Publication.objects.shown().listing(), link__token=token)
    form, name = ReportForm(request.POST or None), publication.army_list.name
    back = reverse("sharing:shared", args=[token])
    complaint = Complaint(publication=publication)
    return report_page(request, form, "sharing/complain.html", complaint, name, back)


@require_safe
def robots(request: HtmxHttpRequest) -> HttpResponse:
    """Return robots.txt: everything except people's own pages. Unlisted links have their own header."""
    sitemap = request.build_absolute_uri("/sitemap.xml")
    return HttpResponse(f"{ROBOTS}\nSitemap: {sitemap}\n", content_type="text/plain")


@require_safe
@never_cache
def share(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show the links to a list, with their actions, and whether it is public. `made`: the link just created."""
    army_list = get_object_or_404(ArmyList.objects.for_visitor(visitor_of(request)), pk=list_id)
    publication = Publication.objects.filter(army_list=army_list).select_related("link").first()
    links = army_list.share_links.filter(revoked=None).select_related("revision")
    is_public = publication is not None and not publication.is_withdrawn
    public_link = publication.link if publication and is_public else None
    clubs = clubs_of(army_list)
    context = {
        "army_list": army_list,
        "suggested_name": suggested_name(army_list, active_language()),
        "is_public": is_public,
        "is_hidden": publication is not None and publication.hidden,
        "public": _shown(request, public_link) if public_link else None,
        "links": [_shown(request, link) for link in links if link != public_link],
        "clubs": clubs,
        "is_seen": is_public or any(shown for _, shown in clubs),
        "made": next((link.pk for link in links if str(link.pk) == request.GET.get("made")), None),
    }
    return render(request, "sharing/share.html", context)


def _shown(request: HtmxHttpRequest, link: ShareLink) -> dict[str, Any]:
    """Return a link as its owner sees it."""
    address = request.build_absolute_uri(reverse("sharing:shared", args=[link.token]))
    return {"pk": link.pk, "address": address, "link": link, "qr": qr_code(address)}


@require_POST
def make_link(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Create a link: to the present version (`frozen`), or always to the latest; `reuse`: only if there is none."""
    address = reverse("sharing:share", args=[list_id])
    try:
        with or_404():
            frozen, reuse = request.POST.get("frozen") == "1", request.POST.get("reuse") == "1"
            link = actions.make_link(list_id, visitor_of(request), frozen=frozen, reuse=reuse)
    except RefusedError as error:
        messages.error(request, str(error))
        return redirect(address)
    return redirect(f"{address}?made={link.pk}")


@require_POST
def revoke_link(request: HtmxHttpRequest, list_id: UUID, pk: int) -> HttpResponse:
    with or_404():
        actions.revoke_link(pk, visitor_of(request))
    messages.success(request, gettext("The link no longer works. Copies already made stay."))
    return redirect("sharing:share", list_id)


@require_POST
def publish(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Make a list public with its author's username, which needs an account."""
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?next={reverse('sharing:share', args=[list_id])}")
    with or_404():
        actions.publish(list_id, request.user)
    return redirect("sharing:share", list_id)


@require_POST
def withdraw(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    if not request.user.is_authenticated:
        raise Http404
    with or_404():
        actions.withdraw(list_id, request.user)
    return redirect("sharing:share", list_id)
