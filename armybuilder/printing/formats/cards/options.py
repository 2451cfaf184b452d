"""The options of cards."""

from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from armybuilder.printing.formats.option_fields import AGAINST, Count, OneOf, Switch
from armybuilder.printing.layout.options import Options

CardSize = Literal["63x88", "57x87", "70x120"]  # mm
CardFor = Literal["group", "figure"]  # a card for each row of the list, or for each man and vehicle
CardKinds = Literal["all", "troops", "squads", "extras"]
BLANKS_AT_MOST = 18  # blank cards


@dataclass(frozen=True, slots=True)
class CardsOptions(Options):
    """`photo`: backs have room for one in place of a drawing. `plain`: without lines for cover and movement.

    `chances` to hit stand on them, or those to put a class or vehicle out of action that is named in `against`.
    """

    size: CardSize = "63x88"
    each: CardFor = "group"
    kinds: CardKinds = "all"
    backs: bool = False
    photo: bool = False
    plain: bool = False
    chances: bool = False
    blanks: int = 0
    against: str = ""


FIELDS = {
    "size": OneOf(
        label=_("Card size"),
        choices=[("63x88", _("63 × 88 mm")), ("57x87", _("57 × 87 mm")), ("70x120", _("70 × 120 mm, tarot"))],
        initial="63x88",
    ),
    "each": OneOf(
        label=_("One card per"),
        choices=[("group", _("Group")), ("figure", _("Figure"))],
        initial="group",
    ),
    "kinds": OneOf(
        label=_("Which cards"),
        choices=[
            ("all", pgettext_lazy("cards", "All")),
            ("troops", _("Troops")),
            ("squads", _("Squads")),
            ("extras", _("Extras")),
        ],
        initial="all",
    ),
    "backs": Switch(label=_("With backs, for double-sided printing")),
    "photo": Switch(label=_("On the backs, space for a photo instead of the drawing")),
    "plain": Switch(label=_("Without rows for cover and movement")),
    "chances": Switch(label=_("With chances to hit")),
    "blanks": Count(label=_("Blank cards"), min_value=0, max_value=BLANKS_AT_MOST, initial=0),
    "against": AGAINST,
}
