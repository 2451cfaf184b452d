"""`armylist-backup/1`: all data of a user as one JSON document. docs/armylist-backup.md explains it.

docs/armylist-backup.schema.json is generated from these types (`schema`). Lists are written and read with their
revisions as raw JSON: the documents are never all in memory as objects.
"""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import Meta, Raw, Struct

from armybuilder.lists.browsing.my_lists import LONGEST_TAG, TAGS_AT_MOST
from rules.core.game.events import GameLine, Side
from rules.core.text import published

FORMAT: Literal["armylist-backup/1"] = "armylist-backup/1"
LISTS_AT_MOST = 5_000
REVISIONS_AT_MOST = 50_000  # of all lists together
SQUADS_AT_MOST = 1_000

WHITESPACE = b" \t\r\n"  # of JSON
WRITABLE = r"^[^\x00]*\Z"  # PostgreSQL cannot store U+0000
Moment = Annotated[datetime, Meta(tz=True)]
Number = Annotated[int, Meta(ge=1, le=2_000_000_000)]
Word = Annotated[str, Meta(max_length=300, pattern=WRITABLE)]
Name = Annotated[str, Meta(max_length=120, pattern=WRITABLE)]
Tag = Annotated[str, Meta(min_length=1, max_length=LONGEST_TAG, pattern=WRITABLE)]
RowId = Annotated[str, Meta(max_length=60, pattern=r"^[0-9A-Za-z_-]+\Z")]
Document = Annotated[Raw, Meta(extra_json_schema={"type": "object", "properties": {"format": {"const": "armylist/1"}}})]


class BackupPart(Struct, kw_only=True, forbid_unknown_fields=True):
    """A part of a backup: every field is present, and no other."""


class Rules(BackupPart):
    """The version of the rules of a revision: the ruleset's id, its number, the SHA-256 of its text."""

    ruleset: Annotated[str, Meta(max_length=60)]
    number: Number
    digest: Annotated[str, Meta(max_length=64)]


class Words(BackupPart):
    """A name in both languages."""

    it: Word
    en: Word


class Revision(BackupPart):
    """The list after one edit. `parent` is the number of the revision that it was made from, null for the first.

    `document` is an `armylist/1`; `ids` are those of its rows in order (each squad before its figures, vehicles and
    extras, then the extras of the list).
    """

    number: Number
    parent: Number | None
    created: Moment
    name: Name
    action: Annotated[str, Meta(max_length=40, pattern=WRITABLE)]
    subject: Words
    place: Words
    same_step: bool
    rules: Rules
    ids: tuple[RowId, ...]
    document: Document


class Link(BackupPart):
    """A link to the list, without its token: to a fixed version, or (null) always to the latest."""

    created: Moment
    revoked: Moment | None
    version: Number | None


class Visibility(BackupPart):
    """The readers of a list: `public` since, links, clubs."""

    public: Moment | None
    links: tuple[Link, ...]
    clubs: tuple[Name, ...]


class Credit(BackupPart):
    """The origin of a copied list; author null: a former member, or without an account."""

    name: Name
    author: Name | None


class MadeFor(BackupPart):
    """The club that a list is made for, and the version of its house rules that the owner last accepted or declined."""

    club: Name
    id: UUID
    version: Annotated[int, Meta(ge=0, le=2_000_000_000)]


class ListHeader(BackupPart, kw_only=True):
    """A list without its revisions; `present` is the number of the current one.

    `made_for` is missing in the first backups.
    """

    name: Name
    created: Moment
    changed: Moment
    archived: Moment | None
    deleted: Moment | None
    tags: Annotated[tuple[Tag, ...], Meta(max_length=TAGS_AT_MOST)]
    visibility: Visibility
    credit: Credit | None
    present: Number
    made_for: MadeFor | None = None


class List(ListHeader, kw_only=True):
    """A list with its revisions, in the order of their numbers."""

    revisions: Annotated[tuple[Revision, ...], Meta(min_length=1)]


class Address(BackupPart):
    """An email address of the account."""

    email: Word
    primary: bool
    verified: bool


class Session(BackupPart):
    """A browser with a signed-in session."""

    address: Word
    browser: str
    since: Moment
    last_seen: Moment


class Report(BackupPart):
    """A report about a public list."""

    list: Name
    reason: str
    made: Moment


class Token(BackupPart):
    """An access token by its name, without the token itself."""

    name: Name
    scope: Word
    created: Moment
    last_used: Moment | None
    revoked: Moment | None
    expires: Moment | None = None


class Passkey(BackupPart):
    """A passkey by its name, without its key."""

    name: Word
    created: Moment
    last_used: Moment | None


class Print(BackupPart):
    """A PDF of several ordered lists; it is kept for a day."""

    title: Word
    created: Moment


class Told(BackupPart):
    """A notification: its sentence, in the language of the user."""

    text: str
    made: Moment
    read: Moment | None


class Notices(BackupPart):
    """A user's notifications, and their settings: channels of each topic, and the language of emails."""

    language: Word
    channels: dict[str, tuple[str, ...]]
    told: tuple[Told, ...]


