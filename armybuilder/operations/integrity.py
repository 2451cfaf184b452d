"""Compare stored values with their sources."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.db import models, transaction
from django.db.models import Exists, F, Max, OuterRef, QuerySet, Subquery

from armybuilder.lists.actions.storing import write_facets
from armybuilder.lists.facets import facets_of
from armybuilder.lists.models import ArmyList, ListFacet, Revision
from armybuilder.own_rules.models import OwnVersion
from armybuilder.sharing.models import Publication, ShareLink
from rules.catalogue import catalogue_for
from rules.core.document.roster import Roster, decode
from rules.encoding import digest
from rules.models import RulesetVersion

SHOWN = 60  # letters of a value


@dataclass(frozen=True, slots=True)
class Finding:
    """A stored value that differs from the derived one.

    `key`: that of its row; `where`: its owner ("list …"). `mend` stores the derived value; None: it is unknown which
    of the two is right.
    """

    key: Any
    where: str
    what: str
    stored: object
    derived: object
    mend: Callable[[], object] | None = None

    def __str__(self) -> str:
        return f"{self.where}: {self.what}: stored {_short(self.stored)}, derived {_short(self.derived)}"


@dataclass(frozen=True, slots=True)
class Check:
    """Rows, how many of them are in memory at once, and a check of some of them."""

    rows: Callable[[], "models.QuerySet[Any]"]
    size: int
    look: Callable[[Sequence[Any]], Iterator[Finding]]


def disagreements(check: Check, *, repair: bool) -> Iterator[Finding]:
    """Yield the differences; with `repair`, repair what can be repaired first.

    A suspected difference is checked again while its rows are locked: someone may have written in between.
    """
    for chunk in _chunks(check.rows().order_by("pk"), check.size):
        suspect = {finding.key for finding in check.look(chunk)}
        if suspect:
            yield from _held(check, suspect, repair=repair)


def read(document: str) -> Roster | str:
    """Return a stored document, or the reason why it cannot be read."""
    try:
        return decode(document.encode())
    except (msgspec.MsgspecError, UnicodeEncodeError) as error:
        return str(error)


def _chunks(rows: "models.QuerySet[Any]", size: int) -> Iterator[list[Any]]:
    """Each chunk starts after the key of the last one: no query gets slower, and nothing stays in memory."""
    chunk = list(rows[:size])
    while chunk:
        yield chunk
        chunk = list(rows.filter(pk__gt=chunk[-1].pk)[:size])


@transaction.atomic
def _held(check: Check, suspect: set[Any], *, repair: bool) -> list[Finding]:
    rows = check.rows().filter(pk__in=suspect).order_by("pk")
    # Locked first and then read: after waiting, PostgreSQL would show old joined rows.
    list(rows.model.objects.filter(pk__in=suspect).order_by("pk").select_for_update().values_list("pk"))
    found = list(check.look(list(rows)))
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

Row = tuple[str, str, datetime]  # of the facets: kind, item, and since when the list is public
OTHER = "another one"  # instead of a document, which is too long to show


def _lists() -> QuerySet[ArmyList]:
    newest = Revision.objects.filter(army_list=OuterRef("pk")).order_by().values("army_list")
    shown = Publication.objects.filter(army_list=OuterRef("pk"), link__revoked=None)
    return ArmyList.objects.select_related("revision").annotate(
        newest=Subquery(newest.annotate(last=Max("number")).values("last")), has_public_link=Exists(shown)
    )


def _look(lists: Sequence[ArmyList]) -> Iterator[Finding]:
    facets = _facets(lists)
    for one in lists:
        roster = read(one.document)
        if isinstance(roster, str):
            yield Finding(one.pk, f"list {one.pk}", "document", roster, "an armylist/1")
            continue
        yield from _columns(one, roster)
        yield from _place(one)
        yield from _public(one, roster, facets[one.pk])


def _columns(one: ArmyList, roster: Roster) -> Iterator[Finding]:
    where, rules = f"list {one.pk}", catalogue_for(one.ruleset_version_id)
    if rules.id != roster.ruleset:
        yield Finding(one.pk, where, "ruleset", rules.id, roster.ruleset)
        return
    derived = ArmyList()
    derived.set_document(roster, one.ruleset_version_id, roster)
    for name in DERIVED:
        yield from _compare(one, name, getattr(one, name), getattr(derived, name))


def _place(one: ArmyList) -> Iterator[Finding]:
    where, present, newest = f"list {one.pk}", one.revision, one.newest  # type: ignore[attr-defined]
    if present is None or present.army_list_id != one.pk:
        yield Finding(one.pk, where, "present revision", one.revision_id, "one of its own")
        return
    if (one.document, one.ruleset_version_id) != (present.document, present.ruleset_version_id):
        yield Finding(one.pk, where, "document", OTHER, f"that of revision {present.number}")
    yield from _compare(one, "previous_id", one.previous_id, present.parent_id)
    if one.last_number < newest:
        yield from _compare(one, "last_number", one.last_number, newest)
    elif one.last_number > newest:  # thinning out never deletes the newest revision: it was lost
        yield Finding(one.pk, where, "newest revision", newest, one.last_number)


def _public(one: ArmyList, roster: Roster, stored: set[Row]) -> Iterator[Finding]:
    """Return the facets of a public list; others have none."""
    where, has_link = f"list {one.pk}", one.has_public_link  # type: ignore[attr-defined]
    if one.is_public != has_link:
        yield Finding(one.pk, where, "public", one.is_public, has_link)
    since = one.public_since
    wanted: set[Row] = {(kind, item, since) for kind, item in facets_of(roster)} if since else set()
    if stored != wanted:
        missing, spare = sorted(wanted - stored), sorted(stored - wanted)
        yield Finding(
            one.pk, where, "facets", _names(spare), _names(missing), partial(_write_facets, one, roster)
        )


def _compare(one: ArmyList, name: str, stored: object, derived: object) -> Iterator[Finding]:
    if stored != derived:
        write = partial(ArmyList.objects.filter(pk=one.pk).update, **{name: derived})
        yield Finding(one.pk, f"list {one.pk}", name, stored, derived, write)


def _facets(lists: Sequence[ArmyList]) -> Mapping[UUID, set[Row]]:
    found: dict[UUID, set[Row]] = defaultdict(set)
    rows = ListFacet.objects.filter(army_list__in=lists).order_by()
    for one in rows:
        found[one.army_list_id].add((one.kind, one.item, one.public_since))
    return found


def _names(rows: Sequence[Row]) -> list[str]:
    return [f"{kind}:{item}" for kind, item, _since in rows]


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


def _look_at_revisions(revisions: Sequence[Revision]) -> Iterator[Finding]:
    for one in revisions:
        yield from _document(one)
        yield from _parent(one)


def _document(one: Revision) -> Iterator[Finding]:
    roster, ruleset = read(one.document), one.ruleset  # type: ignore[attr-defined]
    if isinstance(roster, str):
        yield Finding(one.pk, _where(one), "document", roster, "an armylist/1")
    elif roster.ruleset != ruleset:
        yield Finding(one.pk, _where(one), "ruleset", ruleset, roster.ruleset)
    if one.has_link and not one.is_shared:  # type: ignore[attr-defined]
        write = partial(Revision.objects.filter(pk=one.pk).update, is_shared=True)
        yield Finding(one.pk, _where(one), "is_shared", one.is_shared, True, write)


def _parent(one: Revision) -> Iterator[Finding]:
    """Check that parents are earlier revisions of the same list, and every chain ends."""
    if one.parent_id is None:
        return
    list_id, number = one.list_of_parent, one.number_of_parent  # type: ignore[attr-defined]
    if list_id != one.army_list_id:
        yield Finding(one.pk, _where(one), "parent", f"of list {list_id}", "of its own list")
    elif number >= one.number:
        yield Finding(one.pk, _where(one), "parent", f"number {number}", "an earlier one")


def _where(one: Revision) -> str:
    return f"list {one.army_list_id}, revision {one.number}"


LISTS = Check(_lists, 100, _look)
REVISIONS = Check(_revisions, 200, _look_at_revisions)


def _versions() -> QuerySet[RulesetVersion]:
    return RulesetVersion.objects.select_related("ruleset").annotate(
        has_own=Exists(OwnVersion.objects.filter(version=OuterRef("pk")))
    )


def _look_at_versions(versions: Sequence[RulesetVersion]) -> Iterator[Finding]:
    """Check that versions are what their digests say, and that those of own rules say what they were made of."""
    for one in versions:
        where, made = f"rules {one.ruleset_id}, version {one.number}", digest(one.catalogue)
        if one.digest != made:
            yield Finding(one.pk, where, "digest", one.digest, made)
        if one.has_own != one.ruleset.is_own:  # type: ignore[attr-defined]
            yield Finding(one.pk, where, "own", one.has_own, one.ruleset.is_own)  # type: ignore[attr-defined]


RULES = Check(_versions, 20, _look_at_versions)
