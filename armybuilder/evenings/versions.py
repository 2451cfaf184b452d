"""What stands for what a page showed: an act from a page that has moved on is refused (`MovedOnError`)."""

from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import Struct

from armybuilder.evenings.rounds.states import MovedOnError

if TYPE_CHECKING:
    from armybuilder.evenings.models import Evening, HandIn, Pairing, Round

NO_DRAFT = "none"


class At(Struct, frozen=True):
    """The round that a page acts on: its number, and what stood for it there (`seen`)."""

    number: int
    seen: str


def version(*parts: object) -> str:
    """Return what stands for all of it."""
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
    """Return what stands for a draft: its pairs, and the answers of everybody who is in it or could be."""
    if draft is None:
        return NO_DRAFT
    pairs = sorted(draft.pairings.values_list("pk", "first", "second", "table"))
    paired = {entry for _pk, first, second, _table in pairs for entry in (first, second)}
    said = evening.entries.order_by("pk").values_list("pk", "state")
    people = [(pk, state) for pk, state in said if state == "coming" or pk in paired]
    return version(draft.pk, draft.is_waiting, pairs, people)


def rounds_version(rounds: "Iterable[Round]") -> str:
    """Return what stands for the rounds of an evening: which there are, and which of them are published."""
    return version([(one.pk, one.published is not None) for one in rounds])


def round_version(published: "Round") -> str:
    """Return what stands for a published round."""
    return version(published.pk, published.published, published.closed)


def table_version(pairing: "Pairing") -> str:
    """Return what stands for the result of a game and all that was said of it."""
    claims = sorted((one.entry_id, one.first_lost, one.second_lost, one.held) for one in pairing.claims.all())
    result = (pairing.first_lost, pairing.second_lost, pairing.held, pairing.attacker_id)
    return version(pairing.pk, result, pairing.forfeit_id, pairing.abandoned, claims)


def check_seen(seen: str | None, now: str) -> None:
    """Let nobody act on what is not there any more; `seen` None: not from a page. Raises MovedOnError."""
    if seen is not None and seen != now:
        raise MovedOnError


def check_round(at: At | None, number: int, now: str) -> None:
    """Let nobody act on another round than the page showed. Raises MovedOnError."""
    if at is not None and (at.number, at.seen) != (number, now):
        raise MovedOnError
