"""The forms that a list can be printed in: how each is called, and the module or package that makes it; packs."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.cards import cards_page
from armybuilder.printing.formats.deployment import deployment_page
from armybuilder.printing.formats.half import half_page
from armybuilder.printing.formats.kit import kit_page
from armybuilder.printing.formats.odds import odds_page
from armybuilder.printing.formats.reference import reference_page
from armybuilder.printing.formats.roster import roster_page
from armybuilder.printing.formats.scenario import scenario_page
from armybuilder.printing.formats.stands import stands_page
from armybuilder.printing.layout.options import Form, Options, Pack
from armybuilder.printing.layout.printout import Printout
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report


@dataclass(frozen=True, slots=True)
class Kind:
    """A form: its name, a line about it, and the function that prints a list so."""

    name: str | Promise
    line: str | Promise
    page: Callable[[Roster, Catalogue, Report, Options], Printout]


FORMS: dict[Form, Kind] = {
    "roster": Kind(
        _("Roster"),
        _("Squads, figures and vehicles with what they roll, boxes to tick, extras and rulings."),
        roster_page,
    ),
    "half": Kind(
        _("Half-page roster"), _("For the opponent, two on a sheet: who is there, with what."), half_page
    ),
    "cards": Kind(_("Cards"), _("A card a figure or group, to cut out, in three sizes."), cards_page),
    "reference": Kind(_("Quick reference"), _("Only the tables that this list uses."), reference_page),
    "deployment": Kind(
        _("Deployment record"), _("Where each squad stands, for the referee."), deployment_page
    ),
    "scenario": Kind(
        _("Scenario sheet"),
        _("The table with the zones of deployment, objectives, the secret die."),
        scenario_page,
    ),
    "stands": Kind(
        _("Stands"),
        _("A paper figure for each man and vehicle, to fold up: 30 mm wide, 42 mm high."),
        stands_page,
    ),
    "kit": Kind(
        _("Table kit"),
        _(
            "To cut out: tokens, as many as this list needs, its blast templates and range sticks in true size."
        ),
        kit_page,
    ),
    "odds": Kind(_("Odds"), _("What each weapon hits in these hands, on one page."), odds_page),
}


@dataclass(frozen=True, slots=True)
class Several:
    """Several forms in one PDF, in their order: its name, and a line about it."""

    name: str | Promise
    line: str | Promise
    forms: tuple[Form, ...]


PACKS: dict[Pack, Several] = {
    "table": Several(
        _("Everything for the table"),
        _("Roster, cards and quick reference in one PDF."),
        ("roster", "cards", "reference"),
    )
}
# What can be chosen, in the order of the page.
CHOICES: dict[Form | Pack, Kind | Several] = dict(chain(FORMS.items(), PACKS.items()))


def forms_of(chosen: Form | Pack) -> tuple[Form, ...]:
    """Return the forms that are printed where `chosen` is."""
    return PACKS[chosen].forms if chosen == "table" else (chosen,)
