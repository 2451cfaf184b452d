"""The document of a shared list."""

from msgspec import Raw, Struct

from rules.core.judging.report import ReportDocument


class SharedList(Struct, frozen=True):
    """A list that someone shared, and what follows from it. `author`: a username, "" for who has no account."""

    author: str
    list: Raw  # armylist/1
    report: ReportDocument
