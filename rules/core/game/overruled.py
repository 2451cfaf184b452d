"""What one phone of a side said of a thing in this turn, and another says otherwise: the later word holds."""

from collections.abc import Collection, Iterator, Sequence

from rules.core.game.condition import condition
from rules.core.game.events import AnyEvent, GameLine, Mark, Rolled, Side, Thing, TurnIs, Undone
from rules.core.game.fold import undone_lines


def overruled(
    lines: Sequence[GameLine], side: Side, gone: tuple[str, ...], site: Collection[str]
) -> Iterator[tuple[GameLine, GameLine]]:
    """Yield lines of this turn with that of another phone of the side which took their place, of each thing the last.

    `site`: the phones that are none.
    """
    found: dict[Thing, tuple[GameLine, GameLine]] = {}
    last: dict[Thing, GameLine] = {}
    for line in _lines_of_turn(lines, side, site):
        thing = _thing(line.event)
        before = last.get(thing)
        if before and before.phone == line.phone:
            found.pop(thing, None)  # who was overruled has spoken since
        elif before and _takes_place(before.event, line.event, gone):
            found[thing] = (before, line)
        last[thing] = line
    yield from found.values()


def _lines_of_turn(lines: Sequence[GameLine], side: Side, site: Collection[str]) -> list[GameLine]:
    """Return what phones of a side said of things in the turn that is played, in order, and did not take back."""
    ordered = sorted(lines, key=lambda line: line.order)
    undone = undone_lines(ordered)
    held = [line for line in ordered if line.name not in undone]
    begins = max((place for place, line in enumerate(held) if isinstance(line.event, TurnIs)), default=-1)
    return [
        line
        for line in held[begins + 1 :]
        if line.side == side and line.phone not in site and not isinstance(line.event, Undone | Rolled)
    ]


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
