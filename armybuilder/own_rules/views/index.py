"""One's own rules and those of one's clubs: the page, and what is done with a game of one's own as a whole."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.models import user_of
from armybuilder.http import or_404, private_action
from armybuilder.own_rules.actions import sharing
from armybuilder.own_rules.actions.drafts import GAMES_AT_MOST, copy_draft
from armybuilder.own_rules.models import OwnRules
from armybuilder.own_rules.views.common import draft_of, for_writers, writer_of
from armybuilder.refusals import RefusedError
from rules.catalogue import current_versions
from rules.language import active_language
from rules.own.patch import place_of


@require_safe
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """Show the rules that one writes, those that were put away, and those of one's clubs."""
    user = writer_of(request)
    fields = ("ruleset__current", "ruleset__club", "ruleset__owner", "parent__ruleset")
    rules = OwnRules.objects.written_by(user).select_related(*fields)
    rules = rules.defer("ruleset__current__catalogue", "parent__catalogue", "start", "pasted")
    written = [(one, _rows(one)) for one in rules]
    keys = {one.pk for one, _number in written}
    versions = current_versions(request.user.pk)
    context = {
        "written": [(one, number) for one, number in written if not one.put_away],
        "away": [one for one, _number in written if one.put_away],
        "of_clubs": [one for one in versions if one.ruleset.visibility and one.ruleset_id not in keys],
        "site": [one.ruleset for one in versions if not one.ruleset.visibility],
        "used": sum(one.is_owned_by(user) and not one.put_away for one in rules),
        "most": GAMES_AT_MOST if request.user.is_authenticated else 1,
    }
    return render(request, "own_rules/mine.html", context)


def _rows(rules: OwnRules) -> int:
    """Return how many rows a patch writes."""
    return len({at[:2] for at in map(place_of, rules.patch) if at.row})


@require_POST
@for_writers
def put_away(request: HttpRequest, key: str) -> HttpResponse:
    """Put a game away, or bring it back (`back`)."""
    draft_of(request, key)
    try:
        if "back" in request.POST:
            sharing.bring_back(key, writer_of(request))
            messages.success(request, gettext("The game is back."))
        else:
            sharing.put_away(key, writer_of(request))
            messages.success(request, gettext("The game is put away. Lists that use it keep it."))
    except RefusedError as error:
        messages.error(request, str(error))
    return redirect("own:mine")


@private_action
def copy(request: HttpRequest, key: str) -> HttpResponse:
    """Make a copy of a draft, and open it."""
    draft_of(request, key)
    try:
        with or_404():
            made = copy_draft(key, user_of(request))
    except RefusedError as error:
        messages.error(request, str(error))
        return redirect("own:mine")
    name = made.ruleset.name.to(active_language())
    messages.success(request, gettext("This is the copy “%(name)s”.") % {"name": name})
    return redirect("own:tables", made.pk)
