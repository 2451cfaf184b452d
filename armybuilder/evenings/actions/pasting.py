"""Lists that are pasted or sent as a file: read, held to the rules of an evening, and handed in.

A guest hands in so by their link, and an organiser for somebody at the desk. Each verb is one transaction that holds
the evening; the clock is the server's, read while it is held.
"""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from msgspec import Struct, structs

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.submissions import HandInQuerySet
from armybuilder.evenings.eligibility import Sheet, force_of, sheet_for
from armybuilder.evenings.models import Entry, Evening, HandIn
from armybuilder.evenings.pages.list_choice import force_words, role_name
from armybuilder.evenings.querysets import NotOpenError, log
from armybuilder.evenings.seeing import note_look
from armybuilder.evenings.versions import check_seen, submitted_version
from armybuilder.lists.exchange.document import read_document
from armybuilder.lists.exchange.proposal import Answers
from rules.catalogue import library
from rules.core.document.roster import Roster, encode
from rules.core.text.messages import sentence
from rules.core.text.text import Language


class UnfitError(Exception):
    """The list does not fit the evening."""


class Pasted(Struct, frozen=True):
    """The result of reading a text: the list as it is played (None: it could not be read), and its problems.

    `problems`: why it could not be read; `unknown`: the parts that were not understood; `doubtful`: lines that were
    guessed or left out; `why`: why it does not fit.
    """

    sheet: Sheet | None
    problems: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    is_of_the_evening: bool = False

    @property
    def fits(self) -> bool:
        """Whether it can be handed in."""
        return self.is_of_the_evening and not self.why


def read_pasted(evening: Evening, data: bytes, role: str, language: Language) -> Pasted:
    """Return what a text or a file became. `role`: that of the list, "" as it says itself."""
    reading = read_document(data, library(), language, Answers(evening.catalogue.id, role, "", {}))
    unknown = tuple(text for line in reading.lines for text in line.unknown)
    problems = tuple(problem.text for problem in reading.problems)
    if reading.stopped:
        problems += (gettext("So much of it is not understood that reading stopped. Is it a list?"),)
    if problems or reading.roster is None:
        return Pasted(None, problems or (gettext("No list was found in it."),), unknown)
    pasted = judge_pasted(evening, _in_role(evening, reading.roster, role), language, unknown)
    return structs.replace(pasted, doubtful=tuple(reading.doubtful))


def judge_pasted(
    evening: Evening, roster: Roster, language: Language, unknown: tuple[str, ...] = ()
) -> Pasted:
    """Return a list with what keeps it from being handed in for an evening."""
    book = evening.catalogue
    if roster.ruleset != book.id:
        names = {"game": book.name.to(language), "edition": book.edition.to(language)}
        text = gettext("It is for another game: %(game)s, %(edition)s is played.") % names
        return Pasted(Sheet(roster, sheet_for(evening, roster).report), why=(text,), unknown=unknown)
    sheet = sheet_for(evening, roster)
    if roster.role not in evening.limits:
        role = role_name(book, roster.role, language)
        text = gettext("Lists of the role “%(role)s” are not asked for.") % {"role": role}
        return Pasted(sheet, why=(text,), unknown=unknown)
    if evening.asked_forces and not force_of(evening, roster):
        return Pasted(sheet, why=(force_words(evening, language),), unknown=unknown)
    why = (sentence(one, language) for one in sheet.report.findings if one.severity == "error")
    return Pasted(sheet, why=tuple(why), unknown=unknown, is_of_the_evening=True)


def hand_in_as_guest(token: str, pasted: Pasted, *, seen: str | None = None) -> list[HandIn]:
    """Hand in as a guest what was pasted. `seen`: what stood for the lists of before (None: not from a page).

    Raises Entry.DoesNotExist, NotOpenError, ClosedError, UnfitError, MovedOnError.
    """
    with transaction.atomic():
        entry, evening = Entry.objects.lock_guest(token)
        own = HandIn.objects.standing().filter(entry=entry)
        HandIn.objects.check_taken(evening, own)
        if not pasted.fits or pasted.sheet is None:
            raise UnfitError
        _check_replaced(own, pasted.sheet, seen)
        Entry.objects.come(entry)
        return HandIn.objects.keep_copies(evening, entry, [pasted.sheet], None)


