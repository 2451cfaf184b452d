"""Standings: points, then each tie-break in turn, with the reason for each place."""

from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.evenings.pairing.standings import PlayedGame, Ranking, Scoring, standings

A, B, C, D = 1, 2, 3, 4
FAIR = Scoring()


def order(games: list[PlayedGame], entries: list[int], scoring: Scoring = FAIR) -> list[tuple[int, str | None]]:
    return [(row.entry, row.above) for row in standings(entries, games, scoring)]


def test_fewer_defeat_points_win() -> None:
    """35 against 40: three points for the first, and five ahead."""
    assert standings([A, B], [PlayedGame(A, B, 35, 40)], FAIR) == [
        Ranking(1, A, 3, won=1, drawn=0, lost=0, byes=0, difference=5, opponents=0, above="score"),
        Ranking(2, B, 0, won=0, drawn=0, lost=1, byes=0, difference=-5, opponents=3),
    ]


def test_a_bye_gives_its_points_and_no_opponent() -> None:
    [bye] = standings([A], [PlayedGame(A)], Scoring(bye=2))
    assert bye == Ranking(1, A, 2, won=0, drawn=0, lost=0, byes=1, difference=0, opponents=0)


def test_a_game_is_drawn_within_what_the_games_night_says() -> None:
    games = [PlayedGame(A, B, 35, 40)]
    assert [row.score for row in standings([A, B], games, Scoring(drawn_within=5))] == [1, 1]
    assert [row.score for row in standings([A, B], games, Scoring(drawn_within=4))] == [3, 0]


def test_the_defeat_points_of_the_enemy_may_be_the_points() -> None:
    """A narrow loser with more points is above a narrow winner with fewer; a bye counts as the games night says."""
    scoring = Scoring(by="defeat-points", bye=30)
    games = [PlayedGame(A, B, 35, 40), PlayedGame(C, D, 5, 10), PlayedGame(5)]
    assert [(row.entry, row.score) for row in standings([A, B, C, D, 5], games, scoring)] == [
        (A, 40), (B, 35), (5, 30), (C, 10), (D, 5)
    ]  # fmt: skip


def test_the_difference_decides_first() -> None:
    games = [PlayedGame(A, C, 0, 30), PlayedGame(B, D, 0, 10)]
    assert order(games, [A, B, C, D]) == [(A, "difference"), (B, "score"), (D, "difference"), (C, None)]


def test_then_the_opponents() -> None:
    """A and B won once and lost once by as much; who beat A and lost to A has more points than who met B."""
    games = [
        PlayedGame(A, C, 0, 10),
        PlayedGame(A, D, 10, 0),
        PlayedGame(B, 5, 0, 10),
        PlayedGame(B, 6, 10, 0),
        PlayedGame(C, 5, 0, 10),
    ]
    rows = {row.entry: row for row in standings(range(1, 7), games, FAIR)}
    assert (rows[A].score, rows[A].difference, rows[A].opponents, rows[A].above) == (3, 0, 6, "opponents")
    assert (rows[B].score, rows[B].difference, rows[B].opponents) == (3, 0, 3)


def test_players_level_in_everything_are_separated_by_lot() -> None:
    """Each beat the other once, and a third game was drawn: four points each, and the smaller lot is ahead."""
    games = [PlayedGame(A, B, 0, 5), PlayedGame(B, A, 0, 5), PlayedGame(A, B, 0, 0)]
    pair = standings([A, B], games, FAIR, lots={A: 9, B: 3})
    assert [(row.entry, row.direct, row.above) for row in pair] == [(B, 4, "lot"), (A, 4, None)]
    assert [row.entry for row in standings([B, A], games, FAIR, lots={A: 3, B: 3})] == [A, B]


def test_the_game_between_them_counts_only_where_all_met() -> None:
    """Three are level and two of them met: their game does not rank the third."""
    games = [PlayedGame(A, B, 0, 5), PlayedGame(C), PlayedGame(B), PlayedGame(A, D, 5, 0)]
    rows = standings([A, B, C], games, Scoring(loss=0, bye=3), ["direct", "lot"])
    assert [(row.score, row.direct) for row in rows] == [(3, None)] * 3
    beaten = standings([A, B], games[:1], Scoring(win=0), ["direct", "lot"])
    assert [(row.entry, row.direct) for row in beaten] in [[(A, 0), (B, 0)], [(B, 0), (A, 0)]]


def test_direct_games_tell_two_apart() -> None:
    games = [PlayedGame(A, B, 0, 5), PlayedGame(B)]
    rows = standings([A, B], games, FAIR, ["direct", "lot"])
    assert [(row.entry, row.direct, row.above) for row in rows] == [(A, 3, "direct"), (B, 0, None)]


def test_a_corrected_result_moves_the_standings() -> None:
    assert order([PlayedGame(A, B, 35, 40)], [A, B])[0][0] == A
    assert order([PlayedGame(A, B, 45, 40)], [A, B])[0][0] == B


@settings(max_examples=50)
@given(
    st.lists(st.tuples(st.integers(1, 6), st.integers(0, 6), *[st.integers(0, 20)] * 2), max_size=12),
    st.permutations(range(1, 7)),
)
def test_everyone_is_in_the_standings_once_and_in_order(
    games: list[tuple[int, int, int, int]], drawn: list[int]
) -> None:
    played = [PlayedGame(a, b or None, *(points if b else (0, 0))) for a, b, *points in games if a != b]
    lots = dict(enumerate(drawn, 1))
    rows = standings(range(1, 7), played, FAIR, lots=lots)
    assert sorted(row.entry for row in rows) == list(range(1, 7))
    assert [row.place for row in rows] == list(range(1, 7))
    keys = [(-row.score, -row.difference, -row.opponents) for row in rows]
    assert keys == sorted(keys)
    assert sum(row.difference for row in rows) == 0
    assert [row.above is None for row in rows] == [False] * 5 + [True]
