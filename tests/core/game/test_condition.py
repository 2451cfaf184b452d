"""States exclude each other: a man who is gone has no other state, in every game."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.catalogue.handbook import VEHICLE_STATES
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.game.events import FLED, HIDDEN, MAN_STATES, STABILISED
from rules.core.game.fold import condition, gone_states
from rules.core.game.side_status import survival
from tests.core.documents import GAMES, LIBRARY
from tests.core.game.at_the_table import BN, Phone, after, army, car, mark, squad, stands

STATES = {
    game: [item.id for item in LIBRARY.catalogues[game].states] + [*MAN_STATES, *VEHICLE_STATES] for game in GAMES
}
MARKED = st.sampled_from(GAMES).flatmap(lambda game: st.tuples(st.just(game), st.sets(st.sampled_from(STATES[game]))))


@settings(max_examples=25)
@given(MARKED)
def test_whatever_was_said_of_a_piece_makes_one_condition(drawn: tuple[str, set[str]]) -> None:
    game, marked = drawn
    gone = gone_states(LIBRARY.catalogues[game])
    held = condition(marked, gone)
    assert held <= marked
    assert len(held) == 1 or not held & set(gone)
    assert FLED not in held or held <= {FLED, HIDDEN}
    assert bool(held) == bool(marked)
    assert condition(held, gone) == held


def test_a_dead_man_is_no_longer_wounded_and_does_not_roll() -> None:
    phone = Phone("a")
    wounded = [phone.say(mark("2", "wounded", until=3))]
    dead = [*wounded, phone.say(mark("2", "lost"))]
    back = [*dead, phone.say(mark("2", "lost", on=False))]
    states = [stands(army(), *lines).men[1].states for lines in (wounded, dead, back)]
    assert states == [{"wounded"}, {"lost"}, {"wounded"}]
    assert list(survival(BN, after(*dead), "a", "2")) == []


def test_a_wounded_man_who_is_carried_off_the_table_is_saved() -> None:
    phone = Phone("a")
    found = stands(army(), phone.say(mark("2", "wounded")), phone.say(mark("2", "fled"))).men[1]
    assert (found.states, found.is_lost, found.is_in_play) == (frozenset({"fled"}), False, False)


def test_a_wreck_that_explodes_is_not_immobile_as_well() -> None:
    phone, own = (
        Phone("a"),
        army(Squad(name="F", class_="veteran", figures=squad().figures, vehicles=(car(),))),
    )
    lines = [phone.say(mark("V1", state)) for state in ("immobile", "exploded", "out", "hit")]
    assert stands(own, *lines).squads[0].pieces[-1].states == {"exploded"}


def test_a_medic_brings_back_into_play_whom_the_game_lets_him() -> None:
    """Stabilised men of Breaking News fight no more (§9.3), the badly wounded of Bassa Intensità go on as wounded."""
    low = Roster(format="armylist/1", ruleset="bi", name="L", squads=(Squad(name="F", figures=(Figure(count=3),)),))
    phone = Phone("a")
    for roster, state in ((army(), "wounded"), (low, "badly-wounded")):
        hit = [phone.say(mark("2", state))]
        healed = [*hit, phone.say(mark("2", STABILISED))]
        men = [stands(roster, *lines).men[1] for lines in (hit, healed)]
        assert [man.is_lost for man in men] == [True, False]
        assert [man.is_in_play for man in men] == [False, state == "badly-wounded"]


def test_the_badly_wounded_of_bassa_intensita_live_for_one_to_six_turns() -> None:
    wound = Phone("a").say(mark("2", "badly-wounded"))
    rolled = list(survival(LIBRARY.catalogues["bi"], after(wound), "a", "2"))
    assert [(faces, found.until) for faces, found in rolled] == [(range(n, n + 1), n + 1) for n in range(1, 7)]
