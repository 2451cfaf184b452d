"""Reading lists and writing them: the only place that does either.

Each verb is one transaction. A list that the visitor does not own does not exist for it: ArmyList.DoesNotExist.
"""

import itertools
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Self
from uuid import UUID, uuid5

from django.db import IntegrityError, models, transaction
from django.db.models.expressions import RawSQL
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Membership
from armybuilder.lists.actions.editing import Edit
from armybuilder.lists.facets import facets_of
from armybuilder.lists.history.coalescing import field_edited
from armybuilder.lists.history.thinning import day_of_thinning
from armybuilder.lists.models.revisions import Head, RevisionQuerySet, Step
from armybuilder.lists.quotas import WRITTEN, room_beside
from rules.catalogue import current_version
from rules.core.document import edits
from rules.core.document.places import EditRefusedError
from rules.core.document.roster import RoleOfList, Roster
from rules.core.text.text import Text

if TYPE_CHECKING:
    from armybuilder.lists.models import ArmyList
    from armybuilder.lists.visitors import Visitor

DRAFT_LIFE = timedelta(days=90)  # of a draft, from the last visit
BIN_LIFE = timedelta(days=30)  # of a deleted list
ONE_STEP = timedelta(seconds=2)  # edits of one field within this time are undone together
PRESSED_TWICE = timedelta(minutes=1)  # a form that comes again so soon was not meant twice
MADE_BY_A_FORM = UUID("8d2b4c0a-6a0e-4d0b-9d55-0d3a4f5f1c7e")  # drawn once; another would make lists twice
STEP_KEYS = 50  # undos and redos of a list that are known when they are sent again

STATE = (
    "ruleset_version",
    "document",
    "revision",
    "previous",
    "last_number",
    "field_edited",
    "name",
    "role",
    "force",
    "limit",
    "total",
    "legal",
    "figures",
    "vehicles",
    "house_digest",
    "errors",
    "warnings",
    "changed",
    "visited",
    "next_thinning",
)  # what a change writes


# Written out: as an expression of the ORM it takes longer to build than the whole query to run.
CURRENT_VERSION = RawSQL(
    "(SELECT r.current_id FROM rules_rulesetversion v JOIN rules_ruleset r ON r.id = v.ruleset_id"
    " WHERE v.id = lists_armylist.ruleset_version_id)",
    (),
    output_field=models.UUIDField(),
)


# What staff have hidden (sharing) only its owner opens.
NOT_HIDDEN = ~models.Q(publication__hidden=True)


