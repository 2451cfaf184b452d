"""Lists in clubs: created for one, shown to some, put under house rules, following a force."""

from uuid import UUID

from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.clubs.models import HouseRules, Membership
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.actions.editing import open_edit
from armybuilder.lists.browsing.list_names import first_name
from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates.house_rules import with_house_rules
from armybuilder.lists.visitors import Visitor
from rules.catalogue import catalogue_for, current_version
from rules.core.document import edits
from rules.core.document.roster import RoleOfList, Roster
from rules.core.text import Text


@transaction.atomic
def create_for_club(user: User, mine: Membership, ruleset: str, role: RoleOfList, key: str) -> ArmyList:
    """Create a list for a club: it starts with the club's house rules, and is in its library.

    Raises RulesetVersion.DoesNotExist and QuotaError.
    """
    version = current_version(ruleset)
    rules = HouseRules.objects.of(mine.club_id, ruleset).first() or HouseRules(number=0)
    roster = Roster(format="armylist/1", ruleset=ruleset, name=first_name(), squads=())
    roster = edits.set_format(with_house_rules(roster, catalogue_for(version.pk), rules), role)
    made = create_from(Visitor(user), roster, version.pk, key, "create")
    make_for(made.pk, mine.pk, rules.number)
    show_to_clubs(made.pk, user, {mine.club_id})
    return made


@transaction.atomic
def show_to_clubs(list_id: UUID, user: User, club_ids: set[UUID]) -> None:
    """Show a user's list to these clubs of theirs and to no others. Raises ArmyList.DoesNotExist."""
    army_list = ArmyList.objects.for_visitor(Visitor(user)).select_for_update().get(pk=list_id)
    army_list.club_listings.exclude(membership__club__in=club_ids).delete()
    memberships = Membership.objects.filter(user=user, club__in=club_ids).order_by("pk")
    # Locked: nobody is removed from a club before the list is seen to be shown there.
    for membership in memberships.select_for_update():
        army_list.club_listings.get_or_create(membership=membership)


def use_house_rules(
    list_id: UUID, visitor: Visitor, mine: Membership, rules: HouseRules, key: str
) -> ArmyList:
    """Put a list under the house rules of a club, in one step of undo; from then on it is made for that club.

    Raises ArmyList.DoesNotExist and QuotaError.
    """
    with open_edit(list_id, visitor, key) as edit:
        name = Text(str(rules.number), str(rules.number))
        edit.make(with_house_rules(edit.before, edit.catalogue, rules), "house-rules", name)
        make_for(list_id, mine.pk, rules.number)
    return edit.army_list


def make_for(list_id: UUID, membership_id: int | None, number: int) -> None:
    """Make a list one of a club, whose house rules its owner has decided about up to a version."""
    ArmyList.objects.filter(pk=list_id).update(made_for=membership_id, house_kept=number)


def keep_force(army_list: ArmyList, version: int) -> None:
    """Leave a list with the force as it was, until that has a version beyond this one."""
    ArmyList.objects.filter(pk=army_list.pk).update(force_kept=version)
