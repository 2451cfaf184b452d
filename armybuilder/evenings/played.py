"""The games of a games night, as the pairing and the standings need them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence

from msgspec import structs

from armybuilder.evenings.models import Evening, HandIn, Pairing, Round
from armybuilder.evenings.pairing.matching import Pair, Player
from armybuilder.evenings.pairing.standings import PlayedGame, Ranking, standings


def published_pairings(evening: Evening) -> list[Pairing]:
    published = Pairing.objects.filter(round__evening=evening, round__published__isnull=False)
    return list(published.order_by("round__number", "pk"))


def standings_of(evening: Evening, pairings: Sequence[Pairing]) -> list[Ranking]:
    """Return the standings by the pairings: of everyone who is coming or was paired, even if they have dropped out."""
    paired = {*_entries(pairings)}
    rows = list(evening.entries.values_list("pk", "state", "lot"))
    lots = {pk: lot or 0 for pk, state, lot in rows if state == "coming" or pk in paired}
    dropped = {pk for pk, state, _lot in rows if state == "dropped"}
    return [
        structs.replace(row, has_dropped=row.entry in dropped)
        for row in standings(lots, games_of(pairings), evening.scoring, evening.tie_breaks, lots)
    ]


def players_of(evening: Evening, *, only_here: bool = False) -> list[Player]:
    """Return the players of the next round: everyone coming, or everyone checked in, with their games so far."""
    pairings = published_pairings(evening)
    byes, attacked, defended = Counter[int](), Counter[int](), Counter[int]()
    met = defaultdict[int, list[int]](list)
    for pairing in pairings:
        entries = _entries([pairing])
        if pairing.abandoned:
            continue
        if len(entries) == 1 or pairing.forfeit_id is not None:
            # A game that the opponent gave up is a bye, and does not count as a game.
            byes[_game(pairing).first] += 1
            continue
        for entry, other in (entries, entries[::-1]):
            met[entry].append(other)
            side = attacked if pairing.attacker_id == entry else defended
            side[entry] += pairing.attacker_id is not None
    coming = evening.entries.filter(state="coming")
    if only_here:
        coming = coming.exclude(checked_in=None)
    roles, playing = _roles(evening), set(coming.values_list("pk", flat=True))
    return [
        Player(
            row.entry,
            score=row.score,
            met=tuple(met[row.entry]),
            byes=byes[row.entry],
            attacked=attacked[row.entry],
            defended=defended[row.entry],
            **_sides(roles.get(row.entry), evening.limits),
        )
        for row in standings_of(evening, pairings)
        if row.entry in playing
    ]


def pairs_of(drawn: Round) -> list[Pair]:
    return [
        Pair(pairing.first_id, pairing.second_id, pairing.table, pairing.attacker_id)
        for pairing in drawn.pairings.all()
    ]


def _entries(pairings: Iterable[Pairing]) -> list[int]:
    return [entry for pairing in pairings for entry in (pairing.first_id, pairing.second_id) if entry is not None]


def games_of(pairings: Iterable[Pairing]) -> list[PlayedGame]:
    """Return the finished games, without those that both players gave up."""
    return [_game(pairing) for pairing in pairings if pairing.is_settled and not pairing.abandoned]


def _game(pairing: Pairing) -> PlayedGame:
    """Return a finished game; if one player gave it up, the opponent has a bye."""
    if pairing.forfeit_id is not None and pairing.second_id is not None:
        return PlayedGame(pairing.second_id if pairing.forfeit_id == pairing.first_id else pairing.first_id)
    return PlayedGame(pairing.first_id, pairing.second_id, pairing.first_lost or 0, pairing.second_lost or 0)


def _roles(evening: Evening) -> dict[int, set[str]]:
    roles = defaultdict[int, set[str]](set)
    for entry, role in HandIn.objects.of_evening(evening).values_list("entry", "role"):
        roles[entry].add(role)
    return roles


def _sides(roles: set[str] | None, asked: Collection[str]) -> dict[str, bool]:
    """Return the sides that a player can play; if all lists are for the same side, the dice decide."""
    both = {"attacker", "defender"}
    if len(asked) == 1 and both & {*asked}:
        return {"brought_both": True}
    if not roles or "open" in roles:
        return {}
    return {
        "may_attack": "attacker" in roles,
        "may_defend": "defender" in roles,
        "brought_both": both <= roles,
    }
