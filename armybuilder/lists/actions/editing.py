"""One edit of a list, while it is made."""

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.places import EditRefusedError
from rules.core.document.roster import Roster
from rules.core.text.text import NOTHING, Text

if TYPE_CHECKING:
    from armybuilder.lists.forms import BuilderForm
    from armybuilder.lists.models import ArmyList


@dataclass(slots=True)
class Edit:
    """One edit of a list, open in `with ArmyList.objects.editing(…) as edit`: the list, and what is made of it.

    `is_repeat`: the form was sent before, and what is made of the list now is not stored. `refused`: the edit could
    not be made, for views to say why. `form` is what was typed, where that can be taken: it is shown again then.
    """

    army_list: "ArmyList"
    before: Roster
    after: Roster | None = None
    action: str = ""
    subject: Text = NOTHING
    place: Text = NOTHING
    version_id: UUID | None = None
    is_repeat: bool = False
    refused: EditRefusedError | None = None
    form: "BuilderForm | None" = None

    @property
    def catalogue(self) -> Catalogue:
        """Return the rules that the list was made with."""
        return self.army_list.catalogue

    def make(
        self,
        after: Roster,
        action: str,
        subject: Text = NOTHING,
        place: Text = NOTHING,
        version_id: UUID | None = None,
    ) -> None:
        """Make `after` of the list, under the rules of a version (None: those that it has).

        `action`, `subject` and `place` say what was done. An edit that names a version is always a step of undo of its
        own.
        """
        self.after, self.version_id = after, version_id
        self.action, self.subject, self.place = action, subject, place
