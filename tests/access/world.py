"""Objects and users for the tests of access."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.webauthn.internal.auth import WebAuthn
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.api.actions import make_token
from armybuilder.clubs.actions import invite, save_house_rules
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.entries import answer, invite_guest
from armybuilder.evenings.actions.planning import make_feed
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import BoardLink, Entry, Evening, HandIn, Pairing
from armybuilder.evenings.pages.people import Leaving
from armybuilder.evenings.versions import draft_version, rounds_version
from armybuilder.forces.actions import begin_draft, change_draft
from armybuilder.games.actions.games import start_game
from armybuilder.lists.actions.shelves import save_squad
from armybuilder.lists.visitors import Visitor
from armybuilder.notices.models import Notice
from armybuilder.own_rules.actions.drafts import begin_variant
from armybuilder.own_rules.actions.publishing import publish as publish_rules
from armybuilder.own_rules.actions.sharing import set_visibility
from armybuilder.own_rules.models import OwnRules
from armybuilder.printing import actions
from armybuilder.printing.choosing.choice import read_choice
from armybuilder.sharing.actions import make_link, send_report
from armybuilder.sharing.models import Complaint, Publication
from rules.catalogue import current_version
from rules.core.document.roster import Vehicle
from tests.access.bodies import DOCUMENT, PASSWORD, bodies, bodies_of_games
from tests.accounts.keys import Device
from tests.clubs.clubs import a_club, member, shown
from tests.evenings.evenings import a_bn_list, an_evening
from tests.forces.loading import a_text, of_club
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad
from tests.notices.telling import tell
from tests.sharing.links import published

WHO = ("anonymous", "stranger", "mate", "owner")
STAFF = ("staff", "root")  # at the admin alone: elsewhere they are strangers
# The rights of "staff": resolve reports, help players.
RIGHTS = (
    "view_complaint",
    "change_complaint",
    "view_publication",
    "change_publication",
    "view_ownrules",
    "change_ownrules",
    "view_rulesreport",
    "change_rulesreport",
    "view_user",
    "add_user",
    "change_user",
    "delete_user",
    "view_authenticator",
    "delete_authenticator",
)
AT_A_TABLE = ("result", "roll", "work-out", "type-roll", "part")
BY_LINK = (
    *("guest", "guest-list", "guest-new-list", "guest-take-back", "guest-leave-as-it-is", "guest-handed"),
    "guest-ics",
)
OF_A_GUEST_AT_A_TABLE = (
    *("evenings:guest-roll", "evenings:guest-type-roll", "evenings:guest-work-out", "evenings:guest-result"),
    *("evenings:guest-go-home", "evenings:guest-kit", "games:guest-from-table"),
)
CHALLENGE = {"publicKey": {"challenge": "A" * 22, "user": {"id": ""}}}
# Written apart from the data of users: sessions, rate limits, the last use of a token.
ASIDE = re.compile(
    r'"(django_session|usersessions_\w+|counting_bucket|\w*cache\w*)"'
    r'|^UPDATE "accounts_user" SET "last_login"|^UPDATE "api_apitoken" SET "last_used"'
)
QUESTION = '{"format": "odds/1", "ruleset": "bn", "question": "suppression", "class": "elite"}'
ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^/]+?\)(?=[-/]|$)")


@dataclass
class World:
    """A list that its owner shows to her club, in which the mate is a member; the stranger has an account only.

    The admin is also asked by a member of staff, who may resolve reports and help players, and by a superuser.
    """

    clients: dict[str, Client]
    tokens: dict[str, str]
    arguments: dict[str, Any]  # of addresses: the owner's things; "clubs:join token" is for one address only
    queries: dict[str, str]  # queries that some need
    bodies: dict[str, dict[str, Any]]  # posted to those that do nothing without

    def address(self, name: str, route: str, **others: str) -> str:
        """Return an address of the owner's things, except for given arguments."""

        def value(match: re.Match[str]) -> str:
            argument = match[1] or match[2]
            if argument in others:
                return others[argument]
            kind = "squad" if "/squads/" in route and argument == "row" else argument
            return str(self.arguments.get(f"{name} {kind}", self.arguments.get(kind)))

        return ARGUMENT.sub(value, route)

    def ask(self, who: str, method: str, name: str, path: str) -> str:
        """Return the result of a request, and undo all its effects.

        A status, or for redirects "in" (to sign in) or "on" (elsewhere); with "!" if something was written.
        """
        with transaction.atomic(), noted_writes() as written:
            response = self._send(who, method, name, path)
            transaction.set_rollback(True)
        return _outcome(response) + ("!" if any(not ASIDE.search(sql) for sql in written) else "")

    def sent_to(self, who: str, path: str) -> str:
        """Return the redirect of an address, "" without one."""
        location: str = self._send(who, "GET", "", path).headers.get("Location", "")
        return location

    def _send(self, who: str, method: str, name: str, path: str) -> Any:
        client = _english_client()
        client.cookies = deepcopy(self.clients[who].cookies)  # signing out would take them away
        if path.startswith("/api/"):
            headers = {"If-Match": '"1"'}
            if who != "anonymous":
                headers["Authorization"] = f"Bearer {self.tokens[who]}"
            body = QUESTION if name == "api:odds" else DOCUMENT
            return client.generic(method, path, body, "application/json", headers=headers)
        if method == "POST":
            return client.post(path, self.bodies.get(name, {}))
        return client.get(path + self.queries.get(name, ""))


