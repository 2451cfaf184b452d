"""What becomes of own rules when their owner deletes the account.

A writer takes them over, otherwise the owner of the club that sees them. Otherwise they go, except versions that
lists of others are made with: those stay, and nobody is offered them. The name of the owner goes everywhere.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.batches import in_batches
from armybuilder.clubs.models import Membership
from armybuilder.lists.visitors import DRAFT_LIFE
from armybuilder.own_rules.actions.publishing import drop_versions
from armybuilder.own_rules.actions.sharing import AWAY
from armybuilder.own_rules.models import OwnRules
from rules.encoding import decode, digest, encode
from rules.models import Ruleset


def keys_of(user: User) -> list[str]:
    return list(OwnRules.objects.filter(ruleset__owner=user).values_list("pk", flat=True))


@transaction.atomic
def release(keys: Sequence[str], name: str) -> None:
    """Give away or delete rules whose owner is gone. `name`: the owner's, which their signatures have."""
    for rules in OwnRules.objects.select_for_update(of=("self",)).filter(pk__in=keys):
        key, ruleset = rules.pk, rules.ruleset
        heir = rules.writers.filter(is_active=True).order_by("pk").first() or _owner_of_club(ruleset)
        if heir:
            rules.writers.remove(heir)
            ruleset.owner = heir
        else:
            ruleset.visibility = AWAY
        ruleset.credit = _without(ruleset.credit, name)
        ruleset.save(update_fields=["owner", "visibility", "credit"])
        if heir is None:
            _delete(rules)
        _forget(key, name)


def clear(now: datetime) -> int:
    """Delete games that were begun without an account and left alone as long as drafts of lists."""
    old = Ruleset.objects.filter(own_rules__changed__lte=now - DRAFT_LIFE).exclude(own_rules__browser_key="")
    keys = list(old.values_list("pk", flat=True))
    return in_batches(keys, lambda some: old.filter(pk__in=some).delete()[1].get("rules.Ruleset", 0))


def _owner_of_club(ruleset: Ruleset) -> User | None:
    if ruleset.visibility not in ("club", "link", "public") or ruleset.club is None:
        return None
    return ruleset.club.memberships.get(role=Membership.Role.OWNER).user


def _delete(rules: OwnRules) -> None:
    """Delete the draft, and what no list uses."""
    ruleset = rules.ruleset
    rules.delete()
    Ruleset.objects.filter(pk=ruleset.pk).update(current=None)
    drop_versions(ruleset, 0)
    last = ruleset.versions.last()
    if last is None:
        Ruleset.objects.filter(pk=ruleset.pk).delete()
    else:
        Ruleset.objects.filter(pk=ruleset.pk).update(current=last)


def _forget(key: str, name: str) -> None:
    """Take a name out of the signatures of rules, and of variants that others made of them."""
    ruleset = Ruleset.objects.filter(pk=key).first()
    for version in ruleset.versions.all() if ruleset else ():
        catalogue = decode(version.catalogue)
        version.catalogue = encode(replace(catalogue, credit=_without(catalogue.credit, name)))
        version.digest = digest(version.catalogue)
        version.save(update_fields=["catalogue", "digest"])
    for other in OwnRules.objects.filter(chain__icontains=key):
        for link in other.chain:
            link["by"] = _without(link["by"], name) if link["id"] == key else link["by"]
        other.save(update_fields=["chain"])


def _without(signature: str, name: str) -> str:
    return signature.removeprefix(name).strip() if signature.startswith(name) else signature
