"""The open questions of a ruleset's text, and the answers that a list may choose from."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.core.catalogue.entry import Entry, Part
from rules.core.text.text import Text


class Option(Part, frozen=True, kw_only=True):
    """One answer to a ruling's question."""

    id: str
    name: Text


class Ruling(Entry, frozen=True, kw_only=True):
    """An open question of the text (`name`) and the answers a list may choose from, the default first.

    `about`: what a list must have for it to matter; "": whatever has a price under it, else any list. "leaders":
    several in a squad; "commander": a man marked so; "platoon": several squads with men; "motivation": an extra that
    spares a morale test.
    """

    about: Literal["", "vehicles", "leaders", "commander", "platoon", "motivation"] = ""
    options: Annotated[tuple[Option, ...], Meta(min_length=2)]

    @property
    def default(self) -> str:
        """Return the id of the option that holds where a list says nothing."""
        return self.options[0].id
