"""The history of a list: undo, the timeline, and thinning out."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Any, Literal

from django.core.paginator import Paginator
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from armybuilder.lists.models import ArmyList, Revision
from rules.core.comparing.difference import Listed, points
from rules.core.document.roster import Roster, Row
from rules.core.document.rows import TABLES, places
from rules.language import active_language


def superseded(revisions: Collection[Revision]) -> set[int]:
    """Return the revisions replaced by a further edit of the same step; a kept revision never is."""
    followed = {revision.number - 1 for revision in revisions if revision.same_step}
    return {revision.pk for revision in revisions if revision.number in followed and not revision.is_kept}


def present_line(revisions: Collection[Revision], head: int) -> set[int]:
    """Return the revisions that undo and redo can reach from `head`, including it. `revisions` are in order."""
    parents = {revision.pk: revision.parent_id for revision in revisions}
    youngest = {revision.parent_id: revision.pk for revision in revisions}
    line, before, after = {head}, parents[head], youngest.get(head)
    while before is not None:
        line.add(before)
        before = parents[before]
    while after is not None:
        line.add(after)
        after = youngest.get(after)
    return line


FULL_HISTORY = timedelta(days=30)


def expendable(revisions: Collection[Revision], head: int, now: datetime) -> set[int]:
    """Return the revisions of a list that can be deleted at `now`; `revisions` are in order of creation.

    They are older than 30 days, unnamed, not shared, and neither current (`head`) nor the last of their hour. The
    current line and abandoned ones are thinned out separately.
    """
    line, needless = present_line(revisions, head), superseded(revisions)
    last: dict[tuple[datetime, bool], int] = {}
    for revision in revisions:
        if revision.pk not in needless:
            hour = revision.created.replace(minute=0, second=0, microsecond=0)
            last[hour, revision.pk in line] = revision.pk
    kept = {head, *last.values(), *(revision.pk for revision in revisions if revision.is_kept)}
    return {revision.pk for revision in revisions if revision.created < now - FULL_HISTORY} - kept


def day_of_thinning(made: datetime) -> date:
    """Return the first day on which a revision made then is old all day."""
    return timezone.localdate(made + FULL_HISTORY) + timedelta(days=1)


def new_parents(revisions: Collection[Revision], gone: set[int]) -> dict[int, int | None]:
    """Return the parent of each remaining revision that loses its own: the nearest remaining one before it."""
    parents = {revision.pk: revision.parent_id for revision in revisions}

    def nearest(pk: int | None) -> int | None:
        while pk is not None and pk in gone:
            pk = parents[pk]
        return pk

    return {pk: nearest(parent) for pk, parent in parents.items() if pk not in gone and parent in gone}


def field_edited(before: Roster, after: Roster) -> str:
    """Return the only field in which two lists differ (`<row id>.count`), "" if there are several."""
    old, new = _named_rows(before), _named_rows(after)
    if list(old) != list(new):
        return ""
    edited = [
        f"{row_id}.{name}"
        for row_id, row in new.items()
        if row is not old[row_id]
        for name in row.__struct_fields__
        if name != "squads" and name not in TABLES and getattr(row, name) != getattr(old[row_id], name)
    ]
    return edited[0] if len(edited) == 1 else ""


def _named_rows(roster: Roster) -> dict[str, Row | Roster]:
    return {"": roster} | {place.row.id: place.row for place in places(roster)}


# What each action did. `%(subject)s` is the name of the row. The contexts are for Italian, which needs other
# endings for a squad (feminine), a man or vehicle (masculine) and an extra (either).
DONE: dict[str, Promise] = {
    "create": gettext_lazy("list started"),
    "copy": gettext_lazy("copy created"),
    "import": gettext_lazy("list imported"),
    "rename": gettext_lazy("list renamed"),
    "settings": gettext_lazy("list settings changed"),
    "rulings": gettext_lazy("rulings changed"),
    "house-rules": gettext_lazy("club house rules applied, version %(subject)s"),
    "drop-prices": gettext_lazy("rulebook prices restored"),
    "add-squad": gettext_lazy("squad added"),
    "edit-squad": pgettext_lazy("squad", "%(subject)s changed"),
    "duplicate-squad": pgettext_lazy("squad", "%(subject)s duplicated"),
    "move-squad": pgettext_lazy("squad", "%(subject)s moved"),
    "remove-squad": pgettext_lazy("squad", "%(subject)s removed"),
    "add": pgettext_lazy("extra", "%(subject)s added"),  # only an extra of the list has no squad
    "edit": gettext_lazy("%(subject)s changed"),
    "count": gettext_lazy("number of %(subject)s changed"),
    "duplicate": gettext_lazy("%(subject)s duplicated"),
    "split": gettext_lazy("one %(subject)s split off"),
    "move": gettext_lazy("%(subject)s moved"),
    "remove": pgettext_lazy("extra", "%(subject)s removed"),
    "edit-extra": pgettext_lazy("extra", "%(subject)s changed"),
    "duplicate-extra": pgettext_lazy("extra", "%(subject)s duplicated"),
    "move-extra": pgettext_lazy("extra", "%(subject)s moved"),
    "add-extra": pgettext_lazy("extra", "%(subject)s added"),
    "remove-extra": pgettext_lazy("extra", "%(subject)s removed"),
    "sections": pgettext_lazy("squad", "%(subject)s split into sections"),
    "merge": gettext_lazy("identical rows of %(subject)s merged"),
    "update-rules": gettext_lazy("rules updated"),
    "restore": gettext_lazy("version “%(subject)s” restored"),
    "pair": gettext_lazy("pair named"),
    "hold": gettext_lazy("force chosen"),
    "leave-force": gettext_lazy("force dropped"),
    "replace": gettext_lazy("list replaced"),
    "advice": gettext_lazy("suggestion applied: %(subject)s"),
}

# With the squad, if it is named too.
DONE_THERE: dict[str, Promise] = {
    "add": gettext_lazy("%(subject)s added to %(place)s"),
    "move-to": gettext_lazy("%(subject)s moved to %(place)s"),
    "remove": gettext_lazy("%(subject)s removed from %(place)s"),
    "add-extra": pgettext_lazy("extra", "%(subject)s added to %(place)s"),
    "remove-extra": pgettext_lazy("extra", "%(subject)s removed from %(place)s"),
}


def next_steps(army_list: ArmyList) -> dict[str, str]:
    """Return the next edits to undo and redo, in words; empty if there is none."""
    undoes, redoes = army_list.undoes, army_list.redoes
    return {
        "undo": gettext("Undo: %(done)s") % {"done": done(undoes)} if undoes else "",
        "redo": gettext("Redo: %(done)s") % {"done": done(redoes)} if redoes else "",
    }


def undone(army_list: ArmyList) -> str:
    redoes = army_list.redoes
    return gettext("Undone: %(done)s") % {"done": done(redoes)} if redoes else ""


def redone(army_list: ArmyList) -> str:
    undoes = army_list.undoes
    return gettext("Redone: %(done)s") % {"done": done(undoes)} if undoes else ""


def last_done(army_list: ArmyList) -> str:
    return capfirst(done(army_list.undoes)) if army_list.undoes else ""


def done(revision: Revision) -> str:
    language = active_language()
    subject, place = revision.subject.to(language), revision.place.to(language)
    words = (DONE_THERE if place else DONE).get(revision.action) or DONE.get(revision.action)
    return str(words) % {"subject": subject, "place": place} if words else gettext("last change")


LINES_A_PAGE = 30

# The place of a revision: the current list, an undo or redo target, or a branch abandoned after an undo.
State = Literal["present", "before", "ahead", "left"]


def timeline(army_list: ArmyList, page: str) -> dict[str, Any]:
    """Return the lines of a page of a list's history (an unknown one: the nearest), and all named versions.

    Two queries, however long it is.
    """
    revisions = list(Revision.objects.filter(army_list=army_list.pk).in_order())
    head = next(revision for revision in revisions if revision.pk == army_list.revision_id)
    hidden = superseded(revisions) - {head.pk}
    shown = [revision for revision in reversed(revisions) if revision.pk not in hidden]
    here = Paginator(shown, LINES_A_PAGE).get_page(page)
    wanted = {pk for revision in here for pk in (revision.pk, revision.parent_id) if pk}
    whole = army_list.revisions.in_bulk(wanted)
    totals = {pk: _total(revision) for pk, revision in whole.items()}
    line = present_line(revisions, head.pk)
    return {
        "lines": [_line(whole[revision.pk], totals, _state(revision, head, line)) for revision in here],
        "named": [revision for revision in shown if revision.name],
        "present": head,
        "page": here,
    }


def _line(revision: Revision, totals: dict[int, str], state: State) -> dict[str, Any]:
    """Return a revision with its action, and the points before ("": the same) and after ("": none)."""
    before, after = totals.get(revision.parent_id or 0, ""), totals[revision.pk]
    points_before = before if before != after else ""
    return {
        "revision": revision,
        "what": done(revision),
        "state": state,
        "before": points_before,
        "after": after,
    }


def _total(revision: Revision) -> str:
    total = Listed(revision.roster, revision.catalogue).total
    return "" if total is None else points(total)


def _state(revision: Revision, head: Revision, line: set[int]) -> State:
    if revision.pk == head.pk:
        return "present"
    if revision.pk not in line:
        return "left"
    return "before" if revision.number < head.number else "ahead"
