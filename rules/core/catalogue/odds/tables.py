"""The tables for rolls, as data: fire, saves, damage, explosions and others."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from rules.core.catalogue.entry import Entry, Part
from rules.core.catalogue.handbook import Subjects
from rules.core.catalogue.odds.effects import Effect, Gate, Ids
from rules.core.text import Text

AirKind = Literal["aircraft", "helicopter"]
Level = Literal["very-easy", "easy", "normal", "difficult"]
LEVELS: tuple[Level, ...] = get_args(Level)


class Ways(Part, frozen=True, kw_only=True):
    """The ids of a weapon's fire modes (`mode`), in the order of its fire rows."""

    weapons: Ids
    modes: Ids


class QuestionWeapon(Entry, frozen=True, kw_only=True):
    """A weapon that no list has: it fires on the row of another. `vehicles`: those whose price includes it."""

    fires_as: str
    vehicles: Ids = ()
    note: Text | None = None


class Borrowed(Part, frozen=True, kw_only=True):
    """Weapons that nobody has, although a rule uses their fire rows, and the subjects of that rule."""

    about: Subjects
    weapons: Ids
    source: Annotated[str, Meta(min_length=1)]


class Astray(Part, frozen=True, kw_only=True):
    """Where missed shots of `weapons` land: `step` cm per point short; up to `covers` cm they still hit.

    `when`: only in this situation; `dud`: a natural 1 that misses lands nowhere.
    """

    weapons: Ids
    step: int
    covers: int
    when: str = ""
    dud: bool = False


class DamageRow(Part, frozen=True, kw_only=True):
    """An outcome, and the highest roll that leads to it."""

    outcome: str
    most: int


class DamageTable(Part, frozen=True, kw_only=True):
    """Outcomes of a hit, mildest first. `kept`: natural faces that no modifier changes; `out`: these are a loss.

    A man with one of `wounds` who takes another has the last outcome. `open`: the ends that modified rolls can pass,
    as the text prints them (1 or less, 8+).
    """

    rows: tuple[DamageRow, ...]
    out: Ids
    source: str
    die: int
    dice: int = 1
    kept: tuple[int, ...] = ()
    wounds: Ids = ()
    open: tuple[Literal["low", "high"], ...] = ()


class AirNumbers(Part, frozen=True, kw_only=True):
    """Numbers needed against an aircraft and a helicopter (None: not allowed), up to `reach` cm."""

    weapons: Ids
    aircraft: int | None = None
    helicopter: int | None = None
    reach: int | None = None


class Air(Part, frozen=True, kw_only=True):
    """Fire at flying targets. `numbers`: of a special table; otherwise the last band's. `vehicle`: the saves they use.

    `flat`: the number is never modified; `only`: these weapons fire at nothing else; `gates`: those that also apply
    here.
    """

    kinds: tuple[AirKind, ...]
    weapons: Ids
    source: Annotated[str, Meta(min_length=1)]
    numbers: tuple[AirNumbers, ...] = ()
    vehicle: str = ""
    flat: int | None = None
    only: Ids = ()
    gates: Ids = ()
    aircraft: DamageTable | None = None
    helicopter: DamageTable | None = None


class Fire(Part, frozen=True, kw_only=True):
    """Direct fire.

    `area`: each shot that lands hits everyone at the aim point; with `spread` each figure rolls separately.

    `full`, `near`: the numbers of `range`, over and within half of it; `short`, `long`: the effect of those bands on
    the chance by `quality`. `as_infantry`: vehicles that fire as if on foot.
    """

    source: str
    area: Ids = ()
    spread: Ids = ()
    as_infantry: Ids = ()
    ways: tuple[Ways, ...] = ()
    astray: tuple[Astray, ...] = ()
    air: Air | None = None
    full: int | None = None
    near: int | None = None
    short: Effect | None = None
    long: Effect | None = None


class PlainSave(Part, frozen=True, kw_only=True):
    """The number of a vehicle if no column applies, front and side."""

    vehicle: str
    needs: tuple[int, ...]


