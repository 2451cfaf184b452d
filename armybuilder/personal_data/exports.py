"""A user’s data as one document."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import models
from django.db.models import Prefetch
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.api.models import ApiToken
from armybuilder.clubs.models import Membership
from armybuilder.evenings.models import NAMED, Claim, Entry, Evening, HandIn, LogLine, Pairing
from armybuilder.games.models import Game
from armybuilder.lists.models import ArmyList, Revision, SavedSquad
from armybuilder.notices.models import Notice, Preferences
from armybuilder.own_rules.models import OwnRules, RulesReport
from armybuilder.personal_data import document
from armybuilder.printing.models import LastChoice, PrintJob
from armybuilder.sharing.models import Complaint
from rules.core.document import edits
from rules.core.document.roster import Roster, encode
from rules.core.document.rows import places
from rules.core.game.events import other_side
from rules.models import RulesetVersion


def games_of(user: User) -> tuple[document.TableGame, ...]:
    """Return a user's games, the oldest first, each with the log as they can read it."""
    with_it = ("ruleset_version", "pairing__round__evening")
    games = Game.objects.of_user(user).select_related(*with_it).order_by("created")
    return tuple(_game(game, user) for game in games.prefetch_related("players", "links", "events"))


def _game(game: Game, user: User) -> document.TableGame:
    game.lines = [event.line for event in game.stored_events]  # which were fetched with the games
    side, version = game.sides_of(user)[0], game.ruleset_version
    signed = game.state.signed(side)
    reads, enemy = game.read_by(user), other_side(side)
    seen = {line.name for line in game.lines_read(reads)}
    return _part(
        document.TableGame,
        game,
        begun=game.created,
        rules=_rules(version),
        side=side,
        opponent=game.by_side[enemy].label(is_hidden=enemy in game.hidden_from(reads)),
        documents=(_document(own),) if (own := game.by_side[side].roster) else (),
        signed=(signed.a, signed.b) if signed else None,
        log=_alike(
            document.TableLine,
            (event for event in game.stored_events if (event.phone, event.number) in seen),
        ),
    )


def _document(roster: Roster) -> msgspec.Raw:
    return msgspec.Raw(encode(edits.without_ids(roster)))


def evenings_of(user: User) -> tuple[document.Evening, ...]:
    """Return the user's games nights in the order of their days."""
    theirs = models.Q(entries__user=user) | models.Q(log__actor=user)
    evenings = Evening.objects.filter(theirs).distinct().select_related("club", "ruleset_version")
    entries = Entry.objects.filter(user=user).prefetch_related("hand_ins")
    deeds = LogLine.objects.filter(actor=user).order_by("pk").prefetch_related(*NAMED)
    evenings = evenings.prefetch_related(Prefetch("entries", entries), Prefetch("log", deeds))
    games = list(_games(user))
    return tuple(_evening(evening, games) for evening in evenings.order_by("start"))


def _evening(evening: Evening, games: list[tuple[object, document.Game]]) -> document.Evening:
    entry = next(iter(evening.entries.all()), None)
    return _part(
        document.Evening,
        evening,
        club=evening.club.name,
        answer=entry.state if entry else "",
        answered=entry.answered if entry else None,
        hand_ins=tuple(_handed_in(one, evening) for one in entry.hand_ins.all()) if entry else (),
        games=tuple(game for pk, game in games if pk == evening.pk),
        log=tuple(_part(document.Deed, line, subject=line.about) for line in evening.log.all()),
    )


def _handed_in(one: HandIn, evening: Evening) -> document.HandedIn:
    rules, roster = _rules(evening.ruleset_version), _document(one.roster)
    return _part(document.HandedIn, one, late=one.is_late, rules=rules, document=roster)


