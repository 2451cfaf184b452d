"""The sentences for edits that the core of the rules refuses."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.core.document import edits
from rules.core.document.rows import EditRefusedError, RowGoneError

FULL = {
    "squads": _("A list can have at most %(most)s squads."),
    "figures": _("A squad can have at most %(most)s rows of figures."),
    "vehicles": _("A squad can have at most %(most)s rows of vehicles."),
    "extras": _("A list can have at most %(most)s extras."),
    "squad-extras": _("A squad can have at most %(most)s extras."),
    "weapons": _("A row can have at most %(most)s weapons."),
}


def sentence_of(refused: EditRefusedError) -> str:
    """Return why the core refused an edit. One without a sentence is a mistake of ours: it is raised again."""
    match refused:
        case edits.ListFullError():
            return str(FULL[refused.what]) % {"most": refused.most}
        case RowGoneError():
            return gettext("That row no longer exists: it was removed in another tab.")
        case _:
            raise refused
