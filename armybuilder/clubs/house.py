"""What a club plays by beside the book, game by game: answers to the open questions of the texts, prices of its own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.http import Http404

from armybuilder.clubs.models import HouseRules
from rules.catalogue import catalogue_for, current_version, current_versions
from rules.core.catalogue import Catalogue
from rules.core.text import Language
from rules.models import RulesetVersion


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that can be given."""

    id: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """An open question and its answers, the text's usual reading first."""

    id: str
    name: str
    source: str
    answers: tuple[Answer, ...]

    @property
    def chosen(self) -> str:
        """The name of the answer that the club gives."""
        return next(answer.name for answer in self.answers if answer.chosen)


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its questions, the roles that lists are made for, and how many prices the club has for it.

    `version` is the number of its house rules, 0 where there are none.
    """

    id: str
    name: str
    questions: tuple[Question, ...]
    roles: tuple[tuple[str, str], ...]
    prices: int
    version: int
    has_points: bool


def house_games(current: Iterable[HouseRules], language: Language) -> list[Game]:
    """Return every game with what a club plays by, of which these are the current versions."""
    books = [catalogue_for(version.pk) for version in current_versions()]
    house = {rules.ruleset: rules for rules in current}
    return [_game(book, house.get(book.id) or HouseRules(number=0), language) for book in books]


def _game(book: Catalogue, house: HouseRules, language: Language) -> Game:
    given = house.rulings
    questions = tuple(
        Question(
            ruling.id,
            ruling.name.to(language),
            ruling.source,
            tuple(
                Answer(option.id, option.name.to(language), option.id == book.option(dict(given), ruling.id))
                for option in ruling.options
            ),
        )
        for ruling in book.rulings
    )
    roles = tuple((item.id, item.name.to(language)) for item in book.formats)
    name = f"{book.name.to(language)}, {book.edition.to(language)}"
    prices = len(house.prices)
    return Game(book.id, name, questions, roles, prices, house.number, book.has_points)


def read_rulings(posted: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the ruleset that was posted and the answers that are not the usual ones. Raises Http404."""
    ruleset = posted.get("ruleset", "")
    try:
        book = catalogue_for(current_version(ruleset).pk)
    except RulesetVersion.DoesNotExist:
        raise Http404 from None
    chosen = {ruling.id: posted.get(ruling.id, ruling.default) for ruling in book.rulings}
    return ruleset, {
        ruling.id: chosen[ruling.id]
        for ruling in book.rulings
        if chosen[ruling.id] != ruling.default
        and chosen[ruling.id] in {option.id for option in ruling.options}
    }
