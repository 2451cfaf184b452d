"""The options as the print page offers them: one control for each field of `Options`, those of single forms too."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from armybuilder.printing.options import BLANKS_AT_MOST, Form, Options

Words = str | Promise
ON = "1"
FORM_NAMES: dict[Form, Words] = {
    "roster": _("Roster"),
    "cards": _("Cards"),
    "reference": _("Quick reference"),
    "deployment": _("Deployment record"),
}
FORM_LINES: dict[Form, Words] = {
    "roster": _("Squads, figures and vehicles with what they roll, boxes to tick, extras and rulings."),
    "cards": _("A card a figure or group, nine to a page, to cut out."),
    "reference": _("Only the tables that this list uses."),
    "deployment": _("Where each squad stands, for the referee."),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A control with the value that it shows."""

    control: "Control"
    value: str


@dataclass(frozen=True, slots=True)
class Control:
    """An option: its query name, which is its field's, and the values to choose from.

    Without any it is a number up to `most`, or a switch. `forms`: those that read it, none where all do. A language is
    named in itself: `languages`.
    """

    name: str
    label: Words
    values: tuple[tuple[str, Words], ...] = ()
    forms: tuple[Form, ...] = ()
    languages: bool = False
    most: int = 0

    def value_of(self, options: Options) -> str:
        """Return what stands in a query string for the option's value."""
        value = getattr(options, self.name)
        return (ON if value else "") if isinstance(value, bool) else str(value or "")

    def is_for(self, form: Form) -> bool:
        """Return whether a form reads the option."""
        return not self.forms or form in self.forms

    def shown(self, options: Options) -> Shown:
        """Return the control as it stands for these options."""
        return Shown(self, self.value_of(options))


CONTROLS: tuple[Control, ...] = (
    Control("paper", _("Paper"), (("a4", "A4"), ("letter", "Letter"))),
    Control("language", _("Language"), (("it", "Italiano"), ("en", "English")), languages=True),
    Control("ink", _("Save ink")),
    Control("each", _("A card for each"), (("group", _("Group")), ("figure", _("Figure"))), forms=("cards",)),
    Control(
        "kinds",
        _("Which cards"),
        (
            ("all", pgettext_lazy("cards", "All")),
            ("troops", _("Troops")),
            ("squads", _("Squads")),
            ("extras", _("Extras")),
        ),
        forms=("cards",),
    ),
    Control("backs", _("With backs, for both sides of the paper"), forms=("cards",)),
    Control("blanks", _("Blank cards"), forms=("cards",), most=BLANKS_AT_MOST),
)
