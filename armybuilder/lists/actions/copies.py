"""Copies of other people's lists, with credit to where they come from."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList, Credit
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import Roster


@transaction.atomic
def make_copy(
    visitor: Visitor, roster: Roster, version_id: UUID, author: User | None, key: str = ""
) -> ArmyList:
    """Return a visitor's own copy of a list, which says whom it is from; `author` None: nobody with an account.

    `key` is that of the form: see ArmyListQuerySet.create_from.
    """
    made = ArmyList.objects.create_from(visitor, roster, version_id, key)
    kind = Credit.Kind.LEFT if author else Credit.Kind.VISITOR
    Credit.objects.get_or_create(
        army_list=made, defaults={"name": roster.name, "author": author, "kind": kind}
    )
    return made


def credit_of(army_list: ArmyList) -> str:
    """Return where a copied list comes from: "From Rangers, by Marta"; "" for one that was not copied."""
    credit = Credit.objects.filter(army_list=army_list).select_related("author").first()
    if credit is None:
        return ""
    if credit.kind == Credit.Kind.RESTORED:
        return gettext("From %(name)s") % {"name": credit.name}
    without = gettext("a visitor without an account") if credit.kind else gettext("a former member")
    author = credit.author.get_username() if credit.author else without
    return gettext("From %(name)s, by %(author)s") % {"name": credit.name, "author": author}