@contextmanager
def noted_writes() -> Iterator[list[str]]:
    """The statements that change rows, each as it runs."""
    written: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        # SQLite does not count what an INSERT returns.
        if sql.startswith("INSERT") or (sql.startswith(("UPDATE", "DELETE")) and context["cursor"].rowcount):
            written.append(sql)
        return result

    with connection.execute_wrapper(note):
        yield written


@cache
def _english_client() -> Client:
    """A client for all requests: a new one each time would rebuild the middleware."""
    return Client(headers={"Accept-Language": "en"})


def _outcome(response: Any) -> str:
    if response.status_code in {301, 302, 303}:
        gates = ("/accounts/login/", "/admin/login/")
        return "in" if response.headers["Location"].partition("?")[0] in gates else "on"
    return str(response.status_code)


def make_world() -> World:
    """Make everything that addresses need."""
    clients = {who: Client() for who in WHO + STAFF}
    stranger, mate, owner, staff, root = (_person(name, clients[name]) for name in (*WHO[1:], *STAFF))
    _make_staff(staff, root)
    club, visitor = a_club(owner, None, mate), Visitor(owner)
    squad = a_squad(LEADER, a_group(7), vehicles=(Vehicle(type="protected"),))
    army_list = shown(visitor, club, squads=(squad,), pair_name="Valle", role="attacker")
    a_list(visitor, a_roster(pair_name="Valle", role="defender"))
    public, invitation = published(visitor), invite(club.pk, owner)
    link = make_link(army_list.pk, visitor, frozen=False)
    evening, brought = an_evening(club, owner, ruleset="bn", limits={"attacker": 150}), a_bn_list(owner)
    [handed] = submit(evening.pk, owner, brought.pk)
    carlo = Entry.objects.create(evening=evening, guest_name="Carlo", state="coming")
    of_a_guest = HandIn.objects.create(entry=carlo, role="attacker", name="A", document=handed.document)
    # The owner plays at the others, and cannot see hidden lists there.
    unplayed = an_evening(club, owner, ruleset="bn", limits={"attacker": 150})
    for_others = invite_guest(unplayed.pk, owner, "Dina")
    force = of_club(club, owner)
    draft = begin_draft(club.pk, owner, replace(force.force, id="begun"))
    change_draft(club.pk, draft.pk, owner, lambda begun: replace(begun, limits=()))
    guest = invite_guest(evening.pk, owner, "Anna")
    played, table = _played_by(owner, mate, club)
    at_table, their_table = _guest_at_a_table(owner, club)
    job = actions.order_lists(visitor, [army_list.pk], read_choice({}, "en"), "Rangers")
    email = EmailAddress.objects.create(user=owner, email="owner@club.it", primary=True)
    passkey = WebAuthn.add(owner, "Phone", json.loads(Device().register(CHALLENGE))).instance
    squad = army_list.roster.squads[0]
    arguments = {
        "list_id": army_list.pk,
        "squad": squad.id,
        "row": squad.figures[0].id,
        "weapon": squad.figures[0].weapons[0],
        "number": 1,
        "form": "roster",
        "club_id": club.pk,
        "pk": member(club, mate).pk,
        "job_id": job.pk,
        "evening_id": evening.pk,
        "saved_id": save_squad(visitor, army_list, squad, "Alpha").pk,
        "ending": "csv",
        "section": "lists",
        "ruleset_id": "bn",
        "other_id": "rth-it",
        "question": "morale",
        "ruleset": "bn",
        "key": _rules_of_a_club(owner, club),
        "token": link.token,
        "sharing:revoke-link pk": link.pk,
        "sharing:complain token": public.link.token,
        "clubs:join token": invitation.token,
        "clubs:revoke pk": invitation.pk,
        "evenings:withdraw-link pk": guest.pk,
        "forces:force pk": force.pk,
        "forces:remove pk": force.pk,
        "forces:edit pk": force.pk,
        **{f"forces:{act} pk": draft.pk for act in ("draft", "change", "undo", "keep", "discard", "draft-text")},
        "evenings:handed pk": handed.pk,
        "evenings:guest-handed pk": handed.pk,
        **{f"evenings:{act} pk": of_a_guest.pk for act in ("send-back", "accept", "compare")},
        "evenings:check-in pk": handed.entry_id,
        **{f"evenings:{act} pk": table.pk for act in AT_A_TABLE},
        "evenings:drop pk": table.first_id,
        "evenings:dismiss pk": mate.pk,
        **{f"evenings:{name} token": guest.token for name in BY_LINK},
        **{f"{name} token": at_table.token for name in OF_A_GUEST_AT_A_TABLE},
        **{f"{name} pk": their_table.pk for name in OF_A_GUEST_AT_A_TABLE},
        **{f"evenings:{name} evening_id": for_others.evening_id for name in ("hand-in-for", "new-list-for")},
        **{f"evenings:{name} pk": for_others.pk for name in ("hand-in-for", "new-list-for")},
        "evenings:feed token": make_feed(club.pk, owner).token,
        "evenings:projected token": BoardLink.objects.create(evening=evening).token,
        "notices:follow pk": _told(owner),
        "tokens:revoke pk": make_token(owner, "My program", "write")[0].pk,
        "mfa_edit_webauthn pk": passkey.pk,
        "mfa_remove_webauthn pk": passkey.pk,
        "account_confirm_email key": EmailConfirmationHMAC(email).key,
        "account_reset_password_from_key key": "1-1",
        "uidb36": "1",
        "rest": "nothing",
        "app_label": "sharing",
        "content_type_id": 1,
        "object_id": "1",
    }
    of_rounds = [
        *("draw", "put-together", "part", "swap", "publish", "discard-round", "take-back-round"),
        *("round", "close-round"),
        *("result", "work-out", "roll", "type-roll", "drop", "finish", "resume", "go-home", "who-plays"),
    ]
    arguments |= {f"evenings:{name} evening_id": played.pk for name in of_rounds}
    arguments |= {f"evenings:{name} number": 2 for name in ("draw", "publish", "discard-round")}
    game = start_game(army_list, owner, both=False)
    arguments |= {
        f"games:{act} token": game.token
        for act in (
            *("play", "since", "say", "write", "choose-list", "renew"),
            *("log-text", "log-json", "report", "report-pdf", "turning-points", "roll", "leave", "kit"),
        )
    } | {f"games:{name} pk": game.game_id for name in ("kept", "kept-pdf", "kept-text", "kept-json", "delete")}
    arguments["games:join-side token"] = game.game.links.get(kind="joins").token
    arguments |= {"sequence": 0, "games:from-table evening_id": played.pk, "games:from-table pk": table.pk}
    arguments |= {"games:referee-table evening_id": played.pk, "games:referee-table pk": table.pk}
    tokens = {user.username: make_token(user, "Program", "write")[1] for user in (stranger, mate, owner)}
    shared = f"http://testserver{reverse('sharing:shared', args=[link.token])}"
    queries = {
        "sharing:oembed": f"?url={shared}",
        "bundles:bundle": f"?list={army_list.pk}",
        "bundles:each": f"?list={army_list.pk}",
    }
    save_house_rules(club.pk, owner, "bn", prices={"classes/elite": 14})
    arguments |= _rows(public) | {"id": stranger.pk}
    arguments |= {f"admin:accounts_user_{act} object_id": stranger.pk for act in ("change", "delete", "history")}
    return World(
        clients,
        tokens,
        arguments,
        queries,
        bodies(army_list.pk, club.name, brought.pk, mate.pk)
        | bodies_of_games(game, army_list.pk)
        | _seen(played, table, owner, at_table)
        | {f"evenings:{act}": {"handed": handed.pk} for act in ("take-back", "leave-as-it-is")}
        | {"evenings:hand-in": {"list": brought.pk, "handed": handed.pk}}
        | {"lists:hold-to-force": {"key": "k", "force": force.pk}}
        | {
            "lists:new-force": {"begin": "empty", "of": "bn"},
            "forces:draft-text": {"text": a_text(id="another")},
        }
        | {"forces:change": {"act": "add", "place": "squads"}}
        | {
            "own:publish": {"see": "owner", "licence": "agreed", "licence_note": "A"},
            "own:report": {"reason": "Copied."},
            "own:share": {"see": "owner"},
        },
    )


