"""The numbers that men and vehicles have on paper and on the play screen: 1, 2, 3 and V1, V2 through the whole list."""

from collections.abc import Iterator

from msgspec import Struct

from rules.core.document.roster import Figure, Roster, Squad, Vehicle


class FirstNumbers(Struct, frozen=True):
    """The numbers with which the men and the vehicles of a squad begin."""

    man: int
    vehicle: int


class Numbered(Struct, frozen=True):
    """A man (`key` "7") or a vehicle ("V1"): the row that he is one of, and its squad, by its place from 0."""

    key: str
    row: Figure | Vehicle
    squad_number: int


def first_numbers(roster: Roster) -> Iterator[tuple[Squad, FirstNumbers]]:
    """Yield each squad with its first numbers."""
    man, vehicle = 1, 1
    for squad in roster.squads:
        yield squad, FirstNumbers(man, vehicle)
        man += squad.figure_count
        vehicle += sum(row.count for row in squad.vehicles)


def numbered(roster: Roster) -> Iterator[Numbered]:
    """Yield all men and vehicles, squad by squad, a group man by man."""
    for place, (squad, first) in enumerate(first_numbers(roster)):
        yield from _count(squad.figures, "", first.man, place)
        yield from _count(squad.vehicles, "V", first.vehicle, place)


def _count(
    rows: tuple[Figure, ...] | tuple[Vehicle, ...], letter: str, first: int, place: int
) -> Iterator[Numbered]:
    number = first
    for row in rows:
        for _one in range(row.count):
            yield Numbered(f"{letter}{number}", row, place)
            number += 1
