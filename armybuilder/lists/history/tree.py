"""The revisions of a list as a tree: which are on its present line, and which nobody sees any more."""

from collections.abc import Collection

from armybuilder.lists.models.revisions import Stub


def superseded(stubs: Collection[Stub]) -> set[int]:
    """Return the revisions that a further edit of the same step made needless; one that is kept never is."""
    followed = {stub.number - 1 for stub in stubs if stub.same_step}
    return {stub.pk for stub in stubs if stub.number in followed and not stub.is_kept}


def present_line(stubs: Collection[Stub], head: int) -> set[int]:
    """Return the revisions that undo and redo lead to from `head`, itself among them. `stubs` come in their order."""
    parents = {stub.pk: stub.parent for stub in stubs}
    youngest = {stub.parent: stub.pk for stub in stubs}
    line, before, after = {head}, parents[head], youngest.get(head)
    while before is not None:
        line.add(before)
        before = parents[before]
    while after is not None:
        line.add(after)
        after = youngest.get(after)
    return line
