"""The answers, as the page of a games night shows them."""

from collections.abc import Container, Sequence

from msgspec import Struct

from armybuilder.evenings.models import Entry


class Answer(Struct, frozen=True):
    """A player and their answer; `has_handed_in`: their list is submitted. `is_you`: it is the reader."""

    entry: int
    name: str
    state: str
    words: str
    is_guest: bool
    is_you: bool
    has_handed_in: bool


class Answers(Struct, frozen=True):
    """All answers, and the reader's own ("": none yet)."""

    people: tuple[Answer, ...]
    mine: str

    @property
    def coming(self) -> int:
        """How many come."""
        return sum(answer.state == Entry.State.COMING for answer in self.people)

    @property
    def handed_in(self) -> int:
        """The number of players who have submitted."""
        return sum(answer.has_handed_in for answer in self.people)


def answers(entries: Sequence[Entry], you: int | None, handed_in: Container[int]) -> Answers:
    """Return the answers for a reader (`you`: an entry). `handed_in`: the entries whose lists are submitted."""
    people = tuple(
        Answer(
            entry.pk,
            str(entry),
            entry.state,
            entry.get_state_display(),
            entry.is_guest,
            entry.pk == you,
            entry.pk in handed_in,
        )
        for entry in entries
    )
    return Answers(people, next((answer.state for answer in people if answer.is_you), ""))


def guest_links(entries: Sequence[Entry], address: str) -> list[tuple[Entry, str]]:
    """Return the guests with a valid link, each with the link; `address`: the address of a guest called "-"."""
    return [
        (entry, f"{address.removesuffix('-/')}{entry.token}/") for entry in entries if entry.token is not None
    ]
