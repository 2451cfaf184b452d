"""Edit a force part by part: each act is a POST, and the page then shows the draft."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from armybuilder.accounts.models import user_of
from armybuilder.forces import drafts
from armybuilder.forces.editor import anchor_of, editor_page
from armybuilder.forces.forms import PartForm
from armybuilder.forces.models import ForceDraft
from armybuilder.forces.parts import part_at, with_act, with_new, with_part
from armybuilder.forces.views.forces import ForceForm, organiser
from armybuilder.http import or_404, private_action, private_form, private_page
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for, current_version
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document import force as forces
from rules.language import active_language
from rules.loading.dumping import dump_force

ACTS = ("remove", "copy", "up", "down")


@private_action
def edit(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Open the draft of a force's next version."""
    organiser(request, club_id)
    with or_404():
        draft = drafts.draft_of(club_id, pk, user_of(request))
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
    if not drafts.undo_change(club_id, pk, user_of(request)):
        messages.info(request, gettext("There is nothing to undo."))
    return _back(draft, "")


@private_action
def keep(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Make the draft a version of the force."""
    draft = _draft(request, club_id, pk)
    try:
        force = drafts.keep_draft(club_id, pk, user_of(request), anyway="anyway" in request.POST)
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
    drafts.discard_draft(club_id, pk, user_of(request))
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
            drafts.change_draft(club_id, pk, user_of(request), lambda _: new)
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


def _change(request: HttpRequest, draft: ForceDraft, change: drafts.Change, place: str) -> None:
    """Change a draft, unless the part at a place is no longer the one that the page showed."""
    seen = request.POST.get("seen")
    drafts.change_draft(draft.club_id, draft.pk, user_of(request), change, place=place, seen=seen)


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


def _page(
    request: HttpRequest, draft: ForceDraft, place: str | None, form: PartForm | None = None
) -> HttpResponse:
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
