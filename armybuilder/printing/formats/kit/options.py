"""The options of cut-out sheets."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.option_fields import Picked
from armybuilder.printing.layout.options import Options
from rules.core.document.roster import Roster


@dataclass(frozen=True, slots=True)
class KitOptions(Options):
    """`enemy`: the id of the list whose tokens it includes, as an address says it.

    `opponent`: that list, if whoever prints may read it.
    """

    enemy: str = ""
    opponent: Roster | None = None


FIELDS = {"enemy": Picked(label=_("The opponent’s list"), max_length=36, initial="")}
