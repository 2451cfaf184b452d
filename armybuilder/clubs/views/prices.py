"""Prices and rulings of a club for one ruleset: members read them, organisers write new versions."""

import csv
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from armybuilder.accounts.models import user_of
from armybuilder.clubs.actions import NewerVersionError, NotAllowedError, save_house_rules
from armybuilder.clubs.house import lists_in_use
from armybuilder.clubs.models import Club, HouseRules, Membership
from armybuilder.clubs.prices import HouseForm, PricePage, merged
from armybuilder.clubs.views.clubs import membership_of
from armybuilder.http import or_404, private_form
from armybuilder.numbers import whole_number
from armybuilder.rate_limits.limits import count
from armybuilder.spreadsheets import BOM, harmless
from rules.catalogue import catalogue_for
from rules.core.catalogue.catalogue import Catalogue
from rules.language import active_language
from rules.models import RulesetVersion

VERSIONS_SHOWN = 20


@private_form
def prices(request: HttpRequest, club_id: UUID, ruleset: str) -> HttpResponse:
    """Show the form. `version` and `club` of the query fill it in from an older version, or another club."""
    mine, book = membership_of(request, club_id), _book(club_id, ruleset)
    if request.method == "POST":
        return _save(request, mine, book)
    page = _page(club_id, book)
    return _show(request, mine, page, page.form(_filled_in(request, page)))


@require_safe
@login_required
def download(request: HttpRequest, club_id: UUID, ruleset: str) -> HttpResponse:
    """Return the price table as CSV: entry, printed price, club price."""
    mine, book = membership_of(request, club_id), _book(club_id, ruleset)
    page = _page(mine.club_id, book)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{book.id}-{page.now.number}.csv"'
    response.write(BOM)
    writer = csv.writer(response)
    writer.writerow([gettext("Key"), gettext("Name"), gettext("Rulebook"), gettext("Club")])
    for key in page.keys:
        printed = page.table.prices.get(key, ())
        in_book = printed[0] if len(printed) == 1 else " / ".join(map(str, printed))
        cells = (key, page.table.name(key), in_book, page.now.prices.get(key, ""))
        writer.writerow(map(harmless, cells))
    return response


def _save(request: HttpRequest, mine: Membership, book: Catalogue) -> HttpResponse:
    """Save a version; wrong input is shown again."""
    page, user = _page(mine.club_id, book), user_of(request)
    if not mine.may_organise:
        messages.error(request, str(NotAllowedError()))
        return redirect("clubs:prices", mine.club_id, book.id)
    form = page.form(page.now, request.POST)
    after = whole_number(request.POST.get("after", ""), digits=9) or 0
    if after != page.now.number:
        return _changed_meanwhile(request, mine, page, after)
    if not form.is_valid():
        return _show(request, mine, page, form, 422)
    if count("house-rules", user.pk):
        form.add_error("note", gettext("That was a lot of versions in an hour. Try again later."))
        return _show(request, mine, page, form, 429)
    try:
        wanted, note = page.wanted(form), form.cleaned_data["note"]
        made = save_house_rules(mine.club_id, user, book.id, *wanted, note=note, after=after)
    except (Club.DoesNotExist, NotAllowedError):
        raise Http404 from None
    except NewerVersionError:
        return _changed_meanwhile(request, mine, _page(mine.club_id, book), after)
    if made:
        said = gettext("Version %(number)s saved. Lists made for the club will show it to their owners.")
        messages.success(request, said % {"number": made.number})
    else:
        messages.info(request, gettext("Nothing changed: there is no new version."))
    return redirect("clubs:prices", mine.club_id, book.id)


def _changed_meanwhile(request: HttpRequest, mine: Membership, page: PricePage, after: int) -> HttpResponse:
    """Show the input merged with later changes by others, to be saved again."""
    found = HouseRules.objects.of(mine.club_id, page.book.id).filter(number=after).first()
    base = found or HouseRules(number=0)
    shown = merged(request.POST.dict(), base, page.now, page.form(page.now))
    form = page.form(page.now, shown | {"note": request.POST.get("note", "")})
    form.is_valid()
    return _show(request, mine, page, form, 409, base)


def _show(
    request: HttpRequest,
    mine: Membership,
    page: PricePage,
    form: HouseForm,
    status: int = 200,
    meanwhile: HouseRules | None = None,
) -> HttpResponse:
    written = list(HouseRules.objects.of(mine.club_id, page.book.id).select_related("author"))
    in_use = lists_in_use(mine.club_id, page.book.id, written)
    versions = Paginator(written, VERSIONS_SHOWN).get_page(request.GET.get("page"))
    others = Club.objects.of(user_of(request)).exclude(pk=mine.club_id).filter(house_rules__ruleset=page.book.id)
    context = {
        "club": mine.club,
        "mine": mine,
        "book": page.book,
        "game": page.book.name.to(active_language()),
        "edition": page.book.edition.to(active_language()),
        "now": page.now,
        "next": page.now.number + 1,
        "form": form,
        "sections": page.sections(form, meanwhile, may_edit=mine.may_organise),
        "rulings": page.rulings(form, meanwhile),
        "meanwhile": meanwhile,
        "is_filled_in": request.method != "POST" and bool(request.GET.keys() & {"version", "club"}),
        "page": versions,
        "versions": page.versions(versions, written, in_use),
        "lists_beside": in_use[0],
        "others": others.distinct() if mine.may_organise else [],
    }
    return render(request, "clubs/prices.html", context, status=status)


def _filled_in(request: HttpRequest, page: PricePage) -> HouseRules:
    """Return the initial form: the club's prices and rulings, or those of the query. Raises Http404."""
    version, other = request.GET.get("version"), request.GET.get("club")
    if version == "0":
        return HouseRules(number=0)
    if version is not None:
        number = whole_number(version, digits=9) or 0
        found = HouseRules.objects.of(page.now.club_id, page.book.id).filter(number=number).first()
    elif other is not None:
        with or_404(ValidationError):
            club = Club.objects.of(user_of(request)).get(pk=other)
        found = HouseRules.objects.of(club.pk, page.book.id).first()
    else:
        return page.now
    if found is None:
        raise Http404
    return found


def _page(club_id: UUID, book: Catalogue) -> PricePage:
    now = HouseRules.objects.of(club_id, book.id).select_related("author").first()
    return PricePage(book, now or HouseRules(club_id=club_id, ruleset=book.id, number=0), active_language())


def _book(club_id: UUID, ruleset: str) -> Catalogue:
    """Return a game that the club plays. Raises Http404."""
    versions = RulesetVersion.objects.current().of_club(club_id).light()
    return catalogue_for(get_object_or_404(versions, ruleset_id=ruleset).pk)
