"""Ready squads of one's own: squads of lists that were kept, to be added to other lists of the same game."""

import itertools
import uuid
from functools import cached_property
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy

from armybuilder.lists.models.army_lists import belonging_to
from armybuilder.lists.quotas import WRITTEN, QuotaError
from rules.catalogue import catalogue_for
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document import edits
from rules.core.document.roster import Roster, Squad, decode, encode
from rules.models import RulesetVersion

if TYPE_CHECKING:
    from armybuilder.lists.models import ArmyList
    from armybuilder.lists.visitors import Visitor

MOST = 200  # of one person
LONGEST_NAME = 120


class TooManySquadsError(QuotaError):
    """Somebody keeps as many squads as one person may."""

    sentence = gettext_lazy("You keep %(most)s ready squads, as many as one person may. Delete some first.")


class SavedSquadQuerySet(models.QuerySet["SavedSquad"]):
    """Saved squads. Those that the visitor does not own do not exist for them."""

    def of(self, visitor: "Visitor") -> Self:
        """The visitor's own, by name."""
        return self.filter(belonging_to(visitor), deleted=None)

    def in_bin(self, visitor: "Visitor") -> Self:
        """That of the visitor's own which was deleted last."""
        return self.filter(belonging_to(visitor), deleted__isnull=False)

    def kept_by(self, user: models.Model) -> Self:
        """Those of a user."""
        return self.filter(owner=user, deleted=None)

    def for_game(self, visitor: "Visitor", ruleset: str) -> Self:
        """The visitor's own of one ruleset, whatever its version was."""
        return self.of(visitor).filter(ruleset_version__ruleset=ruleset)

    def keep(self, visitor: "Visitor", army_list: "ArmyList", squad: Squad, name: str) -> "SavedSquad":
        """Keep a squad of a list under a name; one that is kept already, as it is, is returned.

        Where another is called so, a number is added. Raises TooManySquadsError, quotas.TooManyEditsError.
        """
        roster = army_list.roster
        bare = edits.squad_with_ids(squad, itertools.repeat(""))
        document = document_of(roster.ruleset, bare)
        own = self.of(visitor)
        if same := own.filter(document=document, ruleset_version=army_list.ruleset_version_id).first():
            return same
        check_room_for_squads(own, 1)
        WRITTEN.count(f"{army_list.owner_id} {army_list.browser_key}", len(document))
        taken = set(own.values_list("name", flat=True))
        numbered = (name if number == 1 else f"{name[:110]} {number}" for number in itertools.count(1))
        return self.create(
            owner=visitor.user,
            browser_key=visitor.browser_key,
            ruleset_version_id=army_list.ruleset_version_id,
            name=next(free for free in numbered if free not in taken),
            document=document,
        )

    @transaction.atomic
    def delete_one(self, visitor: "Visitor", saved_id: uuid.UUID) -> bool:
        """Delete one of the visitor's own, and return whether there was one. The last one can be put back.

        One only: what is deleted takes no room for which nobody is asked.
        """
        self.in_bin(visitor).exclude(pk=saved_id).delete()
        return self.of(visitor).filter(pk=saved_id).update(deleted=timezone.now()) > 0

    def put_back(self, visitor: "Visitor", saved_id: uuid.UUID) -> bool:
        """Put back what the visitor deleted last, and return whether it is there. Raises TooManySquadsError."""
        own, deleted = self.of(visitor), self.in_bin(visitor).filter(pk=saved_id)
        if not deleted.exists():
            return own.filter(pk=saved_id).exists()
        check_room_for_squads(own, 1)
        return deleted.update(deleted=None) > 0

    def adopt(self, browser_key: str, user: models.Model) -> int:
        """Give the squads of a browser to a user, and return how many."""
        return self.filter(browser_key=browser_key).exclude(browser_key="").update(owner=user, browser_key="")


class SavedSquad(models.Model):
    """A squad that its owner, or a browser without one, keeps to add to further lists.

    `document` is an `armylist/1` that has the squad alone; its rows have no ids.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="saved_squads"
    )
    browser_key = models.CharField(max_length=40, blank=True, db_index=True)
    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=LONGEST_NAME)
    document = models.TextField()
    created = models.DateTimeField(default=timezone.now)
    deleted = models.DateTimeField(null=True, blank=True)

    objects = SavedSquadQuerySet.as_manager()

    class Meta:
        app_label = "lists"
        ordering = ["name", "created"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(owner__isnull=True) | models.Q(browser_key=""),
                name="lists_saved_squad_owned_or_of_a_browser",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def squad(self) -> Squad:
        """The squad."""
        return decode(self.document.encode()).squads[0]

    @property
    def catalogue(self) -> Catalogue:
        """The rules that it was made with."""
        return catalogue_for(self.ruleset_version_id)


def check_room_for_squads(own: SavedSquadQuerySet, more: int) -> None:
    """See that somebody who keeps these may keep so many more. Raises TooManySquadsError."""
    if own.count() + more > MOST:
        raise TooManySquadsError(most=MOST)


def document_of(ruleset: str, squad: Squad) -> str:
    """Return the document that has a squad alone."""
    return encode(Roster(format="armylist/1", ruleset=ruleset, name="-", squads=(squad,))).decode()
