"""The catalogue: all data of one ruleset, immutable.

A ruleset's YAML file, its rows in the database and the file of `checklist` have exactly these types. Distances are in
cm, prices in points; a number needed is the lowest that succeeds.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Protocol, TypeVar, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from rules.core.catalogue.building import Completion, Nickname, NicknameKind, Preset, ReadySquad, Ruling
from rules.core.catalogue.entry import TABLES, Entry, Part
from rules.core.catalogue.handbook import HandbookTable, MarkerKind, Procedures, State, VehicleState
from rules.core.catalogue.odds.data import Odds
from rules.core.text import Language, Text, minus, signed

HOUSE = "house"  # the source of a check without a paragraph: our advice
OWN = "own-"  # the id of people's own rules begins with it; they cite no paragraphs

Severity = Literal["error", "warning", "info"]
Scope = Literal["squad", "list"]
Carrier = Literal["figure", "vehicle"]

# What a weapon means for the checks:
#   support       a man carries at most one (`two-support-weapons`)
#   needs-crew    needs a second man (`crew`)
#   combat-value  its carrier needs the number of the referee (`combat-value`)
WeaponTag = Literal["support", "needs-crew", "combat-value"]

# Fields of a list for some rulesets only; the builder shows those named here.
Field = Literal[
    "ability",
    "combat_value",
    "commander",
    "leader_ability",
    "list_class",
    "modifiers",
    "movement",
    "passes",
    "team",
]

# Mappings with keys other than ids; a JSON Schema needs their types.
ByLevel = Annotated[dict[int, int], Meta(extra_json_schema={"propertyNames": {"type": "integer"}})]
ByScope = Annotated[dict[Scope, int], Meta(extra_json_schema={"propertyNames": {"enum": list(get_args(Scope))}})]

Need = Literal["squad-all-of-class", "list-has-class", "list-has-side", "list-has-trait"]


StatFormat = Literal["number", "bonus", "save"]


def written(value: int, stat_format: StatFormat) -> str:
    """Return a number of troops as the rules write it: 5, +1, 4+."""
    if stat_format == "save":
        return f"{value}+"
    return signed(value) if stat_format == "bonus" and value else minus(value)


class Characteristic(Entry, frozen=True, kw_only=True):
    """A column of the class table: a characteristic that troops roll against."""

    short: Text
    format: StatFormat = "number"

    def written(self, value: int) -> str:
        """Return a number of this column as the rules write it: 5, +1, 4+."""
        return written(value, self.format)


class Abbreviation(Part, frozen=True, kw_only=True):
    """An abbreviation in names of the ruleset, and its meaning."""

    short: str
    in_full: Text


class Stat(Part, frozen=True, kw_only=True):
    """A characteristic under a condition, such as −1 on aimed fire."""

    value: int
    note: Text


class TroopClass(Entry, frozen=True, kw_only=True):
    """A quality of troops. `rank` is its place on its side's ladder, 1 the best; without one it is not on it."""

    stats: dict[str, int | Stat]
    points: int | None = None
    code: str = ""
    side: str = ""
    rank: int | None = None

    def number(self, characteristic: str) -> int | None:
        """Return the number of a characteristic, without its condition; None: the class does not have it."""
        value = self.stats.get(characteristic)
        return value.value if isinstance(value, Stat) else value


class FireRow(Part, frozen=True, kw_only=True):
    """A line of a weapon's fire table: `dice` dice, each needing `needs[i]` in range band i (None: out of range).

    `reach`: distances of the weapon itself (cm), if the ruleset's bands do not apply. It cannot fire under `least` cm
    or over `most` cm.
    """

    dice: Annotated[int, Meta(ge=1)]
    needs: tuple[int | None, ...] = ()
    reach: tuple[int | None, ...] = ()
    mode: Text | None = None
    least: int | None = None
    most: int | None = None


class Weapon(Entry, frozen=True, kw_only=True):
    """A weapon. `points` None: it has no price. `points_under[ruling][option]` replaces it if a list chooses that.

    `kind`: a man carries one weapon of a kind, and another replaces it; "": beside any other. `in_full`: the meaning
    of an abbreviated name.
    """

    points: int | None = None
    points_under: dict[str, dict[str, int]] = {}
    in_full: Text | None = None
    carried_by: tuple[Carrier, ...] = ("figure",)
    kind: str = ""
    tags: tuple[WeaponTag, ...] = ()
    fire: tuple[FireRow, ...] = ()
    covering: tuple[int | None, ...] = ()
    note: Text | None = None


class Movement(Part, frozen=True, kw_only=True):
    """A movement type of a vehicle: `distance` in cm as the table prints it (`45−2d6`)."""

    kind: str
    name: Text
    distance: str


class SaveRow(Part, frozen=True, kw_only=True):
    """A vehicle's saves: one number for each of the ruleset's save columns (None: immune)."""

    name: Text | None = None
    needs: tuple[int | None, ...]


