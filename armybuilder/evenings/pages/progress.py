"""The progress of a running games night: its round, the missing results, and whether another round is planned."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from armybuilder.evenings.models import Evening, Pairing, Round
from armybuilder.evenings.versions import rounds_version


class Progress(Struct, frozen=True):
    """`number`: the last published round; `planned`: the number of rounds; `unsettled`: the number of missing results.

    `seen`: the version of the rounds.
    """

    number: int
    planned: int | None
    unsettled: int
    has_draft: bool
    seen: str = ""

    @property
    def next_number(self) -> int:
        """The number of the round that comes next."""
        return self.number + 1

    @property
    def is_last(self) -> bool:
        """Whether all rounds that were planned are paired."""
        return self.planned is not None and self.number >= self.planned


def progress_of(evening: Evening, rounds: Sequence[Round], unsettled: int) -> Progress | None:
    """Return the progress by all rounds, None unless the games night is running."""
    if evening.phase != "running":
        return None
    published = [one.number for one in rounds if one.published]
    return Progress(
        max(published, default=0),
        evening.rounds_planned,
        unsettled,
        len(published) < len(rounds),
        rounds_version(rounds),
    )


def begun(pairings: Iterable[Pairing]) -> bool:
    """Whether there is a result, with which standings begin; a bye alone is none."""
    return any(pairing.is_settled and pairing.second_id is not None for pairing in pairings)
