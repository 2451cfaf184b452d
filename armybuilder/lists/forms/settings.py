"""The forms of the list itself."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from armybuilder.lists.forms.base import BuilderForm, FormContext
from armybuilder.lists.forms.fields import LONGEST_LIST_NOTES, LineField, Number, OneOf, notes_field
from armybuilder.lists.words import points_in_words
from armybuilder.widgets import Segment
from rules.core.catalogue.building import Ruling
from rules.core.catalogue.catalogue import Format
from rules.core.text import Language

THE_LIST = "list"  # the name of the list itself where rows go by their ids


class NameForm(forms.Form):
    """A name for the list, alone."""

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["name"] = _name_field()


class SettingsForm(BuilderForm):
    """The list's name, game, role and notes."""

    layout = (("name", "role"), ("limit", "pair_name"), ("notes",))

    def __init__(self, context: FormContext, data: Any = None) -> None:
        roster = context.roster
        shows = {name: getattr(roster, name) for name in ("name", "role", "limit", "pair_name", "notes")}
        super().__init__(THE_LIST, shows, data)
        roles = [(item.id, _role_label(item, context)) for item in context.catalogue.formats]
        self.fields["name"] = _name_field()
        self.fields["role"] = OneOf(gettext("Role"), roles, roster.role, required=True)
        if context.has_points:
            self.fields["limit"] = Number(
                gettext("Points limit"),
                1,
                10_000,
                gettext("The limit must be a number from 1 to 10,000."),
                required=False,
                help_text=gettext("Open lists only."),
            )
        pair = gettext("An attacker list and a defender list with the same name make a pair.")
        self.fields["pair_name"] = LineField(gettext("Pair name (links the two lists)"), help_text=pair)
        self.fields["notes"] = notes_field(LONGEST_LIST_NOTES)


def _name_field() -> LineField:
    return LineField(gettext("Name"), missing=gettext("Give the list a name."))


def _role_label(item: Format, context: FormContext) -> str:
    """Return a role with its limit: Attacker, 150 points."""
    name = item.name.to(context.language)
    if item.limit is None or not context.has_points:
        return name
    return f"{name}, {points_in_words(item.limit)}"


class RulingField(OneOf):
    """The answer to an open question of the text."""

    def __init__(self, ruling: Ruling, language: Language) -> None:
        self.ruling = ruling
        options = [(option.id, option.name.to(language)) for option in ruling.options]
        question = ruling.name.to(language)
        refusal = gettext("This edition does not have that answer to “%(question)s”.") % {
            "question": question
        }
        super().__init__(question, options, ruling.default, required=True, refusal=refusal, widget=Segment())
        self.error_messages["required"] = refusal


class RulingsForm(BuilderForm):
    """The list's answers to the open questions of the text: all of them, or those that were posted."""

    def __init__(
        self, rulings: Iterable[Ruling], answers: Mapping[str, str], language: Language, data: Any = None
    ) -> None:
        rulings = [ruling for ruling in rulings if data is None or ruling.id in data]
        defaults = {ruling.id: ruling.default for ruling in rulings}
        super().__init__(THE_LIST, defaults | dict(answers), data)
        for ruling in rulings:
            self.fields[ruling.id] = RulingField(ruling, language)
