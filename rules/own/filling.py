"""What the site fills in around the rows that people write: quick-add men, completion, and checks that follow.

`begun` makes the catalogue that an own game begins with. The rest works on the plain data of a catalogue, before that
becomes one. A game that had no quick-add men gets one for each weapon on foot and each role, and a leader; a variant
of a game gets them for its own weapons and roles.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from rules.core.catalogue.catalogue import Catalogue
from rules.core.judging.checks import CHECKS
from rules.core.judging.checks.definition import named_kinds
from rules.own.columns import MEN, MOST_MEN

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
            {"id": role, "name": FORMATS[role], "source": "", **({"limit": limit} if limit else {})} for role in formats
        ],
        "classes": [],
        "weapons": [],
        "checks": [{"code": code, "severity": "error", "source": ""} for code in codes],
    }
    return msgspec.convert(data, Catalogue)


Data = dict[str, Any]
FOLLOWING = (*ALWAYS, "extra-scope", "extra-limit", "extra-excludes", "extra-condition")  # from the tables
TABLE_OF = {
    "role": "roles",
    "extra": "extras",
    "side": "sides",
    "class": "classes",
    "weapon": "weapons",
    "vehicle": "vehicles",
}
SIZE = (5, 10)  # men of a squad, if no check says how many
READ_BY = {  # fields of a list that a check reads
    "class-shift": "list_class",
    "combat-value": "combat_value",
    "platoon-commander": "commander",
    "section-leader": "team",
    "section-size": "team",
    "section-unassigned": "team",
}
SIZES = ("squad-size", "recommended-size")
MAN = {"it": "Uomo", "en": "Man"}
LEADER = {"it": "Capo", "en": "Leader"}


def fill_in(data: Data, known: Mapping[str, Collection[str]]) -> None:
    """Complete plain data. `known`: the ids of the rows that the parent has, by table."""
    _tidy(data)
    _fill_checks(data)
    _Presets(data, known).fill()


def _tidy(data: Data) -> None:
    """Take away what a price or a missing neighbour rules out."""
    kinds = Counter(weapon.get("kind") for weapon in data["weapons"] if _is_on_foot(weapon))
    for weapon in data["weapons"]:
        if weapon.get("points") is not None:
            weapon.get("points_under", {}).pop("unpriced", None)
        if kinds[weapon.get("kind")] < 2:
            weapon.pop("kind", None)


def _fill_checks(data: Data) -> None:
    """Leave out checks that are not complete, and add those that extras want."""
    checks = [whole for check in data["checks"] if (whole := whole_check(check, data))]
    here = {function_of(check) for check in checks}
    checks += [_check(name) for name in _wanted(data) if name not in here]
    codes = {check["code"] for check in checks}
    asked = (condition["code"] for extra in data["extras"] for condition in extra.get("conditions", ()))
    checks += [{**_check(code), "check": "extra-condition"} for code in dict.fromkeys(asked) if code not in codes]
    data["checks"] = checks
    wanted = {READ_BY[name] for name in here if name in READ_BY}
    data["reads"] = [*(reads := data.get("reads", ())), *sorted(wanted.difference(reads))]


def _check(code: str) -> Data:
    return {"code": code, "severity": "error", "source": ""}


def _wanted(data: Data) -> Iterator[str]:
    extras = data["extras"]
    if extras:
        yield "extra-scope"
    if any(extra.get("excludes") for extra in extras):
        yield "extra-excludes"
    limits = ("most", "shared_limit", "levels", "passes")
    if any(extra.get(name) is not None for extra in extras for name in limits):
        yield "extra-limit"


def whole_check(check: Data, data: Mapping[str, Any]) -> Data | None:
    """Return a check without ids that are not there; None if something is missing that it needs."""
    definition = CHECKS.get(function_of(check))
    if definition is None:
        return None
    params = {name: it for name, it in check.get("params", {}).items() if name in definition.params.__struct_fields__}
    for name, kind in named_kinds(definition.params, params).items():
        there, value = {entry["id"] for entry in data.get(TABLE_OF[kind], ())}, params.get(name)
        if isinstance(value, list | tuple):
            params[name] = [item for item in value if item in there]
        elif value not in there:
            params.pop(name, None)
        if not params.get(name):
            return None
    try:
        msgspec.convert(params, definition.params)
    except msgspec.ValidationError:
        return None
    if definition.name == "cheaper-scope":
        prices = [extra.get("points", {}) for extra in data["extras"] if extra["id"] == params["extra"]]
        if len(prices[0]) < 2:
            return None
    return {**check, "params": params} if params else check


def function_of(check: Data) -> str:
    name: str = check.get("check") or check["code"]
    return name


def _is_on_foot(weapon: Data) -> bool:
    return "figure" in weapon.get("carried_by", ("figure",))


class _Presets:
    """The quick-add men of a game, and its completion."""

    def __init__(self, data: Data, known: Mapping[str, Collection[str]]) -> None:
        self.data, self.known = data, known
        self.presets: list[Data] = list(data.get("presets", ()))
        self.is_new = not self.presets
        self.completion: Data = dict(data.get("completion", {}))
        self.retired = {
            table: {entry["id"] for entry in data[table] if entry.get("retired")} for table in ("weapons", "roles")
        }

    def fill(self) -> None:
        data = self.data
        for weapon in self._own("weapons"):
            if _is_on_foot(weapon) and (not data.get("has_points", True) or "points" in weapon):
                self._add(f"weapon-{weapon['id']}", weapon["name"], weapons=[weapon["id"]])
        plain = self._plain()
        for role in self._own("roles"):
            self._add(f"role-{role['id']}", role["name"], weapons=plain.get("weapons", []), roles=[role["id"]])
        leader = self._leader(plain)
        if self.is_new:
            self.presets.sort(key=lambda preset: preset is not plain)
        if self.is_new or self.completion.get("plain"):
            self._complete(plain, leader)
        data["presets"] = self.presets
        for squad in data["ready_squads"]:
            if men := squad.pop(MEN, 0):
                leading = [{"preset": leader["id"]}] if leader else []
                plain_men = [{"preset": plain["id"], "count": men - len(leading)}] if men > len(leading) else []
                squad["figures"] = leading + plain_men

    def _own(self, table: str) -> list[Data]:
        return [entry for entry in self.data[table] if entry["id"] not in self.known[table]]

    def _add(self, preset_id: str, name: Data, **gear: Any) -> Data:
        is_taken = any(preset["id"] == preset_id for preset in self.presets)
        preset = {"id": f"own-{preset_id}" if is_taken else preset_id, "name": name} | gear
        self.presets.append(preset)
        return preset

    def _plain(self) -> Data:
        """Return the plain man: as the game has him, otherwise with the cheapest weapon that is offered."""
        offered = [preset for preset in self.presets if self._is_offered(preset)]
        named = [preset for preset in offered if preset["id"] == self.completion.get("plain")]
        men = [preset for preset in offered if not (preset.get("roles") or preset.get("leadership"))]
        if not named and not men:
            return self._add("man", MAN)
        return min(named or men, key=self._price)

    def _leader(self, plain: Data) -> Data | None:
        if not self.data.get("leadership"):
            return None
        offered = [item for item in self.presets if item.get("leadership") and self._is_offered(item)]
        if not offered:
            weapons = plain.get("weapons", [])
            return self._add("leader", LEADER, weapons=weapons, leadership=min(self.data["leadership"]))
        named = [preset for preset in offered if preset["id"] == self.completion.get("leader")]
        return (named or offered)[0]

    def _is_offered(self, preset: Data) -> bool:
        return all(ids.isdisjoint(preset.get(table, ())) for table, ids in self.retired.items())

    def _price(self, preset: Data) -> tuple[bool, int]:
        points = {weapon["id"]: weapon.get("points", 0) for weapon in self.data["weapons"]}
        carried = preset.get("weapons", ())
        return not carried, sum(points.get(weapon, 0) for weapon in carried)

    def _complete(self, plain: Data, leader: Data | None) -> None:
        completion = self.completion
        completion["plain"] = plain["id"]
        if leader and (self.is_new or completion.get("leader")):
            completion["leader"] = leader["id"]
        if self.is_new:
            sizes = (check["params"] for check in self.data["checks"] if function_of(check) in SIZES)
            least, most = next(((it["least"], it["most"]) for it in sizes), SIZE)
            completion["least"] = min(max(least, 2 if leader else 1), MOST_MEN)
            completion["most"] = min(max(completion["least"], most), MOST_MEN)
        self.data["completion"] = completion
