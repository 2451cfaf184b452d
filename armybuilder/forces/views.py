"""The forces of a club: its organisers write them, its members look at them."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.clubs.models import Club, Membership
from armybuilder.clubs.querysets import NotAllowedError, TooManyError
from armybuilder.clubs.views.responses import act, user_of
from armybuilder.forces.forms import ForceForm
from armybuilder.forces.models import Force
from armybuilder.forces.querysets import FORCES_AT_MOST, ForceExistsError
from armybuilder.forces.shown import shown_force
from rules.catalogue import catalogue_for, current_version
from rules.language import active_language
from rules.loading.forces import shipped_files


def _membership(request: HttpRequest, club_id: UUID) -> Membership:
    memberships = Membership.objects.select_related("club")
    return get_object_or_404(memberships, club=club_id, user=user_of(request))


@require_safe
@never_cache
@login_required
def index(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show the forces of a club."""
    mine = _membership(request, club_id)
    forces = [(one, one.force.name.to(active_language())) for one in mine.club.forces.all()]
    return render(request, "forces/club.html", {"mine": mine, "club": mine.club, "forces": forces})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def create(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Describe a new force of a club; the form begins with one of ours, to be changed."""
    mine = _organiser(request, club_id)
    if request.method != "POST":
        return _form_page(request, mine, ForceForm(initial={"text": _example()}), None)
    form = ForceForm(request.POST, request.FILES)
    if form.is_valid() and _kept(request, club_id, form, None):
        return redirect("forces:club", club_id)
    return _form_page(request, mine, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def force(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Show a force of a club; an organiser describes it anew."""
    if request.method != "POST":
        mine = _membership(request, club_id)
        kept = get_object_or_404(Force, club=club_id, pk=pk)
        return _form_page(request, mine, ForceForm(initial={"text": kept.text}), kept)
    mine = _organiser(request, club_id)
    kept = get_object_or_404(Force, club=club_id, pk=pk)
    form = ForceForm(request.POST, request.FILES)
    if form.is_valid() and _kept(request, club_id, form, kept):
        return redirect("forces:club", club_id)
    return _form_page(request, mine, form, kept)


@act
def remove(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Take a force of a club away."""
    try:
        Force.objects.remove(club_id, pk, user_of(request))
    except Force.DoesNotExist:
        raise Http404 from None
    messages.success(request, gettext("The force is gone. Lists that were held to it still are."))
    return redirect("forces:club", club_id)


def _organiser(request: HttpRequest, club_id: UUID) -> Membership:
    mine = _membership(request, club_id)
    if not mine.may_organise:
        raise Http404
    return mine


def _kept(request: HttpRequest, club_id: UUID, form: ForceForm, kept: Force | None) -> bool:
    """Keep what was described; return whether it was, else the form says why not. Raises Http404."""
    actor, text = user_of(request), form.cleaned_data["text"]
    try:
        if kept is None:
            Force.objects.add(club_id, actor, form.force, text)
        else:
            Force.objects.change(club_id, kept.pk, actor, form.force, text)
    except ForceExistsError:
        said = gettext("The club has a force with the id “%(id)s” already.") % {"id": form.force.id}
        form.add_error("text", said)
    except TooManyError:
        form.add_error(None, gettext("A club has %(most)s forces at most.") % {"most": FORCES_AT_MOST})
    except (Club.DoesNotExist, Force.DoesNotExist, NotAllowedError):
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
    return shipped_files()[0].read_text(encoding="utf-8")
