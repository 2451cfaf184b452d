"""Readings of morale and initiative: the result of each ruling, counted by hand from the texts."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.core.advice import initiative_of
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad
from rules.core.game.due import FailedDue, InitiativeDue, MoraleDue, due, morale_due
from rules.core.game.events import Active, GameLine, MoraleTested, PhaseIs, TurnIs
from rules.core.game.fold import fold
from rules.core.odds import profile_of, strengths_of
from rules.core.procedures import Readings, leaders_counted, readings_of
from tests.core.documents import LIBRARY
from tests.core.game.at_the_table import Phone, mark, stands

GAMES = ("rth-it", "rth-en", "bn")
DEFAULTS = {
    "morale-leader": "commander",
    "morale-half": "platoon",
    "initiative-leader": "commander",
}
MOTIVATED = (ExtraEntry(extra="motivation"),)


def man(leadership: int = 0, count: int = 1, *, commander: bool = False) -> Figure:
    return Figure(leadership=leadership, count=count, commander=commander)


def squad(*figures: Figure, extras: tuple[ExtraEntry, ...] = ()) -> Squad:
    return Squad(name="Ferri", class_="veteran", figures=figures, extras=extras)


def army(game: str, *squads: Squad, extras: tuple[ExtraEntry, ...] = (), **rulings: str) -> Roster:
    return Roster(
        format="armylist/1", ruleset=game, name="Alpini", squads=squads, extras=extras,
        rulings={ruling.replace("_", "-"): option for ruling, option in rulings.items()},
    )  # fmt: skip


def lost(*pieces: str) -> list[GameLine]:
    phone = Phone("a")
    return [phone.say(mark(piece, "lost")) for piece in pieces]


# The rulings


@pytest.mark.parametrize("game", GAMES)
def test_the_text_decides_open_rulings(game: str) -> None:
    book = LIBRARY.catalogues[game]
    known = DEFAULTS | ({"motivation": "whole-platoon"} if game == "bn" else {})
    assert {ruling: book.option({}, ruling) for ruling in known} == known
    assert readings_of(book, {}) == readings_of(book, known) == Readings()


def test_a_ruleset_without_the_rulings_has_the_same_readings_whatever_a_list_says() -> None:
    chosen = {"morale-leader": "every-leader", "motivation": "one-squad"}
    assert readings_of(LIBRARY.catalogues["ludonet"], chosen) == Readings()
    assert readings_of(LIBRARY.catalogues["rth-it"], chosen) == Readings(every_leader=True)


# Whose loss counts as two (§12.0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("ruling", "pieces", "counted"),
    [
        ("commander", ("1",), 2),  # leadership 2, the commander
        ("commander", ("2",), 1),  # leadership 1, an ordinary man
        ("commander", ("1", "2", "3"), 4),
        ("every-leader", ("1",), 2),
        ("every-leader", ("2",), 2),
        ("every-leader", ("1", "2", "3"), 5),
    ],
)
def test_the_loss_of_a_commander_or_of_every_leader_counts_as_two(
    game: str, ruling: str, pieces: tuple[str, ...], counted: int
) -> None:
    alone = army(game, squad(man(2), man(1), man(0, 6)), morale_leader=ruling)
    found = morale_due(stands(alone, *lost(*pieces)))
    assert found
    # veterans roll 4 dice, one of which must reach the losses
    chance = 1 - Fraction(counted - 1, 6) ** 4
    assert (found.dice, found.counted, found.need, found.chance) == (4, counted, counted, chance)


def test_the_commander_of_a_squad_is_who_is_marked_else_the_highest_else_the_first() -> None:
    groups = army(
        "bn",
        squad(man(0, 2), man(1), man(3)),  # 1–4: the highest
        squad(man(2, 2), man(2)),  # 5–7: the first of equals, one man of a group
        squad(man(3), man(1, commander=True)),  # 8, 9: the one marked
        squad(man(0, 3)),  # 10–12: nobody leads
    )
    assert leaders_counted(groups, Readings()) == {"4", "5", "9"}
    assert leaders_counted(groups, Readings(every_leader=True)) == {"3", "4", "5", "6", "7", "8", "9"}


def test_nobody_takes_the_place_of_a_lost_commander() -> None:
    alone = army("bn", squad(man(2), man(1), man(0, 6)))
    assert stands(alone, *lost("1", "2")).leaders_lost == 1


# Whose half counts (§12.0; a platoon rth §14.0, bn §13.0)


def platoon(game: str, ruling: str) -> Roster:
    return army(game, squad(man(0, 4)), squad(man(0, 12)), morale_half=ruling)


@pytest.mark.parametrize("game", GAMES)
def test_a_six_passes_while_half_of_the_platoon_or_of_each_squad_remain(game: str) -> None:
    # Eight of sixteen are lost: three of four and five of twelve. After more than six losses only a 6 could pass.
    gone = lost("1", "2", "3", "5", "6", "7", "8", "9")
    together, each = (morale_due(stands(platoon(game, one), *gone)) for one in ("platoon", "each-squad"))
    assert together
    assert each
    # veterans roll 4 dice, and one for the squad with less than half lost
    assert (together.dice, together.counted, together.half_remain, together.need) == (5, 8, True, 6)
    assert together.chance == 1 - Fraction(5, 6) ** 5
    assert (each.dice, each.counted, each.half_remain, each.need) == (5, 8, False, None)
    assert each.chance == 0


@pytest.mark.parametrize("ruling", ["platoon", "each-squad"])
def test_of_a_squad_alone_and_at_just_half_both_are_the_same(ruling: str) -> None:
    alone = army("bn", squad(man(0, 4)), morale_half=ruling)
    assert stands(alone, *lost("1", "2")).half_remain
    assert not stands(alone, *lost("1", "2", "3")).half_remain
    assert stands(platoon("bn", ruling), *lost("1", "2", "5", "6", "7", "8", "9", "10")).half_remain


def test_the_curve_of_a_platoon_follows_the_same_half() -> None:
    together, each = (
        profile_of(platoon("bn", one), LIBRARY.catalogues["bn"], "recruit").platoon for one in ("platoon", "each-squad")
    )
    assert together
    assert each
    # The losses go to both in turn: after five, three of four are lost, and the 12 still give a die. The 6 itself
    # is needed only from seven losses on.
    assert each.curve[:7] == together.curve[:7]
    assert (together.curve[7], each.curve[7]) == (1 - Fraction(5, 6) ** 5, Fraction(0))


# Whom Motivation spares (bn, Calcolo dei punti)


def spared(roster: Roster) -> tuple[bool, bool]:
    """Return whether the next failed test does not count, and whether a failed one has no consequence."""
    phone = Phone("a")
    lines = [phone.say(PhaseIs(phase="playing")), phone.say(Active(turn=1, active="a"))]
    lines += [phone.say(mark("2", "lost")), phone.say(mark("3", "lost"))]
    tests = [one for one in due(fold(lines), {"a": stands(roster, *lines)}, "a") if isinstance(one, MoraleDue)]
    lines += [phone.say(MoraleTested(turn=1, passed=False)), phone.say(TurnIs(turn=2))]
    follows = [one for one in due(fold(lines), {"a": stands(roster, *lines)}, "a") if isinstance(one, FailedDue)]
    [test] = tests
    return test.is_spared, not follows


def motivated(*of_squads: bool, listed: bool = False, ruling: str) -> Roster:
    squads = [squad(man(1), man(0, 5), extras=MOTIVATED if bought else ()) for bought in of_squads]
    return army("bn", *squads, extras=MOTIVATED if listed else (), motivation=ruling)


@pytest.mark.parametrize(
    ("bought", "listed", "by_text", "by_one"),
    [
        ((True,), False, True, True),  # the only squad
        ((False,), True, True, True),
        ((True, False), False, False, True),  # one of two squads
        ((True, True), False, True, True),
        ((False, False), True, True, True),  # the platoon
        ((False, False), False, False, False),
    ],
)
def test_motivation_of_one_squad_spares_the_platoon_only_under_that_ruling(
    bought: tuple[bool, ...], listed: bool, by_text: bool, by_one: bool
) -> None:
    whole = spared(motivated(*bought, listed=listed, ruling="whole-platoon"))
    one = spared(motivated(*bought, listed=listed, ruling="one-squad"))
    assert (whole, one) == ((by_text, by_text), (by_one, by_one))


def test_a_squad_without_men_neither_has_motivation_nor_lacks_it() -> None:
    with_vehicles = motivated(True, ruling="whole-platoon")
    both = replace(with_vehicles, squads=(*with_vehicles.squads, squad()))
    assert spared(both) == (True, True)


# Whose leadership adds to initiative (§5.0; a platoon rth §14.0, bn §13.0)


def led(game: str, ruling: str) -> Roster:
    """Men, one marked as commander with leadership 1, another with 3."""
    own = squad(man(1, commander=True), man(3), man(0, 6))
    return army(game, own, initiative_leader=ruling)


def added(roster: Roster, *pieces: str) -> Iterator[int]:
    phone = Phone("a")
    lines = [phone.say(PhaseIs(phase="playing")), *(phone.say(mark(one, "lost")) for one in pieces)]
    for one in due(fold(lines), {"a": stands(roster, *lines)}, "a"):
        if isinstance(one, InitiativeDue):
            yield one.adds


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("ruling", "adds", "without_commander", "without_both"),
    [("commander", 4 + 1, 4 + 3, 4), ("highest", 4 + 3, 4 + 3, 4)],
)
def test_the_commander_or_the_highest_adds_his_leadership_to_the_four_of_veterans(
    game: str, ruling: str, adds: int, without_commander: int, without_both: int
) -> None:
    roster, book = led(game, ruling), LIBRARY.catalogues[game]
    found = [*added(roster), *added(roster, "1"), *added(roster, "1", "2")]
    assert found == [adds, without_commander, without_both]
    # advice, paper and the strengths of a list agree
    rolled = strengths_of(roster, book, frozenset()).initiative
    assert rolled
    assert (initiative_of(roster, book), rolled.bonus) == (adds, adds)


def test_where_nobody_is_marked_the_highest_adds_under_both() -> None:
    for ruling in ("commander", "highest"):
        assert [*added(army("bn", squad(man(1), man(2)), initiative_leader=ruling))] == [4 + 2]
