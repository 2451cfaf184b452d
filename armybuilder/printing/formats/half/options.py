"""The options of a half-page roster."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.option_fields import Switch
from armybuilder.printing.layout.options import Options


@dataclass(frozen=True, slots=True)
class HalfOptions(Options):
    """`hide_extras`: the sheet does not tell them."""

    hide_extras: bool = False


FIELDS = {"hide_extras": Switch(label=_("Without extras"))}
