"""Players after a games night, and all rounds of a few players."""

from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

from armybuilder.evenings.pairing.matching import Player


@st.composite
def players(draw: st.DrawFn, most: int = 8) -> list[Player]:
    """Draw up to this many players with a past: opponents, sides, scores."""
    count = draw(st.integers(1, most))
    met: dict[int, list[int]] = {entry: [] for entry in range(1, count + 1)}
    games = draw(st.lists(st.tuples(*[st.integers(1, count)] * 2), max_size=2 * count))
    for a, b in games:
        if a != b:
            met[a].append(b)
            met[b].append(a)
    few = st.integers(0, 2)
    return [
        Player(
            entry,
            score=draw(st.integers(0, 6)),
            met=tuple(met[entry]),
            byes=draw(few),
            attacked=draw(few),
            defended=draw(few),
            may_attack=draw(st.booleans()),
            may_defend=draw(st.booleans()),
            brought_both=draw(st.booleans()),
        )
        for entry in met
    ]


def every_round(entries: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield each way to pair the entries; of an odd number, one stays alone."""
    if len(entries) % 2:
        for alone in entries:
            for games in every_round([entry for entry in entries if entry != alone]):
                yield [*games, (alone,)]
        return
    if not entries:
        yield []
        return
    first, *others = entries
    for other in others:
        for games in every_round([entry for entry in others if entry != other]):
            yield [(first, other), *games]
