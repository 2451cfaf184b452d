"""How long a wounded man lives, by the die of his ruleset."""

import pytest

from rules.core.game.due import WoundedDue, due
from rules.core.game.events import AnyEvent, Mark, PhaseIs, TurnIs
from rules.core.game.fold import fold
from rules.core.game.side_status import lives_until, survival
from tests.core.documents import LIBRARY
from tests.core.game.at_the_table import BN, Phone, army, mark, stands

WOUNDED = (TurnIs(turn=2), mark("7", "wounded"))


def dice(*events: AnyEvent, ruleset: str = "bn") -> list[tuple[list[int], Mark]]:
    """Return the effect of each face on man 7 after these events."""
    phone = Phone("a")
    state = fold([phone.say(event) for event in events])
    return [(list(faces), made) for faces, made in survival(LIBRARY.catalogues[ruleset], state, "a", "7")]


def test_one_and_two_kill_and_each_other_face_is_a_turn_that_he_lives() -> None:
    # bn §9.3: wounded in turn 2.
    lives = [([face], mark("7", "wounded", until=2 + face)) for face in (3, 4, 5, 6)]
    assert dice(*WOUNDED) == [([1, 2], mark("7", "lost")), *lives]
    assert dice(*WOUNDED, TurnIs(turn=4))[1:] == lives  # rolled late: the turns count from when he was hit


def test_turns_end_with_the_last_that_can_be_written() -> None:
    assert {made.until for _faces, made in dice(TurnIs(turn=98), mark("7", "wounded"))[1:]} == {99}


@pytest.mark.parametrize(
    "events",
    [
        (mark("7", "suppressed"),),
        (*WOUNDED, mark("7", "stabilised")),
        (*WOUNDED, mark("7", "lost")),
        (*WOUNDED, mark("7", "wounded", until=5)),
    ],
)
def test_only_the_wounded_roll_and_only_once(events: tuple[AnyEvent, ...]) -> None:
    assert dice(*events) == []


def test_a_game_without_such_a_die_rolls_none() -> None:
    assert dice(mark("7", "wounded"), ruleset="bi") == []


def test_he_is_due_in_his_last_turn_until_he_is_dead_or_helped() -> None:
    phone = Phone("a")
    lines = [phone.say(event) for event in (PhaseIs(phase="playing"), *WOUNDED, mark("7", "wounded", until=2))]

    def now(*events: AnyEvent) -> list[WoundedDue]:
        told = [*lines, *(phone.say(event, seen=1) for event in events)]
        items = due(fold(told), {"a": stands(army(), *told)}, "a")
        return [item for item in items if isinstance(item, WoundedDue)]

    assert now() == [WoundedDue("7", 2, "§9.3")]
    assert now(mark("7", "lost")) == now(mark("7", "stabilised")) == []
    assert lives_until(BN, fold(lines), "a", "7") == 2
