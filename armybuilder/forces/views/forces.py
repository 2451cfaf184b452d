"""The forces of a club, and the form of a force as text or as a file."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_lazy

from armybuilder.accounts.models import user_of
from armybuilder.clubs.models import Membership
from armybuilder.clubs.views.clubs import act, membership_of
from armybuilder.forces.actions import delete_force
from armybuilder.forces.models import Force as ClubForce
from armybuilder.forces.shown import shown_force
from armybuilder.http import or_404, private_page
from rules.catalogue import catalogue_for, current_version, library
from rules.core.document.force import Force
from rules.language import active_language
from rules.loading.reading import MOST_CHARACTERS, parse_force
from rules.loading.yaml_lines import FilesError


class ForceForm(forms.Form):
    """A force as YAML or JSON. `force` is a valid one; errors name their lines."""

    text = forms.CharField(
        label=gettext_lazy("The force"),
        required=False,
        strip=False,
        max_length=MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 30, "spellcheck": "false", "class": "input text-out code"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or from a file"), required=False, widget=forms.FileInput({"class": "input"})
    )
    force: Force

    def __init__(self, *args: Any, user_id: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user_id = user_id

    def clean(self) -> dict[str, Any]:
        """Read the file, or the text."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            cleaned["text"] = self._text(cleaned)
            self.force = parse_force(
                cleaned["text"], library(self.user_id).catalogues, language=active_language()
            )
        except FilesError as error:
            for problem in error.problems[:20]:
                self.add_error(
                    "file" if cleaned.get("file") else "text",
                    gettext("Line %(line)s: %(problem)s") % {"line": problem.line, "problem": problem.text},
                )
        except UnicodeDecodeError:
            self.add_error("file", gettext("This is not a text file. Choose a force saved as YAML or JSON."))
        return cleaned

    def _text(self, cleaned: dict[str, Any]) -> str:
        file = cleaned.get("file")
        if not file:
            return str(cleaned.get("text", "")).replace("\r\n", "\n")
        return bytes(file.read(4 * MOST_CHARACTERS)).decode("utf-8-sig").replace("\r\n", "\n")


@private_page
def index(request: HttpRequest, club_id: UUID) -> HttpResponse:
    mine = membership_of(request, club_id)
    language = active_language()
    forces = [(one, one.force.name.to(language)) for one in mine.club.forces.all()]
    drafts = mine.club.force_drafts.select_related("changed_by") if mine.may_organise else []
    context = {
        "mine": mine,
        "club": mine.club,
        "forces": forces,
        "drafts": [(draft, draft.data.name.to(language)) for draft in drafts],
    }
    return render(request, "forces/club.html", context)


@private_page
def force(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Show a force of a club. An organiser can edit it."""
    mine = membership_of(request, club_id)
    kept = get_object_or_404(ClubForce, club=club_id, pk=pk)
    catalogue = catalogue_for(current_version(kept.ruleset).pk)
    shown = shown_force(kept.force, catalogue, active_language())
    context = {"mine": mine, "club": mine.club, "kept": kept, "force": shown}
    return render(request, "forces/force.html", context)


@act
def remove(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    with or_404():
        delete_force(club_id, pk, user_of(request))
    messages.success(request, gettext("The force has been removed. Lists that follow it do not change."))
    return redirect("forces:club", club_id)


def organiser(request: HttpRequest, club_id: UUID) -> Membership:
    """Return the membership of an organiser of a club. Raises Http404 for others."""
    mine = membership_of(request, club_id)
    if not mine.may_organise:
        raise Http404
    return mine
