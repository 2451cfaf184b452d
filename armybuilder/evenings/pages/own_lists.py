"""Lists that a player can submit, and changes since a submission."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from django.db import models
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext
from msgspec import Struct, structs

from armybuilder.accounts.models import User
from armybuilder.evenings.eligibility import (
    Candidate,
    JudgedList,
    candidates,
    problem_of,
    problem_words,
    roster_for,
    sheet_for,
)
from armybuilder.evenings.models import Entry, Evening, HandIn
from armybuilder.evenings.versions import submitted_version
from armybuilder.lists.browsing.list_names import role_name
from armybuilder.lists.exchange.proposal import Answers
from armybuilder.lists.exchange.reading import read_document
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.lists.words import points_in_words
from rules.catalogue import current_versions, library, library_of, version_mark
from rules.core.catalogue.catalogue import OWN
from rules.core.catalogue.library import Library
from rules.core.comparing.difference import Listed, difference, summary
from rules.core.comparing.difference import sentence as change_sentence
from rules.core.document.force import Force
from rules.core.document.roster import Roster
from rules.core.judging.report import sentence
from rules.core.text import Language

LISTS_SHOWN = 60


def choices(evening: Evening, user: User) -> list[Candidate]:
    """Return what a user could submit of their newest lists, those of the game first."""
    of_the_game = models.Case(models.When(ruleset_version__ruleset=evening.catalogue.id, then=0), default=1)
    lists = ArmyList.objects.for_visitor(Visitor(user)).filter(archived=None)
    return candidates(evening, list(lists.order_by(of_the_game, "-changed")[:LISTS_SHOWN]))


def fitting_lists(evening: Evening, visitor: Visitor) -> Sequence[ArmyList]:
    """Return the newest lists of a visitor with the game and the roles of a games night."""
    lists = ArmyList.objects.for_visitor(visitor).filter(archived=None, role__in=[*evening.limits])
    of_the_game = lists.filter(ruleset_version__ruleset=evening.catalogue.id)
    return list(of_the_game.order_by("-changed")[:LISTS_SHOWN])


def list_label(evening: Evening, army_list: ArmyList, language: Language, owner: str = "") -> str:
    """Return a list in words that tell it from others of the same name: "Alpini (Attacker, 147 points, 28 November)".

    `owner`: begins the words in brackets. The points are those by its own prices, the day is that of its last change.
    """
    role = role_name(army_list.role, evening.catalogue, language)
    points = [] if army_list.total is None else [points_in_words(army_list.total)]
    day = date_format(localdate(army_list.changed, evening.zone), "j F")
    whose = [owner] if owner else []
    return f"{army_list.name} ({', '.join([*whose, role, *points, day])})"


class NewList(Struct, frozen=True):
    """A list to make for a games night. `value`: the answer of its button; `facts`: what is set, in words."""

    value: str
    facts: tuple[str, ...]
    role: str
    force: Force | None


def new_lists(evening: Evening, language: Language) -> list[NewList]:
    """Return the lists that can be made for a games night: one of each role, and of each required force."""
    forces: Sequence[Force | None] = evening.required_forces or [None]
    prices = []
    if evening.prices:
        prices = [gettext("club prices, version %(number)s") % {"number": evening.house_number}]
    made = []
    for role in (item.id for item in evening.catalogue.formats if item.id in evening.limits):
        limit = evening.limits[role]
        points = [] if limit is None else [points_in_words(limit)]
        side = ", ".join([role_name(role, evening.catalogue, language), *points])
        for number, force in enumerate(forces):
            named = [force.name.to(language)] if force else []
            made.append(NewList(f"{role}-{number}", (side, *prices, *named), role, force))
    return made


class NightOfList(Struct, frozen=True):
    """A games night in the builder: the lists that the player submitted, and the one that the builder shows, if any.

    `limit`: that of the games night, if the list has another one (otherwise None). `player`: whose list it is, if not
    that of a member who has it; a guest has their own `token`.
    """

    evening: Evening
    submitted: tuple[HandIn, ...]
    this: HandIn | None
    takes_it: bool
    limit: int | None
    player: Entry | None = None
    token: str | None = None

    @property
    def seen(self) -> str:
        return submitted_version(self.submitted)


def nights_of(army_list: ArmyList) -> list[NightOfList]:
    """Return the games nights of a list: where it is submitted, and the one it was made for, as long as that is open.

    A list of a club that was made for none of them suits those that take it. Lists of no club cost no query.
    """
    if army_list.entry_id is not None:
        return _nights_of_player(army_list, army_list.entry_id)
    if army_list.made_for_id is None:
        return []
    nights = [
        evening
        for evening in Evening.objects.on_for(army_list.made_for_id)
        if evening.is_open and _is_made_for(evening, army_list.roster)
    ]
    if not nights:
        return []
    submitted = defaultdict[UUID, list[HandIn]](list)
    for one in HandIn.objects.current_of(army_list.owner_id, nights):
        submitted[one.entry.evening_id].append(one)
    shown = [_night(evening, army_list, submitted[evening.pk]) for evening in nights]
    its_own = [night for night in shown if night.evening.pk == army_list.evening_id]
    taking = [night for night in its_own or shown if night.takes_it and not night.this]
    there = [night for night in shown if night.this]
    return [*there, *taking] if its_own else there or taking


def _is_made_for(evening: Evening, roster: Roster) -> bool:
    """Return whether a list is of the game, role and force of a games night, and of a pair if it asks for pairs."""
    is_whole = len(evening.limits) == 1 or bool(roster.pair_name)
    return is_whole and not problem_of(evening, roster)


def _night(evening: Evening, army_list: ArmyList, submitted: Sequence[HandIn]) -> NightOfList:
    this = next((one for one in submitted if one.army_list_id == army_list.pk), None)
    takes_it = evening.takes_lists or may_submit_again(evening, submitted)
    limit = evening.limits[army_list.roster.role]
    return NightOfList(evening, tuple(submitted), this, takes_it, limit if limit != army_list.limit else None)


def _nights_of_player(army_list: ArmyList, entry_id: int) -> list[NightOfList]:
    entry = Entry.objects.select_related("evening__club", "user").get(pk=entry_id)
    evening, by_organiser = entry.evening, army_list.made_for_id is not None
    if not evening.is_open or problem_of(evening, army_list.roster) or not (by_organiser or entry.token):
        return []
    submitted = list(HandIn.objects.current().filter(entry=entry).defer("document"))
    usual = _night(evening, army_list, submitted)
    night = structs.replace(
        usual,
        this=next((one for one in submitted if one.role == army_list.role), None),
        takes_it=evening.started is None if by_organiser else usual.takes_it,
        player=entry,
        token=None if by_organiser else entry.token,
    )
    return [night] if night.takes_it or night.this else []


def may_submit_again(evening: Evening, own: Sequence[HandIn]) -> bool:
    """Return whether a player can submit after the deadline: a list was sent back, and no round is published."""
    sent_back = any(hand_in.state == "sent-back" for hand_in in own)
    return sent_back and evening.is_open and not evening.started


class Pasted(Struct, frozen=True):
    """The result of reading a text: the list as played (None: unreadable), and its problems.

    `problems`: why it could not be read; `unknown`: the parts that were not understood; `doubtful`: lines that were
    guessed or left out; `why`: why it does not suit.
    """

    sheet: JudgedList | None
    problems: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    is_of_the_evening: bool = False

    @property
    def fits(self) -> bool:
        return self.is_of_the_evening and not self.why


def read_pasted(evening: Evening, data: bytes, role: str, language: Language) -> Pasted:
    """Return the list in a text or a file. `role`: the role of the list, "" for the one in the text."""
    reading = read_document(data, _library(evening), language, Answers(evening.catalogue.id, role, "", {}))
    unknown = tuple(text for line in reading.lines for text in line.unknown)
    problems = tuple(problem.text for problem in reading.problems)
    if reading.stopped:
        problems += (gettext("So little could be understood that reading stopped. Is it a list?"),)
    if problems or reading.roster is None:
        return Pasted(None, problems or (gettext("No list was found in it."),), unknown)
    pasted = judge_pasted(evening, _in_role(evening, reading.roster, role), language, unknown)
    return structs.replace(pasted, doubtful=tuple(reading.doubtful))


def _library(evening: Evening) -> Library:
    """Return the rules that a list can use: the site's, and those of the games night."""
    if evening.catalogue.id.startswith(OWN):
        return library_of([*current_versions(), evening.ruleset_version])
    return library()


