"""The markers that a side places, and the figures that its extras bring."""

from msgspec.structs import replace

from rules.core.document.roster import ExtraEntry
from rules.core.game.events import HIDDEN, Marker, Undone
from rules.core.game.fold import fold, hidden_pieces
from rules.core.game.sight import lines_seen_by
from rules.core.procedures import bystanders, kinds_of
from tests.core.documents import LIBRARY
from tests.core.game.at_the_table import BN, Phone, army, mark

PLAIN = ["primary-objective", "secondary-objective", "dummy-objective", "hidden"]
OPEN = ["smoke"]


def test_only_the_buyer_of_an_extra_places_its_markers() -> None:
    mined = replace(army(), extras=(ExtraEntry(extra="ied", count=2), ExtraEntry(extra="ambush")))
    assert [kind.id for kind in kinds_of(BN, army())] == [*PLAIN, *OPEN]
    assert [kind.id for kind in kinds_of(BN, mined)] == [*PLAIN, "ambush", "ied", *OPEN]
    assert [kind.id for kind in kinds_of(BN, None)] == [*PLAIN, "ambush", "ied", "ied-remote", *OPEN]


def test_civilians_and_journalists_are_figures_of_no_side() -> None:
    bought = (ExtraEntry(extra="civilians", count=2), ExtraEntry(extra="media-independent"))
    crowded = replace(army(), extras=bought)
    assert [kind.id for kind in kinds_of(BN, crowded)] == [*PLAIN, *OPEN]
    assert [(number, kind.id) for number, kind in bystanders(BN, crowded)] == [
        (1, "civilian"),
        (2, "civilian"),
        (1, "journalist"),
    ]
    assert list(bystanders(BN, army())) == []


def test_every_game_has_markers_for_who_is_hidden() -> None:
    assert all("hidden" in {kind.id for kind in catalogue.markers} for catalogue in LIBRARY.catalogues.values())


def test_a_marker_that_is_shown_shows_whom_it_stands_for_and_who_hides_again_is_hidden() -> None:
    phone = Phone("a")
    lines = [phone.say(mark(man, HIDDEN)) for man in "234"]
    shown = Marker(marker="6", about="ambush", piece="S1", shown=True, shows=("2", "3"))

    def hidden() -> set[str]:
        return hidden_pieces(fold(lines), "a", BN)

    lines.append(phone.say(replace(shown, shown=False)))
    assert hidden() == {"2", "3", "4"}
    lines.append(phone.say(shown))
    assert hidden() == {"4"}
    assert [line.name for line in lines_seen_by(lines, fold(lines), "b", BN)] == [
        (phone.name, number) for number in (1, 2, 3, 5)
    ]
    lines.append(phone.say(mark("2", HIDDEN)))
    assert hidden() == {"2", "4"}
    lines.append(phone.say(replace(shown, gone=True)))
    assert hidden() == {"2", "4"}
    lines.append(phone.say(Undone(phone=phone.name, number=5)))
    assert hidden() == {"2", "3", "4"}
