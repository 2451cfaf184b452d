"""Lists that a player might write: every id is known to some game, and most to the list's own.

A list is made from one number from hypothesis: making it choice by choice takes twenty times as long.
"""

import os
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Kind
from rules.core.catalogue.library import PRICE_TABLES
from tests.core.documents import GAMES, LIBRARY, Document

# The same examples each time in CI; new ones on a developer's machine, and fifty times as many in `make fuzz`.
TRIES = settings().max_examples
MODEST = settings(max_examples=TRIES // 4, deadline=None, derandomize=os.environ.get("CI") == "true")
MORE = settings(MODEST, max_examples=TRIES)

LABELS = ("", "Alpha", "è", "A", "🎖", "«x»", "a: b", "\u2028\x85")
KINDS = ("squad", "section", "sniper-team", "observer-section")
PRICE_KEYS = [
    *(f"{table}/{item}" for table, kind in PRICE_TABLES.items() for item in sorted(LIBRARY.known[kind])),
    *(f"leadership/{level}" for level in (1, 2, 3, 4)),
]


class Scribe:
    """Writes lists of one game, at random."""

    def __init__(self, seed: int, book: Catalogue) -> None:
        self.random = Random(seed)
        self.book = book

    def one(self, kind: Kind, own: Sequence[str]) -> str:
        """An id of a kind: nine out of ten from the game itself, if it has any."""
        choice = self.random.choice
        return choice(own) if own and self.random.random() < 0.9 else choice(sorted(LIBRARY.known[kind]))

    def some(self, kind: Kind, own: Sequence[str], most: int = 3) -> list[str]:
        return [self.one(kind, own) for _ in range(self.random.randint(0, most))]

    def rarely(self, **fields: Callable[[], Any]) -> Document:
        """Some of the fields: each one time in four; `class_` is written `class`."""
        return {name.rstrip("_"): make() for name, make in fields.items() if self.random.random() < 0.25}

    def number(self, least: int, most: int) -> Callable[[], int]:
        return lambda: self.random.randint(least, most)

    def label(self) -> str:
        return self.random.choice(LABELS)

    def troops(self) -> str:
        return self.one("class", list(self.book.class_by_id))

    def several(self, make: Callable[[], Document], most: int) -> list[Document]:
        return [make() for _ in range(self.random.randint(0, most))]

    def figure(self) -> Document:
        book = self.book
        return {
            "weapons": self.some("weapon", list(book.weapon_by_id)),
            **self.rarely(
                count=self.number(1, 4),
                class_=self.troops,
                name=self.label,
                team=lambda: self.random.choice(["", "A", "B"]),
                leadership=self.number(0, 4),
                ability=self.troops,
                commander=lambda: self.random.random() < 0.5,
                roles=lambda: sorted(set(self.some("role", list(book.role_by_id)))),
                kit=lambda: sorted(set(self.some("kit", list(book.kit_by_id)))),
                combat_value=self.number(0, 100),
                notes=self.label,
            ),
        }

    def vehicle(self) -> Document:
        mounted = [weapon.id for weapon in self.book.weapons if "vehicle" in weapon.carried_by]
        return {
            "type": self.one("vehicle", list(self.book.vehicle_by_id)),
            "weapons": self.some("weapon", mounted, 4),
            **self.rarely(
                count=self.number(1, 3),
                name=self.label,
                traits=lambda: sorted(set(self.some("trait", list(self.book.vehicle_traits)))),
                movement=lambda: self.random.choice(["wheeled", "tracked"]),
                combat_value=self.number(0, 100),
            ),
        }

    def extra(self) -> Document:
        bought = {"extra": self.one("extra", list(self.book.extra_by_id))}
        return bought | self.rarely(level=self.number(1, 9), count=self.number(1, 4), passes=self.number(0, 5))

    def squad(self) -> Document:
        return {
            "name": self.label(),
            "class": self.troops(),
            "figures": self.several(self.figure, 5),
            **self.rarely(
                kind=lambda: self.random.choice(KINDS),
                list_class=self.troops,
                leader_ability=self.troops,
                modifiers=lambda: self.rarely(motivation=self.number(-1, 1), fanatic=self.number(0, 2)),
                traits=lambda: sorted(set(self.some("trait", list(self.book.squad_traits)))),
                vehicles=lambda: self.several(self.vehicle, 2),
                extras=lambda: self.several(self.extra, 3),
            ),
        }

    def rulings(self) -> dict[str, str]:
        chosen = self.random.sample(sorted(LIBRARY.options), 2)
        return {ruling: self.random.choice(sorted(LIBRARY.options[ruling])) for ruling in chosen}

    def prices(self) -> dict[str, int]:
        return {key: self.random.randint(-50, 50) for key in self.random.sample(PRICE_KEYS, 12)}

    def list_(self) -> Document:
        roles: list[Document] = [
            {},
            {"role": "attacker"},
            {"role": "defender"},
            {"role": "open", "limit": 100},
            {"limit": None},
        ]
        return {
            "format": "armylist/1",
            "ruleset": self.book.id,
            "name": "x" + self.label(),
            "squads": self.several(self.squad, 4),
            **self.random.choice(roles),
            **self.rarely(
                force=self.label,
                rulings=self.rulings,
                prices=self.prices,
                extras=lambda: self.several(self.extra, 4),
            ),
        }


def lists_of(ruleset: str) -> st.SearchStrategy[Document]:
    """Readable documents of a game."""
    book = LIBRARY.catalogues[ruleset]
    return st.integers(0, 2**32).map(lambda seed: Scribe(seed, book).list_())


def lists() -> st.SearchStrategy[Document]:
    """Readable documents of any game."""
    return st.one_of([lists_of(ruleset) for ruleset in GAMES])
