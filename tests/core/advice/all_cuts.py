"""Every cut of a list, written independently of the code, for tests of getting under the limit."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from msgspec.structs import replace

from rules.core.assess import assess
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.judging.report import Report
from tests.core.advice.test_fixes import errors
from tests.core.documents import LIBRARY

BN = LIBRARY.catalogues["bn"]


def figures_instead(figure: Figure, classes: list[str]) -> Iterator[tuple[Figure, ...]]:
    """Yield every way to cut a row of men: fewer of them, or some of them with one thing less."""
    yield (figure,)
    for count in range(figure.count):
        yield (replace(figure, count=count),) if count else ()
    lighter = [
        replace(figure, weapons=tuple(item for item in figure.weapons if item != lost) or ("assault-rifle",))
        for lost in set(figure.weapons)
    ]
    lighter += [replace(figure, leadership=level) for level in range(figure.leadership)]
    lighter += [replace(figure, class_=troops) for troops in classes if figure.class_]
    for changed in lighter:
        for count in range(1, figure.count + 1):
            rest = (replace(figure, id=f"{figure.id}-", count=figure.count - count),)
            yield (replace(changed, count=count), *(rest if count < figure.count else ()))


def classes_of(team: Squad) -> list[str]:
    return [item.id for item in BN.classes if item.side == BN.class_by_id[team.class_].side]


def fewest(roster: Roster, most: int) -> int | None:
    """Return the fewest rows that make the list legal, by trying every change of at most this many."""
    before = assess(roster, BN)
    tables = [(i, j) for i, team in enumerate(roster.squads) for j in range(len(team.figures))]
    for number in range(1, most + 1):
        for chosen in combinations([*tables, *((i, -1) for i in range(len(roster.squads)))], number):
            for change in product(*(list(changes(roster, place)) for place in chosen)):
                now = roster
                for (i, j), instead in sorted(zip(chosen, change, strict=True), key=lambda it: -it[0][1]):
                    team = now.squads[i]
                    if j < 0:
                        team = replace(team, class_=instead)
                    else:
                        team = replace(team, figures=(*team.figures[:j], *instead, *team.figures[j + 1 :]))
                    now = replace(now, squads=(*now.squads[:i], team, *now.squads[i + 1 :]))
                if is_back(roster, before, now):
                    return number
    return None


def changes(roster: Roster, place: tuple[int, int]) -> Iterator[Any]:
    team = roster.squads[place[0]]
    if place[1] < 0:
        return iter(classes_of(team))
    return figures_instead(team.figures[place[1]], classes_of(team))


def is_back(roster: Roster, before: Report, now: Roster) -> bool:
    report = assess(now, BN)
    return (report.remaining or 0) >= 0 and not errors(report, now) - errors(before, roster)
