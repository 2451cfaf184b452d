"""The games in pure Python: documents, catalogues, points, checks. It does not use Django (import-linter checks it).

The public functions: `read_library(data)` reads the shipped catalogues, `read(data, library)` makes a `Roster` from
the bytes of an `armylist/1` document, and `assess(roster, catalogue)` makes its `Report` with points and problems.
"""

from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library, read_library
from rules.core.document.problem import UnreadableListError
from rules.core.document.reader import read
from rules.core.document.roster import Roster
from rules.core.judging.report import Report
