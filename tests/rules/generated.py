"""Rulesets that nobody wrote: with and without points, dice, sides, leadership, odds, states, markers, handbook."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from msgspec import convert

from rules.core.catalogue.catalogue import Catalogue

Draw = Callable[[st.SearchStrategy[Any]], Any]
SOURCE = {"source": "§1"}
NAMES = ("Fucile", "Arco lungo", "Ùber", "MG", "<b>", "{x}", "%s", "Capo–gruppo", "x 3", "10 pt", "a" * 50)


def named(name: str, **more: Any) -> dict[str, Any]:
    """Return an entry; its name is odd in some way, and no other entry has it."""
    odd = NAMES[sum(map(ord, name)) % len(NAMES)]
    return {"id": name, "name": {"it": f"{odd} {name}", "en": f"{name} {odd}"}, **SOURCE, **more}


def some(draw: Draw, kind: str, most: int, least: int = 0) -> list[str]:
    """Return the ids of some things of a kind."""
    return [f"{kind}-{number}" for number in range(draw(st.integers(least, most)))]


@st.composite
def rulesets(draw: Draw) -> Catalogue:
    """A ruleset without contradictions."""
    yes = st.booleans()
    has_points, has_odds = draw(yes), draw(yes)
    die = draw(st.sampled_from([4, 6, 8, 10, 12, 20]))
    bands = sorted(draw(st.sets(st.integers(5, 200), min_size=1, max_size=5))) if has_odds or draw(yes) else []
    points = st.integers(0, 40) if has_points else st.none()
    sides, columns = some(draw, "side", 2), some(draw, "stat", 3, int(has_odds))
    classes, weapons = some(draw, "class", 4, 1), some(draw, "weapon", 5, int(has_odds))
    vehicles, extras = some(draw, "vehicle", 2), some(draw, "extra", 3)
    roles, kit = some(draw, "role", 2), some(draw, "kit", 2)
    levels = {level: 5 * level for level in range(1, draw(st.integers(0, 3)) * has_points + 1)}
    needs = st.lists(st.one_of(st.none(), st.integers(2, die)), min_size=1, max_size=max(1, len(bands)))

    def fire() -> list[dict[str, Any]]:
        return [{"dice": draw(st.integers(1, 4)), "needs": draw(needs)}] if bands else []

    presets: list[dict[str, Any]] = [
        {"id": "plain", "name": {"it": "Uomo", "en": "Man"}, "weapons": weapons[:1]},
        *({"id": f"with-{role}", "name": {"it": role, "en": role}, "roles": [role]} for role in roles),
    ]
    if levels:
        presets.append({"id": "leader", "name": {"it": "Capo", "en": "Leader"}, "leadership": 1})
    made: dict[str, Any] = {
        "id": "generated",
        "name": {"it": "<b>Regole", "en": "{Rules}"},
        "edition": {"it": "Prova", "en": "Trial"},
        "line": {"it": "Un gioco.", "en": "A game."},
        "credit": "Nobody",
        "order": 9,
        "item_source": "§1",
        "die": die,
        "bands": bands,
        "has_points": has_points,
        "leadership": levels,
        "leadership_source": "§1" if levels else "",
        "sides": [named(side) for side in sides],
        "characteristics": [named(column, short={"it": column, "en": column}) for column in columns],
        "formats": [named("open", limit=draw(st.sampled_from([None, 40, 150])) if has_points else None)],
        "classes": [
            named(
                name,
                points=draw(points),
                side=draw(st.sampled_from(sides)) if sides else "",
                stats={column: draw(st.integers(-2, 12)) for column in columns},
            )
            for name in classes
        ],
        "weapons": [named(name, points=draw(points), fire=fire()) for name in weapons],
        "vehicles": [named(name, points=draw(points)) for name in vehicles],
        "extras": [
            named(
                name,
                text={"it": "Vale.", "en": "Counts."},
                points={"squad": 3, "list": 5} if has_points else {},
                scopes=[] if has_points else ["list"],
                most=draw(st.sampled_from([None, 1, 3])),
            )
            for name in extras
        ],
        "roles": [named(name, points=draw(points)) for name in roles],
        "kit": [named(name) for name in kit],
        "presets": presets,
        "checks": checks(draw, classes, weapons, roles, vehicles, has_extras=bool(extras)),
    }
    if draw(yes):
        made["states"] = [
            {
                "id": "down",
                "name": {"it": "a terra", "en": "down"},
                "short": {"it": "T", "en": "D"},
                **SOURCE,
            },
            {
                "id": "lost",
                "name": {"it": "fuori", "en": "out"},
                "short": {"it": "F", "en": "O"},
                "effect": "out",
                **SOURCE,
            },
        ]
    if draw(yes):
        made["markers"] = [named("smoke", turns=2, is_open=draw(yes))]
    if draw(yes):
        row = {"name": {"it": "Muove", "en": "Moves"}, "about": {"everyone": True}, "cells": [15]}
        made["handbook"] = [
            named("moves", topic="movement", columns=[{"it": "cm", "en": "cm"}], rows=[row]),
        ]
    if draw(yes):
        made["completion"] = {"least": 2, "most": draw(st.integers(2, 9)), "plain": "plain"}
    if has_odds:
        made["odds"] = odds(columns)
    return convert(made, Catalogue)


def checks(
    draw: Draw,
    classes: list[str],
    weapons: list[str],
    roles: list[str],
    vehicles: list[str],
    *,
    has_extras: bool,
) -> list[dict[str, Any]]:
    """The checks that a ruleset needs, and some that it can do without."""
    needed = ["over-limit", "empty", "not-in-ruleset", "unpriced", "weapon-not-mountable"]
    made: list[dict[str, Any]] = [{"code": code, "severity": "error", **SOURCE} for code in needed]
    if has_extras:
        made += [{"code": code, "severity": "error", **SOURCE} for code in ("extra-scope", "extra-limit")]
    free: list[dict[str, Any]] = [
        {"code": "squad-size", "params": {"least": 2, "most": 9}},
        {"code": "no-leader"},
        {"code": "mixed-classes"},
        *({"code": "crew-per-squad", "params": {"role": role}} for role in roles[:1]),
        *(
            {"code": f"few-{of}", "check": "most-of", "params": {"of": of, "ids": ids, "where": where, "most": most}}
            for of, ids, where, most in (
                ("weapons", weapons, "squad", 9),
                ("roles", roles, "list", 1),
                ("vehicles", vehicles, "list", 1),
            )
            if ids
        ),
        {"code": "rare", "check": "one-in", "params": {"of": "classes", "ids": classes[-1:], "figures": 3}},
        *(
            {"code": "bound", "check": "only-for", "params": {"weapons": [weapon], "classes": classes[:1]}}
            for weapon in weapons[-1:]
        ),
    ]  # fmt: skip
    severity = st.sampled_from(["error", "warning", "info"])
    return made + [{"severity": draw(severity), **SOURCE, **one} for one in free if draw(st.booleans())]


def odds(columns: list[str]) -> dict[str, Any]:
    """Odds to hit by a table, and of saves by the first column of the classes."""
    return {
        "questions": ["fire", "save", "profile"],
        "situations": [
            {**named("moved"), "questions": ["fire"], "effects": [{"roll": "hit", "need": 1}]},
            {**named("cover"), "questions": ["fire"], "effects": [{"roll": "hit", "need": 1}]},
        ],
        "fire": SOURCE,
        "saves": {"characteristic": columns[0], **SOURCE, "vehicle_source": "§1"},
        "profile": {"moved": "moved", "cover": "cover"},
    }
