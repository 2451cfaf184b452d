"""Begin own rules: a variant of a game that is there, or four questions."""

from contextlib import suppress
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.models import User, user_of
from armybuilder.own_rules.actions.drafts import begin_game, begin_variant
from armybuilder.own_rules.models import OwnRules
from armybuilder.refusals import RefusedError
from rules.catalogue import current_versions, offered_version
from rules.fields import WholeNumberField
from rules.models import RulesetVersion
from rules.own.columns import LONGEST_NAME

LIMIT, MOST_LIMIT = 100, 9999


def _name() -> forms.CharField:
    return forms.CharField(max_length=LONGEST_NAME, widget=forms.TextInput({"class": "input"}))


class VariantForm(forms.Form):
    """A game and the name of its variant."""

    parent = forms.ChoiceField()
    name = _name()

    def __init__(self, *args: object, parents: list[RulesetVersion], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.parents = {version.ruleset_id: version for version in parents}
        self.fields["parent"].choices = [(key, key) for key in self.parents]  # type: ignore[attr-defined]

    def begin(self, user: User) -> OwnRules:
        return begin_variant(user, self.parents[self.cleaned_data["parent"]], self.cleaned_data["name"])


class GameForm(forms.Form):
    """The four questions that begin an own game; all have an answer."""

    name = forms.CharField(max_length=LONGEST_NAME, required=False)
    points = forms.BooleanField(required=False)
    limit = WholeNumberField(min_value=1, max_value=MOST_LIMIT, required=False)
    has_roles = forms.BooleanField(required=False)
    has_leaders = forms.BooleanField(required=False)
    has_vehicles = forms.BooleanField(required=False)

    def begin(self, user: User, unnamed: str) -> OwnRules:
        said = self.cleaned_data
        return begin_game(
            user,
            said["name"] or unnamed,
            limit=said["limit"] if said["points"] else None,
            has_roles=said["has_roles"],
            has_leaders=said["has_leaders"],
            has_points=said["points"],
        )


def _parents(user: User, chosen: str) -> list[RulesetVersion]:
    """Return the games that the user can change, with a chosen one that the user may see by its address."""
    parents = current_versions(user.pk)
    if chosen and all(version.ruleset_id != chosen for version in parents):
        with suppress(RulesetVersion.DoesNotExist):
            parents.append(offered_version(chosen, user.pk))
    return parents


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def begin(request: HttpRequest) -> HttpResponse:
    """Show both ways to begin, and take one. `of`: the game that is chosen."""
    user = user_of(request)
    parents = _parents(user, request.POST.get("parent") or request.GET.get("of", ""))
    unnamed = _("%(name)s’s rules") % {"name": user.get_username()}
    of = request.GET.get("of", parents[0].ruleset_id if parents else "")
    is_variant = "parent" in request.POST
    variant = VariantForm(request.POST if is_variant else None, initial={"parent": of}, parents=parents)
    answers = {"points": True, "limit": LIMIT, "has_leaders": True}
    game = GameForm(request.POST if "begin" in request.POST else None, initial=answers)
    refusal = ""
    if request.method == "POST":
        try:
            if is_variant and variant.is_valid():
                return redirect("own:tables", variant.begin(user).pk)
            if not is_variant and game.is_valid():
                made = game.begin(user, unnamed)
                also = [("also", "vehicles")] if game.cleaned_data["has_vehicles"] else []
                query = f"?{urlencode(also)}" if also else ""
                return redirect(f"{reverse('own:tables', args=[made.pk])}{query}#classes")
        except RefusedError as error:
            refusal = str(error)
    context = {
        "parents": parents,
        "chosen": request.POST.get("parent", of),
        "variant": variant,
        "game": game,
        "unnamed": unnamed,
        "longest": LONGEST_NAME,
        "refusal": refusal,
    }
    is_wrong = bool(variant.errors or game.errors or refusal)
    return render(request, "own_rules/begin.html", context, status=422 if is_wrong else 200)
