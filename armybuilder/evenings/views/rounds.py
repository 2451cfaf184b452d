"""Rounds: paired, published, their results, the standings."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.clubs.models import Membership
from armybuilder.clubs.views.responses import user_of
from armybuilder.evenings.going import leave, not_here, set_dropped
from armybuilder.evenings.history import pairs_of, players_of
from armybuilder.evenings.models import Evening, Pairing, Round
from armybuilder.evenings.progress import progress_of
from armybuilder.evenings.rounds.matching import cost_of, swapped
from armybuilder.evenings.rounds.players import Player
from armybuilder.evenings.seeing import seat_of
from armybuilder.evenings.tables import Table, cost_words, names_of
from armybuilder.evenings.views.read import read_result, say_whether_it_stands
from armybuilder.evenings.views.responses import act, to_last_round
from armybuilder.evenings.views.shown_round import shown_round
from armybuilder.limits import count, too_often
from armybuilder.numbers import whole_number

LOOK_AGAIN = 5  # seconds, while the worker pairs


@require_safe
@never_cache
@login_required
def show(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """A round: one's own table, the others, the standings. A draft is seen by organisers, who swap and publish."""
    evening, mine = _evening(request, evening_id)
    drawn = get_object_or_404(Round, evening=evening, number=number)
    if drawn.published is None and not mine.may_organise:
        raise Http404
    entries = list(evening.entries.named())
    you = next((entry.pk for entry in entries if entry.user_id == mine.user_id), None)
    players = {player.entry: player for player in players_of(evening)} if drawn.published is None else {}
    names = names_of(entries)
    shown = shown_round(evening, drawn, names, you, players)
    rounds = list(evening.rounds.all())
    context = {
        "evening": evening,
        "mine": mine,
        "rounds": rounds,
        "progress": progress_of(evening, rounds, shown["unsettled"]) if mine.may_organise else None,
        **shown,
        "may_decide": mine.may_organise and drawn.published is not None,
        "may_referee": drawn.published is not None and seat_of(evening, mine, entries).referees_games,
        "swap": _swap(request, drawn, players, names, you) if players else None,
        "free": _free(shown["tables"], players, names, you),
    }
    response = render(request, "evenings/round.html", context)
    if drawn.is_waiting:
        response["Refresh"] = str(LOOK_AGAIN)
    return response


def _evening(request: HttpRequest, evening_id: UUID) -> tuple[Evening, Membership]:
    user = user_of(request)
    evening = get_object_or_404(Evening.objects.visible_to(user).select_related("club"), pk=evening_id)
    return evening, evening.club.memberships.get(user=user)


def _free(
    shown: Sequence[Table], players: Mapping[int, Player], names: Mapping[int, str], you: int | None
) -> list[tuple[int, str]]:
    """Return who comes and is not in the draft, but for the reader: another organiser pairs them."""
    taken = {you, *(side.entry for table in shown for side in table.sides)}
    return [(entry, names[entry]) for entry in players if entry not in taken]


def _swap(
    request: HttpRequest, draft: Round, players: dict[int, Player], names: dict[int, str], you: int | None
) -> dict[str, Any]:
    """Return who can be swapped, and of the two that were chosen what swapping them would change.

    The reader's own table (`you`: an entry) is another organiser's to change.
    """
    pairs = pairs_of(draft)
    paired = [entry for pair in pairs for entry in pair.entries]
    there = [entry for entry in paired if entry in players]
    one, other = (whole_number(request.GET.get(name, "")) for name in ("one", "other"))
    chosen = one in there and other in there and one != other and there == paired
    own = {entry for pair in pairs if you in pair.entries for entry in pair.entries}
    people = [(entry, names[entry]) for entry in there if entry not in own]
    swap: dict[str, Any] = {"people": people, "one": one, "other": other}
    if chosen and one and other:
        before, after = (
            cost_of(pairs, players),
            cost_of(swapped(pairs, players, one, other, draft.seed), players),
        )
        swap |= {"names": (names[one], names[other]), "cost": cost_words(after.minus(before))}
    return swap


