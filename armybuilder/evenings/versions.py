"""Versions of the data on a page: an act from an outdated page is refused (`MovedOnError`)."""

from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import Struct

from armybuilder.evenings.states import MovedOnError

if TYPE_CHECKING:
    from armybuilder.evenings.models import Evening, HandIn, Pairing, Round

NO_DRAFT = "none"


class At(Struct, frozen=True):
    """The round that a page acts on: its number, and its version on the page (`seen`)."""

    number: int
    seen: str


def version(*parts: object) -> str:
    """Return a digest of the parts."""
    return sha256(repr(parts).encode()).hexdigest()[:16]


def evening_version(evening: "Evening") -> str:
    """Return what stands for a games night: all that organisers say of it, and how far it is."""
    how_far = (evening.state, evening.closed, evening.started, evening.finished)
    return version(evening.pk, evening.plan_digest, evening.house_number, *how_far)


def answer_version(evening: "Evening", state: str) -> str:
    """Return what stands for an answer (`state`; "": none yet), and for when and where the games night is."""
    return version(evening.pk, state, evening.start, evening.place)


def submitted_version(submitted: "Iterable[HandIn]") -> str:
    """Return what stands for the lists that somebody has submitted."""
    return version(sorted(one.pk for one in submitted))


def compared_version(submitted: "HandIn") -> str:
    """Return what stands for whether a list was compared with its sheet."""
    return version(submitted.pk, submitted.compared)


def draft_version(evening: "Evening", draft: "Round | None") -> str:
    """Return the version of a draft: its pairs, and the answers of everyone who is in it or could be."""
    if draft is None:
        return NO_DRAFT
    pairs = sorted(draft.pairings.values_list("pk", "first", "second", "table"))
    paired = {entry for _pk, first, second, _table in pairs for entry in (first, second)}
    said = evening.entries.order_by("pk").values_list("pk", "state")
    people = [(pk, state) for pk, state in said if state == "coming" or pk in paired]
    return version(draft.pk, draft.is_waiting, pairs, people)


def rounds_version(rounds: "Iterable[Round]") -> str:
    """Return the version of the rounds of a games night: their keys, and whether each is published."""
    return version([(one.pk, one.published is not None) for one in rounds])


def round_version(published: "Round") -> str:
    """Return the version of a published round."""
    return version(published.pk, published.published, published.closed)


def table_version(pairing: "Pairing") -> str:
    """Return the version of a game's result and of the results that the players entered."""
    claims = sorted((one.entry_id, one.first_lost, one.second_lost, one.held) for one in pairing.claims.all())
    result = (pairing.first_lost, pairing.second_lost, pairing.held, pairing.attacker_id)
    return version(pairing.pk, result, pairing.forfeit_id, pairing.abandoned, claims)


def check_seen(seen: str | None, now: str) -> None:
    """Check that the page is up to date; `seen` None: not from a page. Raises MovedOnError."""
    if seen is not None and seen != now:
        raise MovedOnError


def check_round(at: At | None, number: int, now: str) -> None:
    """Check that the round is the one on the page, and unchanged. Raises MovedOnError."""
    if at is not None and (at.number, at.seen) != (number, now):
        raise MovedOnError
