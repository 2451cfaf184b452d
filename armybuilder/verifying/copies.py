"""What was copied from lists: squads that are kept, hand-ins, sides of games; and what lists are judged by.

None of it is mended: what was handed in or played is what was seen then, and a digest that is wrong is what one wants
to know.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

import msgspec
from django.db.models import Exists, F, Max, OuterRef, QuerySet

from armybuilder.clubs.models import HouseRules
from armybuilder.evenings.models import HandIn
from armybuilder.games.models import Game, GameEvent, Player
from armybuilder.lists.models import SavedSquad
from armybuilder.verifying.findings import Check, Finding, read
from rules.core.assess import assess
from rules.encoding import digest
from rules.models import RulesetVersion


def _look_at_squads(squads: Sequence[SavedSquad]) -> Iterator[Finding]:
    for one in squads:
        roster = read(one.document)
        if isinstance(roster, str):
            yield Finding(one.pk, f"ready squad {one.pk}", "document", roster, "an armylist/1")
        elif len(roster.squads) != 1:
            yield Finding(one.pk, f"ready squad {one.pk}", "squads", len(roster.squads), 1)


def _hand_ins() -> QuerySet[HandIn]:
    return HandIn.objects.select_related("entry__evening")


def _look_at_hand_ins(hand_ins: Sequence[HandIn]) -> Iterator[Finding]:
    for one in hand_ins:
        where = f"hand-in {one.pk} of list {one.army_list_id}"
        roster = read(one.document)
        if isinstance(roster, str):
            yield Finding(one.pk, where, "document", roster, "an armylist/1")
            continue
        derived: dict[str, object] = {
            "digest": sha256(one.document.encode()).hexdigest(),
            "name": roster.name,
            "role": roster.role,
        }
        if one.withdrawn is None:  # the evening may be another game since
            derived["total"] = assess(roster, one.entry.evening.catalogue).total
        for name, value in derived.items():
            if getattr(one, name) != value:
                yield Finding(one.pk, where, name, getattr(one, name), value)


def _players() -> QuerySet[Player]:
    return Player.objects.exclude(document="").annotate(ruleset=F("game__ruleset_version__ruleset"))


def _look_at_players(players: Sequence[Player]) -> Iterator[Finding]:
    for one in players:
        where = f"game {one.game_id}, side {one.side}, of list {one.army_list_id}"
        roster, ruleset = read(one.document), one.ruleset  # type: ignore[attr-defined]
        if isinstance(roster, str):
            yield Finding(one.pk, where, "document", roster, "an armylist/1")
        elif roster.ruleset != ruleset:
            yield Finding(one.pk, where, "ruleset", ruleset, roster.ruleset)


def _games() -> QuerySet[Game]:
    return Game.objects.annotate(newest=Max("events__sequence", default=0))


def _look_at_games(games: Sequence[Game]) -> Iterator[Finding]:
    for one in games:
        newest = one.newest  # type: ignore[attr-defined]
        if one.last < newest:  # it may be more: that a list was chosen counts and is no line
            yield Finding(one.pk, f"game {one.pk}", "last", one.last, newest)


def _look_at_events(events: Sequence[GameEvent]) -> Iterator[Finding]:
    for one in events:
        try:
            one.line  # noqa: B018
        except (msgspec.MsgspecError, StopIteration) as error:
            where = f"game {one.game_id}, line {one.sequence}"
            yield Finding(one.pk, where, "payload", str(error), "an event")


def _house_rules() -> QuerySet[HouseRules]:
    before = HouseRules.objects.filter(
        club=OuterRef("club"), ruleset=OuterRef("ruleset"), number=OuterRef("number") - 1
    )
    return HouseRules.objects.annotate(has_before=Exists(before))


def _look_at_house_rules(versions: Sequence[HouseRules]) -> Iterator[Finding]:
    for one in versions:
        where = f"house rules {one.ruleset} {one.number} of club {one.club_id}"
        if one.number != 1 and not one.has_before:  # type: ignore[attr-defined]
            yield Finding(one.pk, where, "number", one.number, "one that follows another")
        try:
            msgspec.convert(one.prices, dict[str, int])
            msgspec.convert(one.rulings, dict[str, str])
        except msgspec.ValidationError as error:
            yield Finding(one.pk, where, "prices or rulings", str(error), "numbers and answers")


def _look_at_rulesets(versions: Sequence[RulesetVersion]) -> Iterator[Finding]:
    for one in versions:
        derived = digest(one.catalogue)
        if one.digest != derived:
            yield Finding(one.pk, f"rules {one}", "digest", one.digest, derived)


COPIES = (
    Check(SavedSquad.objects.all, 200, _look_at_squads),
    Check(_hand_ins, 100, _look_at_hand_ins),
    Check(_games, 500, _look_at_games),
    Check(_players, 200, _look_at_players),
    Check(GameEvent.objects.all, 1_000, _look_at_events),
    Check(_house_rules, 200, _look_at_house_rules),
    Check(RulesetVersion.objects.all, 5, _look_at_rulesets),
)