class VehicleType(Entry, frozen=True, kw_only=True):
    """A vehicle. `mounts`: the weapons it can buy (None: any for vehicles); `includes`: those in its price."""

    points: int | None = None
    mounts: tuple[str, ...] | None = None
    includes: tuple[str, ...] = ()
    movement: tuple[Movement, ...] = ()
    saves: tuple[SaveRow, ...] = ()
    note: Text | None = None


class Condition(Part, frozen=True, kw_only=True):
    """A condition of an extra: one of `any_of`, at one level only if `level` is given; the `code` of its check."""

    need: Need
    any_of: tuple[str, ...]
    code: str
    level: int | None = None

    @property
    def kind(self) -> str:
        """Return the kind of `any_of`: a side, a class or a trait."""
        return self.need.rpartition("-")[2]


class SharedLimit(Part, frozen=True, kw_only=True):
    """At most `most` of this extra and those in `also`, counted together."""

    most: int
    also: tuple[str, ...]


class Passes(Part, frozen=True, kw_only=True):
    """The fewest and the most passes of an aircraft."""

    least: int
    most: int


class Extra(Entry, frozen=True, kw_only=True):
    """Something bought for a squad or the list.

    `points` by scope; an extra is sold where it has a price, or in `scopes` without one. `level_points` are prices of
    levels; with `per_level` the price is multiplied by the level. `levels` None: levels are not checked, empty: it
    has none. `most` is how often it can be bought in one scope. `once_under` (ruling, option): one price covers all.
    `spares_morale`: the first failed morale test does not count; `initiative`: its bonus to the next roll after use.
    """

    text: Text
    points: ByScope = {}
    scopes: tuple[Scope, ...] = ()
    levels: tuple[int, ...] | None = ()
    per_level: bool = False
    level_points: ByLevel = {}
    most: int | None = None
    shared_limit: SharedLimit | None = None
    excludes: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    passes: Passes | None = None
    once_under: tuple[str, str] | None = None
    club_price: bool = True
    counted: bool = False
    spares_morale: bool = False
    initiative: int = 0

    def sold_for(self, scope: Scope) -> bool:
        return scope in self.points or scope in self.scopes


class Role(Entry, frozen=True, kw_only=True):
    """A role of a figure. `flat_under` (ruling, option): its price is the whole price of the man."""

    points: int | None = None
    flat_under: tuple[str, str] | None = None


class Trait(Entry, frozen=True, kw_only=True):
    """A trait of a squad or of a vehicle."""

    carrier: Literal["squad", "vehicle"]


class Format(Entry, frozen=True, kw_only=True):
    """A role for lists, and its limit in points (None: the player's own, or none)."""

    limit: int | None = None


class Check(Part, frozen=True, kw_only=True):
    """A check of a ruleset: the code it reports, its severity, and the paragraph it enforces.

    `check` is the function's name if it differs from the code; `params` are its parameters.
    """

    code: str
    severity: Severity
    source: str
    check: str = ""
    params: dict[str, int | str | tuple[str, ...]] = {}


class _WithId(Protocol):
    @property
    def id(self) -> str: ...


E = TypeVar("E", bound=_WithId)


def _by_id(entries: Callable[["Catalogue"], Iterable[E]]) -> cached_property[dict[str, E]]:
    return cached_property(lambda book: {entry.id: entry for entry in entries(book)})


