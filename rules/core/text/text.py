"""A text in the two languages of the program."""

from typing import Literal

from msgspec import Struct

Language = Literal["it", "en"]
LANGUAGES: tuple[Language, ...] = ("it", "en")


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """One name or sentence, in Italian and in English."""

    it: str
    en: str

    def to(self, language: Language) -> str:
        """Return the text in `language`."""
        return self.it if language == "it" else self.en


NOTHING = Text("", "")
