"""Bodies of requests that need one, for the tests of access."""

from typing import Any
from uuid import UUID

from armybuilder.games.models import Link
from tests.evenings.evenings import in_days

PASSWORD = "tre-fucili-e-un-bren"
EVENING = {
    "day": f"{in_days(7):%Y-%m-%d}",
    "hour": "20:30",
    "game": "bn",
    "brings": "attacker",
    "due": "start",
}
DOCUMENT = '{"format": "armylist/1", "ruleset": "bn", "name": "Rangers", "squads": []}'
SQUADS = '[{"name":"A","class":"elite","figures":[{"leadership":1,"weapons":["assault-rifle"]}]}],"role":"attacker"'
LEGAL = DOCUMENT.replace("[]", SQUADS)


def bodies(list_id: UUID, club: str, brought_id: UUID, mate_id: int) -> dict[str, dict[str, Any]]:
    """Return the posted data of each address, by its name."""
    return {
        "lists:several": {"act": "archive", "list": list_id},
        "lists:create": {"ruleset": "bn", "role": "attacker"},
        "lists:import": {"text": DOCUMENT, "make": "1"},
        "lists:settings": {"key": "k", "name": "Alpini", "role": "attacker"},
        "lists:name": {"key": "k", "name": "Alpini", "then": "print"},
        "lists:rulings": {"key": "k"},
        "lists:take-house": {"key": "k", "version": "1"},
        "lists:leave-house": {"version": "1"},
        "lists:keep-force": {"version": "1"},
        "lists:add-squad": {"key": "k", "class": "elite"},
        "lists:edit-squad": {"key": "k", "name": "Zulu", "class": "elite", "kind": "squad"},
        "lists:remove-squad": {"key": "k"},
        "lists:rename-saved-squad": {"name": "Zulu"},
        "lists:duplicate-squad": {"key": "k"},
        "lists:add-figure": {"key": "k", "preset": "rifleman"},
        "lists:take-figure": {"key": "k", "preset": "rifleman"},
        "lists:take-vehicle": {"key": "k", "type": "protected"},
        "lists:edit-row": {"key": "k", "name": "Zulu", "count": 1, "class": "", "leadership": 0},
        "lists:add-squad-extra": {"key": "k", "extra": "infiltration"},
        "lists:add-vehicle": {"key": "k", "type": "protected"},
        "lists:add-extra": {"key": "k", "extra": "intelligence"},
        "lists:set-count": {"key": "k", "count": 3},
        "lists:duplicate-row": {"key": "k"},
        "lists:remove-row": {"key": "k"},
        "lists:move-row": {"key": "k", "to": "down"},
        "lists:name-version": {"name": "Before the game"},
        "lists:delete": {"key": "k"},
        "lists:restore": {"key": "k"},
        "lists:duplicate": {"key": "k"},
        "lists:show-in-clubs": {},
        "lists:new-for-club": {"ruleset": "bn", "role": "attacker"},
        "own:begin": {"begin": "empty", "name": "Skirmish"},
        "own:cells": {"weapons/lmg/points": "12", "key": "k"},
        "own:row": {"act": "copy weapons/lmg", "key": "k"},
        "evenings:answer": {"state": "perhaps"},
        "evenings:guest": {"state": "coming"},
        "evenings:invite-guest": {"name": "Bruno"},
        **{f"evenings:{name}": {"text": LEGAL, "make": "1"} for name in ("guest-list", "hand-in-for")},
        **{f"evenings:{name}type-roll": {"first_total": 9, "second_total": 12} for name in ("", "guest-")},
        **{f"evenings:{name}result": {"first_lost": 35, "second_lost": 40} for name in ("", "guest-")},
        **{f"evenings:{name}": {"new": "attacker-0"} for name in ("new-list", "new-list-for", "guest-new-list")},
        "evenings:hand-in": {"list": brought_id},
        "evenings:create": EVENING,
        "evenings:appoint": {"user": mate_id},
        "evenings:add": {"name": "Bruno"},
        "evenings:send-back": {"remark": "Why so many?"},
        "evenings:edit": EVENING,
        "bundles:start": {"list": list_id},
        "sharing:complain": {"reason": "Not a list at all"},
        "clubs:create": {"name": "Another club"},
        "clubs:edit": {"name": "Renamed"},
        "clubs:prices": {"weapons/lmg": "12", "note": "Dearer", "after": "1"},
        "clubs:close": {"name": club},
        "clubs:remove": {"sure": "yes"},
        "clubs:hand-over": {"sure": "yes"},
        "clubs:set-organiser": {"organises": "1"},
        "notices:read-all": {"until": 1_000_000},
        "notices:switches": {"language": "it", "round": "site"},
        "tokens:index": {"name": "Mine", "scope": "read"},
        "backup:delete": {"password": PASSWORD, "name": "owner"},
        "admin:accounts_user_delete": {"post": "yes"},
        "admin:mfa_authenticator_delete": {"post": "yes"},
        "admin:sharing_publication_delete": {"post": "yes"},
    }


def bodies_of_games(game: Link, list_id: UUID) -> dict[str, dict[str, Any]]:
    """Return the posted data of a game's addresses."""
    code = Link.objects.get(game=game.game, kind="joins").code
    return {
        "games:start": {"phones": "two"},
        "games:join": {"code": code},
        "games:say": {"side": "a", "event": '{"kind": "phase", "phase": "playing"}'},
        "games:turning-points": {
            "form-TOTAL_FORMS": "1",
            "form-INITIAL_FORMS": "1",
            "form-0-turn": "1",
            "form-0-note": "x",
        },
        "games:choose-list": {"list": list_id, "side": "a"},
        "games:renew": {"kind": "joins"},
    }