class ArmyListQuerySet(models.QuerySet["ArmyList"]):
    """Army lists, and all that can be done to them."""

    # ── Which lists ────────────────────────────────────────────────────────────────────────────────────────────────

    def owned_by(self, visitor: "Visitor") -> Self:
        """The visitor's own lists, those in the bin too."""
        return self.filter(belonging_to(visitor))

    def for_visitor(self, visitor: "Visitor") -> Self:
        """The lists that the visitor may edit."""
        return self.filter(belonging_to(visitor), deleted=None)

    def readable_by(self, visitor: "Visitor") -> Self:
        """The lists that the visitor may open: their own, the samples, those that others show to a club of theirs."""
        if visitor.user:
            clubs = Membership.objects.filter(user=visitor.user)
            shown = models.Q(pk__in=clubs.values("club__memberships__listings__army_list")) & NOT_HIDDEN
            readable = models.Q(owner=visitor.user) | shown
        else:
            key = visitor.browser_key
            readable = models.Q(browser_key=key) if key else models.Q(pk__in=())
        readable |= models.Q(is_sample=True)
        return self.filter(readable, deleted=None)

    def samples(self) -> Self:
        """The sample lists, by game and name."""
        return self.filter(is_sample=True).order_by("ruleset_version__ruleset__order", "name")

    def listing(self) -> Self:
        """For tables of lists: with the rulesets' names, without the documents."""
        heavy = ("document", "ruleset_version__catalogue", "ruleset_version__ruleset__odds")
        return self.select_related("ruleset_version__ruleset").defer(*heavy)

    def with_current_rules(self) -> Self:
        """Fetch with each list which version of its ruleset is current (`current_version_id`), in the same query."""
        return self.annotate(current_version_id=CURRENT_VERSION)

    def partner_of(self, army_list: "ArmyList") -> "ArmyList | None":
        """The list of the other role that carries the same force, the one last changed where there are several."""
        other_role = edits.OTHER_ROLE.get(army_list.roster.role)
        if not other_role or not army_list.force:
            return None
        of_the_game = self.filter(ruleset_version__ruleset=army_list.roster.ruleset, role=other_role)
        forces = of_the_game.exclude(force="").order_by("-changed").values_list("pk", "force")
        wanted = pair_name(army_list.force)
        found = next((pk for pk, force in forces if pair_name(force) == wanted), None)
        return self.get(pk=found) if found else None

    def expired_drafts(self, now: datetime) -> Self:
        """Drafts whose last visit was over 90 days before `now`."""
        drafts = self.filter(owner=None).exclude(browser_key="")
        return drafts.filter(visited__lt=timezone.localdate(now) - DRAFT_LIFE)

    def expired_in_bin(self, now: datetime) -> Self:
        """Lists that were deleted over 30 days before `now`."""
        return self.filter(deleted__lt=now - BIN_LIFE)

    # ── Making lists ───────────────────────────────────────────────────────────────────────────────────────────────

    def create_list(
        self,
        visitor: "Visitor",
        ruleset_id: str,
        role: RoleOfList,
        name: str,
        limit: int | None = None,
        key: str = "",
    ) -> "ArmyList":
        """Make an empty list under the current rules. Raises RulesetVersion.DoesNotExist.

        A form that is sent twice in a minute with the same `key` makes one list, as long as nothing is done to it.
        """
        roster = Roster(format="armylist/1", ruleset=ruleset_id, name=name, squads=())
        version = current_version(ruleset_id)
        return self._create(visitor, edits.set_format(roster, role, limit), version.pk, "create", key)

    def create_from(
        self, visitor: "Visitor", roster: Roster, version_id: UUID, key: str = "", action: str = "copy"
    ) -> "ArmyList":
        """Make a list that says what `roster` says, under the rules of a version. Its rows get ids of their own.

        Its history begins with `action`. A form that is sent twice in a minute with the same `key` makes one list, as
        long as nothing is done to it.
        """
        return self._create(visitor, edits.with_ids(roster, edits.new_ids()), version_id, action, key)

    def _create(
        self, visitor: "Visitor", roster: Roster, version_id: UUID, action: str, key: str
    ) -> "ArmyList":
        if not visitor.user and not visitor.browser_key:
            raise ValueError("nobody would ever find this list: see visitor_for_writing")
        army_list = self.model(owner=visitor.user, browser_key=visitor.browser_key)
        army_list.set_document(roster, version_id)
        if not key:
            return self.add_first_revision(army_list, action)
        owner = f"user {visitor.user.pk}" if visitor.user else visitor.browser_key
        army_list.pk = uuid5(MADE_BY_A_FORM, f"{owner} {key} {roster.ruleset} {roster.role} {roster.name}")
        try:
            return self.add_first_revision(army_list, action)
        except IntegrityError:
            return self._sent_again(army_list) or self._create(visitor, roster, version_id, action, "")

    def _sent_again(self, army_list: "ArmyList") -> "ArmyList | None":
        """The list that the same form has just made; None where that was long ago, or it was worked on since."""
        moment = timezone.now() - PRESSED_TWICE
        as_made = self.filter(pk=army_list.pk, last_number=1, deleted=None, created__gt=moment)
        return as_made.first()

    @transaction.atomic
    def add_first_revision(self, army_list: "ArmyList", action: str) -> "ArmyList":
        """Save a list that was never saved, with its first revision. Raises quotas.TooManyListsError."""
        room_beside(self._of_the_owner_of(army_list)).take(len(army_list.document))
        army_list.save(force_insert=True)
        army_list.add_revision(parent_id=None, key="", action=action)
        army_list.save(update_fields=["revision", "previous", "last_number"])
        return army_list

    def _of_the_owner_of(self, army_list: "ArmyList") -> Self:
        """All lists of whoever owns this one, those in the bin too."""
        if army_list.owner_id:
            return self.filter(owner=army_list.owner_id)
        return self.filter(owner=None, browser_key=army_list.browser_key)

    # ── Changing lists ─────────────────────────────────────────────────────────────────────────────────────────────

    def editing(self, list_id: UUID, visitor: "Visitor", key: str) -> AbstractContextManager[Edit]:
        """Open one edit of a list; what the `with` block makes of it is stored when the block ends.

        Until then nobody else can write the list. A `key` that made a revision before is a form sent again: the list
        stays as it is. So does one of which the block makes nothing new. Edits of the same field of the same row within
        two seconds are one step of undo. Raises ArmyList.DoesNotExist, and what the block raises
        (places.EditRefusedError); then nothing is written.
        """
        return self._editing(list_id, visitor, key)

    @contextmanager
    def _editing(self, list_id: UUID, visitor: "Visitor", key: str) -> Iterator[Edit]:
        try:
            with transaction.atomic():
                army_list = self._locked(list_id, visitor)
                edit = Edit(army_list, army_list.roster)
                yield edit
                self._store(edit, key)
        except (EditRefusedError, IntegrityError):
            # Looked up only now: a look-up before every edit would cost each of them a query.
            if not self.filter(pk=list_id, revisions__key=key).exists():
                raise
            edit.army_list, edit.is_repeat = self._as_it_is(list_id, visitor), True

    def _store(self, edit: Edit, key: str) -> None:
        army_list, before, now = edit.army_list, edit.before, timezone.now()
        after, version_id = edit.after or before, edit.version_id or army_list.ruleset_version_id
        if (after, version_id) == (before, army_list.ruleset_version_id):
            return
        field = "" if edit.version_id else field_edited(before, after)
        same_step = field != "" and field == army_list.field_edited and now - army_list.changed <= ONE_STEP
        army_list.set_document(after, version_id, before)
        WRITTEN.count(f"{army_list.owner_id} {army_list.browser_key}", len(army_list.document))
        army_list.add_revision(
            # A further edit of one step is made beside the last one, not upon it: undo passes over that one.
            parent_id=army_list.previous_id if same_step else army_list.revision_id,
            key=key,
            action=edit.action,
            subject=edit.subject,
            place=edit.place,
            same_step=same_step,
        )
        army_list.field_edited = field
        _save(army_list, before, now)

    def update_rules(self, list_id: UUID, visitor: "Visitor", key: str) -> "ArmyList":
        """Put a list under the current rules of its ruleset, in one step of undo. Raises ArmyList.DoesNotExist."""
        with self.editing(list_id, visitor, key) as edit:
            edit.make(edit.before, "update-rules", version_id=edit.army_list.current_version_id)
        return edit.army_list

    def restore_revision(self, list_id: UUID, visitor: "Visitor", number: int, key: str) -> "ArmyList":
        """Make a list what a revision said, under its rules, in one step of undo.

        Raises ArmyList.DoesNotExist and Revision.DoesNotExist.
        """
        with self.editing(list_id, visitor, key) as edit:
            revision = edit.army_list.revisions.get(number=number)
            name = revision.name or str(number)
            edit.make(revision.roster, "restore", Text(name, name), version_id=revision.ruleset_version_id)
        return edit.army_list

    @transaction.atomic
    def name_revision(self, list_id: UUID, visitor: "Visitor", number: int, name: str) -> None:
        """Name a revision so that it is kept; an empty name takes its name away.

        Raises ArmyList.DoesNotExist and Revision.DoesNotExist.
        """
        army_list = self._locked(list_id, visitor)
        revisions = army_list.revisions
        if not revisions.filter(number=number).update(name=name):
            raise revisions.model.DoesNotExist
        army_list.field_edited = ""  # what comes next is another step: nothing goes on beside a named version
        if not name:  # it may be old enough to go
            army_list.next_thinning = timezone.localdate()
        army_list.save(update_fields=["field_edited", "next_thinning"])

    @transaction.atomic
    def make_partner(self, list_id: UUID, visitor: "Visitor", key: str, name: str) -> "ArmyList":
        """Return the other list of an attacker's or a defender's pair; where there is none a copy called `name`.

        Both carry the same force: a list without one gets one, in one step of undo, called after the list. Raises
        ArmyList.DoesNotExist, and edits.NoPairError for a list of another role.
        """
        army_list = self._locked(list_id, visitor)
        other_role = edits.other_role(army_list.roster)
        if not army_list.force:
            edit = Edit(army_list, army_list.roster)
            edit.make(edits.set_pair_name(edit.before, self._new_force(visitor, army_list.name)), "pair")
            self._store(edit, key)
        if partner := self.for_visitor(visitor).partner_of(army_list):
            return partner
        copy = edits.rename(edits.set_format(army_list.roster, other_role), name)
        made = self.create_from(visitor, copy, army_list.ruleset_version_id)
        self.filter(pk=made.pk).update(made_for=army_list.made_for_id, house_kept=army_list.house_kept)
        return made

    def _new_force(self, visitor: "Visitor", name: str) -> str:
        """A name of a force that no list of the visitor carries: "Rangers", "Rangers 2"."""
        forces = self.for_visitor(visitor).exclude(force="").values_list("force", flat=True)
        taken = {pair_name(force) for force in forces}
        names = (name if number == 1 else f"{name[:110]} {number}" for number in itertools.count(1))
        return next(free for free in names if pair_name(free) not in taken)

    def undo(self, list_id: UUID, visitor: "Visitor", key: str) -> "ArmyList":
        """Go back to the revision before the present one, if there is one. Raises ArmyList.DoesNotExist."""
        return self._step(list_id, visitor, key, RevisionQuerySet.back)

    def redo(self, list_id: UUID, visitor: "Visitor", key: str) -> "ArmyList":
        """Go on to the youngest revision made from the present one, if any. Raises ArmyList.DoesNotExist."""
        return self._step(list_id, visitor, key, RevisionQuerySet.forth)

    @transaction.atomic
    def _step(
        self,
        list_id: UUID,
        visitor: "Visitor",
        key: str,
        step: "Callable[[RevisionQuerySet, Head], Step | None]",
    ) -> "ArmyList":
        """Stand at another revision, unless the `key` is that of one of the last steps: then it was sent again.

        A step that leads somewhere leaves its key with the list.
        """
        army_list = self._locked(list_id, visitor)
        if key in army_list.step_keys:
            return army_list
        before = army_list.roster
        if found := step(army_list.revisions.all(), Head(army_list.revision_id, army_list.previous_id)):
            army_list.step_keys = [key, *army_list.step_keys[: STEP_KEYS - 1]]
            roster = found.to.roster
            army_list.set_document(roster, found.to.ruleset_version_id, roster)  # it was that large once
            army_list.set_head(found.to, found.redoes)
            army_list.field_edited = ""
        _save(army_list, before, timezone.now(), "step_keys")
        return army_list

    def _as_it_is(self, list_id: UUID, visitor: "Visitor") -> "ArmyList":
        return self.for_visitor(visitor).with_current_rules().get(pk=list_id)

    def _locked(self, list_id: UUID, visitor: "Visitor") -> "ArmyList":
        """Return a list as it is now; until the transaction ends nobody else can write it.

        Nothing is joined: after waiting for the lock PostgreSQL would pair the new row of the list with rows as they
        were before, and find none. On SQLite the transaction itself is the lock. Whose it is, is asked of the list: to
        ask the database too takes over half as long again, and every edit begins here.
        """
        army_list = self.with_current_rules().select_for_update().get(pk=list_id)
        if army_list.deleted or not army_list.is_of(visitor):
            raise self.model.DoesNotExist
        return army_list

    # ── Keeping and losing lists ───────────────────────────────────────────────────────────────────────────────────

    def delete_list(self, list_id: UUID, visitor: "Visitor") -> None:
        """Put a list in the bin, where it stays 30 days. Raises ArmyList.DoesNotExist."""
        self._set_deleted(list_id, visitor, timezone.now())

    def restore(self, list_id: UUID, visitor: "Visitor") -> None:
        """Take a list out of the bin. Raises ArmyList.DoesNotExist."""
        self._set_deleted(list_id, visitor, None)

    def _set_deleted(self, list_id: UUID, visitor: "Visitor", deleted: datetime | None) -> None:
        if not self.owned_by(visitor).filter(pk=list_id).update(deleted=deleted):
            raise self.model.DoesNotExist

    def adopt(self, browser_key: str, user: User) -> int:
        """Give a browser's drafts to a user, those in the bin too, and return how many."""
        return self.filter(browser_key=browser_key).exclude(browser_key="").update(owner=user, browser_key="")

    @transaction.atomic
    def remove(self) -> int:
        """Delete these lists for good, with everything that belongs to them, and return their number."""
        return self.delete()[1].get(self.model._meta.label, 0)

    def visit(self, army_list: "ArmyList") -> bool:
        """Note that a list was opened today, and return whether that is new: it is written once a day."""
        today = timezone.localdate()
        if army_list.visited == today:
            return False
        army_list.visited = today
        army_list.save(update_fields=["visited"])
        return True


def pair_name(force: str) -> str:
    """Return a pair name in the form used for matching: “fjord ” and “Fjord” are the same."""
    return " ".join(force.split()).casefold()


def belonging_to(visitor: "Visitor") -> models.Q:
    """Return the condition that lists, or whatever else hangs on a user or a browser, are of a visitor."""
    if visitor.user:
        return models.Q(owner=visitor.user.pk)
    return models.Q(browser_key=visitor.browser_key) if visitor.browser_key else models.Q(pk__in=())


def _save(army_list: "ArmyList", before: Roster, now: datetime, *more: str) -> None:
    army_list.changed, army_list.visited = now, timezone.localdate(now)
    army_list.next_thinning = army_list.next_thinning or day_of_thinning(now)
    army_list.save(update_fields=(*STATE, *more))
    if army_list.is_public:
        army_list.write_facets(facets_of(before))
