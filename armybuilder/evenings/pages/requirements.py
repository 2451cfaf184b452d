"""What an evening asks for, in words."""

from msgspec import Struct

from armybuilder.evenings.models import Evening
from armybuilder.evenings.pages.wording import rounds_words
from rules.core.text.text import Language


class AskedList(Struct, frozen=True):
    """A list one brings: its role, and its points (None: as many as one likes)."""

    role: str
    limit: int | None


class Asked(Struct, frozen=True):
    """The game, the lists one brings, the club's answers that are not the usual ones, and what is said of rounds."""

    game: str
    edition: str
    ruleset: str
    lists: tuple[AskedList, ...]
    rulings: tuple[tuple[str, str], ...]
    rounds: str
    scenarios: tuple[str, ...]
    forces: str


def asked(evening: Evening, language: Language) -> Asked:
    """Return what an evening asks for."""
    book = evening.catalogue
    lists = tuple(
        AskedList(item.name.to(language), evening.limits[item.id])
        for item in book.formats
        if item.id in evening.limits
    )
    rulings = tuple(
        (ruling.name.to(language), option.name.to(language))
        for ruling in book.rulings
        for option in ruling.options
        if option.id == evening.rulings.get(ruling.id)
    )
    return Asked(
        book.name.to(language),
        book.edition.to(language),
        book.id,
        lists,
        rulings,
        rounds_words(evening),
        tuple(name for name in evening.scenarios if name),
        ", ".join(force.name.to(language) for force in evening.asked_forces),
    )
