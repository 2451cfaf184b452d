"""Two phones of a side: the later line counts, and the overruled one is known."""

import pytest

from rules.core.game.events import AnyEvent, Marker, TurnIs, Undone, Used
from rules.core.game.fold import gone_states, overruled
from tests.core.game.at_the_table import BN, Phone, mark

LATER, OVERRULED = mark("7", "lost"), mark("7", "wounded")
#: The first phone's event, the second phone's later one, and whether it replaces it.
PAIRS: list[tuple[AnyEvent, AnyEvent, bool]] = [
    (OVERRULED, LATER, True),
    (mark("7", "suppressed"), mark("7", "suppressed", on=False), True),
    (Used(extra="X1", times=1), Used(extra="X1", times=2), True),
    (Marker(marker="6", about="hidden"), Marker(marker="6", about="ied"), True),
    (LATER, LATER, False),
    # both hold
    (mark("7", "suppressed"), mark("7", "wounded"), False),
    (mark("7", "wounded"), mark("8", "lost"), False),
    (mark("7", "wounded", on=False), mark("7", "lost"), False),
]


def found(*said: tuple[str, AnyEvent]) -> list[tuple[AnyEvent, AnyEvent]]:
    """Return the overruled lines after phones recorded these, in order; "enemy" is the other side."""
    phones = {name: Phone("b" if name == "enemy" else "a", name) for name, _event in said}
    lines = [phones[name].say(event, seen) for seen, (name, event) in enumerate(said)]
    pairs = overruled(lines, "a", gone_states(BN), {"dice"})
    return [(before.event, after.event) for before, after in pairs]


@pytest.mark.parametrize(("before", "after", "is_overruled"), PAIRS)
def test_the_later_of_two_phones_takes_the_place_of_what_does_not_agree(
    before: AnyEvent, after: AnyEvent, is_overruled: bool
) -> None:
    assert found(("one", before), ("two", after)) == ([(before, after)] if is_overruled else [])


def test_it_is_told_until_the_turn_is_over_or_who_was_overruled_spoke_again() -> None:
    said = (("one", OVERRULED), ("two", LATER))
    assert found(*said, ("enemy", mark("7", "lost"))) == [(OVERRULED, LATER)]
    assert found(*said, ("enemy", TurnIs(turn=2))) == []
    assert found(*said, ("two", mark("7", "lost", on=False))) == []
    assert found(*said, ("two", Undone(phone="two", number=1))) == []
    assert found(("one", OVERRULED), ("dice", LATER)) == []
    # one phone that changes its mind overrules nobody
    assert found(("one", OVERRULED), ("one", LATER)) == []
