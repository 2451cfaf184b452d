"""What someone did at games nights, and what they were told, for their backup."""

from collections.abc import Iterator

import msgspec
from django.db import models

from armybuilder.accounts.models import User
from armybuilder.evenings.models import NAMED, Claim, Entry, Evening, HandIn, LogLine, Pairing
from armybuilder.notices.models import Notice, Preferences
from armybuilder.personal_data import document
from rules.core.document import edits
from rules.core.document.roster import encode


def evenings_of(user: User) -> tuple[document.Evening, ...]:
    """Return the evenings at which someone was, or did something, in the order of their days."""
    theirs = models.Q(entries__user=user) | models.Q(log__actor=user)
    evenings = list(
        Evening.objects.filter(theirs).distinct().select_related("club", "ruleset_version").order_by("start")
    )
    entries = {entry.evening_id: entry for entry in Entry.objects.filter(user=user)}
    hand_ins = _by_evening(HandIn.objects.filter(entry__user=user).select_related("entry"))
    games = list(_games(user))
    lines = list(LogLine.objects.filter(actor=user).order_by("pk").prefetch_related(*NAMED))
    return tuple(
        document.Evening(
            club=evening.club.name,
            name=evening.name,
            start=evening.start,
            place=evening.place,
            answer=entries[evening.pk].state if evening.pk in entries else "",
            answered=entries[evening.pk].answered if evening.pk in entries else None,
            hand_ins=tuple(_handed_in(one, evening) for one in hand_ins.get(evening.pk, [])),
            games=tuple(game for pk, game in games if pk == evening.pk),
            log=tuple(
                document.Deed(action=line.action, subject=line.about, time=line.time)
                for line in lines
                if line.evening_id == evening.pk
            ),
        )
        for evening in evenings
    )


def _by_evening(hand_ins: "models.QuerySet[HandIn]") -> dict[object, list[HandIn]]:
    found: dict[object, list[HandIn]] = {}
    for one in hand_ins:
        found.setdefault(one.entry.evening_id, []).append(one)
    return found


def _handed_in(one: HandIn, evening: Evening) -> document.HandedIn:
    version = evening.ruleset_version
    return document.HandedIn(
        role=one.role,
        name=one.name,
        handed=one.handed,
        late=one.is_late,
        withdrawn=one.withdrawn,
        code=one.code,
        digest=one.digest,
        total=one.total,
        rules=document.Rules(ruleset=version.ruleset_id, number=version.number, digest=version.digest),
        document=msgspec.Raw(encode(edits.without_ids(one.roster))),
    )


def _games(user: User) -> Iterator[tuple[object, document.Game]]:
    """Yield someone's games, each with its evening, as they saw them: their own points first."""
    published = Pairing.objects.filter(round__published__isnull=False).order_by("round__number", "pk")
    theirs = published.filter(models.Q(first__user=user) | models.Q(second__user=user))
    said = {
        claim.pairing_id: (claim.first_lost, claim.second_lost)
        for claim in Claim.objects.filter(entry__user=user)
    }
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
    """Return what someone was told, the oldest first, and what they want to be told."""
    chosen = Preferences.objects.of(user)
    told = Notice.objects.filter(user=user).order_by("pk")
    return document.Notices(
        language=chosen.language,
        channels={topic: tuple(where) for topic, where in chosen.channels.items()},
        told=tuple(document.Told(text=str(one), made=one.made, read=one.read) for one in told),
    )