class Catalogue(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """One ruleset."""

    id: str
    name: Text
    edition: Text
    line: Text  # the game in one line
    short_edition: Text | None = None  # beside the name, if a game has several editions
    period: Text | None = None  # the time of the game; None: not among the games to choose from
    suits: Text | None = None  # the players and games it suits, for choosing a game
    credit: str  # its author and owner
    language: Language | None = None  # of its text and the cited headings; None: it has none
    order: int
    item_source: str  # the paragraph cited for an item that is not in this edition
    die: Annotated[int, Meta(ge=2)] = 6
    bands: tuple[int, ...] = ()  # the far edge of each range band, cm
    covering_bands: tuple[int, ...] = ()
    has_points: bool = True  # whether the text prints prices; others get points from a club's prices
    reads: tuple[Field, ...] = ()
    leadership: ByLevel = {}  # price of each level; empty: the ruleset has no leadership
    leadership_source: str = ""
    sides: tuple[Entry, ...] = ()
    characteristics: tuple[Characteristic, ...] = ()
    save_columns: tuple[Entry, ...] = ()
    formats: tuple[Format, ...]
    classes: tuple[TroopClass, ...]
    weapons: tuple[Weapon, ...]
    vehicles: tuple[VehicleType, ...] = ()
    extras: tuple[Extra, ...] = ()
    roles: tuple[Role, ...] = ()
    kit: tuple[Entry, ...] = ()
    traits: tuple[Trait, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    presets: tuple[Preset, ...] = ()
    ready_squads: tuple[ReadySquad, ...] = ()
    nicknames: tuple[Nickname, ...] = ()
    abbreviations: tuple[Abbreviation, ...] = ()
    states: tuple[State, ...] = ()
    vehicle_states: tuple[VehicleState, ...] = ()
    markers: tuple[MarkerKind, ...] = ()
    procedures: Procedures = Procedures()
    completion: Completion = Completion()
    odds: Odds = Odds()
    handbook: tuple[HandbookTable, ...] = ()
    checks: tuple[Check, ...]

    side_by_id = _by_id(lambda book: book.sides)
    class_by_id = _by_id(lambda book: book.classes)
    weapon_by_id = _by_id(lambda book: book.weapons)
    vehicle_by_id = _by_id(lambda book: book.vehicles)
    extra_by_id = _by_id(lambda book: book.extras)
    role_by_id = _by_id(lambda book: book.roles)
    kit_by_id = _by_id(lambda book: book.kit)
    preset_by_id = _by_id(lambda book: book.presets)
    ready_squad_by_id = _by_id(lambda book: book.ready_squads)
    ruling_by_id = _by_id(lambda book: book.rulings)
    format_by_id = _by_id(lambda book: book.formats)
    squad_traits = _by_id(lambda book: [item for item in book.traits if item.carrier == "squad"])
    vehicle_traits = _by_id(lambda book: [item for item in book.traits if item.carrier == "vehicle"])

    @cached_property
    def by_kind(self) -> dict[str, Mapping[str, Entry]]:
        """The entries by the kind of thing, and by id; `trait` are those of squads."""
        kinds = ("side", "class", "weapon", "vehicle", "extra", "role", "kit")
        return {kind: getattr(self, f"{kind}_by_id") for kind in kinds} | {"trait": self.squad_traits}

    @cached_property
    def offered(self) -> "Catalogue":
        """Return this ruleset without what is retired: what lists are offered. Lists keep what they have."""
        tables = {"formats": "format", **TABLES}
        gone = {table: {item.id for item in getattr(self, table) if item.retired} for table in tables}
        if not any(gone.values()):
            return self
        presets = {
            man.id: man
            for man in self.presets
            if gone["weapons"].isdisjoint(man.weapons) and gone["roles"].isdisjoint(man.roles)
        }
        squads = [squad for squad in self.ready_squads if squad.can_be_made(gone, presets)]
        things_gone = {(kind, item) for table, kind in tables.items() for item in gone[table]}
        nicknames = [
            item
            for item in self.nicknames
            if (item.kind, item.id) not in things_gone and (item.kind != "preset" or item.id in presets)
        ]
        kept = {table: tuple(item for item in getattr(self, table) if not item.retired) for table in tables}
        men = {"presets": tuple(presets.values()), "ready_squads": tuple(squads)}
        completion = self.completion.without(gone, presets)
        return replace(self, completion=completion, nicknames=tuple(nicknames), **kept, **men)

    @property
    def is_own(self) -> bool:
        """Whether these are people's own rules, not the site's."""
        return self.id.startswith(OWN)

    @cached_property
    def title(self) -> Text:
        """Return the name of the game, with its edition if other editions have other rules."""
        if self.short_edition is None:
            return self.name
        return Text(f"{self.name.it}, {self.short_edition.it}", f"{self.name.en}, {self.short_edition.en}")

    @cached_property
    def cache(self) -> dict[tuple[object, ...], Any]:
        """Return a cache for values computed from the whole, each under a name (prices, checks, the handbook)."""
        return {}

    @cached_property
    def preset_by_gear(self) -> dict[tuple[tuple[str, ...], tuple[str, ...], int], Preset]:
        """Presets by (weapons, roles, leadership), each sorted by id."""
        return {
            (tuple(sorted(item.weapons)), tuple(sorted(item.roles)), item.leadership): item
            for item in reversed(self.presets)
        }

    @cached_property
    def nickname_by_thing(self) -> dict[tuple[NicknameKind, str], Nickname]:
        return {(item.kind, item.id): item for item in self.nicknames}

    @cached_property
    def check_by_function(self) -> dict[str, Check]:
        return {item.check or item.code: item for item in reversed(self.checks)}

    def stat(self, class_id: str, characteristic: str) -> int:
        """Return a characteristic of a class, 0 if it does not have it. Raises KeyError for an unknown class."""
        return self.class_by_id[class_id].number(characteristic) or 0

    def option(self, rulings: Mapping[str, str], ruling: str) -> str:
        """Return the option of a ruling under a list's `rulings` ("": this ruleset does not have the ruling)."""
        known = self.ruling_by_id.get(ruling)
        return rulings.get(ruling, known.default) if known else ""

    def applies(self, rulings: Mapping[str, str], under: tuple[str, str] | None) -> bool:
        """Whether a rule applies under a list's rulings: always, or with one answer (ruling, option)."""
        return under is None or self.option(rulings, under[0]) == under[1]

    def facts_ruled(self, rulings: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(item.id for item in self.odds.situations if item.under and self.applies(rulings, item.under))
