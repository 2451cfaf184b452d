"""The season of a club: results of the games nights between two days."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from msgspec import Struct

from armybuilder.accounts.models import User
from armybuilder.evenings.models import Entry, Evening, Pairing
from armybuilder.evenings.pairing.standings import CountedBy, Night, SeasonRow, season_table, standings
from armybuilder.evenings.played import games_of

EVENINGS_AT_MOST = 100


class Season(Struct, frozen=True):
    """The games nights, the oldest first, each with whether it counts, and the table: each row with its name."""

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
    """Return the season of a club between two days (None: no end), by its published rounds.

    `chosen`: the ids of the games nights that count; if none of them is in the season, all count.

    A member is one person. Guests with the same name are one person, unless two of them played at the same games
    night: then each of their games nights counts separately, as for a player whose account was deleted.
    """
    found = _evenings(club_id, user, days)
    evenings = [evening for evening in found if str(evening.pk) in chosen] or found
    pairings = _pairings(evenings)
    played = {evening.pk: _entries(pairings[evening.pk]) for evening in evenings}
    shared = {name for entries in played.values() for name in _shared_names(entries.values())}
    names: dict[str, str] = {}
    nights: list[Night] = []
    for number, evening in enumerate(evenings, 1):
        entries = played[evening.pk]
        people = {pk: _key(entry, shared) for pk, entry in entries.items()}
        names |= {people[pk]: _name(entry, evening, shared) for pk, entry in entries.items()}
        nights += _nights(number, evening, pairings[evening.pk], entries, people)
    table = season_table(nights, by, best)
    shown = tuple((evening, evening in evenings) for evening in found)
    return Season(shown, tuple((names[row.person], row) for row in table))


def _evenings(club_id: UUID, user: User, days: tuple[date | None, date | None]) -> list[Evening]:
    """Return the last games nights between the days that have a round."""
    begins, ends = days
    found = Evening.objects.visible_to(user).filter(club=club_id, state="open", rounds__published__isnull=False)
    if begins:
        found = found.filter(start__date__gte=begins)
    if ends:
        found = found.filter(start__date__lte=ends)
    return list(found.select_related("club").distinct().order_by("-start")[:EVENINGS_AT_MOST])[::-1]


def _pairings(evenings: Sequence[Evening]) -> Mapping[UUID, list[Pairing]]:
    published = Pairing.objects.filter(round__evening__in=evenings, round__published__isnull=False)
    found = defaultdict[UUID, list[Pairing]](list)
    for pairing in published.select_related("round", "first__user", "second__user").order_by("pk"):
        found[pairing.round.evening_id].append(pairing)
    return found


def _entries(pairings: Sequence[Pairing]) -> dict[int, Entry]:
    return {entry.pk: entry for one in pairings for entry in (one.first, one.second) if entry}


def _shared_names(entries: Iterable[Entry]) -> set[str]:
    """Return the names, in small letters, that two guests of a games night share."""
    counted = Counter(entry.guest_name.casefold() for entry in entries if entry.is_guest)
    return {name for name, count in counted.items() if count > 1}


def _nights(
    number: int,
    evening: Evening,
    pairings: Sequence[Pairing],
    entries: Mapping[int, Entry],
    people: Mapping[int, str],
) -> list[Night]:
    """Return the results of each player at a games night. `people`: the key of the person of each entry."""
    lots = {pk: entry.lot or 0 for pk, entry in entries.items()}
    rows = standings(lots, games_of(pairings), evening.scoring, evening.tie_breaks, lots)
    return [
        Night(number, people[row.entry], row, len(rows) - row.place, entries[row.entry].state == "dropped")
        for row in rows
    ]


def _key(entry: Entry, shared: Collection[str]) -> str:
    """Return the key of the same person across games nights. `shared`: names that are not unique."""
    if entry.user_id:
        return f"user {entry.user_id}"
    name = entry.guest_name.casefold()
    return f"guest {name}" if name and name not in shared else f"entry {entry.pk}"


def _name(entry: Entry, evening: Evening, shared: Collection[str]) -> str:
    """Return a player's name in the table; a shared name is followed by the day."""
    if not entry.is_guest or entry.guest_name.casefold() not in shared:
        return entry.name
    return f"{entry}, {date_format(timezone.localdate(evening.start, evening.zone), 'j F Y')}"
