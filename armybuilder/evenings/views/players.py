"""Acts of players for themselves: members at the address of the games night, guests at that of their link."""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from msgspec import Struct

from armybuilder.accounts.users import user_of
from armybuilder.evenings.actions.actors import Actor
from armybuilder.evenings.models import Entry, Pairing, Round
from armybuilder.evenings.views.guests import by_link
from armybuilder.evenings.views.responses import View
from armybuilder.refusals import RefusedError


class Visit(Struct, frozen=True):
    """A player on the pages of a games night."""

    evening_id: UUID
    player: Actor

    @property
    def is_guest(self) -> bool:
        """Whether the player is a guest."""
        return isinstance(self.player, Entry)

    def home(self, anchor: str = "") -> HttpResponse:
        """Return to the page of the games night; a guest has only one page, without anchors."""
        if isinstance(self.player, Entry):
            return redirect("evenings:guest", self.player.token)
        return redirect(reverse("evenings:evening", args=[self.evening_id]) + anchor)

    def table(self, pk: int) -> HttpResponse:
        """Return to the round of a table."""
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