@act
def draw(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Pair the next round as a draft; anew, where there is a draft.

    Where some were checked in and others who mean to come were not, it is asked first who plays (`who`).
    """
    method, who, user = _method(request.POST), request.POST.get("who"), user_of(request)
    is_asked = method != "hand" and who not in ("all", "here")
    if is_asked and not_here(get_object_or_404(Evening.objects.visible_to(user), pk=evening_id)):
        return redirect(reverse("evenings:who-plays", args=[evening_id]) + f"?method={method}")
    drawn = Round.objects.draw(evening_id, user, method, only_here=who == "here")
    return redirect("evenings:round", evening_id, drawn.number)


@require_safe
@never_cache
@login_required
def who_plays(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """The question who plays the next round, where some who mean to come were not checked in."""
    evening, mine = _evening(request, evening_id)
    if not mine.may_organise:
        raise Http404
    absent = not_here(evening)
    context = {
        "evening": evening,
        "mine": mine,
        "rounds": evening.rounds.all(),
        "absent": absent,
        "method": _method(request.GET),
    }
    return render(request, "evenings/who_plays.html", context)


def _method(said: QueryDict) -> Literal["swiss", "lot", "hand"]:
    methods: dict[str | None, Literal["lot", "hand"]] = {"lot": "lot", "hand": "hand"}
    return methods.get(said.get("method"), "swiss")


@act
def swap(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Put two in each other's place."""
    one, other = (whole_number(request.POST.get(name, "")) for name in ("one", "other"))
    Round.objects.swap(evening_id, user_of(request), one or 0, other or 0)
    return to_last_round(evening_id)


@act
def publish(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Show the draft to everybody."""
    drawn = Round.objects.publish(evening_id, user_of(request))
    messages.success(request, gettext("Published: everybody sees their table."))
    return redirect("evenings:round", evening_id, drawn.number)


@act
def take_back(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Make the last round a draft again."""
    Round.objects.take_back(evening_id, user_of(request))
    messages.success(request, gettext("A draft again: only organisers see it."))
    return to_last_round(evening_id)


@act
def close(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Close a round, or (`open`) let its players write results again."""
    closed = "open" not in request.POST
    if Round.objects.set_closed(evening_id, user_of(request), number, closed=closed) and closed:
        messages.success(request, gettext("Closed: results are corrected by organisers now."))
    return redirect("evenings:round", evening_id, number)


@act
def write_result(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Say as a player what each side lost; as an organiser (`decide`) decide it."""
    _evening(request, evening_id)
    if count("result", user_of(request).pk):
        return too_often(request)
    try:
        return _write_result(request, evening_id, pk)
    except Pairing.DoesNotExist:
        first, second = (request.POST.get(name, "")[:6] for name in ("first_lost", "second_lost"))
        text = gettext(
            "Nothing is written of %(first)s–%(second)s: the round was paired anew since, or this is not your table. "
            "Look at it again."
        )
        messages.error(request, text % {"first": first, "second": second})
        return redirect("evenings:evening", evening_id)


def _write_result(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Raises Pairing.DoesNotExist for a table that is not there any more, or is somebody else's."""
    said = read_result(request)
    number = Pairing.objects.select_related("round").get(pk=pk, round__evening=evening_id).round.number
    if said and "decide" in request.POST:
        Pairing.objects.settle(evening_id, user_of(request), pk, *said)
        messages.success(request, gettext("Written, and it stands."))
    elif said:
        say_whether_it_stands(request, stands=Pairing.objects.say(evening_id, user_of(request), pk, *said))
    return redirect("evenings:round", evening_id, number)


@act
def drop(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Let somebody go home, or (`back`) take them into the game again."""
    set_dropped(evening_id, user_of(request), pk, dropped="back" not in request.POST)
    if request.POST.get("then") == "desk":
        return redirect(reverse("evenings:desk", args=[evening_id]) + f"#e{pk}")
    return redirect("evenings:evening", evening_id)


@act
def go_home(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Go home before the end."""
    leave(evening_id, user_of(request))
    messages.success(
        request, gettext("You are paired no more. An organiser can take you back into the game.")
    )
    return redirect("evenings:evening", evening_id)
