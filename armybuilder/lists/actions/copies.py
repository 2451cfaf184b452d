"""Copies of lists: of one's own, of samples, and of other people's lists, with credit to where they come from."""

from uuid import UUID

from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.lists.actions.clubs import make_for
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.browsing.list_names import name_of_copy
from armybuilder.lists.models import ArmyList, Credit
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from rules.core.document.roster import Roster


@transaction.atomic
def make_copy(
    visitor: Visitor, roster: Roster, version_id: UUID, author: User | None, key: str = ""
) -> ArmyList:
    """Return a visitor's own copy of a list, which says whose it was; `author` None: nobody with an account.

    `key` is that of the form: see `create_from`. Raises QuotaError.
    """
    made = create_from(visitor, roster, version_id, key)
    kind = Credit.Kind.LEFT if author else Credit.Kind.VISITOR
    Credit.objects.get_or_create(
        army_list=made, defaults={"name": roster.name, "author": author, "kind": kind}
    )
    return made


@transaction.atomic
def duplicate(visitor: Visitor, original: ArmyList, key: str) -> ArmyList:
    """Return a visitor's own copy of a list that they may read. Raises QuotaError."""
    roster, version_id = original.roster, original.ruleset_version_id
    if original.owner and not original.is_of(visitor):
        return make_copy(visitor, roster, version_id, original.owner, key)
    if not original.is_sample:
        # The copy does not belong to the original's pair.
        roster = edits.set_pair_name(edits.rename(roster, name_of_copy(roster.name)), "")
    made = create_from(visitor, roster, version_id, key)
    if original.made_for_id:
        make_for(made.pk, original.made_for_id, original.house_kept)
    return made
