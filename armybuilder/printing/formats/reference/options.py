"""The options of a quick reference."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.option_fields import Switch
from armybuilder.printing.layout.options import Options


@dataclass(frozen=True, slots=True)
class ReferenceOptions(Options):
    """`large`: it is set in large type."""

    large: bool = False


FIELDS = {"large": Switch(label=_("Large type, on landscape pages"))}
