"""What a guest does by their link, without an account. Its address is told to nobody, not by a Referer either."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.evenings.actions.departures import leave_as_guest, leaving_of
from armybuilder.evenings.actions.pasting import (
    UnfitError,
    hand_in_as_guest,
    leave_as_it_is_as_guest,
    take_back_as_guest,
)
from armybuilder.evenings.actions.submissions import fitting_lists, may_hand_in_again
from armybuilder.evenings.forms.entries import AnswerForm
from armybuilder.evenings.models import Entry, HandIn, Pairing
from armybuilder.evenings.pages.answers import answers
from armybuilder.evenings.pages.list_choice import role_name
from armybuilder.evenings.pages.requirements import asked
from armybuilder.evenings.pages.round_tables import names_of
from armybuilder.evenings.seeing import looks_at
from armybuilder.evenings.views.pasting import paste_page, pasted_or_chosen
from armybuilder.evenings.views.read import UnreadableError, handed_at, typed_at
from armybuilder.evenings.views.responses import SENTENCES, in_its_zone
from armybuilder.evenings.views.shown_round import shown_round
from armybuilder.lists.visitors import visitor_of
from armybuilder.numbers import whole_number
from armybuilder.rate_limits.limits import count, too_often
from rules.language import active_language

View = Callable[..., HttpResponse]


def by_link(view: View) -> View:
    """Let a guest act, whose link leads somewhere: what is refused is said on their page."""

    @never_cache
    @wraps(view)
    def acting(request: HttpRequest, token: str, **of: int) -> HttpResponse:
        try:
            entry = Entry.objects.select_related("evening__club").get(token=token)
            in_its_zone(entry.evening)
            if request.method == "POST" and count("answer", f"guest {entry.pk}"):
                return too_often(request)
            response = view(request, entry, **of)
        except Entry.DoesNotExist:
            response = render(request, "evenings/no_guest.html", status=404)
        except (Pairing.DoesNotExist, HandIn.DoesNotExist):
            raise Http404 from None
        except tuple(SENTENCES) as error:
            entry.refresh_from_db()
            response = _page(request, entry, str(SENTENCES[type(error)]), 409, table=of.get("pk"))
        except UnreadableError as error:
            response = _page(request, entry, str(error), 422, table=of.get("pk"))
        response["Referrer-Policy"] = "strict-origin"
        return response

    return acting


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def guest(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The evening as a guest sees it, who says here whether they come."""
    if request.method != "POST":
        return _page(request, entry)
    form = AnswerForm(request.POST)
    if form.is_valid():
        said, seen = form.cleaned_data["state"], request.POST.get("seen")
        Entry.objects.answer_as_guest(str(entry.token), said, seen=seen)
    return redirect("evenings:guest", entry.token)


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def paste(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Choose a list that was made in this browser, or paste one, see what it becomes, and hand it in (`make`)."""
    evening, language = entry.evening, active_language()
    own = fitting_lists(evening, visitor_of(request))
    labels = [(one.pk, f"{one.name} ({role_name(evening.catalogue, one.role, language)})") for one in own]
    if request.method != "POST":
        return paste_page(request, evening, entry, lists=labels)
    said = {"lists": labels} | pasted_or_chosen(request, evening, own)
    if "make" not in request.POST:
        return paste_page(request, evening, entry, **said)
    try:
        hand_in_as_guest(str(entry.token), said["pasted"], seen=request.POST.get("seen"))
    except UnfitError:
        return paste_page(request, evening, entry, 422, **said)
    except tuple(SENTENCES) as error:
        return paste_page(request, evening, entry, 409, refused=SENTENCES[type(error)], **said)
    messages.success(request, gettext("Handed in."))
    return redirect("evenings:guest", entry.token)


@require_POST
@by_link
def take_back(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Take back what one handed in."""
    if take_back_as_guest(str(entry.token), seen=handed_at(request)):
        messages.success(request, gettext("Taken back. You can hand in again until the deadline."))
    return redirect("evenings:guest", entry.token)


@require_POST
@by_link
def leave_as_it_is(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Hand in again, unchanged, what was sent back."""
    if leave_as_it_is_as_guest(str(entry.token), seen=handed_at(request)):
        messages.success(request, gettext("Handed in again as it is."))
    return redirect("evenings:guest", entry.token)


@require_POST
@by_link
def go_home(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Drop out, at once or after the current game."""
    after_game, seen = "after-game" in request.POST, request.POST.get("seen", "")
    leave_as_guest(str(entry.token), after_game=after_game, seen=seen)
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
    handed = list(HandIn.objects.of_evening(evening).select_related("judged_by"))
    is_hidden = is_hidden_here(request, entry)
    own = [one for one in handed if one.entry_id == entry.pk and not is_hidden]
    context = {
        "guest": entry,
        "evening": evening,
        "asked": asked(evening, active_language()),
        "answers": answers(entries, entry.pk, {one.entry_id for one in handed}),
        "handed": handed,
        "handed_by_you": own,
        "is_hidden_here": is_hidden,
        "takes_your_list": evening.takes_lists or may_hand_in_again(evening, own),
        "looks": looks_at(entry.pk) if own else [],
        "refused": refused,
        "typed": typed_at(request, table),
        "leaving": leaving_of(entry) if evening.phase == "running" else None,
        **(_round(request, entry, entries, table) if evening.started else {}),
    }
    return render(request, "evenings/guest.html", context, status=status)


def _round(
    request: HttpRequest, entry: Entry, entries: list[Entry], table: int | None = None
) -> dict[str, Any]:
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
