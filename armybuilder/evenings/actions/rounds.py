"""Rounds. Each verb is one transaction that locks the club, then the games night.

A round is paired as a draft by the site or by hand, changed, published, and closed. `at`: the round as the page
showed it (None: not from a page). Each action raises Evening.DoesNotExist, NotAllowedError, RefusedError.
"""

import secrets
from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.actors import lock_evening, log
from armybuilder.evenings.actions.entries import mark_coming
from armybuilder.evenings.models import Claim, DiceOff, Evening, Pairing, Round
from armybuilder.evenings.notifications import notify
from armybuilder.evenings.pairing.matching import Method, Pair, pair_round, seated, swapped
from armybuilder.evenings.played import pairs_of, players_of
from armybuilder.evenings.seats import check_not_own
from armybuilder.evenings.states import NoDraftError, NotOpenError
from armybuilder.evenings.versions import At, check_round, draft_version, round_version
from armybuilder.notices.kinds import Kind
from armybuilder.refusals import RefusedError

ROUNDS_AT_MOST = 10
PLAYERS_AT_MOST = 96  # paired in half a second
SEEDS = 2**31
NOBODY_PLAYS = _("Fewer than two players are coming: there is nobody to pair.")
DOUBTFUL = _(
    "The round was not published: a player in it is not coming, or might not be. Publish it anyway, or re-pair it."
)


@transaction.atomic
def draw(
    evening_id: UUID,
    actor: User,
    method: Method | Literal["hand"],
    *,
    only_here: bool = False,
    at: At | None = None,
) -> Round:
    """Pair the next round as a draft, replacing the current one. "hand": nobody is paired yet."""
    evening = _organised(evening_id, actor)
    drafts = Round.objects.filter(evening=evening, published=None)
    number = Round.objects.filter(evening=evening, published__isnull=False).count() + 1
    check_round(at, number, draft_version(evening, drafts.first()))
    drafts.delete()
    if number > ROUNDS_AT_MOST:
        raise RefusedError(_("A games night can have at most ten rounds."))
    players = players_of(evening, only_here=only_here)
    if len(players) < 2:
        raise RefusedError(NOBODY_PLAYS)
    if len(players) > PLAYERS_AT_MOST:
        raise RefusedError(_("More than 96 are coming: too many for one round."))
    seed = secrets.randbelow(SEEDS)
    drawn = Round.objects.create(evening=evening, number=number, method=method, seed=seed)
    if method != "hand":
        store_pairs(drawn, pair_round(players, seed, method))
    log(evening, actor, "drawn", str(number))
    return drawn


@transaction.atomic
def swap(evening_id: UUID, actor: User, one: int, other: int, *, at: At | None = None) -> None:
    """Swap two players of a draft, whose opponents have not dropped out."""
    evening = _organised(evening_id, actor)
    draft = _draft(evening, at)
    players = {player.entry: player for player in players_of(evening)}
    pairs = pairs_of(draft)
    here = [pair for pair in pairs if players.keys() >= {*pair.entries}]
    if not {one, other} <= {entry for pair in here for entry in pair.entries}:
        raise NoDraftError
    if any({one, other} <= {*pair.entries} for pair in here):
        raise RefusedError(_("Nothing was changed: choose two players of different tables."))
    tables = draft.pairings.filter(models.Q(first__in=[one, other]) | models.Q(second__in=[one, other]))
    check_not_own(actor.pk, [user for pairing in tables.select_related("first", "second") for user in pairing.users])
    draft.pairings.all().delete()
    store_pairs(draft, swapped(pairs, players, one, other, draft.seed))
    log(evening, actor, "swapped", str(draft.number))


@transaction.atomic
def pair_by_hand(evening_id: UUID, actor: User, one: int, other: int | None, *, at: At | None = None) -> None:
    """Pair two players who are not in the draft yet at its first free table, or (no `other`) give one a bye."""
    evening = _organised(evening_id, actor)
    draft = _draft(evening, at)
    players, pairs = {player.entry: player for player in players_of(evening)}, pairs_of(draft)
    free = players.keys() - {entry for pair in pairs for entry in pair.entries}
    if one == other or not {one, other} - {None} <= free:
        raise RefusedError(_("Nothing was changed: choose two players who are not at a table yet."))
    paired = evening.entries.filter(pk__in=[one, *([other] if other else [])])
    check_not_own(actor.pk, list(paired.values_list("user", flat=True)))
    store_pairs(draft, [seated(players[one], players[other] if other else None, pairs, draft.seed)])
    log(evening, actor, "put-together", str(draft.number))


@transaction.atomic
def unpair(evening_id: UUID, actor: User, pk: int, *, at: At | None = None) -> None:
    evening = _organised(evening_id, actor)
    draft = _draft(evening, at)
    pairing = draft.pairings.select_related("first", "second").filter(pk=pk).first()
    if pairing is None:
        raise NoDraftError
    check_not_own(actor.pk, pairing.users)
    pairing.delete()
    log(evening, actor, "parted", str(draft.number))


