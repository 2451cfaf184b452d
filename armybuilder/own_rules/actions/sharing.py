"""Share own rules: their readers, their writers, their owner, and the rules of owners who leave.

When the owner deletes the account, a writer takes them over, otherwise the owner of the club that sees them. Otherwise
they go, except versions that lists of others are made with: those stay, and nobody is offered them. The name of the
owner goes everywhere.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.batches import in_batches
from armybuilder.clubs.actions import lock_membership
from armybuilder.clubs.models import Club, Membership
from armybuilder.lists.visitors import DRAFT_LIFE
from armybuilder.own_rules.actions.drafts import check_club_room, check_room, lock_draft
from armybuilder.own_rules.actions.publishing import drop_versions
from armybuilder.own_rules.models import OwnRules, Writer
from armybuilder.refusals import RefusedError
from rules.encoding import decode, digest, encode
from rules.models import Ruleset

VISIBILITIES = ("owner", "club", "link", "public")
AWAY = "away"
WRITERS_AT_MOST = 20
FIRST_WEEK = timedelta(days=7)


class VisibilityError(RefusedError):
    """The rules cannot be shown to those that were chosen."""


def is_new(user: User) -> bool:
    """Whether an account is too new for public rules."""
    return user.date_joined > timezone.now() - FIRST_WEEK


@transaction.atomic
def set_visibility(ruleset_id: str, actor: User, visibility: str, club_id: UUID | None = None) -> None:
    """Say who sees the rules; "club" needs a club of the owner's."""
    rules = _lock_owned(ruleset_id, actor)
    ruleset = rules.ruleset
    if visibility not in VISIBILITIES:
        raise VisibilityError(_("Choose who sees the rules."))
    if visibility == "public" != ruleset.visibility and is_new(actor):
        raise VisibilityError(_("A new account can make rules public after its first week."))
    if visibility == "club":
        ruleset.club = _club(club_id, actor, ruleset)
    elif visibility == "owner":
        ruleset.club = None
    ruleset.visibility = visibility
    ruleset.save(update_fields=["visibility", "club"])


def _club(club_id: UUID | None, actor: User, ruleset: Ruleset) -> Club:
    if club_id is None:
        raise VisibilityError(_("Choose a club."))
    club = lock_membership(club_id, actor).club
    if ruleset.club_id != club.pk:
        check_club_room(club)
    return club


@transaction.atomic
def take_from_club(ruleset_id: str, actor: User, club_id: UUID) -> None:
    """Take rules out of a club's, as an organiser; their owner still sees them. Raises Club.DoesNotExist."""
    lock_membership(club_id, actor, organising=True)
    ruleset = Ruleset.objects.select_for_update().get(pk=ruleset_id, club=club_id)
    ruleset.club = None
    if ruleset.visibility == "club":
        ruleset.visibility = "owner"
    ruleset.save(update_fields=["club", "visibility"])


@transaction.atomic
def add_writer(ruleset_id: str, actor: User, name: str) -> None:
    """Let a user who shares a club with the owner write the rules too."""
    rules = _lock_owned(ruleset_id, actor)
    mates = Membership.objects.filter(club__memberships__user=actor).values("user")
    writer = User.objects.filter(pk__in=mates, username=name, is_active=True).exclude(pk=actor.pk).first()
    if writer is None:
        raise RefusedError(_("Nobody in your clubs has this name."))
    if rules.writers.count() >= WRITERS_AT_MOST:
        raise RefusedError(_("%(most)s people write these rules, the most that can."), most=WRITERS_AT_MOST)
    rules.writers.add(writer)


@transaction.atomic
def remove_writer(ruleset_id: str, actor: User, writer_id: int) -> None:
    """Take a writer off the rules: the owner anybody, writers themselves."""
    rules = lock_draft(ruleset_id, actor)
    if actor.pk not in (rules.ruleset.owner_id, writer_id):
        raise OwnRules.DoesNotExist
    rules.writers.remove(writer_id)


@transaction.atomic
def hand_over(ruleset_id: str, actor: User, writer_id: int) -> None:
    """Make a writer the owner of the rules. The former owner still writes them."""
    rules = _lock_owned(ruleset_id, actor)
    _give(rules, rules.writers.select_for_update().get(pk=writer_id))
    rules.writers.add(actor)


@transaction.atomic
def put_away(ruleset_id: str, actor: Writer) -> None:
    """Offer the rules to nobody any more; lists keep them."""
    rules = _lock_owned(ruleset_id, actor)
    OwnRules.objects.filter(pk=rules.pk).update(put_away=timezone.now())
    Ruleset.objects.filter(pk=rules.pk).update(visibility=AWAY)


@transaction.atomic
def bring_back(ruleset_id: str, actor: Writer) -> None:
    """Offer the rules to their writers again."""
    rules = _lock_owned(ruleset_id, actor)
    if rules.put_away is None:
        return
    check_room(actor)
    OwnRules.objects.filter(pk=rules.pk).update(put_away=None)
    Ruleset.objects.filter(pk=rules.pk).update(visibility="owner", club=None)


def _give(rules: OwnRules, user: User) -> None:
    if rules.put_away is None:
        check_room(user)
    rules.writers.remove(user)
    Ruleset.objects.filter(pk=rules.pk).update(owner=user)


def _lock_owned(ruleset_id: str, actor: Writer) -> OwnRules:
    rules = lock_draft(ruleset_id, actor)
    if not rules.is_owned_by(actor):
        raise RefusedError(_("Only the owner of these rules can do this."))
    return rules


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
