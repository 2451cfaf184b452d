"""The catalogue that an own game begins with: four answers and no rows."""

import msgspec

from rules.core.catalogue.catalogue import Catalogue

# Made for every game: a check without findings costs nothing.
ALWAYS = (
    "over-limit",
    "empty",
    "not-in-ruleset",
    "unpriced",
    "weapon-not-mountable",
    "vehicle-weapons-included",
)
FORMATS = {
    "open": {"it": "Aperta", "en": "Open"},
    "attacker": {"it": "Attaccante", "en": "Attacker"},
    "defender": {"it": "Difensore", "en": "Defender"},
}
LEADER_POINTS = 5


def begun(
    ruleset_id: str,
    name: str,
    *,
    limit: int | None,
    has_roles: bool,
    has_leaders: bool,
    has_points: bool = True,
) -> Catalogue:
    """Return a game without rows. `limit`: points of a list (None: no limit); `has_roles`: attacker and defender."""
    formats = ("attacker", "defender") if has_roles else ("open",)
    codes = (*ALWAYS, "no-leader") if has_leaders else ALWAYS
    data = {
        "id": ruleset_id,
        "name": {"it": name, "en": name},
        "edition": {"it": "", "en": ""},
        "line": {"it": "", "en": ""},
        "credit": "",
        "order": 1000,
        "item_source": "",
        "has_points": has_points,
        "leadership": {1: LEADER_POINTS if has_points else 0} if has_leaders else {},
        "formats": [
            {"id": role, "name": FORMATS[role], "source": "", **({"limit": limit} if limit else {})}
            for role in formats
        ],
        "classes": [],
        "weapons": [],
        "checks": [{"code": code, "severity": "error", "source": ""} for code in codes],
    }
    return msgspec.convert(data, Catalogue)
