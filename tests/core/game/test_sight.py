"""Hidden facts never leave the server, and forbidden events are refused."""

from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from rules.core.document.roster import ExtraEntry, Figure, Squad, encode
from rules.core.game.checking import missing_number
from rules.core.game.events import (
    AnyEvent,
    Attacks,
    Called,
    GameLine,
    Mark,
    Marker,
    MoraleTested,
    PhaseIs,
    Rolled,
    Scored,
    Side,
    Signed,
    TurnIs,
    Undone,
    Used,
)
from rules.core.game.fold import fold, hidden_pieces
from rules.core.game.sight import lines_seen_by, roster_seen
from tests.core.game.at_the_table import BN, Phone, after, army, car, mark, refused, squad


def seen_by(lines: list[GameLine], viewer: Side | None) -> list[GameLine]:
    return lines_seen_by(lines, fold(lines), viewer, BN)


def told() -> list[GameLine]:
    """Anna hid man 2, who was then suppressed and rolled, has an IED and used an extra."""
    anna = Phone("a")
    events: list[AnyEvent] = [
        mark("1", "suppressed"), mark("2", "hidden"), mark("2", "suppressed"), Used(extra="X1", times=1),
        Marker(marker="1", about="ied", note="under the bridge"), Rolled(roll=1, piece="2", faces=(3,)), TurnIs(turn=2),
    ]  # fmt: skip
    return [anna.say(event) for event in events]


def test_every_kind_of_event_declares_who_reads_it() -> None:
    """If this fails: `sight` in the class of the event. For "depends", rules/core/game/sight.py decides."""
    assert [kind.__name__ for kind in get_args(AnyEvent) if "sight" not in vars(kind)] == []


def test_every_kind_of_event_declares_its_sentence_or_is_put_into_words() -> None:
    """If this fails: `log` in the class of the event, or a case in armybuilder/games/words/events.py."""
    in_words = [kind for kind in get_args(AnyEvent) if not hasattr(kind, "log")]
    assert in_words == [Mark, Marker, MoraleTested, Called, Rolled, PhaseIs, Signed, Undone]


def test_the_other_side_reads_neither_hidden_men_nor_markers_nor_extras() -> None:
    lines = told()
    undone = Phone("a", "second").say(Undone(phone=lines[4].phone, number=lines[4].number), seen=9)
    expected = [lines[0], lines[1], lines[6]]
    assert seen_by([*lines, undone], "b") == expected
    assert seen_by(lines, None) == expected
    assert seen_by(lines, "a") == lines
    assert b"bridge" not in msgspec.json.encode(expected)


def test_a_man_who_is_spotted_and_a_marker_that_is_shown_are_read() -> None:
    lines, phone = told(), Phone("a", "second")
    spotted = phone.say(mark("2", "hidden", on=False), seen=9)
    shown = phone.say(Marker(marker="1", about="ied", shown=True), seen=9)
    assert seen_by([*lines, spotted, shown], "b") == [*lines[:3], *lines[5:], spotted, shown]


def test_the_list_is_shown_man_by_man_without_what_is_hidden() -> None:
    own = Squad(
        name="Galli", class_="recruit", vehicles=(car(),), extras=(ExtraEntry(extra="medic"),),
        figures=(Figure(name="Yusuf", weapons=("lmg",), notes="my best"), Figure(count=2, weapons=("rpg",))),
    )  # fmt: skip
    seen = roster_seen(army(own), {"1", "V1"})
    assert [(man.name, man.weapons, man.count) for man in seen.squads[0].figures] == [
        ("", (), 1), ("", ("rpg",), 1), ("", ("rpg",), 1),
    ]  # fmt: skip
    assert [item.type for item in seen.squads[0].vehicles] == ["unknown"]
    assert (seen.extras, seen.squads[0].extras, seen.notes) == ((), (), "")
    ruled = roster_seen(replace(army(own), rulings={"medic": "flat"}), {"1", "V1"})
    assert ruled == replace(seen, rulings={"medic": "flat"})
    assert [word in encode(seen) for word in (b"Yusuf", b"lmg", b"medic", b"best")] == [False] * 4


def test_hidden_is_who_was_not_spotted_since() -> None:
    phone = Phone("a")
    lines = [
        phone.say(mark("1", "hidden")),
        phone.say(mark("2", "hidden")),
        phone.say(mark("1", "hidden", on=False)),
    ]
    assert hidden_pieces(after(*lines), "a", BN) == {"2"}
    dead = phone.say(mark("2", "lost"))
    assert hidden_pieces(after(*lines, dead), "a", BN) == set()
    assert seen_by([*lines, dead], "b") == [*lines, dead]


