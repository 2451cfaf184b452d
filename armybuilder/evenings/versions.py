"""Versions of the data on a page: an act from an outdated page is refused (`OutdatedPageError`)."""

from collections.abc import Iterable

from msgspec import Struct

from armybuilder.evenings.models import Evening, HandIn, Pairing, Round
from armybuilder.evenings.models.evenings import digest
from armybuilder.evenings.states import OutdatedPageError

NO_DRAFT = "none"


class At(Struct, frozen=True):
    """The round that a page acts on: its number, and its version on the page (`seen`)."""

    number: int
    seen: str


def answer_version(evening: Evening, state: str) -> str:
    """Return the version of an answer (`state`; "": none yet), and of the time and place of the games night."""
    return digest(evening.pk, state, evening.start, evening.place)


def submitted_version(submitted: Iterable[HandIn]) -> str:
    return digest(sorted(one.pk for one in submitted))


def compared_version(submitted: HandIn) -> str:
    return digest(submitted.pk, submitted.compared)


def draft_version(evening: Evening, draft: Round | None) -> str:
    """Return the version of a draft: its pairs, and the answers of everyone who is in it or could be."""
    if draft is None:
        return NO_DRAFT
    pairs = sorted(draft.pairings.values_list("pk", "first", "second", "table"))
    paired = {entry for _pk, first, second, _table in pairs for entry in (first, second)}
    said = evening.entries.order_by("pk").values_list("pk", "state")
    people = [(pk, state) for pk, state in said if state == "coming" or pk in paired]
    return digest(draft.pk, pairs, people)


def rounds_version(rounds: Iterable[Round]) -> str:
    return digest([(one.pk, one.published is not None) for one in rounds])


def round_version(published: Round) -> str:
    return digest(published.pk, published.published, published.closed)


def table_version(pairing: Pairing) -> str:
    claims = sorted((one.entry_id, one.first_lost, one.second_lost, one.held) for one in pairing.claims.all())
    result = (pairing.first_lost, pairing.second_lost, pairing.held, pairing.attacker_id)
    return digest(pairing.pk, result, pairing.forfeit_id, pairing.abandoned, claims)


def check_seen(seen: str | None, now: str) -> None:
    """Check that the page is up to date; `seen` None: not from a page. Raises OutdatedPageError."""
    if seen is not None and seen != now:
        raise OutdatedPageError


def check_round(at: At | None, number: int, now: str) -> None:
    """Check that the round is the one on the page, and unchanged. Raises OutdatedPageError."""
    if at is not None and (at.number, at.seen) != (number, now):
        raise OutdatedPageError
