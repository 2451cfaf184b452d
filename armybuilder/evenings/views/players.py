"""Acts of members and guests, and the page of a guest. Its address is secret and sends no Referer."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Struct

from armybuilder.accounts.models import user_of
from armybuilder.evenings.actions.actors import Actor
from armybuilder.evenings.actions.entries import SAYS, answer
from armybuilder.evenings.models import Entry, HandIn, Pairing, Round
from armybuilder.evenings.pages.round_tables import names_of
from armybuilder.evenings.views.evenings import night_context
from armybuilder.evenings.views.responses import View, in_its_zone, status_of, typed_at
from armybuilder.evenings.views.round_page import shown_round
from armybuilder.numbers import whole_number
from armybuilder.rate_limits.limits import count, too_often
from armybuilder.refusals import RefusedError


def by_link(view: View) -> View:
    """Return a view for guests with a valid link; refusals are shown on their page."""

    @never_cache
    @wraps(view)
    def acting(request: HttpRequest, token: str, **of: int) -> HttpResponse:
        try:
            entry = Entry.objects.select_related("evening__club").get(token=token)
            in_its_zone(entry.evening)
            if request.method == "POST" and (wait := count("answer", f"guest {entry.pk}")):
                return too_often(request, wait)
            response = view(request, entry, **of)
        except Entry.DoesNotExist:
            response = render(request, "evenings/no_guest.html", status=404)
        except (Pairing.DoesNotExist, HandIn.DoesNotExist):
            raise Http404 from None
        except RefusedError as error:
            entry.refresh_from_db()
            response = _page(request, entry, str(error), status_of(error), table=of.get("pk"))
        response["Referrer-Policy"] = "strict-origin"
        return response

    return acting


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def guest(request: HttpRequest, entry: Entry) -> HttpResponse:
    if request.method != "POST":
        return _page(request, entry)
    state = request.POST.get("state", "")
    if state in SAYS:
        answer(entry.evening_id, entry, state, seen=request.POST.get("seen"))
    return redirect("evenings:guest", entry.token)


def is_hidden_here(request: HttpRequest, guest: Entry) -> bool:
    """Return whether a guest's list stays hidden because a member of the club has opened the link."""
    evening, user = guest.evening, request.user
    is_member = user.is_authenticated and evening.club.memberships.filter(user=user).exists()
    return is_member and not evening.shows_lists


def _page(
    request: HttpRequest, entry: Entry, refused: str = "", status: int = 200, table: int | None = None
) -> HttpResponse:
    """Return the page of a guest; `table`: the one with a refused form."""
    evening = entry.evening
    entries = list(evening.entries.in_order())
    is_hidden = is_hidden_here(request, entry)
    context = {
        **night_context(evening, entries, entry, is_hidden=is_hidden),
        "guest": entry,
        "is_hidden_here": is_hidden,
        "refused": refused,
        "typed": typed_at(request, table),
        **(_round(request, entry, entries, table) if evening.started else {}),
    }
    return render(request, "evenings/guest.html", context, status=status)


def _round(request: HttpRequest, entry: Entry, entries: list[Entry], table: int | None = None) -> dict[str, Any]:
    """Return a published round (`round`, that of a table, or the last) and the standings, as a guest sees them."""
    evening = entry.evening
    rounds = list(evening.rounds.filter(published__isnull=False))
    if not rounds:
        return {}
    number = whole_number(request.GET.get("round", ""))
    if table is not None:
        number = Pairing.objects.filter(pk=table).values_list("round__number", flat=True).first() or number
    drawn = next((one for one in rounds if one.number == number), rounds[-1])
    return {"rounds": rounds} | shown_round(evening, drawn, names_of(entries), entry)


class Visit(Struct, frozen=True):
    """A player on the pages of a games night."""

    evening_id: UUID
    player: Actor

    @property
    def is_guest(self) -> bool:
        return isinstance(self.player, Entry)

    def home(self, anchor: str = "") -> HttpResponse:
        """Redirect to the page of the games night; a guest has only one page, without anchors."""
        if isinstance(self.player, Entry):
            return redirect("evenings:guest", self.player.token)
        return redirect(reverse("evenings:evening", args=[self.evening_id]) + anchor)

    def table(self, pk: int) -> HttpResponse:
        rounds = Round.objects.filter(pairings__pk=pk, evening=self.evening_id)
        number = rounds.values_list("number", flat=True).first()
        if isinstance(self.player, Entry):
            guest = reverse("evenings:guest", args=[self.player.token])
            return redirect(guest + (f"?round={number}" if number else ""))
        return redirect("evenings:round", self.evening_id, number)


def by_player(act: Callable[[View], View]) -> Callable[[View], View]:
    """Return a decorator for acts by POST. Refusals of members are shown by `act`, those of guests on their page."""

    def decorate(view: View) -> View:
        def at_table(request: HttpRequest, visit: Visit, **of: int) -> HttpResponse:
            try:
                return view(request, visit, **of)
            except Pairing.DoesNotExist:
                text = _("Nothing was saved: the round has been re-paired, or this is not your table.")
                raise RefusedError(text) from None

        @act
        def of_member(request: HttpRequest, evening_id: UUID, **of: int) -> HttpResponse:
            return at_table(request, Visit(evening_id, user_of(request)), **of)

        @require_POST
        @by_link
        def of_guest(request: HttpRequest, guest: Entry, **of: int) -> HttpResponse:
            return at_table(request, Visit(guest.evening_id, guest), **of)

        @wraps(view)
        def by_either(request: HttpRequest, **of: object) -> HttpResponse:
            return of_guest(request, **of) if "token" in of else of_member(request, **of)

        return by_either

    return decorate
