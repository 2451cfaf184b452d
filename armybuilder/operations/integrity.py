"""Compare stored values with their sources."""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import msgspec
from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, QuerySet, Subquery

from armybuilder.lists.actions.storing import write_facets
from armybuilder.lists.facets import facets_of
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.own_rules.models import OwnVersion
from armybuilder.sharing.models import Publication, ShareLink
from rules.catalogue import catalogue_for
from rules.core.document.roster import Roster, decode
from rules.encoding import digest
from rules.models import RulesetVersion

SHOWN = 60  # letters of a value
AT_ONCE = 100  # rows in memory


class Finding(NamedTuple):
    """A stored value that differs from the derived one.

    `where`: the owner of its row ("list …"). `mend` stores the derived value; None: it is unknown which of the two is
    right.
    """

    where: str
    what: str
    stored: object
    derived: object
    mend: Callable[[], object] | None = None

    def __str__(self) -> str:
        return f"{self.where}: {self.what}: stored {_short(self.stored)}, derived {_short(self.derived)}"


Look = Callable[[Any], Iterator[Finding]]


def disagreements(rows: QuerySet[Any], look: Look, *, repair: bool) -> Iterator[Finding]:
    """Yield the differences that `look` finds in rows; with `repair`, repair what can be repaired first.

    A suspected difference is checked again while its rows are locked: someone may have written in between.
    """
    rows = rows.order_by("pk")
    chunk = list(rows[:AT_ONCE])
    while chunk:
        suspect = [row.pk for row in chunk if any(look(row))]
        if suspect:
            yield from _held(rows, suspect, look, repair=repair)
        # After the key of the last row: no query gets slower, and nothing stays in memory.
        chunk = list(rows.filter(pk__gt=chunk[-1].pk)[:AT_ONCE])


def read(document: str) -> Roster | str:
    """Return a stored document, or the reason why it cannot be read."""
    try:
        return decode(document.encode())
    except (msgspec.MsgspecError, UnicodeEncodeError) as error:
        return str(error)


@transaction.atomic
def _held(rows: QuerySet[Any], suspect: list[Any], look: Look, *, repair: bool) -> list[Finding]:
    # Locked first and then read: after waiting, PostgreSQL would show old joined rows.
    list(rows.model.objects.filter(pk__in=suspect).order_by("pk").select_for_update().values_list("pk"))
    found = [finding for row in rows.filter(pk__in=suspect) for finding in look(row)]
    for finding in found:
        if repair and finding.mend:
            finding.mend()
    return found


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


DERIVED = (
    *("name", "role", "force", "limit", "total", "legal", "figures", "vehicles"),
    *("house_digest", "errors", "warnings"),
)

FacetRow = tuple[str, str, datetime]  # kind, item, and since when the list is public
OTHER = "another one"  # instead of a document, which is too long to show


def _lists() -> QuerySet[ArmyList]:
    newest = Revision.objects.filter(army_list=OuterRef("pk")).order_by().values("army_list")
    shown = Publication.objects.filter(army_list=OuterRef("pk"), link__revoked=None)
    return (
        ArmyList.objects.select_related("revision")
        .prefetch_related("facets")
        .annotate(newest=Subquery(newest.annotate(last=Max("number")).values("last")), has_public_link=Exists(shown))
    )


def _look_at_list(one: ArmyList) -> Iterator[Finding]:
    roster = read(one.document)
    if isinstance(roster, str):
        yield Finding(_name(one), "document", roster, "an armylist/1")
        return
    yield from _columns(one, roster)
    yield from _place(one)
    yield from _public(one, roster)


def _columns(one: ArmyList, roster: Roster) -> Iterator[Finding]:
    rules = catalogue_for(one.ruleset_version_id)
    if rules.id != roster.ruleset:
        yield Finding(_name(one), "ruleset", rules.id, roster.ruleset)
        return
    derived = ArmyList()
    derived.set_document(roster, one.ruleset_version_id, roster)
    for name in DERIVED:
        yield from _compare(one, name, getattr(derived, name))


