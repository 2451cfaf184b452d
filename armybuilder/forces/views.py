"""The forces of a club: its organisers write them, its members read them."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.users import user_of
from armybuilder.clubs.models import Club, Membership
from armybuilder.clubs.views.clubs import act
from armybuilder.forces.actions import add_force, delete_force, edit_force
from armybuilder.forces.forms import ForceForm
from armybuilder.forces.models import Force
from armybuilder.forces.shown import shown_force
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for, current_version
from rules.language import active_language
from rules.loading.reading import shipped_forces


def _membership(request: HttpRequest, club_id: UUID) -> Membership:
    memberships = Membership.objects.select_related("club")
    return get_object_or_404(memberships, club=club_id, user=user_of(request))


@require_safe
@never_cache
@login_required
def index(request: HttpRequest, club_id: UUID) -> HttpResponse:
    mine = _membership(request, club_id)
    forces = [(one, one.force.name.to(active_language())) for one in mine.club.forces.all()]
    return render(request, "forces/club.html", {"mine": mine, "club": mine.club, "forces": forces})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def create(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Write a new force of a club. The form starts with one of ours as an example."""
    mine = _organiser(request, club_id)
    if request.method != "POST":
        return _form_page(request, mine, ForceForm(initial={"text": _example()}), None)
    form = ForceForm(request.POST, request.FILES)
    if form.is_valid() and _is_saved(request, club_id, form, None):
        return redirect("forces:club", club_id)
    return _form_page(request, mine, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def force(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Show a force of a club. An organiser can edit it."""
    if request.method != "POST":
        mine = _membership(request, club_id)
        kept = get_object_or_404(Force, club=club_id, pk=pk)
        return _form_page(request, mine, ForceForm(initial={"text": kept.text}), kept)
    mine = _organiser(request, club_id)
    kept = get_object_or_404(Force, club=club_id, pk=pk)
    form = ForceForm(request.POST, request.FILES)
    if form.is_valid() and _is_saved(request, club_id, form, kept):
        return redirect("forces:club", club_id)
    return _form_page(request, mine, form, kept)


@act
def remove(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    try:
        delete_force(club_id, pk, user_of(request))
    except Force.DoesNotExist:
        raise Http404 from None
    messages.success(request, gettext("The force has been removed. Lists that follow it still do."))
    return redirect("forces:club", club_id)


def _organiser(request: HttpRequest, club_id: UUID) -> Membership:
    mine = _membership(request, club_id)
    if not mine.may_organise:
        raise Http404
    return mine


def _is_saved(request: HttpRequest, club_id: UUID, form: ForceForm, stored: Force | None) -> bool:
    """Save the force, and return whether that was possible; otherwise the form has the error. Raises Http404."""
    actor, text = user_of(request), form.cleaned_data["text"]
    try:
        if stored is None:
            add_force(club_id, actor, form.force, text)
        else:
            edit_force(club_id, stored.pk, actor, form.force, text)
    except RefusedError as error:
        form.add_error("text", str(error))
    except (Club.DoesNotExist, Force.DoesNotExist):
        raise Http404 from None
    return not form.errors


def _form_page(request: HttpRequest, mine: Membership, form: ForceForm, kept: Force | None) -> HttpResponse:
    shown = None
    if kept:
        catalogue = catalogue_for(current_version(kept.ruleset).pk)
        shown = shown_force(kept.force, catalogue, active_language())
    context = {"mine": mine, "club": mine.club, "form": form, "kept": kept, "force": shown}
    return render(request, "forces/force.html", context, status=422 if form.errors else 200)


def _example() -> str:
    return shipped_forces()[0].read_text(encoding="utf-8")