def judge_pasted(evening: Evening, roster: Roster, language: Language, unknown: tuple[str, ...] = ()) -> Pasted:
    sheet = sheet_for(evening, roster)
    if problem := problem_of(evening, roster):
        shown = JudgedList(roster, sheet.report) if problem == "game" else sheet
        return Pasted(shown, why=(problem_words(problem, evening, roster, language),), unknown=unknown)
    why = (sentence(one, language) for one in sheet.report.findings if one.severity == "error")
    return Pasted(sheet, why=tuple(why), unknown=unknown, is_of_the_evening=True)


def _in_role(evening: Evening, roster: Roster, role: str) -> Roster:
    """Return a list in the chosen role, or in the only role of the games night."""
    asked = [*evening.limits]
    wanted = role if role in asked else asked[0] if len(asked) == 1 else roster.role
    return structs.replace(roster, role=wanted)


class ListChanges(Struct, frozen=True):
    """The differences of another list, in one line ("+1 rifleman, 135 → 147"; "" with equal points and men)."""

    line: str
    changes: tuple[str, ...]


def changed(evening: Evening, before: Roster, after: Roster, language: Language) -> ListChanges | None:
    """Return the changes between two lists as played at a games night, None if there are none."""
    rules = evening.rules_played
    differs = difference(Listed(before, rules), Listed(after, rules))
    if differs.is_nothing:
        return None
    return ListChanges(summary(differs, language), tuple(change_sentence(each, language) for each in differs.changes))


def changed_since(evening: Evening, handed: HandIn, own: ArmyList, language: Language) -> ListChanges | None:
    """Return the changes of the player's own list since they submitted it, None if there are none."""
    now = roster_for(evening, own.roster)
    if now.ruleset != evening.catalogue.id:
        return ListChanges(gettext("It is now for another game."), ())
    return changed(evening, handed.roster, now, language)


def rules_words(evening: Evening, language: Language) -> str:
    """Return the rules that a list was judged by: the game, its edition, our version."""
    number, made = version_mark(evening.ruleset_version_id)
    book = evening.catalogue
    with translation.override(language):
        said = gettext("version %(number)s of %(day)s") % {
            "number": number,
            "day": date_format(localdate(made), "j F Y"),
        }
        return f"{book.name.to(language)}, {book.edition.to(language)}, {said}"


def prices_words(evening: Evening) -> str:
    """Return the owner of the prices of a games night, "" if its game has none."""
    if not evening.prices:
        return gettext("the rulebook’s") if evening.catalogue.has_points else ""
    return gettext("the club’s, version %(number)s") % {"number": evening.house_number}
