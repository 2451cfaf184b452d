"""Lists as large as quotas allow, described by a few numbers, so that a search can try neighbouring lists."""

from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from armybuilder.lists import quotas
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.prices import book_prices, printed_prices

LIMITS = (150, 3_000, 10_000)
NAMES = ("", "Rossi", "W" * 60, "漢" * 30, "di " * 20)
NOTES = (0, 10, 60)  # letters of a man's notes


class Shape(NamedTuple):
    """The shape of a list: squads, rows of each sort, men per row, weapons per man, names, limit and more.

    `prices`: how many club prices there are. `rulings`: whether every ruling differs from the default.
    """

    ruleset: str
    seed: int = 1
    rows: int = quotas.ROWS
    squads: int = 10
    vehicles: int = 2
    extras: int = 1
    men: int = 2
    weapons: int = 2
    name: int = 1
    limit: int = 2
    leaders: int = 1
    notes: int = 1
    prices: int = 0
    rulings: bool = False


RANGES: dict[str, tuple[int, ...]] = {
    "squads": (1, 4, 10, 25, 50),
    "vehicles": (0, 1, 5, 20),
    "extras": (0, 1, 4),
    "men": (1, 2, 10),
    "weapons": (0, 1, 2, 4),
    "name": tuple(range(len(NAMES))),
    "limit": tuple(range(len(LIMITS))),
    "leaders": (0, 1, 3),
    "notes": tuple(range(len(NOTES))),
    "prices": (0, 5, 100),
    "rulings": (False, True),
    "seed": tuple(range(1, 9)),
}


def first_shapes(library: Library) -> list[Shape]:
    return [Shape(ruleset) for ruleset in library.catalogues]


def neighbour(shape: Shape, random: Random) -> Shape:
    """Return a shape that differs in one or two numbers."""
    changed = random.sample(sorted(RANGES), random.choice((1, 2)))
    numbers: dict[str, Any] = {field: random.choice(RANGES[field]) for field in changed}
    return shape._replace(**numbers)


def list_of(shape: Shape, library: Library) -> Roster:
    """Return the list for a shape, within the quotas."""
    book, random = library.catalogues[shape.ruleset], Random(shape.seed)
    each = max(1, (shape.rows - shape.squads) // shape.squads)
    vehicles = min(shape.vehicles, each // 2) if book.vehicles else 0
    extras = min(shape.extras, each // 4) if book.extras else 0
    men = max(1, min(shape.men, quotas.MEN // shape.rows))
    name = NAMES[shape.name][: quotas.LETTERS // shape.rows - 20]
    notes = "n" * min(NOTES[shape.notes], quotas.LETTERS // shape.rows - 20 - len(name))
    squads = tuple(
        Squad(
            name=name,
            class_=random.choice(book.classes).id,
            figures=tuple(
                replace(_figure(random, book, shape, men, name, leads=number < shape.leaders), notes=notes)
                for number in range(each - vehicles - extras)
            ),
            vehicles=tuple(Vehicle(type=random.choice(book.vehicles).id) for _ in range(vehicles)),
            extras=tuple(ExtraEntry(extra=random.choice(book.extras).id) for _ in range(extras)),
        )
        for _ in range(shape.squads)
    )
    return Roster(
        format="armylist/1",
        ruleset=book.id,
        name="Worst",
        role="open",
        limit=LIMITS[shape.limit],
        squads=squads,
        prices=_prices(random, book, shape),
        rulings={one.id: one.options[-1].id for one in book.rulings} if shape.rulings else {},
    )


def _prices(random: Random, book: Catalogue, shape: Shape) -> dict[str, int]:
    """Return as many club prices as the shape says and the rulebook sells, different for each seed."""
    known = sorted(book_prices(printed_prices(book, {})))
    return {key: random.randint(1, 40) for key in random.sample(known, min(shape.prices, len(known)))}


def _figure(random: Random, book: Catalogue, shape: Shape, men: int, name: str, *, leads: bool) -> Figure:
    carried = [weapon.id for weapon in book.weapons if "figure" in weapon.carried_by]
    return Figure(
        weapons=tuple(random.sample(carried, min(shape.weapons, len(carried)))),
        class_=random.choice(["", *(troops.id for troops in book.classes)]),
        leadership=random.choice(sorted(book.leadership)) if leads and book.leadership else 0,
        roles=tuple(role.id for role in random.sample(book.roles, min(1, len(book.roles)))),
        count=men,
        name=name,
    )
