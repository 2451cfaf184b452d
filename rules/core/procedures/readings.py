"""What the texts leave open about morale and initiative, decided by the rulings that are played."""

from collections.abc import Iterable

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Figure, Roster
from rules.core.document.rows import numbered


class Readings(Struct, frozen=True):
    """The readings of morale and initiative; each is False by the text, and where the ruleset has no ruling on it.

    `every_leader`: each lost man with leadership counts more in a morale test, not the commanders of the squads alone.
    `half_of_each`: a platoon's best face passes while each squad has half of its men, not while all have together.
    `one_squad_spares`: the Motivation of a squad spares the whole platoon. `best_leads`: the highest leadership adds to
    the initiative, not that of the man marked as commander.
    """

    every_leader: bool = False
    half_of_each: bool = False
    one_squad_spares: bool = False
    best_leads: bool = False


def readings_of(catalogue: Catalogue, rulings: dict[str, str]) -> Readings:
    """Return the readings under the rulings of a list or a game."""

    def has(ruling: str, option: str) -> bool:
        return catalogue.option(rulings, ruling) == option

    return Readings(
        every_leader=has("morale-leader", "every-leader"),
        half_of_each=has("morale-half", "each-squad"),
        one_squad_spares=has("motivation", "one-squad"),
        best_leads=has("initiative-leader", "highest"),
    )


def leaders_counted(roster: Roster, readings: Readings) -> frozenset[str]:
    """Return the numbers of the men whose loss counts more in a morale test (rth, bn §12.0).

    The commander of a squad is the man marked as commander, else the highest leadership, the first of equals. He stays
    its commander after his loss: nobody takes his place.
    """
    found = [(item, item.row) for item in numbered(roster) if isinstance(item.row, Figure)]
    leaders = [(item, row) for item, row in found if row.leadership]
    if readings.every_leader:
        return frozenset(item.key for item, _row in leaders)
    leaders.sort(key=lambda leader: (leader[1].commander, leader[1].leadership), reverse=True)
    commanders: dict[int, str] = {}
    for item, _row in leaders:
        commanders.setdefault(item.squad_number, item.key)
    return frozenset(commanders.values())


def half_remains(squads: Iterable[tuple[int, int]], readings: Readings) -> bool:
    """Return whether half of the men remain in squads of so many men with so many lost (rth, bn §12.0)."""
    known = list(squads)
    if readings.half_of_each:
        return all(2 * lost <= men for men, lost in known)
    return 2 * sum(lost for _men, lost in known) <= sum(men for men, _lost in known)


def spares_morale(roster: Roster, catalogue: Catalogue, readings: Readings) -> bool:
    """Return whether the first failed morale test of a list does not count (bn, Motivation).

    It is bought for the platoon or for a squad. A squad's is for the list where the squad is alone.
    """

    def spares(extras: Iterable[ExtraEntry]) -> bool:
        known = (catalogue.extra_by_id.get(row.extra) for row in extras)
        return any(extra.spares_morale for extra in known if extra)

    of_squads = [spares(squad.extras) for squad in roster.squads if squad.figures]
    if readings.one_squad_spares:
        return spares(roster.extras) or any(of_squads)
    return spares(roster.extras) or (bool(of_squads) and all(of_squads))


def leading(men: Iterable[Figure], readings: Readings) -> int:
    """Return the leadership that men add to their side's initiative (rth, bn §5.0; a platoon rth §14.0, bn §13.0).

    That of the man marked as commander, if he is among them, else the highest.
    """
    known = list(men)
    marked = [] if readings.best_leads else [man.leadership for man in known if man.commander]
    return max(marked or [man.leadership for man in known], default=0)
