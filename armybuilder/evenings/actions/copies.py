"""Storing copies of submitted lists, in the transaction of the act."""

from collections.abc import Sequence

from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.log import log
from armybuilder.evenings.eligibility import JudgedList, OwnList
from armybuilder.evenings.models import Entry, Evening, HandIn
from armybuilder.evenings.models.hand_ins import digest_of, new_salt
from armybuilder.evenings.notifications import notify, organisers_of, who_said
from armybuilder.notices.kinds import Kind
from rules.core.document.roster import encode


def store_copies(
    evening: Evening,
    entry: Entry,
    sheets: Sequence[JudgedList],
    by: User | Entry,
    *,
    is_accepted: bool = False,
) -> list[HandIn]:
    """Store copies of lists for an entry of a locked games night, replacing those of the same roles.

    `by`: the member who submits them, or the guest; an organiser may accept them at once (`is_accepted`).
    """
    before = {hand_in.role: hand_in for hand_in in HandIn.objects.current().filter(entry=entry)}
    current = [_copy(evening, entry, sheet, before.get(sheet.roster.role)) for sheet in sheets]
    organiser = by if isinstance(by, User) and by.pk != entry.user_id else None
    if new := [hand_in for hand_in in current if hand_in not in before.values()]:
        _notify_of_replacing(evening, entry, new, by)
        action = "handed-for" if organiser else "late" if new[0].is_late else "handed-in"
        log(evening, by, action, names=[entry] if organiser else [])
        notify(Kind.HANDED_IN, organisers_of(evening), evening, new[0].pk, but=by, who=entry)
    _set_state(current, organiser, is_accepted=is_accepted)
    return current


def _set_state(current: Sequence[HandIn], organiser: User | None, *, is_accepted: bool) -> None:
    """Store the organiser who submitted for a player. A list that was sent back counts as submitted again."""
    for hand_in in current:
        stays = hand_in.state == "accepted" and not is_accepted
        state = "accepted" if is_accepted or stays else "handed-in"
        if (hand_in.state, hand_in.handed_by) != (state, organiser):
            hand_in.state, hand_in.handed_by = state, organiser
            hand_in.save(update_fields=["state", "handed_by"])


def _copy(evening: Evening, entry: Entry, sheet: JudgedList, before: HandIn | None) -> HandIn:
    """Return the copy of a list; the one `before` it if that is the same."""
    document, salt, now = encode(sheet.roster).decode(), new_salt(), timezone.now()
    if before and before.document == document:
        return before
    if before:
        HandIn.objects.filter(pk=before.pk).update(withdrawn=now)
    return HandIn.objects.create(
        entry=entry,
        army_list=sheet.army_list if isinstance(sheet, OwnList) else None,
        role=sheet.roster.role,
        name=sheet.roster.name,
        document=document,
        salt=salt,
        digest=digest_of(salt, document),
        total=sheet.report.total,
        handed=now,
        is_late=now > evening.deadline,
        is_legal=sheet.report.legal,
        replaced=_replaced(evening, entry, sheet.roster.role, document),
        codes=sorted({one.code for one in sheet.report.findings if one.severity == "error"}),
    )


def _replaced(evening: Evening, entry: Entry, role: str, document: str) -> str:
    """Return "revealed" or "accepted" if a list replaces what others rely on, otherwise ""."""
    if evening.were_lists_shown:
        return "revealed"
    accepted = HandIn.objects.filter(entry=entry, role=role, state="accepted").exclude(document=document)
    return "accepted" if accepted.exists() else ""


def _notify_of_replacing(evening: Evening, entry: Entry, new: Sequence[HandIn], by: User | Entry) -> None:
    """Log that a list replaced an accepted one, or came after all were revealed, and notify the players."""
    marked = next((hand_in for hand_in in new if hand_in.replaced), None)
    if marked is None:
        return
    is_after = marked.replaced == "revealed"
    log(evening, by, "after-reveal" if is_after else "after-accept", names=[entry])
    kind = Kind.AFTER_REVEAL if is_after else Kind.AFTER_ACCEPT
    notify(kind, who_said(evening, "coming", "perhaps"), evening, marked.pk, but=by, who=entry)
