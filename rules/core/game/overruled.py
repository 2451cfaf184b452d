"""What one phone of a side said of a thing in this turn, and another says otherwise: the later word holds."""

from collections.abc import Collection, Iterator, Sequence

from rules.core.game.condition import condition
from rules.core.game.events import AnyEvent, Line, Mark, Rolled, Side, Thing, TurnIs, Undone
from rules.core.game.fold import undone_lines


def overruled(
    lines: Sequence[Line], side: Side, gone: tuple[str, ...], site: Collection[str]
) -> Iterator[tuple[Line, Line]]:
    """Yield lines of this turn with that of another phone of the side which took their place, of each thing the last.

    `site`: the phones that are none.
    """
    ordered = sorted(lines, key=lambda line: line.order)
    undone = undone_lines(ordered)
    found: dict[Thing, tuple[Line, Line]] = {}
    said: dict[Thing, Line] = {}
    for line in ordered:
        if isinstance(line.event, TurnIs) and line.name not in undone:
            found, said = {}, {}
        if line.side != side or line.name in undone or line.phone in site:
            continue
        if isinstance(line.event, Undone | Rolled | TurnIs):
            continue
        thing = _thing(line.event)
        before = said.get(thing)
        if before and before.phone != line.phone and _takes_place(before.event, line.event, gone):
            found[thing] = (before, line)
        elif before and before.phone == line.phone:
            found.pop(thing, None)  # who was overruled has spoken since
        said[thing] = line
    yield from found.values()


def _thing(event: AnyEvent) -> Thing:
    """Return what a line is about: of a man all his states, which the worst of them makes void."""
    return ("mark", event.piece) if isinstance(event, Mark) else event.thing


def _takes_place(before: AnyEvent, after: AnyEvent, gone: tuple[str, ...]) -> bool:
    """Return whether what was said no longer holds after what was said later."""
    if before == after:
        return False
    if isinstance(before, Mark) and isinstance(after, Mark) and before.state != after.state:
        return before.on and after.on and before.state not in condition({before.state, after.state}, gone)
    return True
