"""A list as CSV."""

from msgspec.structs import replace

from armybuilder.lists.exchange.table import write_csv
from rules.core.document.roster import Figure, Squad
from rules.core.judging.assess import assess
from tests.core.documents import LIBRARY
from tests.lists.exchange.texts import a_roster

ENGLISH = """\
\ufeffSquad,Kind,Name,Number,Class,Weapons,Roles and kit,Leadership,Points,Notes\r
Alpha,figure,Sgt. *Rossi*,1,Elite,Assault rifle,,1,20,\r
Alpha,figure,Rifleman,6,Elite,Assault rifle,,,90,\r
Alpha,figure,LMG gunner,2,Elite,LMG,,,40,\r
Alpha,vehicle,Lince,1,Protected vehicle,HMG,,,25,\r
Alpha,extra,Motivation,1,,,,,15,\r
,extra,Intelligence 2,1,,,,,20,\r
"""


def test_a_line_a_row() -> None:
    roster = a_roster()
    catalogue = LIBRARY.catalogues["bn"]
    assert write_csv(roster, catalogue, assess(roster, catalogue), "en") == ENGLISH


def test_a_name_is_no_formula() -> None:
    squad = Squad(name="=1+1", class_="elite", figures=(Figure(name="@SUM(A1)", notes="-1"),))
    roster = replace(a_roster(), squads=(squad,), extras=())
    catalogue = LIBRARY.catalogues["bn"]
    line = write_csv(roster, catalogue, assess(roster, catalogue), "en").splitlines()[1]
    assert line == "'=1+1,figure,'@SUM(A1),1,Elite,,,,15,'-1"