def _place(one: ArmyList) -> Iterator[Finding]:
    present, newest = one.revision, one.newest  # type: ignore[attr-defined]
    if present is None or present.army_list_id != one.pk:
        yield Finding(_name(one), "present revision", one.revision_id, "one of its own")
        return
    if (one.document, one.ruleset_version_id) != (present.document, present.ruleset_version_id):
        yield Finding(_name(one), "document", OTHER, f"that of revision {present.number}")
    yield from _compare(one, "previous_id", present.parent_id)
    if one.last_number < newest:
        yield from _compare(one, "last_number", newest)
    elif one.last_number > newest:  # thinning out never deletes the newest revision: it was lost
        yield Finding(_name(one), "newest revision", newest, one.last_number)


def _public(one: ArmyList, roster: Roster) -> Iterator[Finding]:
    """Check that a public list has a link and its facets; others have none."""
    has_link, since = one.has_public_link, one.public_since  # type: ignore[attr-defined]
    if one.is_public != has_link:
        yield Finding(_name(one), "public", one.is_public, has_link)
    stored: set[FacetRow] = {(row.kind, row.item, row.public_since) for row in one.facets.all()}
    wanted: set[FacetRow] = {(kind, item, since) for kind, item in facets_of(roster)} if since else set()
    if stored != wanted:
        spare, missing = (
            [f"{kind}:{item}" for kind, item, _since in sorted(rows)] for rows in (stored - wanted, wanted - stored)
        )
        yield Finding(_name(one), "facets", spare, missing, partial(_write_facets, one, roster))


def _compare(one: ArmyList, name: str, derived: object) -> Iterator[Finding]:
    stored = getattr(one, name)
    if stored != derived:
        write = partial(ArmyList.objects.filter(pk=one.pk).update, **{name: derived})
        yield Finding(_name(one), name, stored, derived, write)


def _name(one: ArmyList) -> str:
    return f"list {one.pk}"


def _write_facets(one: ArmyList, roster: Roster) -> None:
    one.roster = roster
    one.facets.all().delete()
    if one.is_public:
        write_facets(one, before=frozenset())


def _revisions() -> QuerySet[Revision]:
    return Revision.objects.annotate(
        list_of_parent=F("parent__army_list"),
        number_of_parent=F("parent__number"),
        ruleset=F("ruleset_version__ruleset"),
        has_link=Exists(ShareLink.objects.filter(revision=OuterRef("pk"))),
    )


def _look_at_revision(one: Any) -> Iterator[Finding]:
    """Check a document, and that its parent is an earlier revision of the same list: every chain ends."""
    where, roster = f"list {one.army_list_id}, revision {one.number}", read(one.document)
    if isinstance(roster, str):
        yield Finding(where, "document", roster, "an armylist/1")
    elif roster.ruleset != one.ruleset:
        yield Finding(where, "ruleset", one.ruleset, roster.ruleset)
    if one.has_link and not one.is_shared:
        write = partial(Revision.objects.filter(pk=one.pk).update, is_shared=True)
        yield Finding(where, "is_shared", one.is_shared, True, write)
    if one.parent_id and one.list_of_parent != one.army_list_id:
        yield Finding(where, "parent", f"of list {one.list_of_parent}", "of its own list")
    elif one.parent_id and one.number_of_parent >= one.number:
        yield Finding(where, "parent", f"number {one.number_of_parent}", "an earlier one")


def _versions() -> QuerySet[RulesetVersion]:
    return RulesetVersion.objects.select_related("ruleset").annotate(
        has_own=Exists(OwnVersion.objects.filter(version=OuterRef("pk")))
    )


def _look_at_version(one: Any) -> Iterator[Finding]:
    """Check that a version is what its digest says, and that one of own rules says what it was made of."""
    where, made = f"rules {one.ruleset_id}, version {one.number}", digest(one.catalogue)
    if one.digest != made:
        yield Finding(where, "digest", one.digest, made)
    if one.has_own != one.ruleset.is_own:
        yield Finding(where, "own", one.has_own, one.ruleset.is_own)


#: The rows of each table, and their check.
CHECKS: tuple[tuple[Callable[[], QuerySet[Any]], Look], ...] = (
    (_versions, _look_at_version),
    (_revisions, _look_at_revision),
    (_lists, _look_at_list),
)