def _games(user: User) -> Iterator[tuple[object, document.Game]]:
    """Yield the user's games, each with its games night, their own points first."""
    published = Pairing.objects.filter(round__published__isnull=False).order_by("round__number", "pk")
    theirs = published.filter(models.Q(first__user=user) | models.Q(second__user=user))
    claims = Claim.objects.filter(entry__user=user)
    said = {claim.pairing_id: (claim.first_lost, claim.second_lost) for claim in claims}
    for pairing in theirs.select_related("round", "first__user", "second__user"):
        lost = (pairing.first_lost, pairing.second_lost)
        claim: tuple[int, int] | None = said.get(pairing.pk)
        own, opponent = pairing.first, pairing.second
        if opponent and opponent.user_id == user.pk:
            own, opponent = opponent, own
            lost, claim = lost[::-1], claim and (claim[1], claim[0])
        yield (
            pairing.round.evening_id,
            document.Game(
                round=pairing.round.number,
                table=pairing.table,
                opponent=str(opponent) if opponent else None,
                attacks=None if pairing.attacker_id is None else pairing.attacker_id == own.pk,
                lost=lost[0],
                opponent_lost=lost[1],
                said=claim,
            ),
        )


def notices_of(user: User) -> document.Notices:
    """Return a user's notifications, the oldest first, and their settings."""
    chosen = Preferences.objects.of(user)
    told = Notice.objects.filter(user=user).order_by("pk")
    return document.Notices(
        language=chosen.language,
        channels={topic: tuple(where) for topic, where in chosen.channels.items()},
        told=tuple(_part(document.Told, one, text=str(one)) for one in told),
    )


LISTS_AT_ONCE = 50
REVISIONS_AT_ONCE = 100

Part = TypeVar("Part", bound=document.BackupPart)
_encode = msgspec.json.Encoder().encode


def write_backup(user: User) -> Iterator[bytes]:
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
    return _encode(part)[:-1]


def _some_lists(list_ids: list[UUID]) -> Iterator[tuple[document.ListHeader, Iterator[Revision]]]:
    """Yield some lists, in this order, each with its revisions, to be read before the next list."""
    whole = ArmyList.objects.defer("document").select_related("revision", "credit__author", "made_for__club")
    shared = ("share_links__revision", "club_listings__membership__club")
    heads = whole.prefetch_related("tags", *shared).in_bulk(list_ids)
    revisions = Revision.objects.filter(army_list__in=list_ids).select_related("parent", "ruleset_version")
    light = revisions.defer("parent__document", "ruleset_version__catalogue").order_by(
        "army_list__created", "army_list_id", "number"
    )
    for list_id, own in groupby(light.iterator(REVISIONS_AT_ONCE), lambda revision: revision.army_list_id):
        yield _head(heads[list_id]), own


def _head(army_list: ArmyList) -> document.ListHeader:
    assert army_list.revision  # every list of a user has one
    credit, made_for = getattr(army_list, "credit", None), army_list.made_for
    return _part(
        document.ListHeader,
        army_list,
        tags=tuple(tag.name for tag in army_list.tags.all()),
        visibility=_visibility(army_list),
        credit=credit and document.Credit(name=credit.name, author=credit.author and credit.author.username),
        present=army_list.revision.number,
        made_for=None
        if made_for is None
        else document.MadeFor(club=made_for.club.name, id=made_for.club_id, version=army_list.house_kept),
    )


def _visibility(army_list: ArmyList) -> document.Visibility:
    links = (
        _part(document.Link, link, version=link.revision.number if link.revision else None)
        for link in army_list.share_links.all()
    )
    return document.Visibility(
        public=army_list.public_since,
        links=tuple(links),
        clubs=tuple(listing.membership.club.name for listing in army_list.club_listings.all()),
    )


def _revision(revision: Revision) -> document.Revision:
    roster = revision.roster
    return _part(
        document.Revision,
        revision,
        parent=revision.parent.number if revision.parent else None,
        subject=document.Words(it=revision.subject_it, en=revision.subject_en),
        place=document.Words(it=revision.place_it, en=revision.place_en),
        rules=_rules(revision.ruleset_version),
        ids=tuple(ids_of(roster)),
        document=_document(roster),
    )


def _rules(version: RulesetVersion) -> document.Rules:
    return _part(document.Rules, version, ruleset=version.ruleset_id)


def ids_of(roster: Roster) -> list[str]:
    """Return the ids of all rows, in the order of `edits.with_ids`."""
    return [place.row.id for place in places(roster)]


