"""The state is the latest fact about each thing, in any order and repetition of lines."""

import random

from hypothesis import given
from hypothesis import strategies as st

from rules.core.game.events import (
    Active,
    AnyEvent,
    Called,
    GameLine,
    LimitIs,
    MoraleTested,
    PhaseIs,
    Scored,
    TurnIs,
    Undone,
    Used,
)
from rules.core.game.fold import fold
from tests.core.game.at_the_table import Phone, after, mark
from tests.core.strategies import MODEST

ANNA, BEPPE = Phone("a"), Phone("b")


def test_a_game_of_which_nothing_was_said_is_set_up() -> None:
    state = after()
    assert (state.phase, state.turn, state.limit, state.active(1)) == ("setting-up", 1, None, None)


def test_the_last_word_on_each_thing_holds() -> None:
    phone = Phone("a")
    state = after(*[
        phone.say(event)
        for event in (
            PhaseIs(phase="playing"), LimitIs(turns=14), TurnIs(turn=1), TurnIs(turn=2), Active(turn=2, active="b"),
            mark("7", "suppressed"), mark("7", "wounded", until=5), mark("7", "suppressed", on=False),
            Used(extra="X1", times=1), Used(extra="X1", times=2), Scored(row="defeat-points/9", times=1),
            MoraleTested(turn=2, passed=True),
        )
    ])  # fmt: skip
    assert (state.phase, state.turn, state.limit, state.active(2)) == ("playing", 2, 14, "b")
    assert state.marks("a") == {"7": {"wounded"}}
    assert state.marked_in("a", "7", "wounded") == 2
    assert (state.used("a"), state.scored("a"), state.tested("a", 2)) == (
        {"X1": 2},
        {"defeat-points/9": 1},
        {"": True},
    )
    assert state.marks("b") == {}


def test_a_phone_that_had_seen_more_spoke_later_in_any_order() -> None:
    one, other = Phone("a", "one"), Phone("a", "other")
    early, late = one.say(mark("1", "lost"), seen=3), other.say(mark("1", "lost", on=False), seen=4)
    assert after(early, late).marks("a") == after(late, early).marks("a") == {}


def test_a_side_takes_back_its_own_lines_alone() -> None:
    own, enemy = Phone("a"), Phone("b")
    lost = own.say(mark("1", "lost"))
    foreign = enemy.say(Undone(phone=lost.phone, number=lost.number), seen=1)
    undo = own.say(Undone(phone=lost.phone, number=lost.number), seen=2)
    redo = own.say(Undone(phone=lost.phone, number=lost.number, on=False), seen=3)
    assert after(lost, foreign).marks("a") == {"1": {"lost"}}
    assert after(lost, foreign, undo).marks("a") == {}
    assert after(lost, foreign, undo, redo).marks("a") == {"1": {"lost"}}


def test_later_lines_about_a_wound_keep_the_turn_of_the_hit() -> None:
    phone = Phone("a")
    hit = [phone.say(mark("7", "wounded")), phone.say(TurnIs(turn=3))]
    rolled = [*hit, phone.say(mark("7", "wounded", until=5))]
    again = [*rolled, phone.say(mark("7", "wounded", on=False)), phone.say(mark("7", "wounded"))]
    assert [after(*lines).marked_in("a", "7", "wounded") for lines in (hit, rolled, again)] == [1, 1, 3]


def test_turns_on_end_with_the_initiative() -> None:
    phone = Phone("a")
    who = {1: "a", 2: "b", 3: "b", 4: "b"}
    state = after(*[phone.say(Active(turn=turn, active=side)) for turn, side in who.items()])  # type: ignore[arg-type]
    assert [state.active_before("b", turn) for turn in (1, 2, 3, 4, 5)] == [0, 0, 1, 2, 3]
    assert [state.active_before("a", turn) for turn in (1, 2, 3)] == [0, 1, 0]


EVENTS: st.SearchStrategy[AnyEvent] = st.one_of(
    st.builds(mark, st.sampled_from(["1", "2", "V1"]), st.sampled_from(["wounded", "lost"]), on=st.booleans()),
    st.builds(TurnIs, turn=st.integers(1, 9)),
    st.builds(Active, turn=st.integers(1, 3), active=st.sampled_from(["a", "b"])),
    st.builds(Called, turn=st.integers(1, 3), squad=st.just("S1"), on=st.booleans()),
    st.builds(Used, extra=st.just("X1"), times=st.integers(0, 3)),
    st.builds(Undone, phone=st.sampled_from(["aaaa", "bbbb"]), number=st.integers(1, 6), on=st.booleans()),
)
SPOKEN = st.lists(st.tuples(st.sampled_from("ab"), EVENTS, st.integers(0, 2)), max_size=14)


def spoken(said: list[tuple[str, AnyEvent, int]]) -> list[GameLine]:
    """The lines of two phones, each of which sees more and more of the other."""
    phones, seen = {"a": Phone("a"), "b": Phone("b")}, {"a": 0, "b": 0}
    lines = []
    for side, event, more in said:
        seen[side] += more
        lines.append(phones[side].say(event, seen[side]))
    return lines


@MODEST
@given(SPOKEN, st.randoms(use_true_random=False))
def test_shuffled_doubled_and_delayed_lines_make_the_same_state(
    said: list[tuple[str, AnyEvent, int]], luck: random.Random
) -> None:
    lines = spoken(said)
    arrived = [*lines, *luck.sample(lines, k=len(lines) // 2)]
    luck.shuffle(arrived)
    assert fold(arrived) == fold(lines)


@MODEST
@given(SPOKEN, st.data())
def test_undone_lines_leave_no_trace_in_the_state(said: list[tuple[str, AnyEvent, int]], data: st.DataObject) -> None:
    lines = [line for line in spoken(said) if not isinstance(line.event, Undone)]
    if not lines:
        return
    gone = data.draw(st.sampled_from(lines))
    undo = GameLine(
        side=gone.side, phone="later", number=1, seen=99, event=Undone(phone=gone.phone, number=gone.number)
    )
    assert fold([*lines, undo]) == fold([line for line in lines if line is not gone])