class SaveColumn(Part, frozen=True, kw_only=True):
    """Which weapons a column of the vehicles' saves is for."""

    column: str
    weapons: Ids


class Saves(Part, frozen=True, kw_only=True):
    """Saves: of men by a characteristic, on a die that always fails at `fatal`; of vehicles by columns.

    Without a characteristic no man saves: a hit puts him out. A vehicle that fails by `explodes_by` explodes; its
    occupants save by class or, with `occupants`, in `heavy` vehicles with `heavy_occupants`.
    """

    characteristic: str = ""
    source: str
    vehicle_source: str = ""
    fatal: int = 1
    columns: tuple[SaveColumn, ...] = ()
    plain: tuple[PlainSave, ...] = ()
    explodes_by: int | None = None
    occupants: int | None = None
    heavy_occupants: int | None = None
    heavy: Ids = ()


class Penetration(Part, frozen=True, kw_only=True):
    """The chance of weapons to pierce a tank and other armour; a row for situations (`when`, all) comes first."""

    weapons: Ids
    tank: int
    armour: int
    when: Ids = ()


class Damage(Part, frozen=True, kw_only=True):
    """The effect of a hit. `values`: vehicles, and men with a value, roll two dice plus the combat values.

    The situations for an `unarmoured` carrier, a vehicle with `no_turret`, and a man already `wounded`.
    """

    men: DamageTable
    soft: DamageTable | None = None
    armour: DamageTable | None = None
    soft_vehicles: Ids = ()
    tanks: Ids = ()
    carriers: Ids = ()
    unarmoured: str = ""
    no_turret: str = ""
    wounded: str = ""
    penetration: tuple[Penetration, ...] = ()
    values: DamageTable | None = None


class Blast(Part, frozen=True, kw_only=True):
    """The rings of an explosion in cm, edges included; `more`: added to its chances."""

    weapons: Ids
    short: int
    long: int
    more: int = 0


class BlastRow(Part, frozen=True, kw_only=True):
    """The chance of being hit in the short and the long ring."""

    id: str
    short: int
    long: int


class Deviation(Part, frozen=True, kw_only=True):
    """A number of faces: the shot deviates by `percent` of the distance, or by dice along one axis or both.

    None of these: it lands nowhere; `exact`: it lands on the spot.
    """

    faces: int
    percent: int = 0
    axes: int = 0
    exact: bool = False


class Explosions(Part, frozen=True, kw_only=True):
    """High explosive: rings by weapon, the chance in each ring by row, and where missed shots land."""

    source: str
    blasts: tuple[Blast, ...]
    rows: tuple[BlastRow, ...]
    direct: tuple[Deviation, ...]
    precise: tuple[Deviation, ...] = ()
    precise_dice: tuple[int, int] = (0, 0)
    imprecise: tuple[Deviation, ...] = ()
    imprecise_dice: tuple[int, int] = (0, 0)


class SpottingRow(Part, frozen=True, kw_only=True):
    """The numbers of the spotting table by band."""

    id: str
    needs: tuple[int | None, ...]


class Sight(Part, frozen=True, kw_only=True):
    """The difficulty of spotting a target: a level for each observer (None: impossible)."""

    target: Literal["men", "vehicle"]
    moving: bool
    cover: bool
    infantry: Level | None
    open_vehicle: Level | None
    closed_vehicle: Level | None

    def level_for(self, observer: str) -> Level | None:
        """Return the level for `infantry`, an `open-vehicle` or a `closed-vehicle`. Raises KeyError for others."""
        return {
            "infantry": self.infantry,
            "open-vehicle": self.open_vehicle,
            "closed-vehicle": self.closed_vehicle,
        }[observer]


class Spotting(Part, frozen=True, kw_only=True):
    """Spotting: numbers by band, by default of the first row; or levels of an action by target."""

    source: str
    bands: tuple[int, ...] = ()
    rows: tuple[SpottingRow, ...] = ()
    characteristic: str = ""
    sights: tuple[Sight, ...] = ()
    moving: str = ""
    cover: Ids = ()
    always_moving: Ids = ()


