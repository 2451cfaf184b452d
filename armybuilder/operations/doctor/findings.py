"""What a check of the set-up comes to."""

from typing import Literal, NamedTuple


class Finding(NamedTuple):
    """What was looked at, how it is, and what to do about it where something is to be done."""

    subject: str
    state: Literal["ok", "note", "wrong"]
    says: str
    do: str = ""

    def __str__(self) -> str:
        return f"{self.state:5}  {self.subject}: {self.says}{f' {self.do}' if self.do else ''}"


def ok(subject: str, says: str) -> Finding:
    """All is well."""
    return Finding(subject, "ok", says)


def note(subject: str, says: str, do: str) -> Finding:
    """It works, and someone should know what does not come with it."""
    return Finding(subject, "note", says, do)


def wrong(subject: str, says: str, do: str) -> Finding:
    """People will meet it, or it is unsafe."""
    return Finding(subject, "wrong", says, do)