class Account(BackupPart):
    """The account. A backup only says that passwords, second steps and tokens exist.

    Fields with a default are missing in the first backups.
    """

    user_name: Word
    first_name: Word
    last_name: Word
    emails: tuple[Address, ...]
    joined: Moment
    last_sign_in: Moment | None
    two_step: tuple[Word, ...]
    sessions: tuple[Session, ...]
    tokens: tuple[Token, ...]
    print_choice: Word
    reports: tuple[Report, ...]
    passkeys: tuple[Passkey, ...] = ()
    prints: tuple[Print, ...] = ()
    notices: Notices | None = None
    time_zone: Word = ""


class Membership(BackupPart):
    """A club of the user."""

    club: Name
    role: Literal["owner", "organiser", "member"]
    joined: Moment


class ReadySquad(BackupPart):
    """A user's ready-made squad: an `armylist/1` with only that squad."""

    name: Annotated[str, Meta(min_length=1, max_length=120, pattern=WRITABLE)]
    created: Moment
    rules: Rules
    document: Document


class HandedIn(BackupPart):
    """A list submitted for a games night: a copy, with its code and published SHA-256."""

    role: Word
    name: Name
    handed: Moment
    late: bool
    withdrawn: Moment | None
    code: Word
    digest: Annotated[str, Meta(max_length=64)]
    total: int | None
    rules: Rules
    document: Document


class Game(BackupPart):
    """A game for which the user was paired; opponent null: a bye. Points are defeat points, null: no result yet.

    `said` is the user's own entry, their own points first.
    """

    round: Number
    table: int | None
    opponent: Name | None
    attacks: bool | None
    lost: int | None
    opponent_lost: int | None
    said: tuple[int, int] | None


class Deed(BackupPart):
    """A line of the log of a games night: an act of the user."""

    action: Word
    subject: Annotated[str, Meta(max_length=400, pattern=WRITABLE)]
    time: Moment


class Evening(BackupPart):
    """A games night of a club: the user's answer, submitted lists, games and acts."""

    club: Name
    name: Name
    start: Moment
    place: Word
    answer: Word
    answered: Moment | None
    hand_ins: tuple[HandedIn, ...]
    games: tuple[Game, ...]
    log: tuple[Deed, ...]


class TableLine(BackupPart):
    """A line of a game's log, as its phone sent it."""

    time: Moment
    line: GameLine


class TableGame(BackupPart):
    """A game at the table, with the log as its player can read it.

    `documents` has the copy of the list that was played, if any. `signed`: the points of sides a and b that the
    player signed; `note`: the scenario; `rulings`: those in play, an option for each ruling. The first backups have
    neither of the last two.
    """

    begun: Moment
    rules: Rules
    side: Side
    opponent: Name
    documents: Annotated[tuple[Document, ...], Meta(max_length=1)]
    signed: tuple[int, int] | None
    log: tuple[TableLine, ...]
    note: Annotated[str, Meta(max_length=400, pattern=WRITABLE)] = ""
    rulings: dict[Word, Word] = {}


class OwnVersion(BackupPart):
    """A published version of own rules: `catalogue` is the ruleset as a whole."""

    number: Number
    created: Moment
    note: Name
    catalogue: Raw


class OwnRules(BackupPart):
    """Rules that the user wrote: the draft, a patch over its `parent` or over its `start`, and the versions."""

    id: Word
    name: Words
    visibility: Word
    club: Name | None
    licence: Word
    licence_note: Name
    parent: Rules | None
    start: Raw
    patch: Raw
    notes: str
    pasted: str
    writers: tuple[Name, ...]
    versions: tuple[OwnVersion, ...]


class Cover(BackupPart, kw_only=True):
    """A backup without its lists. Squads, games nights, games and own rules are missing in the first backups."""

    format: Literal["armylist-backup/1"]
    made: Moment
    account: Account
    clubs: tuple[Membership, ...]
    squads: Annotated[tuple[ReadySquad, ...], Meta(max_length=SQUADS_AT_MOST)] = ()
    evenings: tuple[Evening, ...] = ()
    games: tuple[TableGame, ...] = ()
    own_rules: tuple[OwnRules, ...] = ()


class Backup(Cover):
    """A whole backup."""

    lists: Annotated[tuple[List, ...], Meta(max_length=LISTS_AT_MOST)]


class Received(Backup, kw_only=True):
    """A backup to restore. Games nights, games and own rules are not restored, and not checked."""

    evenings: Raw = Raw(b"[]")  # type: ignore[assignment]
    games: Raw = Raw(b"[]")  # type: ignore[assignment]
    own_rules: Raw = Raw(b"[]")  # type: ignore[assignment]

    @property
    def has_more(self) -> bool:
        parts = (self.evenings, self.games, self.own_rules)
        return any(bytes(part).translate(None, WHITESPACE) != b"[]" for part in parts)


def schema() -> dict[str, Any]:
    made = published(msgspec.json.schema(Backup))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": FORMAT, **made}
