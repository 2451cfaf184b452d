"""What can become of a man at the table, and what is put on it."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.core.entry import Entry, Part
from rules.core.text import Text

#: What a state means for the rules: he rolls to act again, he counts as lost until a medic came, he is lost.
Effect = Literal["", "suppressed", "wounded", "out"]


class State(Part, frozen=True, kw_only=True):
    """A state that a man can be in, the worst last: paper has a box for each. `short` heads a column of boxes.

    `id` is "" in versions from before there was a play screen. `lives`: of a wounded man, the die that says for
    how many turns he does, where no roll of the chances has the state's id; `heals`: a medic brings him back into play.
    """

    id: Annotated[str, Meta(max_length=60)] = ""
    name: Text
    short: Text
    source: Annotated[str, Meta(min_length=1)]
    effect: Effect = ""
    lives: int | None = None
    heals: bool = False


class MarkerKind(Entry, frozen=True, kw_only=True):
    """What a marker on the table can be. `extras`: those that give it; none: every list may put it down."""

    extras: tuple[str, ...] = ()
