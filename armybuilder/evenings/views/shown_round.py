"""What the page of a round shows, to members and to guests alike."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from armybuilder.evenings.models import Entry, Evening, HandIn, Round
from armybuilder.evenings.pages.progress import begun
from armybuilder.evenings.pages.round_tables import Table, ranks, tables
from armybuilder.evenings.pages.wording import scenario_of, scoring_words
from armybuilder.evenings.pairing.players import Player
from armybuilder.evenings.played import published_pairings, standings_of
from rules.core.procedures.defeat_points import defeat_rows
from rules.language import active_language


def shown_round(
    evening: Evening,
    drawn: Round,
    names: Mapping[int, str],
    own: Entry | None,
    players: Mapping[int, Player] | None = None,
) -> dict[str, Any]:
    """Return a round with its tables and the standings, for a reader (`own`: their entry).

    `players`: the players who can be paired, for the notes on each pair of a draft.
    """
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
        "unsettled_here": sum(
            pairing.round_id == drawn.pk and not pairing.is_settled for pairing in pairings
        ),
        "begun": begun(pairings),
        "unsettled": sum(not pairing.is_settled for pairing in pairings),
    }


def _lists_of_the_other(evening: Evening, yours: Table, you: int | None) -> list[HandIn]:
    """Return the lists of the opponent; if the side is known, only the list for it."""
    other = next((side for side in yours.sides if side.entry != you), None)
    if other is None:
        return []
    brought = list(HandIn.objects.of_evening(evening).filter(entry=other.entry))
    return [one for one in brought if one.role == other.role] or brought
