"""The requirements of a games night, in words."""

from msgspec import Struct

from armybuilder.evenings.models import Evening
from armybuilder.evenings.pages.wording import rounds_words
from rules.core.text import Language


class RequiredList(Struct, frozen=True):
    """A list one brings: its role, and its points (None: as many as one likes)."""

    role: str
    limit: int | None


class Requirements(Struct, frozen=True):
    """The game, the lists to bring, the club's rulings that are not the usual ones, and the rounds."""

    game: str
    edition: str
    ruleset: str
    lists: tuple[RequiredList, ...]
    rulings: tuple[tuple[str, str], ...]
    rounds: str
    scenarios: tuple[str, ...]
    forces: str


def requirements_of(evening: Evening, language: Language) -> Requirements:
    """Return the requirements of a games night."""
    book = evening.catalogue
    lists = tuple(
        RequiredList(item.name.to(language), evening.limits[item.id])
        for item in book.formats
        if item.id in evening.limits
    )
    rulings = tuple(
        (ruling.name.to(language), option.name.to(language))
        for ruling in book.rulings
        for option in ruling.options
        if option.id == evening.rulings.get(ruling.id)
    )
    return Requirements(
        book.name.to(language),
        book.edition.to(language),
        book.id,
        lists,
        rulings,
        rounds_words(evening),
        tuple(name for name in evening.scenarios if name),
        ", ".join(force.name.to(language) for force in evening.required_forces),
    )
