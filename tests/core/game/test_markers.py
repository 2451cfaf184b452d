"""Which markers a side puts down, numbered as on paper."""

from msgspec.structs import replace

from rules.core.markers import kinds_of, paper_markers
from rules.core.roster import ExtraEntry
from tests.core.documents import LIBRARY
from tests.core.game.at_the_table import BN, army

PLAIN = ["primary-objective", "secondary-objective", "dummy-objective", "hidden"]


def test_what_an_extra_gives_is_put_down_by_who_bought_it_alone() -> None:
    mined = replace(army(), extras=(ExtraEntry(extra="ied", count=2), ExtraEntry(extra="ambush")))
    assert [kind.id for kind in kinds_of(BN, army())] == PLAIN
    assert [kind.id for kind in kinds_of(BN, mined)] == [*PLAIN, "ambush", "ied"]
    assert kinds_of(BN, None) == list(BN.markers)


def test_paper_numbers_them_on_from_the_objectives() -> None:
    mined = replace(army(), extras=(ExtraEntry(extra="ied", count=2), ExtraEntry(extra="ambush")))
    assert [(number, kind.id) for number, kind in paper_markers(BN, mined)] == [
        (6, "ambush"),
        (7, "ied"),
        (8, "ied"),
    ]
    assert list(paper_markers(BN, army())) == []


def test_every_game_has_markers_for_who_is_hidden() -> None:
    assert all(
        "hidden" in {kind.id for kind in catalogue.markers} for catalogue in LIBRARY.catalogues.values()
    )
