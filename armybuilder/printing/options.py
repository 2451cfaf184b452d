"""What a print-out can be asked for; it stands in the address, so that a link is a print-out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from rules.core.text import LANGUAGES, Language

Form = Literal["roster", "cards", "reference", "deployment"]
Paper = Literal["a4", "letter"]
PAPERS: tuple[Paper, ...] = ("a4", "letter")
# mm between the side margins of print.css (11 mm each).
CONTENT_WIDTH: dict[Paper, float] = {"a4": 188.0, "letter": 193.9}


@dataclass(frozen=True, slots=True)
class Options:
    """Paper, language, and whether to save ink (no fills)."""

    language: Language
    paper: Paper = "a4"
    ink: bool = False

    @property
    def content_width(self) -> float:
        """The width between the margins, mm."""
        return CONTENT_WIDTH[self.paper]


def read_options(query: Mapping[str, str], page_language: Language) -> Options:
    """Return the options of a query string. What it does not say, or says wrongly, is the page's language and A4."""
    language, paper = query.get("language"), query.get("paper")
    return Options(
        language=cast(Language, language) if language in LANGUAGES else page_language,
        paper=cast(Paper, paper) if paper in PAPERS else "a4",
        ink=query.get("ink") == "1",
    )
