"""The top of small print formats: the name of the list, its map sign, the running head and foot."""

from dataclasses import dataclass

from armybuilder.printing.layout.measure import fitted
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.sizes import content_width, title_room
from armybuilder.printing.layout.words import foot, map_sign, title_size
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.text import Language


@dataclass(frozen=True, slots=True)
class Top:
    """The head of a page without a code, and the running head and foot of later pages."""

    language: Language
    ink: bool
    title: str
    size: str
    label: str
    head: str
    foot: str
    sign: str

    @classmethod
    def of(cls, roster: Roster, catalogue: Catalogue, options: Options, label: str, said: str) -> "Top":
        """Return the top of a list's page. `label` is above the name, and `said` is the foot (`words.foot`)."""
        return cls(
            language=options.language,
            ink=options.ink,
            title=roster.name,
            size=title_size(roster.name, title_room()),
            label=label,
            head=fitted(roster.name, "barlow-condensed-600-normal", 9, content_width(options.paper) - 30),
            foot=foot(said, roster, catalogue, options),
            sign=map_sign(roster),
        )
