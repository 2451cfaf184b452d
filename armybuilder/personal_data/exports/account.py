"""All that someone has here, as an `armylist-backup/1`, written piece by piece.

Lists are read some at a time and their revisions one after the other: the memory does not grow with them.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any
from uuid import UUID

import msgspec
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.api.models import ApiToken
from armybuilder.clubs.models import Membership
from armybuilder.lists.models import ArmyList, Revision, SavedSquad
from armybuilder.personal_data import document
from armybuilder.personal_data.exports.evenings import evenings_of, notices_of
from armybuilder.personal_data.exports.games import games_of
from armybuilder.printing.models import LastChoice, PrintJob
from armybuilder.sharing.models import Complaint
from rules.core.document import edits
from rules.core.document.roster import Roster, encode
from rules.core.document.rows import places
from rules.models import RulesetVersion

LISTS_AT_ONCE = 50
REVISIONS_AT_ONCE = 100
WITH_EACH = (
    "tags",
    "share_links__revision",
    "club_listings__membership__club",
)

_encode = msgspec.json.Encoder().encode


def write_backup(user: User) -> Iterator[bytes]:
    """Yield the pieces of a user's backup."""
    yield _open(_cover(user)) + b',"lists":['
    own = ArmyList.objects.filter(owner=user).order_by("created", "pk")
    list_ids = list(own.values_list("pk", flat=True))
    separator = b"\n"
    for start in range(0, len(list_ids), LISTS_AT_ONCE):
        for head, revisions in _some_lists(list_ids[start : start + LISTS_AT_ONCE]):
            yield separator + _open(head) + b',"revisions":['
            for number, revision in enumerate(revisions):
                yield (b",\n" if number else b"\n") + _encode(_revision(revision))
            yield b"]}"
            separator = b",\n"
    yield b"\n]}\n"


def _open(part: msgspec.Struct) -> bytes:
    """A part as JSON, to be gone on with."""
    return _encode(part)[:-1]


def _some_lists(list_ids: list[UUID]) -> Iterator[tuple[document.Head, Iterator[Revision]]]:
    """Some lists, in this order, each with its revisions. Those must be read before the next list is."""
    whole = ArmyList.objects.defer("document").select_related("revision", "credit__author", "made_for__club")
    heads = whole.prefetch_related(*WITH_EACH).in_bulk(list_ids)
    revisions = Revision.objects.filter(army_list__in=list_ids).select_related("parent", "ruleset_version")
    light = revisions.defer("parent__document", "ruleset_version__catalogue").order_by(
        "army_list__created", "army_list_id", "number"
    )
    for list_id, own in groupby(light.iterator(REVISIONS_AT_ONCE), lambda revision: revision.army_list_id):
        yield _head(heads[list_id]), own


def _head(army_list: ArmyList) -> document.Head:
    assert army_list.revision  # every list of a user has one
    credit = getattr(army_list, "credit", None)
    return document.Head(
        name=army_list.name,
        created=army_list.created,
        changed=army_list.changed,
        archived=army_list.archived,
        deleted=army_list.deleted,
        tags=tuple(tag.name for tag in army_list.tags.all()),
        visibility=_visibility(army_list),
        credit=document.Credit(name=credit.name, author=_name(credit.author)) if credit else None,
        present=army_list.revision.number,
        made_for=_made_for(army_list),
    )


def _made_for(army_list: ArmyList) -> document.MadeFor | None:
    if army_list.made_for is None:
        return None
    club = army_list.made_for.club
    return document.MadeFor(club=club.name, id=club.pk, version=army_list.house_kept)


def _name(author: User | None) -> str | None:
    return author.get_username() if author else None


def _visibility(army_list: ArmyList) -> document.Visibility:
    links = (
        document.Link(
            created=link.created,
            revoked=link.revoked,
            version=link.revision.number if link.revision else None,
        )
        for link in army_list.share_links.all()
    )
    return document.Visibility(
        public=army_list.public_since,
        links=tuple(links),
        clubs=tuple(listing.membership.club.name for listing in army_list.club_listings.all()),
    )


