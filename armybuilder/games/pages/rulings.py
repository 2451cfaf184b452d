"""The rulings that a game is played by, in words, and the lists that are counted under others."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext
from msgspec import Struct

from armybuilder.games.words.reactions import Names
from rules.core.catalogue.building import Option, Ruling
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.game.events import Side
from rules.core.text import Language


class Answered(Struct, frozen=True):
    """An open question of the rules, its answer, and the paragraph that leaves it open."""

    question: str
    answer: str
    source: str

    def __str__(self) -> str:
        return f"{self.question} {self.answer}"


class Rulings(Struct, frozen=True):
    """The rulings that a game is played by (`played`: an option by its ruling), for who reads them in a language.

    Answers that the book does not know count as its own.
    """

    book: Catalogue
    played: Mapping[str, str]
    language: Language

    @property
    def unusual(self) -> tuple[Answered, ...]:
        """The answers that are not those of the book itself."""
        return self._apart(self.played, {})

    @property
    def told(self) -> str:
        """All of them in one line; "": there are none."""
        said = _in_line(self.unusual)
        return gettext("Rulings: %(rulings)s") % {"rulings": said} if said else ""

    def of_lists(self, rosters: Mapping[Side, Roster | None], names: Names) -> list[str]:
        """Return a sentence for each side whose list is counted under other rulings than those that are played."""
        apart = {side: self._apart(roster.rulings, self.played) for side, roster in rosters.items() if roster}
        return [_sentence(names[side, ""], answers) for side, answers in apart.items() if answers]

    def _apart(self, rulings: Mapping[str, str], others: Mapping[str, str]) -> tuple[Answered, ...]:
        """Return the answers of some rulings that others do not have."""
        return tuple(
            Answered(one.name.to(self.language), answer.name.to(self.language), one.source)
            for one in self.book.rulings
            if (answer := _answer(one, rulings)) != _answer(one, others)
        )


def _answer(ruling: Ruling, rulings: Mapping[str, str]) -> Option:
    said = rulings.get(ruling.id)
    return next((option for option in ruling.options if option.id == said), ruling.options[0])


def _sentence(who: str, answers: tuple[Answered, ...]) -> str:
    said = ngettext(
        "The list of %(who)s uses another ruling: %(rulings)s",
        "The list of %(who)s uses other rulings: %(rulings)s",
        len(answers),
    )
    return said % {"who": who, "rulings": _in_line(answers)}


def _in_line(answers: tuple[Answered, ...]) -> str:
    return " · ".join(map(str, answers))
