"""The options of a roster."""

from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.option_fields import AGAINST, OneOf, Switch
from armybuilder.printing.layout.options import Options

Strip = Literal["room", "always", "no"]  # the game strip: where its page has room for it


@dataclass(frozen=True, slots=True)
class RosterOptions(Options):
    """`modifiers`: with lines for a target in cover and for a figure that has moved.

    `against`: with the chance of each weapon to put this class or vehicle out of action.
    """

    strip: Strip = "room"
    modifiers: bool = False
    against: str = ""


FIELDS = {
    "strip": OneOf(
        label=_("Boxes for the game: initiative, turns, defeat points"),
        choices=[("room", _("If there is room")), ("always", _("Always")), ("no", _("Never"))],
        initial="room",
    ),
    "modifiers": Switch(label=_("With rows for cover and movement")),
    "against": AGAINST,
}