def _revision(revision: Revision) -> document.Revision:
    roster = revision.roster
    return document.Revision(
        number=revision.number,
        parent=revision.parent.number if revision.parent else None,
        created=revision.created,
        name=revision.name,
        action=revision.action,
        subject=document.Words(it=revision.subject_it, en=revision.subject_en),
        place=document.Words(it=revision.place_it, en=revision.place_en),
        same_step=revision.same_step,
        rules=_rules(revision.ruleset_version),
        ids=tuple(ids_of(roster)),
        document=msgspec.Raw(encode(edits.without_ids(roster))),
    )


def _rules(version: RulesetVersion) -> document.Rules:
    return document.Rules(ruleset=version.ruleset_id, number=version.number, digest=version.digest)


def ids_of(roster: Roster) -> list[str]:
    """Return the ids of all rows, in the order in which `edits.with_ids` gives them."""
    return [place.row.id for place in places(roster)]


# ── The account ────────────────────────────────────────────────────────────────────────────────────────────────────


def _cover(user: User) -> document.Cover:
    clubs = Membership.objects.filter(user=user).select_related("club")
    return document.Cover(
        format=document.FORMAT,
        made=timezone.now(),
        account=_account(user),
        clubs=tuple(
            document.Membership(club=one.club.name, role=_role(one), joined=one.joined) for one in clubs
        ),
        squads=tuple(_squads(user)),
        evenings=evenings_of(user),
        games=games_of(user),
    )


def _squads(user: User) -> Iterator[document.ReadySquad]:
    own = SavedSquad.objects.kept_by(user).select_related("ruleset_version")
    for one in own.defer("ruleset_version__catalogue"):
        yield document.ReadySquad(
            name=one.name,
            created=one.created,
            rules=_rules(one.ruleset_version),
            document=msgspec.Raw(one.document.encode()),
        )


def _role(membership: Membership) -> Any:
    return membership.role


def _account(user: User) -> document.Account:
    choice = LastChoice.objects.filter(user=user).first()
    steps = list(Authenticator.objects.filter(user=user).order_by("pk"))
    reports = Complaint.objects.filter(made_by=user).select_related("publication__army_list")
    return document.Account(
        user_name=user.get_username(),
        first_name=user.first_name,
        last_name=user.last_name,
        emails=tuple(_addresses(user)),
        joined=user.date_joined,
        last_sign_in=user.last_login,
        two_step=tuple(dict.fromkeys(step.type for step in steps)),
        sessions=tuple(_sessions(user)),
        tokens=tuple(_tokens(user)),
        print_choice=choice.query if choice else "",
        reports=tuple(
            document.Report(list=one.publication.army_list.name, reason=one.reason, made=one.made)
            for one in reports.defer("publication__army_list__document")
        ),
        passkeys=tuple(_passkey(step) for step in steps if step.type == Authenticator.Type.WEBAUTHN),
        prints=tuple(
            document.Print(title=job.title, created=job.created)
            for job in PrintJob.objects.filter(owner=user).order_by("created")
        ),
        notices=notices_of(user),
    )


def _addresses(user: User) -> Iterator[document.Address]:
    for one in EmailAddress.objects.filter(user=user):
        yield document.Address(email=one.email, primary=one.primary, verified=one.verified)


def _passkey(step: Authenticator) -> document.Passkey:
    return document.Passkey(name=step.wrap().name, created=step.created_at, last_used=step.last_used_at)


def _sessions(user: User) -> Iterator[document.Session]:
    for one in UserSession.objects.filter(user=user):
        yield document.Session(
            address=one.ip, browser=one.user_agent, since=one.created_at, last_seen=one.last_seen_at
        )


def _tokens(user: User) -> Iterator[document.Token]:
    for one in ApiToken.objects.filter(user=user):
        yield document.Token(
            name=one.name,
            scope=one.scope,
            created=one.created,
            last_used=one.last_used,
            revoked=one.revoked,
            expires=one.expires,
        )
