"""The other list of an attacker's or a defender's pair."""

from uuid import UUID

from django.db import transaction

from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.actions.editing import Edit, store
from armybuilder.lists.actions.storing import locked
from armybuilder.lists.browsing.list_names import numbered
from armybuilder.lists.models import ArmyList
from armybuilder.lists.models.army_lists import pair_name
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits


@transaction.atomic
def make_partner(list_id: UUID, visitor: Visitor, key: str, name: str) -> ArmyList:
    """Return the other list of an attacker's or a defender's pair; where there is none a copy called `name`.

    Both carry the same force: a list without one gets one, in one step of undo, called after the list. Raises
    ArmyList.DoesNotExist, and edits.NoPairError for a list of another role.
    """
    army_list = locked(list_id, visitor)
    other_role = edits.other_role(army_list.roster)
    if not army_list.force:
        edit = Edit(army_list, army_list.roster)
        edit.make(edits.set_pair_name(edit.before, _new_force(visitor, army_list.name)), "pair")
        store(edit, key)
    if partner := ArmyList.objects.for_visitor(visitor).partner_of(army_list):
        return partner
    copy = edits.rename(edits.set_format(army_list.roster, other_role), name)
    made = create_from(visitor, copy, army_list.ruleset_version_id)
    ArmyList.objects.filter(pk=made.pk).update(
        made_for=army_list.made_for_id, house_kept=army_list.house_kept
    )
    return made


def _new_force(visitor: Visitor, name: str) -> str:
    """Return a name of a force that no list of the visitor carries: "Rangers", "Rangers 2"."""
    forces = ArmyList.objects.for_visitor(visitor).exclude(force="").values_list("force", flat=True)
    taken = {pair_name(force) for force in forces}
    return next(free for free in numbered(name) if pair_name(free) not in taken)
