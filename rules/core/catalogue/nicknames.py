"""What players call things beside their names, as data of a ruleset."""

from typing import Literal

from rules.core.catalogue.entry import Part

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
    """What players call a thing of the ruleset beside its name: in Italian, in English, in `both` languages.

    `id` is that of a thing of the `kind`: a level of leadership, or the ruleset itself. A word may stand for several
    things; the one that comes first is meant where nothing says otherwise.
    """

    kind: NicknameKind
    id: str
    both: tuple[str, ...] = ()
    it: tuple[str, ...] = ()
    en: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words of all languages."""
        return (*self.both, *self.it, *self.en)
