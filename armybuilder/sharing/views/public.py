"""Public lists: to be found, searched, reported. And what robots are told."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.http import HtmxHttpRequest, or_404
from armybuilder.rate_limits.limits import count, within
from armybuilder.sharing.actions import report
from armybuilder.sharing.forms import ComplaintForm
from armybuilder.sharing.models import Publication
from armybuilder.sharing.notifications import tell_staff
from armybuilder.sharing.search import read_search
from rules.language import active_language

A_PAGE = 20
AT_MOST = 100  # are turned over; what is older is searched for

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


class NewestFirst(Paginator[Publication]):
    """Pages of the newest: to count all there are takes longer than all the rest of the page."""

    object_list: "QuerySet[Publication]"

    @cached_property
    def count(self) -> int:
        """How many there are, `AT_MOST` at most."""
        return self.object_list[:AT_MOST].count()


@require_safe
def browse(request: HtmxHttpRequest) -> HttpResponse:
    """Public lists, by game, role, points and what is in them."""
    search = read_search(request.GET, active_language())
    page = NewestFirst(search.results(), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "search": search,
        "page": page,
        "entries": search.entries(page),
        "may_be_more": page.paginator.count == AT_MOST,
    }
    return render(request, "sharing/browse.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def complain(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Report a public list to the staff."""
    publication = get_object_or_404(Publication.objects.shown().listing(), link__token=token)
    form = ComplaintForm(request.POST or None)
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        if not _one_too_many(request):
            return _report(request, publication, form.cleaned_data["reason"])
        form.add_error(
            None, gettext("A lot of lists have been reported from here. Wait an hour and send it again.")
        )
        status = 429
    return render(request, "sharing/complain.html", {"publication": publication, "form": form}, status=status)


def _one_too_many(request: HtmxHttpRequest) -> bool:
    """Count a complaint; whoever is signed in does not count for the others in the room."""
    if request.user.is_authenticated:
        return bool(count("complaint-user", request.user.pk))
    return not within(request, "complaint-address")


def _report(request: HtmxHttpRequest, publication: Publication, reason: str) -> HttpResponse:
    made_by = request.user if request.user.is_authenticated else None
    with or_404(), transaction.atomic():
        complaint, is_first = report(publication, reason, made_by)
        if is_first:
            tell_staff(request, complaint)
    messages.success(request, gettext("Reported. Someone will look at it."))
    return redirect("sharing:shared", publication.link.token)


@require_safe
def robots(request: HtmxHttpRequest) -> HttpResponse:
    """Tell robots what they may read: everything but people's own pages. Unlisted links say so themselves."""
    sitemap = request.build_absolute_uri("/sitemap.xml")
    return HttpResponse(f"{ROBOTS}\nSitemap: {sitemap}\n", content_type="text/plain")
