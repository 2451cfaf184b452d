"""The forms of the list itself, of squads and extras."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from django import forms
from django.forms import Field
from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.lists.forms.base import BuilderForm, FormContext, values_of
from armybuilder.lists.forms.fields import (
    LONGEST_LIST_NOTES,
    AnyOf,
    LineField,
    Number,
    OneOf,
    count_field,
    entry_choices,
    name_field,
    notes_field,
)
from armybuilder.lists.words import SQUAD_KINDS, points_in_words, price
from armybuilder.widgets import Segment, priced
from rules.core.catalogue.building import Ruling
from rules.core.catalogue.catalogue import Catalogue, Extra, Format
from rules.core.catalogue.entry import offered
from rules.core.document.roster import ExtraEntry, Modifiers, Squad, SquadKind
from rules.core.judging.points import extra_points
from rules.core.text import Language

THE_LIST = "list"  # the list itself among the ids of rows


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
        roles = [(item.id, _role_label(item, context)) for item in offered(context.catalogue.formats, [roster.role])]
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
        refusal = gettext("This edition does not have that answer to “%(question)s”.") % {"question": question}
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


MOTIVATION = (("-1", "−1"), ("0", "0"), ("1", "+1"))
FANATIC = (("0", "0"), ("1", "+1"), ("2", "+2"))


def kinds_of(catalogue: Catalogue, present: SquadKind = "squad") -> list[SquadKind]:
    checks = catalogue.check_by_function
    return [kind for kind in SQUAD_KINDS if kind in ("squad", "section", present) or kind in checks]


class SquadForm(BuilderForm):
    """The fields of a squad in the ruleset."""

    layout = (
        ("name", "class"),
        ("kind", "list_class", "leader_ability"),
        ("motivation", "fanatic"),
        ("traits",),
    )

    def __init__(self, squad: Squad, context: FormContext, data: Any = None) -> None:
        super().__init__(squad.id, values_of(squad) | values_of(squad.modifiers), data)
        catalogue, reads = context.catalogue, context.catalogue.reads
        kinds = [(kind, str(SQUAD_KINDS[kind])) for kind in kinds_of(catalogue, squad.kind)]
        nothing = "" if squad.class_ else gettext("Set per figure")
        self.fields["name"] = name_field()
        self.fields["class"] = OneOf(
            gettext("Class"),
            context.class_choices(nothing, [squad.class_]),
            squad.class_,
            required=bool(squad.class_),
        )
        self.fields["kind"] = OneOf(gettext("Type"), kinds, squad.kind, required=True)
        if "list_class" in reads:
            names = [("", gettext("None specified"))]
            names += [
                (troops.id, context.class_name(troops.id)) for troops in offered(catalogue.classes, [squad.list_class])
            ]
            label = gettext("Class in the army list")
            self.fields["list_class"] = OneOf(label, names, squad.list_class, required=False)
        if "leader_ability" in reads:
            classes = context.class_choices(gettext("Same as the squad"))
            label = gettext("Leader’s ability")
            self.fields["leader_ability"] = OneOf(label, classes, squad.leader_ability, required=False)
        if "modifiers" in reads:
            refusal = gettext("Motivation must be −1, 0 or +1.")
            self.fields["motivation"] = Number(gettext("Motivation"), -1, 1, refusal, widget=Segment(MOTIVATION))
            refusal = gettext("Fanatics must be 0, +1 or +2.")
            self.fields["fanatic"] = Number(gettext("Fanatics"), 0, 2, refusal, widget=Segment(FANATIC))
        if catalogue.squad_traits:
            traits = entry_choices(catalogue.squad_traits.values(), context)
            self.fields["traits"] = AnyOf(gettext("Traits"), traits, squad.traits)

    def cleaned_row(self) -> dict[str, Any]:
        fields = super().cleaned_row()
        if "motivation" in fields:
            posted = {name: fields.pop(name) for name in ("motivation", "fanatic")}
            fields["modifiers"] = Modifiers(**posted)
        return fields


MOST_EXTRAS = 100


class ExtraChoice(Struct, frozen=True):
    """The choice of a bought extra, its level or its passes: each number with its price."""

    field: Literal["level", "passes"]
    options: tuple[tuple[int, str], ...]


def extra_choice(entry: ExtraEntry, context: FormContext) -> ExtraChoice | None:
    extra = context.catalogue.extra_by_id.get(entry.extra)
    if extra and (extra.levels or entry.level):
        levels = sorted({*(extra.levels or ()), entry.level or 1})
        return ExtraChoice("level", tuple((level, _price(extra, level, context)) for level in levels))
    if extra and extra.passes:
        passes = sorted({*range(extra.passes.least, extra.passes.most + 1), entry.passes})
        return ExtraChoice("passes", tuple((number, "") for number in passes))
    return None


def _price(extra: Extra, level: int, context: FormContext) -> str:
    if not context.has_points:
        return ""
    return price(extra_points(ExtraEntry(extra=extra.id, level=level), "list", context.prices))


class ExtraForm(BuilderForm):
    """The choice of an extra, and its number: those that were posted; the other stays."""

    def __init__(self, entry: ExtraEntry, choice: ExtraChoice | None, data: Any = None) -> None:
        super().__init__(entry.id, values_of(entry) | {"level": entry.level or 1}, data)
        fields: dict[str, Field] = {"count": count_field(MOST_EXTRAS, entry.id)}
        if choice:
            fields[choice.field] = _choice_field(choice)
        self.fields = {name: field for name, field in fields.items() if data is None or name in data}


def _choice_field(choice: ExtraChoice) -> Number:
    options = [(str(number), priced(str(number), cost)) for number, cost in choice.options]
    widget = Segment(options, stacked=any(cost for _, cost in choice.options))
    if choice.field == "level":
        return Number(gettext("Level"), 1, 9, gettext("The level must be a number from 1 to 9."), widget=widget)
    return Number(gettext("Passes"), 0, 99, gettext("Passes must be a number from 0 to 99."), widget=widget)


class CountForm(BuilderForm):
    """The count of a row, at most `most`, as the stepper sends it."""

    def __init__(self, row_id: str, most: int, data: Any) -> None:
        super().__init__(row_id, {}, data)
        self.fields["count"] = count_field(most, row_id)
