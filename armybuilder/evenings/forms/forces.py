"""The forces that a games night can require: ours, its club’s, and those that it requires already, unchanged."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.clubs.models import Club
from armybuilder.evenings.models import Evening
from armybuilder.forces.models import Force
from armybuilder.widgets import Chips
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import Force as ForceData
from rules.core.text import Language
from rules.language import active_language


def key_of(force: ForceData) -> str:
    """Return the key of a force in the form: the same for each version of it."""
    return f"{force.ruleset}/{force.id}/{bool(force.club):d}"


def forces_to_choose(club: Club | None, evening: Evening | None) -> Mapping[str, ForceData]:
    """Return the forces of the form; those that the games night requires already stay in their version."""
    of_club = Force.objects.filter(club=club) if club else Force.objects.none()
    now = [one.force for one in (*Force.objects.shipped(), *of_club)]
    return {key_of(force): force for force in (*now, *(evening.required_forces if evening else ()))}


class ForcesField(forms.MultipleChoiceField):
    """Any of the forces; none: any list will do."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Only lists of one of these forces"),
            required=False,
            widget=Chips(),
            error_messages={"invalid_choice": _("One of these forces is gone: choose again.")},
        )

    def offer(self, forces: Mapping[str, ForceData], books: Mapping[str, Catalogue]) -> None:
        """Offer forces, those of the games that are played."""
        language = active_language()
        self.choices = [
            (key, f"{books[force.ruleset].title.to(language)}: {_name(force, language)}")
            for key, force in sorted(forces.items(), key=lambda item: list(books).index(item[1].ruleset))
        ]


def _name(force: ForceData, language: Language) -> str:
    name = force.name.to(language)
    return f"{name} ({force.club})" if force.club else name


def wrong_game(chosen: list[ForceData], game: str) -> str:
    """Return the error if a force is of another game than the chosen one, otherwise ""."""
    others = [force.name.to(active_language()) for force in chosen if force.ruleset != game]
    return gettext("Of another game: %(names)s.") % {"names": ", ".join(others)} if others else ""