def take_back_as_guest(token: str, *, seen: Collection[int] | None = None) -> bool:
    """Withdraw a guest's lists; return whether there were any. Raises the same errors as `hand_in_as_guest`."""
    with transaction.atomic():
        entry, evening = Entry.objects.lock_guest(token)
        HandIn.objects.check_taken(evening, HandIn.objects.none())
        HandIn.objects.standing().filter(entry=entry).check_handed(seen)
        taken = HandIn.objects.standing().filter(entry=entry).update(withdrawn=timezone.now())
        if taken:
            log(evening, None, "took-back", guest=entry)
        return bool(taken)


def leave_as_it_is_as_guest(token: str, *, seen: Collection[int] | None = None) -> bool:
    """Submit again, unchanged, a guest's lists that were sent back; return whether there were any.

    Raises the same errors as `hand_in_as_guest`."""
    with transaction.atomic():
        entry, evening = Entry.objects.lock_guest(token)
        own = HandIn.objects.standing().filter(entry=entry)
        HandIn.objects.check_taken(evening, own)
        own.check_handed(seen)
        changed = own.filter(state="sent-back").update(state="handed-in")
        if changed:
            log(evening, None, "handed-in", guest=entry)
        return bool(changed)


def hand_in_for(
    evening_id: UUID, actor: User, pk: int, pasted: Pasted, *, although_illegal: bool, seen: str | None = None
) -> Sequence[HandIn]:
    """Submit a player's list at the desk, until a round is published. An illegal list can be accepted.

    The organiser sees the list, so while lists are hidden, an organiser who plays cannot submit for others. Raises
    Evening.DoesNotExist, NotAllowedError, NotOpenError, Entry.DoesNotExist, UnfitError, LookedError, RefereeError,
    OwnCauseError, PlaysError, MovedOnError (`seen` as above).
    """
    with transaction.atomic():
        evening = Evening.objects.lock_evening(evening_id, actor, organising=True)
        if not evening.is_on or evening.started or not evening.limits:
            raise NotOpenError
        entry = Entry.objects.select_related("user").get(evening=evening, pk=pk)
        evening.check_act("submit-for-another", actor.pk, [entry.user_id])
        if not evening.shows_lists:
            evening.check_act("see-hidden-list", actor.pk)
        is_accepted = although_illegal and bool(pasted.why)
        if pasted.sheet is None or not pasted.is_of_the_evening or not (pasted.fits or is_accepted):
            raise UnfitError
        _check_replaced(HandIn.objects.standing().filter(entry=entry), pasted.sheet, seen)
        Entry.objects.come(entry)
        kept = HandIn.objects.keep_copies(evening, entry, [pasted.sheet], actor, is_accepted=is_accepted)
        HandIn.objects.filter(pk__in=[one.pk for one in kept], state="accepted").update(
            judged=timezone.now(), judged_by=actor
        )
        if not evening.shows_lists:
            for one in kept:
                note_look(evening, one, actor)
        return kept


def _check_replaced(own: HandInQuerySet, sheet: Sheet, seen: str | None) -> None:
    """Let nobody replace lists that the page did not show; the same list is submitted again as often as they like.

    Raises MovedOnError.
    """
    if not own.filter(document=encode(sheet.roster).decode()).exists():
        check_seen(seen, submitted_version(own))


def _in_role(evening: Evening, roster: Roster, role: str) -> Roster:
    """Return a list in the role that was chosen, or in the only one that is asked for."""
    asked = [*evening.limits]
    wanted = role if role in asked else asked[0] if len(asked) == 1 else roster.role
    return structs.replace(roster, role=wanted)
