"""One's lists, as the page of an evening offers them to be handed in."""

from uuid import UUID

from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.submissions import own_lists
from armybuilder.evenings.eligibility import Candidate, Part, candidates
from armybuilder.evenings.models import Evening
from rules.core.catalogue.catalogue import Catalogue
from rules.core.contents.naming import either
from rules.core.text.messages import sentence
from rules.core.text.text import Language


class Half(Struct, frozen=True):
    """A list of a choice: its role, name and points by the rules of the evening. `over`: it costs too much.

    `is_priced`: its own prices are those of the evening.
    """

    id: UUID
    role: str
    name: str
    total: int | None
    limit: int | None
    over: bool
    is_priced: bool


class Choice(Struct, frozen=True):
    """What one may hand in, or why not. `is_for_tonight`: of the game and role that are asked for."""

    id: UUID
    name: str
    halves: tuple[Half, ...]
    why: str
    is_for_tonight: bool


def choices(evening: Evening, user: User, language: Language) -> list[Choice]:
    """Return somebody's lists as they could be handed in, what fits in front."""
    return [
        Choice(
            made.parts[0].army_list.pk,
            made.name,
            tuple(_half(part, language) for part in made.parts),
            why(made, evening, language) if made.problem else "",
            made.problem not in ("game", "role"),
        )
        for made in candidates(evening, own_lists(evening, user))
    ]


def _half(part: Part, language: Language) -> Half:
    army_list, report = part.army_list, part.report
    role = role_name(army_list.catalogue, army_list.role, language)
    over = report.remaining is not None and report.remaining < 0
    return Half(army_list.pk, role, army_list.name, report.total, report.limit, over, _is_priced(part))


def why(made: Candidate, evening: Evening, language: Language) -> str:
    """Return the sentence that says what keeps a list from being handed in."""
    roster = made.parts[0].roster
    match made.problem:
        case "game":
            book = evening.catalogue
            game = {"game": book.name.to(language), "edition": book.edition.to(language)}
            return gettext("It is for another game: %(game)s, %(edition)s is played.") % game
        case "role":
            role = role_name(evening.catalogue, roster.role, language)
            return gettext("Lists of the role “%(role)s” are not asked for.") % {"role": role}
        case "half":
            [missing] = {*evening.limits} - {part.roster.role for part in made.parts}
            role = role_name(evening.catalogue, missing, language)
            return gettext("The other half of the pair is missing: %(role)s, with the same force.") % {
                "role": role
            }
        case "force":
            return force_words(evening, language)
        case _:
            return " ".join(_error(part, language) for part in made.parts if part.error)


def force_words(evening: Evening, language: Language) -> str:
    """Return the sentence that says of which forces lists are."""
    names = either(force.name for force in evening.asked_forces).to(language)
    text = gettext("Only lists of this force are played: %(names)s. Choose it with the list’s name.")
    return text % {"names": names}


def _error(part: Part, language: Language) -> str:
    """Return what makes a list illegal: the points first, which is what the limit of an evening changes."""
    left = part.report.remaining
    if left is not None and left < 0:
        over = gettext("%(points)s points over the limit of %(limit)s.")
        if not _is_priced(part):
            over = gettext("%(points)s points over the limit of %(limit)s at tonight’s prices.")
        return over % {"points": -left, "limit": part.report.limit}
    return sentence(part.error, language) if part.error else ""


def _is_priced(part: Part) -> bool:
    return part.roster.prices == part.army_list.roster.prices


def role_name(book: Catalogue, role: str, language: Language) -> str:
    """Return what a role is called."""
    return next(item.name.to(language) for item in book.formats if item.id == role)
