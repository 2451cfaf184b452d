"""The page of a round, for members and guests."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.models import Entry, Evening, HandIn, Round
from armybuilder.evenings.pages.desk import Coming, NextStep, next_step
from armybuilder.evenings.pages.round_tables import (
    Table,
    begun,
    names_of,
    progress_of,
    ranks,
    scenario_of,
    scoring_words,
    tables,
)
from armybuilder.evenings.pairing.matching import Player
from armybuilder.evenings.played import pairs_of, players_of, published_pairings, standings_of
from armybuilder.evenings.seats import Seat
from armybuilder.evenings.versions import At, draft_version, round_version
from armybuilder.evenings.views.evenings import page
from armybuilder.evenings.views.responses import evening_and_membership, typed_at
from armybuilder.http import private_page
from rules.core.defeat_points import defeat_rows
from rules.language import active_language


def shown_round(
    evening: Evening,
    drawn: Round,
    names: Mapping[int, str],
    own: Entry | None,
    players: Mapping[int, Player] | None = None,
) -> dict[str, Any]:
    """Return a round with its tables and standings for a reader (`own`). `players`: of a draft, for its notes."""
    you = own.pk if own else None
    pairings = published_pairings(evening)
    shown = tables(evening, drawn, names, players or {}, you)
    yours = next((table for table in shown if table.is_yours), None)
    ends = drawn.ends(evening.round_minutes)
    return {
        "round": drawn,
        "yours": yours,
        "has_left": own is not None and own.state == Entry.State.DROPPED,
        "their_lists": _lists_of_the_other(evening, yours, you) if yours and evening.shows_lists else [],
        "tables": [table for table in shown if not table.is_yours or drawn.published is None],
        "ranks": ranks(standings_of(evening, pairings), names, you),
        "ends": ends,
        "is_to_come": ends is not None and ends > timezone.now(),
        "scenario": scenario_of(evening, drawn.number, active_language()),
        "scoring": scoring_words(evening),
        "has_defeat_points": bool(defeat_rows(evening.catalogue)),
        "unsettled_here": sum(pairing.round_id == drawn.pk and not pairing.is_settled for pairing in pairings),
        "begun": begun(pairings),
        "unsettled": sum(not pairing.is_settled for pairing in pairings),
    }


def _lists_of_the_other(evening: Evening, yours: Table, you: int | None) -> list[HandIn]:
    other = next((side for side in yours.sides if side.entry != you), None)
    if other is None:
        return []
    brought = list(HandIn.objects.of_evening(evening).filter(entry=other.entry))
    return [one for one in brought if one.role == other.role] or brought


@private_page
def show(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Show a round: the reader's own table, the others, the standings. Organisers also see drafts."""
    return round_page(request, evening_id, number)


def round_page(
    request: HttpRequest, evening_id: UUID, number: int, typed: Mapping[str, object] | None = None
) -> HttpResponse:
    """Return the page of a round, with refused input (`typed`). Raises Http404 if the user may not see it."""
    evening, mine = evening_and_membership(request, evening_id)
    drawn = get_object_or_404(Round, evening=evening, number=number)
    if drawn.published is None and not mine.may_organise:
        raise Http404
    entries = list(evening.entries.named())
    own = next((entry for entry in entries if entry.user_id == mine.user_id), None)
    you = own.pk if own else None
    players = {player.entry: player for player in players_of(evening)} if drawn.published is None else {}
    names = names_of(entries)
    shown = shown_round(evening, drawn, names, own, players)
    rounds = list(evening.rounds.all())
    is_last = mine.may_organise and drawn.number == len(rounds)
    may_referee = drawn.published is not None and Seat(evening, mine, entries).referees_games
    context = {
        "evening": evening,
        "mine": mine,
        "rounds": rounds,
        "progress": progress_of(evening, rounds) if mine.may_organise else None,
        "step": _step(evening, rounds, entries, shown) if is_last else None,
        **shown,
        "may_decide": mine.may_organise and drawn.published is not None,
        "may_referee": may_referee,
        "referee_sees_lists": may_referee and evening.hides_lists and bool(shown["tables"]),
        "seen": round_version(drawn),
        "typed": typed or {},
    }
    if drawn.published is None:
        context |= _draft(evening, drawn, shown["tables"], players, entries, you)
    return render(request, "evenings/round.html", context)


