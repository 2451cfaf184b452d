"""Begin a force of a club: with a list, with another force, empty, or with a text."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext

from armybuilder.accounts.models import user_of
from armybuilder.clubs.models import Membership
from armybuilder.forces.actions import begin_draft
from armybuilder.forces.models import Force
from armybuilder.forces.views import ForceForm, organiser
from armybuilder.http import private_form
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.numbers import whole_number
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for, current_versions
from rules.core.document.force import Force as ForceData
from rules.core.forces.from_list import empty_force, force_from_list
from rules.core.text import Text
from rules.language import active_language

LISTS_SHOWN = 200


@private_form
def new_force(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Choose what a new force begins with, then open its draft."""
    mine = organiser(request, club_id)
    form = ForceForm(request.POST, request.FILES) if request.POST.get("begin") == "text" else ForceForm()
    if request.method == "POST":
        begun = _begun(request, form)
        if begun is not None:
            try:
                draft = begin_draft(club_id, user_of(request), *begun)
                return redirect("forces:draft", club_id, draft.pk)
            except RefusedError as error:
                messages.error(request, str(error))
    return _page(request, mine, form)


def _begun(request: HttpRequest, form: ForceForm) -> tuple[ForceData, str] | None:
    """Return the force that was chosen, and the name of its list; None if the form has errors. Raises Http404."""
    user, chosen = user_of(request), request.POST.get("of", "")
    match request.POST.get("begin"):
        case "list":
            lists = ArmyList.objects.for_visitor(Visitor(user))
            try:
                army = get_object_or_404(lists, pk=UUID(chosen))
            except ValueError:
                raise Http404 from None
            catalogue = catalogue_for(army.ruleset_version_id)
            return force_from_list(army.roster, catalogue, "force"), army.name
        case "force":
            force = get_object_or_404(Force.objects.for_user(user), pk=whole_number(chosen) or 0).force
            return force, ""
        case "empty":
            version = next((one for one in current_versions(user.pk) if one.ruleset_id == chosen), None)
            if version is None:
                raise Http404
            name = Text("Forza nuova", "New force")
            return empty_force(catalogue_for(version.pk), "force", name), ""
        case "text":
            return (form.force, "") if form.is_valid() else None
    raise Http404


def _page(request: HttpRequest, mine: Membership, form: ForceForm) -> HttpResponse:
    language, user = active_language(), user_of(request)
    games = {version.ruleset_id: catalogue_for(version.pk).title.to(language) for version in current_versions(user.pk)}
    lists = ArmyList.objects.for_visitor(Visitor(user)).select_related("ruleset_version")
    shown = lists.order_by("-changed").only("name", "total", "ruleset_version__ruleset_id")[:LISTS_SHOWN]
    context = {
        "club": mine.club,
        "form": form,
        "lists": [
            (
                one.pk,
                " · ".join(filter(None, (one.name, games.get(one.ruleset_version.ruleset_id, ""), _points(one)))),
            )
            for one in shown
        ],
        "forces": [
            (one.pk, f"{one.force.name.to(language)} · {games.get(one.ruleset, one.ruleset)}")
            for one in Force.objects.for_user(user)
        ],
        "games": games.items(),
    }
    return render(request, "forces/new.html", context, status=422 if form.errors else 200)


def _points(army: ArmyList) -> str:
    return "" if army.total is None else gettext("%(points)s pts") % {"points": army.total}
