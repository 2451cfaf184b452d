"""What can become of a man at the table."""

from typing import Annotated

from msgspec import Meta

from rules.core.entry import Part
from rules.core.text import Text


class State(Part, frozen=True, kw_only=True):
    """A state that a man can be in, the worst last: paper has a box for each. `short` heads a column of boxes."""

    name: Text
    short: Text
    source: Annotated[str, Meta(min_length=1)]
