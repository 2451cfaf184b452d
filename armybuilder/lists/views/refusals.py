"""The sentences for edits that the core of the rules refuses."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.core.document import edits
from rules.core.document.rows import EditRefusedError, RowGoneError

FULL = {
    "squads": _("A list holds %(most)s squads at most."),
    "figures": _("A squad holds %(most)s rows of figures at most."),
    "vehicles": _("A squad holds %(most)s rows of vehicles at most."),
    "extras": _("A list holds %(most)s extras at most."),
    "squad-extras": _("A squad holds %(most)s extras at most."),
    "weapons": _("A row holds %(most)s weapons at most."),
}


def sentence_of(refused: EditRefusedError) -> str:
    """Return why the core refused an edit. One without a sentence is a mistake of ours: it is raised again."""
    match refused:
        case edits.ListFullError():
            return str(FULL[refused.what]) % {"most": refused.most}
        case RowGoneError():
            return gettext("That row is gone: another tab removed it.")
        case _:
            raise refused
