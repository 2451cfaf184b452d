"""The choice of what to print and how, as one form. It is read from an address, so that a link is a print-out.

Nobody is told that an address is wrong: an option that it leaves out, or says wrongly, is as it is at first.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from armybuilder.numbers import whole_number
from armybuilder.printing.formats.registry import CHOICES, forms_of
from armybuilder.printing.layout.options import Form, Options, Pack
from armybuilder.widgets import Renderer, Segment
from rules.core.text.text import Language
from rules.number_field import WholeNumberField

FORM, ON = "form", "1"  # in the query
BLANKS_AT_MOST = 18  # blank cards


class Tick(forms.CheckboxInput):
    """A box that "1" ticks, and nothing else."""

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> bool:
        """Return whether it is ticked."""
        return data.get(name) == ON


class OptionField(forms.Field):
    """An option. `read_by`: the forms that read it, none where all do. `of_lists`: only bundles do."""

    def __init__(
        self, *, read_by: tuple[Form | Pack, ...] = (), of_lists: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(required=False, **kwargs)
        self.read_by, self.of_lists = read_by, of_lists

    def clean(self, value: Any) -> Any:
        """Return the value, or that which the option has at first."""
        try:
            return super().clean(value) or self.initial
        except ValidationError:
            return self.initial

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return what the page shows: what is printed, and not what the address says."""
        return self.clean(data)

    def is_for(self, form: Form | Pack) -> bool:
        """Return whether a form, or one of a pack, reads the option."""
        if self.of_lists:
            return False
        return not self.read_by or any(one in self.read_by for one in (form, *forms_of(form)))

    @property
    def choices_with(self) -> list[Form | Pack]:
        """What to choose for the option to matter, none where it always does."""
        return [form for form in CHOICES if self.is_for(form)] if self.read_by else []


class OneOf(OptionField, forms.ChoiceField):
    """One of a few, side by side."""

    widget = Segment


class SomeOf(OptionField, forms.MultipleChoiceField):
    """One or more."""


class Picked(OptionField, forms.CharField):
    """The id of something that the list's rules have, picked from those that the page offers."""


class Switch(OptionField, forms.BooleanField):
    """Off or on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            widget=Tick({"value": ON}), template_name="forms/switch.html", initial=False, **kwargs
        )


class Count(OptionField, WholeNumberField):
    """A small number; what is more than the most is the most."""

    def to_python(self, value: Any) -> int:
        """Return the number, 0 for what is none."""
        return min(whole_number(value or "", digits=3) or 0, self.max_value or 0)


def in_itself(language: Language, name: str) -> str:
    """Return the name of a language in that language, marked as such for who hears it read."""
    return format_html('<bdi lang="{}">{}</bdi>', language, name)


class PrintForm(forms.Form):
    """A form and all options, in the order in which page and address have them."""

    default_renderer = Renderer()
    form: OptionField = OneOf(
        label=_("What"), choices=[(form, kind.name) for form, kind in CHOICES.items()], initial="roster"
    )
    paper = OneOf(label=_("Paper"), choices=[("a4", "A4"), ("letter", "Letter")], initial="a4")
    language = OneOf(
        label=_("Language"),
        choices=[("it", in_itself("it", "Italiano")), ("en", in_itself("en", "English"))],
    )
    ink = Switch(label=_("Save ink"))
    strip = OneOf(
        label=_("Boxes for the game: initiative, turns, defeat points"),
        choices=[("room", _("Where there is room")), ("always", _("Always")), ("no", _("Never"))],
        initial="room",
        read_by=("roster",),
    )
    modifiers = Switch(label=_("With lines for cover and movement"), read_by=("roster",))
    hide_extras = Switch(label=_("Without extras"), read_by=("half",))
    large = Switch(label=_("In large type, on landscape pages"), read_by=("reference",))
    size = OneOf(
        label=_("Size of the cards"),
        choices=[("63x88", _("63 × 88 mm")), ("57x87", _("57 × 87 mm")), ("70x120", _("70 × 120 mm, tarot"))],
        initial="63x88",
        read_by=("cards",),
    )
    each = OneOf(
        label=_("A card for each"),
        choices=[("group", _("Group")), ("figure", _("Figure"))],
        initial="group",
        read_by=("cards",),
    )
    kinds = OneOf(
        label=_("Which cards"),
        choices=[
            ("all", pgettext_lazy("cards", "All")),
            ("troops", _("Troops")),
            ("squads", _("Squads")),
            ("extras", _("Extras")),
        ],
        initial="all",
        read_by=("cards",),
    )
    backs = Switch(label=_("With backs, for both sides of the paper"), read_by=("cards",))
    photo = Switch(label=_("On the backs room for a photo, in place of the drawing"), read_by=("cards",))
    plain = Switch(label=_("Without lines for cover and movement"), read_by=("cards",))
    chances = Switch(label=_("With chances to hit"), read_by=("cards",))
    blanks = Count(
        label=_("Blank cards"), min_value=0, max_value=BLANKS_AT_MOST, initial=0, read_by=("cards",)
    )

    kit = Switch(label=_("With the table kit to cut out"), read_by=("table",))
    enemy = Picked(label=_("The opponent’s list"), max_length=36, initial="", read_by=("kit",))
    duplex = Switch(label=_("Each on a sheet of its own, where both sides are printed"), read_by=("table",))

    against = Picked(
        label=_("Chances to put out of action"), max_length=60, initial="", read_by=("roster", "cards")
    )
    cover = Switch(label=_("With a cover: names, points, legal or not, and the page of each"), of_lists=True)

    def __init__(self, query: Mapping[str, str], page_language: Language) -> None:
        """Take a query string; the language that it does not say is the page's."""
        super().__init__(query, auto_id=False)
        self.fields["language"].initial = page_language

    @property
    def marked(self) -> list[Form | Pack]:
        """Return what is marked to be printed."""
        return [self["form"].value()]

    def options(self) -> Options:
        """Return what is chosen, but for the form."""
        self.full_clean()
        return Options(**{name: self.cleaned_data[name] for name in option_names()})


class BundleForm(PrintForm):
    """The same for several lists, of which several forms can be printed."""

    form = SomeOf(
        label=_("What"), choices=[(form, kind.name) for form, kind in CHOICES.items()], initial=["roster"]
    )

    @property
    def marked(self) -> list[Form | Pack]:
        """Return what is marked to be printed, in the order of the page."""
        marked = self["form"].value()
        return [form for form in CHOICES if form in marked]


def option_names(form: Form | Pack | None = None) -> list[str]:
    """Return the names of the options that a form reads, or of all; `form` itself is none of them."""
    fields = PrintForm.base_fields.items()
    return [
        name
        for name, field in fields
        if name != FORM and isinstance(field, OptionField) and (form is None or field.is_for(form))
    ]


def read_options(query: Mapping[str, str], page_language: Language) -> Options:
    """Return the options of a query string."""
    return PrintForm(query, page_language).options()


def says_something(query: Mapping[str, str]) -> bool:
    """Return whether a query string chooses anything: then what it leaves out is switched off."""
    return any(name in query for name in PrintForm.base_fields)