def _rules_of_a_club(owner: User, club: Club) -> str:
    """Return the key of a published variant that the club sees."""
    key = begin_variant(owner, current_version("rth-it"), "Spain").pk
    publish_rules(key, owner, licence="mine")
    set_visibility(key, owner, "club", club.pk)
    OwnRules.objects.get(pk=key).reports.create(reason="Copied.")
    return key


def _told(owner: User) -> int:
    """Notify the owner several times, and return the last one."""
    tell(owner)
    return Notice.objects.filter(user=owner).latest("pk").pk


def _seen(played: Evening, table: Pairing, owner: User, guest: Entry) -> dict[str, dict[str, str]]:
    """Return the versions that the pages of a games night send with their acts."""
    draft = {"seen": draft_version(played, played.rounds.get(published=None))}
    return {
        **{f"evenings:{act}": draft for act in ("publish", "draw", "discard-round")},
        "evenings:drop": {"seen": Leaving(table.first).seen},
        "evenings:go-home": {"seen": Leaving(played.entries.get(user=owner)).seen},
        "evenings:guest-go-home": {"seen": Leaving(guest).seen},
        "evenings:finish": {"seen": rounds_version(played.rounds.all())},
    }


def _played_by(owner: User, mate: User, club: Club) -> tuple[Evening, Pairing]:
    """Return a games night of two, with a published round and the draft of the next."""
    evening = an_evening(club, owner, limits={})
    for user in (owner, mate):
        answer(evening.pk, user, "coming")
    draw(evening.pk, owner, "swiss")
    [table] = publish(evening.pk, owner).pairings.all()
    Pairing.objects.update(attacker=None)  # they roll for it
    draw(evening.pk, owner, "swiss")
    return evening, table