@pytest.mark.parametrize("last", [mark("2", "wounded"), mark("2", "stabilised")])
def test_the_wounded_are_not_hidden_so_both_sides_sign_one_sum(last: Mark) -> None:
    """§12.0: he counts as a loss; after an undo he is hidden again."""
    phone = Phone("a")
    hidden, wounded = phone.say(mark("2", "hidden")), phone.say(mark("2", "wounded"))
    then = phone.say(last)
    lines = [hidden, wounded, then]
    assert seen_by(lines, "b") == lines
    assert hidden_pieces(after(*lines), "a", BN) == set()
    healed = phone.say(mark("2", "wounded", on=False))
    assert hidden_pieces(after(*lines, healed), "a", BN) == {"2"}


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (mark("9", "lost"), "unknown"),
        (mark("V2", "out"), "unknown"),
        (mark("1", "tired"), "unknown"),
        (mark("V1", "suppressed"), "unknown"),
        (Used(extra="X2", times=1), "unknown"),
        (MoraleTested(turn=1, squad="S2", passed=True), "unknown"),
        (Scored(row="beauty/1", times=1), "unknown"),
        (Marker(marker="1", about="treasure"), "unknown"),
        (Marker(marker="1", about="ambush"), "unknown"),  # nobody bought it
        (Marker(marker="S1", about="hidden"), "unknown"),
        (Marker(marker="1", about="hidden", piece="9"), "unknown"),
        (Marker(marker="1", about="hidden", piece="S2"), "unknown"),
        (Attacks(attacker="a"), "no-attack"),  # it has no attacker
        (Called(turn=1, squad="S1"), "unknown"),  # nothing of Breaking News calls for a test so
    ],
)
def test_pieces_outside_the_list_are_refused(event: AnyEvent, reason: str) -> None:
    own = army(
        Squad(
            name="F",
            class_="veteran",
            figures=squad().figures,
            vehicles=(car(),),
            extras=(ExtraEntry(extra="medic"),),
        )
    )
    assert refused(own, event) == reason


def test_without_a_list_any_number_may_be_written_down() -> None:
    assert refused(None, mark("40", "lost")) == ""


def test_after_the_end_one_only_signs_undoes_or_plays_on() -> None:
    over = PhaseIs(phase="ended")
    undone = Undone(phone="aaaa", number=1)
    said = [refused(army(), event, over) for event in (mark("1", "lost"), PhaseIs(phase="playing"), undone)]
    assert said == ["ended", "", ""]


def test_a_hole_in_the_numbers_is_named() -> None:
    phone = Phone("a")
    lines = [phone.say(TurnIs(turn=1)) for _ in range(4)]
    assert missing_number(lines, 0) is None
    assert missing_number([lines[0], lines[2]], 0) == 2
    assert missing_number(lines[1:], 0) == 1
    assert missing_number(lines[:2], 2) is None


def test_reusing_a_marker_number_does_not_hide_a_spotted_figure() -> None:
    """The other side sees the same state as the owner, except for hidden markers."""
    phone = Phone("a")
    covered = Marker(marker="1", about="hidden", piece="2")
    shown = replace(covered, shown=True, shows=("2",))
    lines = [
        phone.say(event)
        for event in (
            mark("2", "hidden"),
            covered,
            shown,
            replace(shown, gone=True),
            Marker(marker="1", about="ied"),
        )
    ]
    seen = seen_by(lines, "b")
    assert seen == [lines[0], lines[2], lines[3]]
    assert fold(seen).marks("a") == fold(lines).marks("a") == {}
    assert fold(seen).markers("a") == []


@pytest.mark.parametrize("again", [Marker(marker="1", about="ied"), Marker(marker="1", about="hidden", gone=True)])
def test_a_seen_marker_disappears_for_the_others_when_its_owner_hides_or_removes_it(
    again: Marker,
) -> None:
    """A phone may remove it before learning that it was revealed: nothing about the hidden marker is shown."""
    phone = Phone("a")
    shown = Marker(marker="1", about="hidden", shown=True, shows=("2",))
    lines = [phone.say(event) for event in (mark("2", "hidden"), shown, again)]
    seen = seen_by(lines, "b")
    assert [line.event for line in seen] == [mark("2", "hidden"), shown, replace(shown, gone=True)]
    assert [line.name for line in seen] == [line.name for line in lines]
    assert (fold(seen).markers("a"), fold(seen).marks("a")) == ([], {})


def test_a_marker_revealed_by_mistake_is_hidden_again() -> None:
    phone = Phone("a")
    covered = Marker(marker="1", about="hidden", note="under the bridge")
    lines = [phone.say(event) for event in (covered, replace(covered, shown=True), Undone(phone="aaaa", number=2))]
    assert seen_by(lines, "b") == []
