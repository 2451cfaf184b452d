"""What completes a list sensibly, as data of a ruleset: men of which presets, how many of each, how many in a squad."""

from typing import Annotated

from msgspec import Meta

from rules.core.catalogue.entry import Part

Number = Annotated[int, Meta(ge=1, le=200)]


class Share(Part, frozen=True, kw_only=True):
    """How many men of a preset a squad has at most: one for `one_in` men begun, and `most` whatever its size."""

    preset: str
    one_in: Number
    most: Number | None = None


class Purchase(Part, frozen=True, kw_only=True):
    """A vehicle or an extra that uses up points: `most` in a list, or of an extra with levels the highest level."""

    id: str
    most: Number = 1


class Completion(Part, frozen=True, kw_only=True):
    """How a squad is completed: to `least` men or more, `most` at most, by the plain men of a preset and by shares.

    `leader`: the preset of who leads a squad that has nobody. Without `plain` the ruleset completes nothing.
    `vehicles`, `extras`: what points that men cannot use are spent on, what comes first rather.
    """

    least: Number = 1
    most: Number = 1
    plain: str = ""
    leader: str = ""
    shares: tuple[Share, ...] = ()
    vehicles: tuple[Purchase, ...] = ()
    extras: tuple[Purchase, ...] = ()
