"""Lists made from others: copies, the other list of a pair; and lists of clubs, with their house rules."""

from uuid import UUID

from django.db import transaction
from msgspec import structs

from armybuilder.accounts.models import User
from armybuilder.clubs.models import HouseRules, Membership
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.actions.editing import Edit, open_edit, store
from armybuilder.lists.actions.storing import locked
from armybuilder.lists.browsing.list_names import first_name, name_of_copy, numbered
from armybuilder.lists.models import ArmyList, Credit
from armybuilder.lists.models.army_lists import pair_name
from armybuilder.lists.updates import with_house_rules
from armybuilder.lists.visitors import Visitor
from rules.catalogue import catalogue_for, current_version
from rules.core.document import edits
from rules.core.document.roster import RoleOfList, Roster
from rules.core.text import Text


@transaction.atomic
def make_copy(visitor: Visitor, roster: Roster, version_id: UUID, author: User | None, key: str = "") -> ArmyList:
    """Return a visitor's own copy of a list, which names its author (None: nobody with an account)."""
    made = create_from(visitor, roster, version_id, key)
    kind = Credit.Kind.LEFT if author else Credit.Kind.VISITOR
    Credit.objects.get_or_create(army_list=made, defaults={"name": roster.name, "author": author, "kind": kind})
    return made


@transaction.atomic
def duplicate(visitor: Visitor, original: ArmyList, key: str) -> ArmyList:
    roster, version_id = original.roster, original.ruleset_version_id
    if original.owner and not original.is_of(visitor):
        return make_copy(visitor, roster, version_id, original.owner, key)
    if not original.is_sample:
        # The copy does not belong to the original's pair.
        roster = structs.replace(roster, name=name_of_copy(roster.name), pair_name="")
    made = create_from(visitor, roster, version_id, key)
    if original.made_for_id:
        make_for(made.pk, original.made_for_id, original.house_kept)
    made_for_night(made.pk, original.evening_id, original.entry_id)
    return made


@transaction.atomic
def create_for_club(user: User, mine: Membership, ruleset: str, role: RoleOfList, key: str) -> ArmyList:
    version = current_version(ruleset)
    rules = HouseRules.objects.of(mine.club_id, ruleset).first() or HouseRules(number=0)
    empty = edits.empty_list(ruleset, first_name(), role)
    roster = with_house_rules(empty, catalogue_for(version.pk), rules)
    made = create_from(Visitor(user), roster, version.pk, key, "create")
    make_for(made.pk, mine.pk, rules.number)
    show_to_clubs(made.pk, user, {mine.club_id})
    return made


@transaction.atomic
def show_to_clubs(list_id: UUID, user: User, club_ids: set[UUID]) -> None:
    army_list = ArmyList.objects.for_visitor(Visitor(user)).select_for_update().get(pk=list_id)
    army_list.club_listings.exclude(membership__club__in=club_ids).delete()
    memberships = Membership.objects.filter(user=user, club__in=club_ids).order_by("pk")
    # Locked: nobody can be removed from a club while the list is being shown there.
    for membership in memberships.select_for_update():
        army_list.club_listings.get_or_create(membership=membership)


def use_house_rules(list_id: UUID, visitor: Visitor, mine: Membership, rules: HouseRules, key: str) -> ArmyList:
    """Apply a club's house rules to a list, in one undo step; from then on it is made for that club."""
    with open_edit(list_id, visitor, key) as edit:
        name = Text(str(rules.number), str(rules.number))
        edit.make(with_house_rules(edit.before, edit.catalogue, rules), "house-rules", name)
        make_for(list_id, mine.pk, rules.number)
    return edit.army_list


def make_for(list_id: UUID, membership_id: int | None, number: int) -> None:
    """Make a list one of a club, whose house rules its owner has accepted or declined up to a version."""
    ArmyList.objects.filter(pk=list_id).update(made_for=membership_id, house_kept=number)


def made_for_night(list_id: UUID, evening_id: UUID | None, entry_id: int | None) -> None:
    """Make a list one of a games night, for a player (None: its owner)."""
    if evening_id:
        ArmyList.objects.filter(pk=list_id).update(evening=evening_id, entry=entry_id)


def keep_force(army_list: ArmyList, version: int) -> None:
    """Keep the present copy of a force in a list, until there is a newer version."""
    ArmyList.objects.filter(pk=army_list.pk).update(force_kept=version)


@transaction.atomic
def make_partner(list_id: UUID, visitor: Visitor, key: str, name: str) -> ArmyList:
    """Return the other list of a pair; if there is none, a copy called `name`.

    Both have the same pair name: a list without one gets one, in one undo step, after its own name. Raises
    ArmyList.DoesNotExist, and edits.NoPairError for a list of another role.
    """
    army_list = locked(list_id, visitor)
    other_role = edits.other_role(army_list.roster)
    if not army_list.force:
        edit = Edit(army_list, army_list.roster)
        pair_name = _new_force(visitor, army_list.name)
        edit.make(structs.replace(edit.before, pair_name=pair_name), "pair")
        store(edit, key)
    if partner := ArmyList.objects.for_visitor(visitor).partner_of(army_list):
        return partner
    copy = structs.replace(edits.set_format(army_list.roster, other_role), name=name)
    made = create_from(visitor, copy, army_list.ruleset_version_id)
    ArmyList.objects.filter(pk=made.pk).update(made_for=army_list.made_for_id, house_kept=army_list.house_kept)
    made_for_night(made.pk, army_list.evening_id, army_list.entry_id)
    return made


def _new_force(visitor: Visitor, name: str) -> str:
    """Return a pair name that no list of the visitor has: "Rangers", "Rangers 2"."""
    forces = ArmyList.objects.for_visitor(visitor).exclude(force="").values_list("force", flat=True)
    taken = {pair_name(force) for force in forces}
    return next(free for free in numbered(name) if pair_name(free) not in taken)