# ── The account ────────────────────────────────────────────────────────────────────────────────────────────────────


def _cover(user: User) -> document.Cover:
    clubs = Membership.objects.filter(user=user).select_related("club")
    return document.Cover(
        format=document.FORMAT,
        made=timezone.now(),
        account=_account(user),
        clubs=tuple(_part(document.Membership, one, club=one.club.name) for one in clubs),
        squads=tuple(_squads(user)),
        evenings=evenings_of(user),
        games=games_of(user),
        own_rules=tuple(_own_rules(user)),
    )


def _own_rules(user: User) -> Iterator[document.OwnRules]:
    own = OwnRules.objects.filter(ruleset__owner=user).select_related("ruleset__club", "parent")
    made = Prefetch("ruleset__versions", RulesetVersion.objects.select_related("own"))
    for one in own.defer("parent__catalogue").prefetch_related("writers", made).order_by("pk"):
        ruleset = one.ruleset
        yield _part(
            document.OwnRules,
            one,
            id=one.pk,
            name=document.Words(it=ruleset.name_it, en=ruleset.name_en),
            visibility=str(ruleset.visibility),
            club=ruleset.club.name if ruleset.club else None,
            parent=_rules(one.parent) if one.parent else None,
            start=msgspec.Raw((one.start or "null").encode()),
            patch=msgspec.Raw(msgspec.json.encode(one.patch)),
            writers=tuple(writer.username for writer in one.writers.all()),
            versions=tuple(
                _part(
                    document.OwnVersion,
                    version,
                    note=version.own.note if hasattr(version, "own") else "",
                    catalogue=msgspec.Raw(version.catalogue.encode()),
                )
                for version in ruleset.versions.all()
            ),
        )


def _squads(user: User) -> Iterator[document.ReadySquad]:
    own = SavedSquad.objects.kept_by(user).select_related("ruleset_version")
    for one in own.defer("ruleset_version__catalogue"):
        rules, squad = _rules(one.ruleset_version), msgspec.Raw(one.document.encode())
        yield _part(document.ReadySquad, one, rules=rules, document=squad)


def _account(user: User) -> document.Account:
    choice = LastChoice.objects.filter(user=user).first()
    steps = list(Authenticator.objects.filter(user=user).order_by("pk"))
    reports = Complaint.objects.filter(made_by=user).select_related("publication__army_list")
    return _part(
        document.Account,
        user,
        user_name=user.get_username(),
        emails=_alike(document.Address, EmailAddress.objects.filter(user=user)),
        joined=user.date_joined,
        last_sign_in=user.last_login,
        two_step=tuple(dict.fromkeys(step.type for step in steps)),
        sessions=tuple(
            document.Session(address=one.ip, browser=one.user_agent, since=one.created_at, last_seen=one.last_seen_at)
            for one in UserSession.objects.filter(user=user)
        ),
        tokens=_alike(document.Token, ApiToken.objects.filter(user=user)),
        print_choice=choice.query if choice else "",
        reports=(
            *(
                _part(document.Report, one, list=one.publication.army_list.name)
                for one in reports.defer("publication__army_list__document")
            ),
            *(
                _part(document.Report, one, list=one.rules.ruleset.name_it)
                for one in RulesReport.objects.filter(made_by=user).select_related("rules__ruleset")
            ),
        ),
        passkeys=tuple(
            document.Passkey(name=step.wrap().name, created=step.created_at, last_used=step.last_used_at)
            for step in steps
            if step.type == Authenticator.Type.WEBAUTHN
        ),
        prints=_alike(document.Print, PrintJob.objects.filter(owner=user).order_by("created")),
        notices=notices_of(user),
    )


def _alike(part: type[Part], rows: Iterable[object]) -> tuple[Part, ...]:
    """Return rows as parts of a backup with the same fields."""
    return tuple(_part(part, row) for row in rows)


def _part(part: type[Part], row: object, **other: Any) -> Part:
    """Return a row as a part of a backup: its fields are those of the row with the same names, but for the `other`."""
    same = {name: getattr(row, name) for name in part.__struct_fields__ if name not in other}
    return part(**same, **other)