def _guest_at_a_table(owner: User, club: Club) -> tuple[Entry, Pairing]:
    """Return a guest who plays the owner at a table of another games night."""
    evening = an_evening(club, owner, limits={})
    answer(evening.pk, owner, "coming")
    guest = desk.add_guest(evening.pk, owner, "Bruno")
    draw(evening.pk, owner, "swiss")
    publish(evening.pk, owner)
    Pairing.objects.update(attacker=None)
    return guest, Pairing.objects.get(round__evening=evening)


def _person(name: str, client: Client) -> User:
    user = User.objects.create_user(name, password=PASSWORD)
    client.force_login(user)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return user


def _make_staff(staff: User, root: User) -> None:
    staff.is_staff = root.is_staff = root.is_superuser = True
    staff.user_permissions.set(Permission.objects.filter(codename__in=RIGHTS))
    for user in (staff, root):
        user.save()


def _rows(public: Publication) -> dict[str, Any]:
    """A row of each of the admin's tables, as an argument of its addresses."""
    send_report(Complaint(publication=public, reason="Insults"))
    UserSession.objects.create(user=public.army_list.owner, ip="192.0.2.1", session_key="s", user_agent="Firefox")
    Group.objects.create(name="Referees")
    tables = (table for table in admin.site._registry if table is not User)
    rows = {f"{table._meta.app_label}_{table._meta.model_name}": table for table in tables}
    return {
        f"admin:{name}_{act} object_id": first.pk
        for name, table in rows.items()
        for act in ("change", "delete", "history")
        if (first := table._default_manager.first())
    }