@transaction.atomic
def discard_draft(evening_id: UUID, actor: User, *, at: At | None = None) -> int:
    """Delete the draft, and return its number."""
    evening = _organised(evening_id, actor)
    draft = Round.objects.filter(evening=evening, published=None).first()
    if draft is None:
        raise NoDraftError
    check_round(at, draft.number, draft_version(evening, draft))
    draft.delete()
    log(evening, actor, "discarded", str(draft.number))
    return draft.number


@transaction.atomic
def publish(evening_id: UUID, actor: User, *, at: At | None = None, anyway: bool = False) -> Round:
    """Publish the draft; `anyway`: players who are not coming, or only maybe, are marked as coming."""
    evening = _organised(evening_id, actor)
    draft = _draft(evening, at)
    if not draft.pairings.exists():
        raise RefusedError(NOBODY_PLAYS)
    _mark_all_coming(draft, evening, actor, anyway=anyway)
    draft.published = timezone.now()
    draft.save(update_fields=["published"])
    if evening.started is None:
        evening.started = draft.published
        evening.save(update_fields=["started"])
    log(evening, actor, "published", str(draft.number))
    path, about = reverse("evenings:round", args=[evening.pk, draft.number]), f"{draft.pk} {draft.published}"
    notify(Kind.ROUND, _all_users(draft), evening, about, but=actor, path=path, number=draft.number)
    return draft


@transaction.atomic
def unpublish(evening_id: UUID, actor: User, *, at: At | None = None) -> None:
    evening = _organised(evening_id, actor)
    last = Round.objects.filter(evening=evening).last()
    if last is None or last.published is None:
        raise NoDraftError
    check_round(at, last.number, round_version(last))
    settled = last.pairings.filter(first_lost__isnull=False)
    written = [settled, *(model.objects.filter(pairing__round=last) for model in (Claim, DiceOff))]
    if any(rows.exists() for rows in written):
        raise RefusedError(
            _("A result or roll has already been entered for this round: it can no longer be unpublished.")
        )
    last.published = last.closed = None
    last.save(update_fields=["published", "closed"])
    last.pairings.update(forfeit=None, abandoned=False)
    if last.number == 1:
        if evening.shows_lists:
            evening.revealed = evening.revealed or timezone.now()
        evening.started = None
        evening.save(update_fields=["started", "revealed"])
    log(evening, actor, "withdrawn", str(last.number))
    _notify_of_own_case(last, evening, actor, Kind.UNPUBLISHED)


@transaction.atomic
def set_closed(evening_id: UUID, actor: User, number: int, *, closed: bool) -> bool:
    """Close a published round, after which only organisers enter results, or reopen it. Return whether it changed."""
    evening = _organised(evening_id, actor)
    played = Round.objects.filter(evening=evening, number=number, published__isnull=False).first()
    if played is None:
        raise NoDraftError
    if (played.closed is not None) == closed:
        return False
    played.closed = timezone.now() if closed else None
    played.save(update_fields=["closed"])
    log(evening, actor, "round-closed" if closed else "round-opened", str(number))
    if not closed:
        _notify_of_own_case(played, evening, actor, Kind.REOPENED)
    return True


def _organised(evening_id: UUID, actor: User) -> Evening:
    evening = lock_evening(evening_id, actor, organising=True)
    if not evening.is_played:
        raise NotOpenError
    return evening


def _draft(evening: Evening, at: At | None) -> Round:
    draft = Round.objects.filter(evening=evening, published=None).first()
    if draft is None:
        raise NoDraftError
    check_round(at, draft.number, draft_version(evening, draft))
    return draft


def _mark_all_coming(draft: Round, evening: Evening, actor: User, *, anyway: bool) -> None:
    """Mark everyone in a draft as coming."""
    pairings = draft.pairings.select_related("first__user", "second__user")
    doubtful = [entry for pairing in pairings for entry in pairing.people if entry.state != "coming"]
    if any(entry.state == "dropped" for entry in doubtful):
        raise RefusedError(_("The round was not published: a player in it has dropped out. Re-pair it."))
    if doubtful and not anyway:
        raise RefusedError(DOUBTFUL)
    for entry in doubtful:
        entry.evening = evening
        mark_coming(entry)
        log(evening, actor, "added", names=[entry])


def _all_users(drawn: Round) -> list[int | None]:
    both = drawn.pairings.values_list("first__user", "second__user")
    return [user for pair in both for user in pair]


def _notify_of_own_case(drawn: Round, evening: Evening, actor: User, kind: Kind) -> None:
    """Notify the other players of an act on a round in which the organiser plays."""
    if actor.pk in (users := _all_users(drawn)):
        about = f"{drawn.pk} {timezone.now()}"
        notify(kind, users, evening, about, but=actor, who=actor, number=drawn.number)


def store_pairs(drawn: Round, pairs: Sequence[Pair]) -> None:
    Pairing.objects.bulk_create(
        Pairing(
            round=drawn,
            first_id=pair.first,
            second_id=pair.second,
            attacker_id=pair.attacker,
            table=pair.table,
        )
        for pair in pairs
    )
