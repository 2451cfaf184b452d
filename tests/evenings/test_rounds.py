"""A round: everyone once, and no disadvantage that another round would avoid."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.evenings.pairing.matching import (
    Cost,
    Method,
    Pair,
    Player,
    Remark,
    bye,
    meeting,
    packed,
    pair_round,
    remarks,
    swapped,
)
from tests.evenings.rounds_made_up import every_round, players
from tests.evenings.simulating import on_top

METHODS: list[Method] = ["swiss", "lot"]


def of(made: Sequence[Player]) -> dict[int, Player]:
    return {player.entry: player for player in made}


def against(games: Sequence[tuple[int, ...]], made: Sequence[Player], method: Method) -> Cost:
    """Return the disadvantages of a round before tables and sides are assigned."""
    known, lowest, by_score = of(made), min(player.score for player in made), method == "swiss"
    costs = (
        meeting(known[game[0]], known[game[1]], by_score=by_score)
        if len(game) == 2
        else bye(known[game[0]], lowest, by_score=by_score)
        for game in games
    )
    return Cost(*(sum(column) for column in zip(Cost(), *costs, strict=True)))


@settings(max_examples=60)
@given(players(), st.integers(0, 9), st.sampled_from(METHODS))
def test_no_round_has_less_against_it(made: list[Player], seed: int, method: Method) -> None:
    """Compared with all rounds of up to eight players: no rematch, then no second bye … if a round without exists."""
    found = pair_round(made, seed, method)
    assert sorted(entry for pair in found for entry in pair.entries) == sorted(of(made))
    best = min(against(games, made, method) for games in every_round(list(of(made))))
    assert against([pair.entries for pair in found], made, method) == best


@settings(max_examples=25)
@given(players(most=13), st.integers(0, 9), st.randoms(use_true_random=False))
def test_the_same_seed_gives_the_same_round(made: list[Player], seed: int, shuffled: Random) -> None:
    found = pair_round(made, seed)
    shuffled.shuffle(made)
    assert pair_round(made, seed) == found
    tables = [*range(1, len(made) // 2 + 1), *([None] if len(made) % 2 else [])]
    assert [pair.table for pair in found] == tables


def test_another_seed_gives_another_round_among_equals() -> None:
    made = [Player(entry) for entry in range(1, 9)]
    rounds = {tuple(sorted(sorted(p.entries) for p in pair_round(made, seed))[0]) for seed in range(20)}
    assert len(rounds) > 1


def test_equal_scores_meet_and_the_last_has_the_bye() -> None:
    """Three have 3 points: one of them meets a player with 1; the bye is for the last."""
    made = [Player(1, 3), Player(2, 3), Player(3, 3), Player(4, 1), Player(5, 1), Player(6, 0), Player(7, 0)]
    found = pair_round(made, seed=4)
    scores = [[of(made)[entry].score for entry in pair.entries] for pair in found]
    assert scores == [[3, 3], [3, 1], [1, 0], [0]]
    uneven = found[1]
    assert remarks(uneven, of(made)) == [Remark("uneven", uneven.first, 3)]
    assert remarks(found[3], of(made)) == [Remark("bye-last", found[3].first)]


def test_a_forced_rematch_is_played_and_named() -> None:
    made = [Player(1, 3, met=(2,)), Player(2, 0, met=(1,))]
    [pair] = pair_round(made, seed=0)
    assert pair.entries == (1, 2)
    assert [remark.kind for remark in remarks(pair, of(made))] == ["rematch", "uneven"]


def test_one_alone_has_a_bye_once_more() -> None:
    [pair] = pair_round([Player(5, byes=1)], seed=0)
    assert pair == Pair(5)
    assert remarks(pair, of([Player(5, byes=1)])) == [Remark("second-bye", 5, 1)]


def test_nobody_makes_no_round() -> None:
    assert pair_round([], seed=0) == []


@pytest.mark.parametrize(
    ("one", "other", "attacker"),
    [
        (Player(1, may_defend=False), Player(2, may_attack=False), 1),
        (Player(1, may_attack=False), Player(2, may_defend=False), 2),
        (Player(1, attacked=1), Player(2, defended=1), 2),
        (Player(1, brought_both=True), Player(2, brought_both=True), None),
        (Player(1, brought_both=True, attacked=1), Player(2, may_attack=False), 1),
    ],
)
def test_the_attacker(one: Player, other: Player, attacker: int | None) -> None:
    """By the submitted lists, then evened out; players with both roll at the table (rth §4.0)."""
    assert pair_round([one, other], seed=3)[0].attacker == attacker


def test_two_attackers_meet_only_when_it_cannot_be_helped() -> None:
    made = [Player(e, may_defend=e > 2, may_attack=e <= 2) for e in (1, 2, 3, 4)]
    found = pair_round(made, seed=1)
    assert [remarks(pair, of(made)) for pair in found] == [[], []]
    two = of([Player(1, may_defend=False), Player(2, may_defend=False, attacked=1)])
    [pair] = pair_round(list(two.values()), seed=1)
    assert remarks(pair, two) == [Remark("no-list", 2)]
    assert remarks(Pair(1, 2, 1, attacker=2), two) == [Remark("same-side", 2, 1), Remark("no-list", 1)]


def test_notes_on_a_pair_made_by_hand() -> None:
    made = of(
        [
            Player(1, may_attack=False),
            Player(2, may_defend=False),
            Player(3, 2, attacked=2),
            Player(4, defended=1),
        ]
    )
    assert remarks(Pair(1, 2, 1, attacker=1), made) == [Remark("no-list", 1), Remark("no-list", 2)]
    sides = [Remark("same-side", 3, 2), Remark("same-side", 4, 1)]
    assert remarks(Pair(4, 3, 1, attacker=3), made) == [*sides, Remark("uneven", 3, 1)]
    assert remarks(Pair(4, 3, 1), made) == [Remark("uneven", 3, 1)]
    assert remarks(Pair(3), made) == [Remark("bye-not-last", 3)]


def test_a_game_beyond_the_tables_there_are_is_named() -> None:
    made = [Player(1), Player(2), Player(3), Player(4)]
    found = pair_round(made, seed=1)
    said = [[remark.kind for remark in remarks(pair, of(made), 1)] for pair in found]
    assert ([pair.table for pair in found], said) == ([1, 2], [[], ["no-table"]])
    assert [remarks(pair, of(made), 2) for pair in found] == [[], []]


def test_swapping_two_and_back() -> None:
    made = of([Player(1, 3, met=(3,)), Player(2, 3), Player(3, 0, met=(1,)), Player(4, 0)])
    before = [Pair(1, 2, 1, attacker=1), Pair(3, 4, 2, attacker=3)]
    after = swapped(before, made, 2, 3)
    assert [pair.entries for pair in after] == [(1, 3), (2, 4)]
    assert [remark.kind for remark in remarks(after[0], made)] == ["rematch", "uneven"]
    assert swapped(after, made, 2, 3)[0].entries == (1, 2)


def test_swapping_two_of_one_table_and_who_rests() -> None:
    made = of([Player(1), Player(2), Player(3, byes=1)])
    before = [Pair(1, 2, 1, attacker=1), Pair(3)]
    assert swapped(before, made, 1, 2) == [Pair(1, 2, 1, attacker=1), Pair(3)]
    after = swapped(before, made, 2, 3)
    assert [pair.entries for pair in after] == [(1, 3), (2,)]


def test_packed_costs_order_as_the_costs_do() -> None:
    """One rematch outweighs all other disadvantages of a whole round of sixteen pairs."""
    costs = [Cost(1), Cost(0, 2, 20, 81), Cost(0, 1, 20, 81), Cost(0, 0, 1, 81), Cost(0, 0, 0, 81)]
    numbers = packed(costs, 16)
    assert [larger > 16 * smaller for larger, smaller in [numbers[:2], numbers[3:]]] == [True, True]
    assert sorted(numbers, reverse=True) == numbers


def test_the_strongest_ends_on_top_more_often_than_by_lot() -> None:
    """A few games nights of 8 to 12 players; `make soak` plays two hundred of up to 40."""
    assert on_top("swiss", 60, 12, seed=1) > on_top("lot", 60, 12, seed=1)
