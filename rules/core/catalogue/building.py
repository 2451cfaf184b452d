"""The data of a ruleset that help to build a list: rulings, presets, ready-made squads, names and completion."""

from collections.abc import Collection, Mapping
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rules.core.catalogue.entry import Entry, Part
from rules.core.text import Text


class Option(Part, frozen=True, kw_only=True):
    """One answer to a ruling's question."""

    id: str
    name: Text


class Ruling(Entry, frozen=True, kw_only=True):
    """An open question of the text (`name`) and the answers that a list can choose, the default first.

    `about`: the content that makes it matter; "": anything with a price under it, otherwise any list. "leaders":
    several in a squad; "commander": a marked man; "platoon": several squads with men; "motivation": an extra that
    spares a morale test.
    """

    about: Literal["", "vehicles", "leaders", "commander", "platoon", "motivation"] = ""
    options: Annotated[tuple[Option, ...], Meta(min_length=2)]

    @property
    def default(self) -> str:
        return self.options[0].id


class Preset(Part, frozen=True, kw_only=True):
    """A quick-add figure: its name and gear."""

    id: str
    name: Text
    note: Text | None = None
    weapons: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    leadership: int = 0


class ReadyFigure(Part, frozen=True, kw_only=True):
    """Figures of a preset in a ready-made squad, in a section if it names one (`team`)."""

    preset: str
    name: Text | None = None
    count: Annotated[int, Meta(ge=1, le=200)] = 1
    team: Annotated[str, Meta(max_length=20)] = ""


class ReadySquad(Part, frozen=True, kw_only=True):
    """A squad added with one tap: the class of its `troops`, its figures, its vehicles by type."""

    id: str
    name: Text
    note: Text | None = None
    troops: str
    vehicles: tuple[str, ...] = ()
    figures: Annotated[tuple[ReadyFigure, ...], Meta(min_length=1, max_length=50)]

    def can_be_made(self, gone: Mapping[str, set[str]], presets: Collection[str]) -> bool:
        """Whether none of its parts is among the entries that are gone from each table, and it uses these presets."""
        return (
            self.troops not in gone["classes"]
            and gone["vehicles"].isdisjoint(self.vehicles)
            and all(row.preset in presets for row in self.figures)
        )


NicknameKind = Literal[
    "ruleset",
    "format",
    "class",
    "weapon",
    "vehicle",
    "extra",
    "role",
    "kit",
    "trait",
    "preset",
    "leadership",
]


class Nickname(Part, frozen=True, kw_only=True):
    """Names that players use for a thing of the ruleset: in Italian, in English, or in `both` languages.

    `id` names a thing of the `kind`: a level of leadership, or the ruleset itself. A word can have several meanings:
    the first is the default.
    """

    kind: NicknameKind
    id: str
    both: tuple[str, ...] = ()
    it: tuple[str, ...] = ()
    en: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        return (*self.both, *self.it, *self.en)


Number = Annotated[int, Meta(ge=1, le=200)]


class Share(Part, frozen=True, kw_only=True):
    """The maximum of a preset in a squad: one for every `one_in` men or part of it, and at most `most`."""

    preset: str
    one_in: Number
    most: Number | None = None


class Purchase(Part, frozen=True, kw_only=True):
    """A vehicle or extra that uses up points: at most `most` in a list; for an extra with levels, the highest level."""

    id: str
    most: Number = 1


class Completion(Part, frozen=True, kw_only=True):
    """How to complete a squad: to between `least` and `most` men, with plain men of a preset and with shares.

    `leader`: the preset of the leader. Without `plain` the ruleset completes nothing. `vehicles`, `extras`: purchases
    for points that men cannot use, in order of preference.
    """

    least: Number = 1
    most: Number = 1
    plain: str = ""
    leader: str = ""
    shares: tuple[Share, ...] = ()
    vehicles: tuple[Purchase, ...] = ()
    extras: tuple[Purchase, ...] = ()

    def without(self, gone: Mapping[str, set[str]], presets: Collection[str]) -> "Completion":
        """Return it without the entries that are gone from each table, and without presets other than these."""
        return replace(
            self,
            plain=self.plain if self.plain in presets else "",
            leader=self.leader if self.leader in presets else "",
            shares=tuple(share for share in self.shares if share.preset in presets),
            vehicles=tuple(item for item in self.vehicles if item.id not in gone["vehicles"]),
            extras=tuple(item for item in self.extras if item.id not in gone["extras"]),
        )
