"""Widgets of the site's forms, which use them with `default_renderer = Renderer()`: `templates/forms/`."""

from collections.abc import Collection, Iterable
from typing import Any

from django import forms
from django.forms.renderers import TemplatesSetting
from django.forms.widgets import ChoiceWidget
from django.utils.html import format_html
from django_stubs_ext import StrOrPromise


class LabelledField(forms.BoundField):
    """A field on the page. An error replaces its help."""

    @property
    def aria_describedby(self) -> str | None:
        """Return the id of the sentence that describes the field, None if there is none."""
        own_id = self.field.widget.attrs.get("id") or self.auto_id
        if self.errors:
            return f"{own_id}-error"
        return f"{own_id}-help" if self.help_text else None


class Renderer(TemplatesSetting):
    """Renders a field as `forms/field.html`, and widgets by the templates of the site."""

    field_template_name = "forms/field.html"
    bound_field_class = LabelledField


class Input(forms.TextInput):
    """A line of text."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__({"class": "input", "autocomplete": "off"} | attrs)


class NumberInput(Input):
    """A whole number, typed: phones show their digits."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(inputmode="numeric", **attrs)


class Stepper(NumberInput):
    """A whole number with a button for one fewer and one more."""

    template_name = "forms/stepper.html"

    def __init__(self) -> None:
        super().__init__(**{"class": False})


class Notes(forms.Textarea):
    """Free text, as wide as its column."""

    def __init__(self) -> None:
        super().__init__({"class": "input", "rows": 2, "cols": False})


class WithOptions(ChoiceWidget):
    """A widget whose template shows its options in a list; `widget.own` is the widget itself."""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["widget"] |= {"options": options_of(context["widget"]["optgroups"]), "own": self}
        return context


class Select(WithOptions, forms.Select):
    """A choice of one."""

    template_name = "forms/select.html"

    def __init__(self) -> None:
        super().__init__({"class": "select"})


class Segment(WithOptions, forms.RadioSelect):
    """A choice of a few, side by side. `stacked`: each has its price below."""

    template_name = "forms/segment.html"

    def __init__(self, choices: Any = (), *, stacked: bool = False) -> None:
        super().__init__(choices=choices)
        self.stacked = stacked


class Options(WithOptions, forms.RadioSelect):
    """A choice of a few, below each other, each with a hint (`described`). Those `off` cannot be chosen."""

    template_name = "forms/options.html"
    off: Collection[str] = ()

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        for option in context["widget"]["options"]:
            if option["value"] in self.off:
                option["attrs"]["disabled"] = True
        return context


class Chips(WithOptions, forms.CheckboxSelectMultiple):
    """Several choices. `also`: a switch of the same form after them."""

    template_name = "forms/chips.html"
    also: forms.BoundField | None = None


class Switch(forms.BooleanField):
    """A chip that is on or off."""

    def __init__(self, **kwargs: Any) -> None:
        mark = forms.CheckboxInput({"value": "1"})
        super().__init__(required=False, widget=mark, template_name="forms/switch.html", **kwargs)


def options_of(groups: Iterable[tuple[Any, list[dict[str, Any]], int]]) -> list[dict[str, Any]]:
    """Return the options, for `forms/_picks.html`."""
    found = [option for _, options, _ in groups for option in options]
    for option in found:
        option["is_wrong"] = "aria-invalid" in option["attrs"]
    return found


def described(label: StrOrPromise, hint: StrOrPromise) -> str:
    return format_html("<b>{}</b><small>{}</small>", label, hint)


def with_present(choices: Iterable[tuple[str, str]], present: Iterable[str]) -> list[tuple[str, str]]:
    """Return choices, followed by present ones that the ruleset does not have, which stay selectable."""
    known = dict(choices)
    return [*known.items(), *((item, item) for item in dict.fromkeys(present) if item not in known)]


def priced(label: str, price: str) -> str:
    return format_html('{} <b class="num">{}</b>', label, price) if price else label
