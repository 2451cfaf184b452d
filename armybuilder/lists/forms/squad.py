"""The forms of a squad."""

from typing import Any, cast

from django.utils.translation import gettext

from armybuilder.lists.forms.base import BuilderForm, values_of
from armybuilder.lists.forms.context import FormContext
from armybuilder.lists.forms.fields import AnyOf, Number, OneOf, entry_choices, name_field
from armybuilder.lists.words import squad_kind
from armybuilder.widgets import Segment
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Modifiers, Squad, SquadKind

KINDS: tuple[SquadKind, ...] = ("squad", "section", "sniper-team", "observer-section")
MOTIVATION = (("-1", "−1"), ("0", "0"), ("1", "+1"))
FANATIC = (("0", "0"), ("1", "+1"), ("2", "+2"))


def kinds_of(catalogue: Catalogue, present: SquadKind = "squad") -> list[SquadKind]:
    """Return the kinds of squad that the ruleset tells apart, and the one that is there."""
    checks = catalogue.check_by_function
    return [kind for kind in KINDS if kind in ("squad", "section", present) or kind in checks]


class SquadForm(BuilderForm):
    """The fields of a squad that the ruleset reads."""

    layout = (
        ("name", "class"),
        ("kind", "list_class", "leader_ability"),
        ("motivation", "fanatic"),
        ("traits",),
    )

    def __init__(self, squad: Squad, context: FormContext, data: Any = None) -> None:
        super().__init__(squad.id, values_of(squad) | values_of(squad.modifiers), data)
        catalogue, reads = context.catalogue, context.catalogue.reads
        kinds = [(kind, squad_kind(kind)) for kind in kinds_of(catalogue, squad.kind)]
        nothing = "" if squad.class_ else gettext("Set per figure")
        self.fields["name"] = name_field()
        self.fields["class"] = OneOf(
            gettext("Class"), context.class_choices(nothing), squad.class_, required=bool(squad.class_)
        )
        self.fields["kind"] = OneOf(gettext("Type"), kinds, squad.kind, required=True)
        if "list_class" in reads:
            names = [("", gettext("None specified"))]
            names += [(troops.id, context.class_name(troops.id)) for troops in catalogue.classes]
            label = gettext("Class in the army list")
            self.fields["list_class"] = OneOf(label, names, squad.list_class, required=False)
        if "leader_ability" in reads:
            classes = context.class_choices(gettext("Same as the squad"))
            label = gettext("Leader’s ability")
            self.fields["leader_ability"] = OneOf(label, classes, squad.leader_ability, required=False)
        if "modifiers" in reads:
            refusal = gettext("Motivation must be −1, 0 or +1.")
            self.fields["motivation"] = Number(
                gettext("Motivation"), -1, 1, refusal, widget=Segment(MOTIVATION)
            )
            refusal = gettext("Fanatics must be 0, +1 or +2.")
            self.fields["fanatic"] = Number(gettext("Fanatics"), 0, 2, refusal, widget=Segment(FANATIC))
        if catalogue.squad_traits:
            traits = entry_choices(catalogue.squad_traits.values(), context)
            self.fields["traits"] = AnyOf(gettext("Traits"), traits, squad.traits)

    def cleaned_row(self) -> dict[str, Any]:
        """Return what was posted, by the names that `edits.edit_squad` knows fields by."""
        fields = self.posted("name", "kind", "traits", "list_class", "leader_ability")
        fields["class_"] = self.cleaned_data["class"]
        if "motivation" in self.fields:
            fields["modifiers"] = Modifiers(**self.posted("motivation", "fanatic"))
        return fields


class NewSquadForm(BuilderForm):
    """A new squad: its kind, and its class where it is not that of the last squad."""

    def __init__(self, context: FormContext, data: Any = None) -> None:
        super().__init__("", {}, data)
        squads, catalogue = context.roster.squads, context.catalogue
        self.last_class = squads[-1].class_ if squads else catalogue.classes[0].id
        no_class = gettext("This edition does not have that class.")
        self.fields["class"] = OneOf(
            gettext("Class"), context.class_choices(), "", required=False, refusal=no_class
        )
        kinds = [(kind, squad_kind(kind)) for kind in kinds_of(catalogue)]
        no_kind = gettext("This edition does not have that type of squad.")
        self.fields["kind"] = OneOf(gettext("Type"), kinds, "", required=False, refusal=no_kind)

    def squad(self) -> Squad:
        """Return the squad, which has no id yet."""
        data = self.cleaned_data
        class_id, kind = data["class"] or self.last_class, cast(SquadKind, data["kind"] or "squad")
        return Squad(name="", class_=class_id, kind=kind)
