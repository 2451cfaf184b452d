"""The widgets of the site's forms, with input and errors."""

import re
from typing import Any

from django import forms
from django.http import QueryDict

from armybuilder import widgets
from tests.packing import packed

PLAIN = (("red", "Red"), ("blue", "<Blue>"))
COLOURS = (("red", "Red"), ("blue", widgets.priced("<Blue>", "+5")))


class Form(forms.Form):
    default_renderer = widgets.Renderer()
    use_required_attribute = False

    name = forms.CharField(
        label="Name",
        help_text="As on the roster.",
        max_length=None,
        widget=widgets.Input(placeholder="unnamed"),
        error_messages={"required": "Give a name."},
    )
    number = forms.IntegerField(label="Number", required=False, widget=widgets.NumberInput())
    notes = forms.CharField(label="Notes", required=False, widget=widgets.Notes())
    one = forms.ChoiceField(label="One", choices=PLAIN, required=False, widget=widgets.Select())
    few = forms.ChoiceField(
        label="Few",
        choices=COLOURS,
        widget=widgets.Segment(),
        error_messages={"invalid_choice": "No such colour."},
    )
    some = forms.MultipleChoiceField(label="Some", choices=COLOURS, required=False, widget=widgets.Chips())
    on = widgets.Switch(label="On")


def shown(form: Form, name: str) -> str:
    """Return a field as on the page, without the white space between tags."""
    return re.sub(r">\s+<", "><", packed(form[name].as_field_group().strip()))


def posted(**fields: Any) -> Form:
    data = QueryDict(mutable=True)
    for name, value in fields.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return Form(data, auto_id="r1-%s")


FRESH = Form(auto_id="r1-%s", initial={"name": 'Red "One"', "number": 3, "one": "blue", "some": ["red"]})


def test_a_line_has_its_label_and_what_helps() -> None:
    assert shown(FRESH, "name") == (
        '<div class="field"><label for="r1-name">Name</label>'
        '<input type="text" name="name" value="Red &quot;One&quot;" class="input" autocomplete="off"'
        ' placeholder="unnamed" aria-describedby="r1-name-help" id="r1-name">'
        '<p class="help" id="r1-name-help">As on the roster.</p></div>'
    )


def test_errors_replace_the_help_and_the_text_stays() -> None:
    assert shown(posted(name=" "), "name") == (
        '<div class="field"><label for="r1-name">Name</label>'
        '<input type="text" name="name" value=" " class="input" autocomplete="off"'
        ' placeholder="unnamed" aria-invalid="true" aria-describedby="r1-name-error" id="r1-name">'
        '<p class="field-error" id="r1-name-error">'
        '<svg class="i" aria-hidden="true"><use href="/static/icons.svg#i-octagon-alert"/></svg>Give a name.</p></div>'
    )


def test_a_number_asks_a_phone_for_digits() -> None:
    assert shown(FRESH, "number") == (
        '<div class="field"><label for="r1-number">Number</label>'
        '<input type="text" name="number" value="3" class="input" autocomplete="off"'
        ' inputmode="numeric" id="r1-number"></div>'
    )


def test_notes_are_as_wide_as_their_column() -> None:
    assert shown(posted(notes="<tired>"), "notes") == (
        '<div class="field"><label for="r1-notes">Notes</label>'
        '<textarea name="notes" rows="2" class="input" id="r1-notes">\n&lt;tired&gt;</textarea></div>'
    )


def test_one_of_many_is_a_menu() -> None:
    assert shown(FRESH, "one") == (
        '<div class="field"><label for="r1-one">One</label><select name="one" class="select" id="r1-one">'
        '<option value="red">Red</option>'
        '<option value="blue" selected>&lt;Blue&gt;</option></select></div>'
    )


def test_one_of_a_few_stands_side_by_side() -> None:
    assert shown(posted(few="red"), "few") == (
        '<fieldset><legend class="legend">Few</legend><div class="segment">'
        '<label class="pick"><input type="radio" autocomplete="off" name="few" value="red" checked>'
        "<span>Red</span></label>"
        '<label class="pick"><input type="radio" autocomplete="off" name="few" value="blue">'
        '<span>&lt;Blue&gt; <b class="num">+5</b></span></label></div></fieldset>'
    )


def test_errors_of_choices_are_below_them() -> None:
    field = shown(posted(few="green"), "few")
    assert field.startswith('<fieldset aria-describedby="r1-few-error"><legend class="legend">Few</legend>')
    assert re.findall(r'<p class="field-error" id="([^"]+)">.*?</svg>([^<]+)</p></fieldset>$', field) == [
        ("r1-few-error", "No such colour.")
    ]


def test_a_switch_may_stand_after_the_chips() -> None:
    form = Form(auto_id="r1-%s", initial={"some": ["red"], "on": True})
    chips = form.fields["some"].widget
    assert isinstance(chips, widgets.Chips)
    chips.also = form["on"]
    assert shown(form, "some") == (
        '<fieldset><legend class="legend">Some</legend><div class="chips">'
        '<label class="pick"><input type="checkbox" autocomplete="off" name="some" value="red" checked>'
        "<span>Red</span></label>"
        '<label class="pick"><input type="checkbox" autocomplete="off" name="some" value="blue">'
        '<span>&lt;Blue&gt; <b class="num">+5</b></span></label>'
        '<label class="pick"><input type="checkbox" name="on" value="1" id="r1-on" checked><span>On</span></label>'
        "</div></fieldset>"
    )
