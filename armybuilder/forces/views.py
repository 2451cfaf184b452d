"""The forces of a club, and the form of a force as text or as a file."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from armybuilder.accounts.models import user_of
from armybuilder.clubs.models import Membership
from armybuilder.clubs.views.clubs import act, membership_of
from armybuilder.forces import actions
from armybuilder.forces.actions import delete_force
from armybuilder.forces.editor import anchor_of, editor_page
from armybuilder.forces.forms import PartForm
from armybuilder.forces.models import Force as ClubForce
from armybuilder.forces.models import ForceDraft
from armybuilder.forces.parts import part_at, with_act, with_new, with_part
from armybuilder.forces.shown import shown_force
from armybuilder.http import or_404, private_action, private_form, private_page
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for, current_version, library
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document import force as forces
from rules.core.document.force import Force
from rules.language import active_language
from rules.loading.dumping import dump_force
from rules.loading.reading import MOST_CHARACTERS, FilesError, parse_force


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
            self.force = parse_force(cleaned["text"], library(self.user_id).catalogues, language=active_language())
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


ACTS = ("remove", "copy", "up", "down")


@private_action
def edit(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Open the draft of a force's next version."""
    organiser(request, club_id)
    with or_404():
        draft = actions.draft_of(club_id, pk, user_of(request))
    return redirect("forces:draft", club_id, draft.pk)


@private_page
def show(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Show a draft, with the part that `open` names open."""
    draft = _draft(request, club_id, pk)
    place = request.GET.get("open")
    try:
        return _page(request, draft, place if place is None else place.removeprefix("head"))
    except LookupError:
        return redirect("forces:draft", club_id, pk)  # the part was removed in another tab


@private_action
def change(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Change, add, duplicate, move or remove a part."""
    draft = _draft(request, club_id, pk)
    catalogue, place = _catalogue(draft), request.POST.get("place", "")
    act = request.POST.get("act", "save")
    to = [place]

    def make(force: forces.Force) -> forces.Force:
        if act == "add":
            force, to[0] = with_new(force, place, catalogue)
        else:
            force, to[0] = with_act(force, act, place)
        return force

    try:
        if act != "add" and act not in ACTS:
            return _save(request, draft, place, catalogue)
        _change(request, draft, make, place)
        return _back(draft, to[0], is_open=act in ("add", "up", "down"), is_new=act == "add")
    except RefusedError as error:
        messages.error(request, str(error))
        return _back(draft, place)
    except LookupError:
        if act != "add":
            raise Http404 from None
        messages.error(request, gettext("There is nothing more to add here."))
        return _back(draft, "")  # the squad was removed in another tab
    except ForceDraft.DoesNotExist:
        raise Http404 from None


@private_action
def undo(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Take back the last change."""
    draft = _draft(request, club_id, pk)
    if not actions.undo_change(club_id, pk, user_of(request)):
        messages.info(request, gettext("There is nothing to undo."))
    return _back(draft, "")


@private_action
def keep(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Make the draft a version of the force."""
    draft = _draft(request, club_id, pk)
    try:
        force = actions.keep_draft(club_id, pk, user_of(request), anyway="anyway" in request.POST)
    except RefusedError as error:
        messages.error(request, str(error))
        return _back(draft, "")
    force.refresh_from_db()
    said = gettext("Version %(number)s of the force is saved. Owners of lists that follow it will be told.")
    messages.success(request, said % {"number": force.version})
    return redirect("forces:force", club_id, force.pk)


@private_action
def discard(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Delete the draft."""
    draft = _draft(request, club_id, pk)
    actions.discard_draft(club_id, pk, user_of(request))
    messages.success(request, gettext("The draft has been discarded."))
    if draft.force_id:
        return redirect("forces:force", club_id, draft.force_id)
    return redirect("forces:club", club_id)


@private_form
def text(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Show a draft as YAML, and replace it by the posted text or file."""
    draft = _draft(request, club_id, pk)
    if request.method == "POST":
        form = ForceForm(request.POST, request.FILES, user_id=request.user.pk)
        if form.is_valid():
            new = form.force
            actions.change_draft(club_id, pk, user_of(request), lambda _: new)
            return redirect("forces:draft", club_id, pk)
    else:
        form = ForceForm(initial={"text": dump_force(draft.data)})
    context = {
        "club": draft.club,
        "draft": draft,
        "form": form,
        "name": draft.data.name.to(active_language()),
    }
    return render(request, "forces/text.html", context, status=422 if form.errors else 200)


def _draft(request: HttpRequest, club_id: UUID, pk: int) -> ForceDraft:
    """Return a draft, for organisers of its club. Raises Http404."""
    organiser(request, club_id)
    return get_object_or_404(ForceDraft.objects.select_related("club", "force"), club=club_id, pk=pk)


def _catalogue(draft: ForceDraft) -> Catalogue:
    return catalogue_for(current_version(draft.data.ruleset).pk)


def _change(request: HttpRequest, draft: ForceDraft, change: actions.Change, place: str) -> None:
    """Change a draft, unless the part at a place is no longer the one that the page showed."""
    seen = request.POST.get("seen")
    actions.change_draft(draft.club_id, draft.pk, user_of(request), change, place=place, seen=seen)


def _save(request: HttpRequest, draft: ForceDraft, place: str, catalogue: Catalogue) -> HttpResponse:
    """Store the posted part. It stays open after a step, and with errors, with what was typed."""
    part, language = part_at(draft.data, place), active_language()
    is_step = "step" in request.POST
    data = PartForm(part, catalogue, language).stepped(request.POST) if is_step else request.POST
    form = PartForm(part, catalogue, language, data)
    if not form.is_valid():
        return _page(request, draft, place, form)
    new = form.part()
    try:
        _change(request, draft, lambda force: with_part(force, place, new), place)
    except RefusedError as error:
        form.add_error(None, str(error))
        return _page(request, draft, place, form)
    return _back(draft, place, is_open=is_step)


def _back(draft: ForceDraft, place: str, *, is_open: bool = False, is_new: bool = False) -> HttpResponse:
    """Return to the page: with a part open, or closed; the focus goes to a new part's first field."""
    address = reverse("forces:draft", args=[draft.club_id, draft.pk])
    query = {"open": place or "head"} if is_open else {}
    if not is_new:
        query["at"] = place
    return redirect(f"{address}?{urlencode(query)}#{anchor_of(place)}")


def _page(request: HttpRequest, draft: ForceDraft, place: str | None, form: PartForm | None = None) -> HttpResponse:
    left = request.GET.get("at")
    page = editor_page(draft.data, _catalogue(draft), active_language(), place=place, form=form, left=left)
    stored = draft.force
    context: dict[str, Any] = {
        "club": draft.club,
        "draft": draft,
        "page": page,
        "version": stored.version + 1 if stored else 1,
        "newer": stored.version if stored and stored.version != draft.base else None,
    }
    return render(request, "forces/draft.html", context, status=422 if form and form.errors else 200)
