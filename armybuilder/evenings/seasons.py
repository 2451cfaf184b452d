"""The season of a club: who won what at the evenings between two days."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from uuid import UUID

from msgspec import Struct

from armybuilder.accounts.models import User
from armybuilder.evenings.history import games_of
from armybuilder.evenings.models import Entry, Evening, Pairing
from armybuilder.evenings.rounds.season import CountedBy, Night, SeasonRow, season_table
from armybuilder.evenings.rounds.standings import standings

EVENINGS_AT_MOST = 100


class Season(Struct, frozen=True):
    """The evenings, the oldest first, each with whether it counts, and the table: each row with its name."""

    evenings: tuple[tuple[Evening, bool], ...]
    rows: tuple[tuple[str, SeasonRow], ...]


def season_of(
    club_id: UUID,
    user: User,
    days: tuple[date | None, date | None],
    by: CountedBy = "points",
    best: int | None = None,
    chosen: Collection[str] = (),
) -> Season:
    """Return the season of a club between two days (None: without an end), by the rounds that were published.

    `chosen`: the ids of the evenings that count; where it has none of them, all do.

    A member counts as one, a guest by name; somebody whose account is gone by each evening.
    """
    found = _evenings(club_id, user, days)
    evenings = [evening for evening in found if str(evening.pk) in chosen] or found
    pairings = _pairings(evenings)
    names: dict[str, str] = {}
    nights = [
        night
        for number, evening in enumerate(evenings, 1)
        for night in _nights(number, evening, pairings[evening.pk], names)
    ]
    table = season_table(nights, by, best)
    shown = tuple((evening, evening in evenings) for evening in found)
    return Season(shown, tuple((names[row.person], row) for row in table))


def _evenings(club_id: UUID, user: User, days: tuple[date | None, date | None]) -> list[Evening]:
    """Return the last evenings between the days that have a round."""
    begins, ends = days
    found = Evening.objects.visible_to(user).filter(
        club=club_id, state="open", rounds__published__isnull=False
    )
    if begins:
        found = found.filter(start__date__gte=begins)
    if ends:
        found = found.filter(start__date__lte=ends)
    return list(found.distinct().order_by("-start")[:EVENINGS_AT_MOST])[::-1]


def _pairings(evenings: Sequence[Evening]) -> Mapping[UUID, list[Pairing]]:
    published = Pairing.objects.filter(round__evening__in=evenings, round__published__isnull=False)
    found = defaultdict[UUID, list[Pairing]](list)
    for pairing in published.select_related("round", "first__user", "second__user").order_by("pk"):
        found[pairing.round.evening_id].append(pairing)
    return found


def _nights(number: int, evening: Evening, pairings: Sequence[Pairing], names: dict[str, str]) -> list[Night]:
    """Return what each won at an evening; `names` takes what they are called."""
    entries = {entry.pk: entry for one in pairings for entry in (one.first, one.second) if entry}
    names |= {_key(entry): entry.name for entry in entries.values()}
    seed = evening.pk.int % 2**32
    rows = standings(entries, games_of(pairings), evening.scoring, evening.tie_breaks, seed)
    return [
        Night(
            number,
            _key(entries[row.entry]),
            row.score,
            len(rows) - row.place,
            row.won,
            row.drawn,
            row.lost,
            row.difference,
        )
        for row in rows
    ]


def _key(entry: Entry) -> str:
    """Return what makes somebody the same at two evenings."""
    if entry.user_id:
        return f"user {entry.user_id}"
    return f"guest {entry.guest_name.casefold()}" if entry.guest_name else f"entry {entry.pk}"
