"""A list as its readers see it: levels of extras, a new list, lines with links."""

from msgspec.structs import replace

from armybuilder.lists.builder import Sheet, build_sheet
from armybuilder.lists.words import label_of
from rules.core.assess import assess
from rules.core.contents import rulings_about
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.document.rows import find_place
from tests.core.documents import LIBRARY

BN = LIBRARY.catalogues["bn"]
LEADER = Figure(id="r1", leadership=1, weapons=("assault-rifle",))
SECOND = Figure(id="r3", leadership=1, weapons=("assault-rifle",))


def a_list(*squads: Squad, extras: tuple[ExtraEntry, ...] = ()) -> Roster:
    return Roster(format="armylist/1", ruleset="bn", name="Prova", squads=squads, extras=extras)


def sheet_of(roster: Roster) -> Sheet:
    return build_sheet(roster, BN, assess(roster, BN), "it")


def test_an_empty_list_is_a_beginning_and_no_error() -> None:
    report = sheet_of(a_list()).report
    assert (report.state, report.issues, report.tallies, report.worst) == ("empty", (), (), None)
    assert assess(a_list(), BN).legal is False  # for everyone else it is


def test_a_list_with_a_figure_has_its_verdict() -> None:
    squad = Squad(id="s1", name="", class_="veteran", figures=(LEADER,))
    assert sheet_of(a_list(squad)).report.state == "legal"


def test_an_extra_is_called_with_its_level() -> None:
    squad = Squad(id="s1", name="", class_="veteran", extras=(ExtraEntry(id="e1", extra="intelligence", level=2),))
    roster = a_list(squad, extras=(ExtraEntry(id="e2", extra="negotiation", level=3),))
    sheet = sheet_of(roster)
    assert [row.name for row in sheet.squads[0].rows] == ["Intelligence 2"]
    assert sheet.extras
    assert [extra.name for extra in sheet.extras.bought] == ["Negoziazione 3"]
    assert label_of(find_place(roster, "e2", (ExtraEntry,)), BN).it == "negoziazione 3"


def test_the_commander_links_to_a_leader() -> None:
    squads = (
        Squad(id="s1", name="", class_="veteran", figures=(LEADER,)),
        Squad(id="s2", name="", class_="veteran", figures=(SECOND,)),
    )
    issues = sheet_of(a_list(*squads)).report.issues
    assert [issue.anchor for issue in issues if issue.code == "platoon-commander"] == ["r1"]


def test_rulings_on_what_is_not_in_the_list_are_left_out() -> None:
    squad = Squad(id="s1", name="", class_="veteran", figures=(Figure(roles=("medic",)),))
    driven = replace(squad, vehicles=(Vehicle(type="tank"),))
    media = a_list(squad, extras=(ExtraEntry(extra="media-embedded"),))
    always = "bombardment-save"
    assert [ruling.id for ruling in rulings_about(a_list(squad), BN)] == ["medic", always]
    assert [ruling.id for ruling in rulings_about(a_list(driven), BN)] == ["medic", "crew-cost", always]
    assert [ruling.id for ruling in rulings_about(media, BN)] == ["medic", always, "extras-together"]
    assert [ruling.id for ruling in rulings_about(a_list(), BN)] == [always]


def test_a_ruling_on_nothing_in_particular_is_about_every_list() -> None:
    book = replace(BN, rulings=(replace(BN.ruling_by_id["crew-cost"], about=""),))
    assert [ruling.id for ruling in rulings_about(a_list(), book)] == ["crew-cost"]
