"""Where a copied list comes from."""

from django.utils.translation import gettext

from armybuilder.lists.models import ArmyList, Credit


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
