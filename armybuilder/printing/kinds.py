"""The forms that a list can be printed in, each made by a module or package of its own."""

from collections.abc import Callable

from armybuilder.printing.cards import cards_page
from armybuilder.printing.deployment import deployment_page
from armybuilder.printing.options import Form, Options
from armybuilder.printing.printout import Printout
from armybuilder.printing.reference import reference_page
from armybuilder.printing.roster import roster_page
from rules.core.catalogue import Catalogue
from rules.core.report import Report
from rules.core.roster import Roster

FORMS: dict[Form, Callable[[Roster, Catalogue, Report, Options], Printout]] = {
    "roster": roster_page,
    "cards": cards_page,
    "reference": reference_page,
    "deployment": deployment_page,
}
