"""The page of a variant whose game has changed: take or keep, row by row."""

import re
from collections import Counter
from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_http_methods

from armybuilder.cells import Cell, Row, Section
from armybuilder.lists.models import ArmyList
from armybuilder.numbers import whole_number
from armybuilder.own_rules.actions.drafts import follow_parent, newer_parent
from armybuilder.own_rules.effects import LOOKED_AT
from armybuilder.own_rules.models import OwnRules
from armybuilder.own_rules.views.common import draft_of, for_writers, writer_of
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for
from rules.cells import Column, anchor_of
from rules.language import active_language
from rules.own.differences import Choice, Versions
from rules.own.differences import Row as GoneRow

ID = re.compile(r'"([a-z0-9-]+)"')


@require_http_methods(["GET", "HEAD", "POST"])
@for_writers
def parent(request: HttpRequest, key: str) -> HttpResponse:
    """Show what a newer version of the game changes, and put it into the draft."""
    rules = draft_of(request, key)
    newer = newer_parent(rules)
    if newer is None:
        if request.method == "POST":
            raise Http404
        return redirect("own:tables", key)
    versions = Versions(rules.base, catalogue_for(newer.pk), rules.patch)
    if request.method == "POST":
        number = whole_number(request.POST.get("number", ""), digits=9) or 0
        kept, rows = _answers(request, versions)
        try:
            follow_parent(key, writer_of(request), number, kept=kept, rows=rows)
        except RefusedError as error:
            messages.error(request, str(error))
            return redirect("own:parent", key)
        messages.success(request, gettext("The draft has the new figures. Lists change only when you publish."))
        return redirect("own:tables", key)
    shown = versions.shown(active_language(), _named_by_lists(rules))
    game = newer.ruleset.title.to(active_language())
    sections = [
        _section("both", gettext("Changed by both"), shown.both, game),
        _section("gone", gettext("Removed by them, and you use them"), shown.gone, game),
    ]
    context = {
        "rules": rules,
        "newer": newer,
        "shown": shown,
        "sections": [section for section in sections if section.rows],
        "number": len(shown.both) + len(shown.taken),
    }
    return render(request, "own_rules/parent.html", context)


def _section(name: str, label: str, choices: Sequence[Choice], game: str) -> Section:
    """Return choices as a table: what was before, theirs and mine side by side, and the answer."""
    answer = Column("answer", gettext("Which counts"), "choice")
    columns = (
        Column("before", pgettext("rules", "Before"), "text"),
        Column("theirs", game, "text"),
        Column("mine", gettext("Yours"), "text"),
        answer,
    )
    rows = (
        Row(
            anchor=anchor_of(choice.place),
            id=choice.place,
            number=None,
            name=f"{choice.name}, {choice.what}",
            cells=(
                *(
                    Cell("", column, "said", text)
                    for column, text in zip(columns, (choice.before, choice.theirs, choice.mine), strict=False)
                ),
                Cell(f"of.{choice.place}", answer, "pick", "", choices=choice.answers),
            ),
            heading=choice.name,
            note=choice.what,
        )
        for choice in choices
    )
    return Section(name, label, columns, tuple(rows), heading=gettext("Name"), size=len(choices))


def _answers(request: HttpRequest, versions: Versions) -> tuple[list[str], list[GoneRow]]:
    """Return the places and rows that are kept. Without an answer mine is kept."""
    all_of_them = request.POST.get("all", "")

    def keeps(place: str) -> bool:
        return (all_of_them or request.POST.get(f"of.{place}", "mine")) == "mine"

    rows = [row for row in sorted(versions.gone()) if request.POST.get(f"of.{row[0]}/{row[1]}/")]
    kept_rows = [row for row in rows if keeps(f"{row[0]}/{row[1]}/")]
    return [place for place in versions.both() if keeps(place)], kept_rows


def _named_by_lists(rules: OwnRules) -> Counter[str]:
    """Return the words of the lists of these rules that could be ids of rows, and how many lists have each."""
    lists = ArmyList.objects.filter(ruleset_version__ruleset=rules.pk, deleted=None).order_by("-changed")
    documents = lists.values_list("document", flat=True)[:LOOKED_AT]
    return Counter(name for text in documents for name in set(ID.findall(text)))