class Covering(Part, frozen=True, kw_only=True):
    """The dice rolled against the value of covering fire by men who react under it."""

    dice: int
    source: str


class Morale(Part, frozen=True, kw_only=True):
    """Morale: by dice and losses (numbers in `procedures`); by a die from half losses; by quality, with a reaction.

    `badly_wounded`: the effect on quality of each man nearby who is badly wounded.
    """

    source: str
    at_least: int | None = None
    badly_wounded: int = 0
    reaction: DamageTable | None = None
    shocked: str = ""


class Melee(Part, frozen=True, kw_only=True):
    """A die per side, plus a characteristic of each man; `most`: how many can fight against one."""

    source: str
    characteristic: str
    most: int = 3


class InitiativeRoll(Part, frozen=True, kw_only=True):
    """The dice of an initiative roll, and its modifiers. `die`: if it is not the ruleset's."""

    dice: int
    die: int | None = None
    characteristic: str = ""
    leadership: bool = False
    turns: bool = False


class Initiative(Part, frozen=True, kw_only=True):
    """The rolls for initiative: of a turn, and before the game."""

    source: str
    turn: InitiativeRoll
    setup: InitiativeRoll | None = None


class Contact(Part, frozen=True, kw_only=True):
    """The difficulty of contacting the guns: an action of a level."""

    contact: Literal["platoon", "dedicated", "general"]
    level: Level


class Bombardment(Part, frozen=True, kw_only=True):
    """A bombardment of one kind, by its effect on the target.

        hit       one hit
        drift     `dice` dice of drift: it hits everyone within `within` cm
        fire      the fire of `weapon`
        passes    a hit in each pass with `at_least`
        indirect  an observer, a deviation and a blast
        zone      a blast in a selected ring; at `sure` targets one hit instead

    `weapon` also finds the row in damage tables; soft vehicles are destroyed up to `soft_at_most` on a die with
    `soft_die` faces; `one_man`: only one figure can be the target; `bare`: cover does not count; without a `name` it
    has that of its weapon.
    """

    id: str
    name: Text | None = None
    source: str
    kind: Literal["hit", "drift", "fire", "passes", "indirect", "zone"]
    targets: tuple[Literal["men", "soft", "armour"], ...] = ("men",)
    immune: tuple[Literal["soft", "armour"], ...] = ()
    sure: tuple[Literal["soft", "armour"], ...] = ()
    gate: Gate | None = None
    contacts: tuple[Contact, ...] = ()
    weapon: str = ""
    dice: int = 0
    within: int = 0
    at_least: int = 0
    column: str = ""
    number: int | None = None
    soft_at_most: int | None = None
    soft_die: int = 6
    one_man: bool = False
    bare: bool = False


class Roll(Part, frozen=True, kw_only=True):
    """A roll of the ruleset. `number`: at least or at most this; `class_numbers`: if classes have others.

    `level`: a level from 1 to 4 is selected, and the roll is at most it, over it, or it less the opponent's.
    `quality`: at most the class's quality, as an action of `difficulty` or of the selected one.
    """

    id: str
    name: Text
    source: str
    die: int
    at_least: int | None = None
    at_most: int | None = None
    class_numbers: dict[str, int] = {}
    asks_class: bool = False
    level: Literal["", "at-most", "over", "less-against"] = ""
    quality: bool = False
    difficulty: Level | None = None
    asks_difficulty: bool = False


class Crew(Part, frozen=True, kw_only=True):
    """Weapons that need a second man with a role; `alone`: the situation of a gunner without him."""

    weapons: Ids
    role: str
    alone: str


class ProfileMeasures(Part, frozen=True, kw_only=True):
    """The parameters of a list's profile."""

    distances: tuple[int, ...] = ()
    moved: str = ""
    cover: str = ""
    leader: str = ""
    wound: str = ""
    crew: Crew | None = None
    kit: Ids = ()
    roles: Ids = ()
    motivated: str = ""
    tired: str = ""
    fanatic: Ids = ()