def draft_context(evening: Evening, drawn: Round, user: User) -> dict[str, Any]:
    entries = list(evening.entries.named())
    you = next((entry.pk for entry in entries if entry.user_id == user.pk), None)
    players = {player.entry: player for player in players_of(evening)}
    shown = tables(evening, drawn, names_of(entries), players, you)
    return {
        "round": drawn,
        "tables": shown,
        "yours": next((table for table in shown if table.is_yours), None),
        "scenario": scenario_of(evening, drawn.number, active_language()),
        **_draft(evening, drawn, shown, players, entries, you),
    }


def _draft(
    evening: Evening,
    drawn: Round,
    shown: Sequence[Table],
    players: Mapping[int, Player],
    entries: Sequence[Entry],
    you: int | None,
) -> dict[str, Any]:
    names = names_of(entries)
    return {
        "to_swap": _to_swap(drawn, players, names, you),
        "free": _free(shown, players, names, you),
        "absent": _absent(shown, entries),
        "seen": draft_version(evening, drawn),
    }


def _step(
    evening: Evening, rounds: Sequence[Round], entries: Sequence[Entry], shown: Mapping[str, Any]
) -> NextStep | None:
    coming = Coming((str(one), one.checked_in is not None) for one in entries if one.state == "coming")
    all_tables = [shown["yours"], *shown["tables"]] if shown["yours"] else shown["tables"]
    disputed = [table.number for table in all_tables if table.is_disputed]
    return next_step(evening, rounds, coming, shown["unsettled"], disputed)


def at_round(request: HttpRequest, number: int) -> At:
    """Return the round that a page acted on, with its version there (`seen`)."""
    return At(number, request.POST.get("seen", ""))


def current_round(request: HttpRequest, evening_id: UUID, of: Mapping[str, int]) -> HttpResponse:
    """Return the current page of the round that was acted on: by its number or its table, otherwise the last."""
    evening, mine = evening_and_membership(request, evening_id)
    rounds = evening.rounds.all() if mine.may_organise else evening.rounds.filter(published__isnull=False)
    table = of.get("pk")
    found = (
        rounds.filter(number=of.get("number", 0)).first()
        or rounds.filter(pairings__pk=table or 0).first()
        or rounds.last()
    )
    if found is None:
        return page(request, evening_id)
    return round_page(request, evening_id, found.number, typed_at(request, table))


def _absent(shown: Sequence[Table], entries: Sequence[Entry]) -> dict[str, list[str]]:
    """Return the players in a draft who have dropped out, and those who are not coming or only maybe."""
    paired = {side.entry for table in shown for side in table.sides}
    absent = [entry for entry in entries if entry.pk in paired and entry.state != "coming"]
    return {
        "dropped": [str(entry) for entry in absent if entry.state == "dropped"],
        "doubtful": [f"{entry} ({entry.get_state_display()})" for entry in absent if entry.state != "dropped"],
    }


def _free(
    shown: Sequence[Table], players: Mapping[int, Player], names: Mapping[int, str], you: int | None
) -> list[tuple[int, str]]:
    """Return the coming players who are not in the draft. The reader is left out: another organiser must pair them."""
    taken = {you, *(side.entry for table in shown for side in table.sides)}
    return [(entry, names[entry]) for entry in players if entry not in taken]


def _to_swap(
    draft: Round, players: Mapping[int, Player], names: Mapping[int, str], you: int | None
) -> list[tuple[int, str]]:
    """Return the players that can be swapped, without the reader's table (`you`) and tables of a dropped player."""
    others = [pair.entries for pair in pairs_of(draft) if you not in pair.entries]
    return [(entry, names[entry]) for pair in others if players.keys() >= {*pair} for entry in pair]
