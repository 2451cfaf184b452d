"""The part of a games night's page that members and guests share."""

from collections.abc import Sequence
from typing import Any

from armybuilder.evenings.actions.submissions import may_submit_again
from armybuilder.evenings.models import Entry, Evening, HandIn
from armybuilder.evenings.pages.answers import answers
from armybuilder.evenings.pages.departures import leaving_of
from armybuilder.evenings.pages.requirements import requirements_of
from armybuilder.evenings.seats import looks_at
from rules.language import active_language


def night_context(
    evening: Evening, entries: Sequence[Entry], you: Entry | None, *, is_hidden: bool = False
) -> dict[str, Any]:
    """Return the context for a reader (`you`); `is_hidden`: without their own lists."""
    handed = list(HandIn.objects.of_evening(evening).select_related("judged_by"))
    own = [one for one in handed if you and one.entry_id == you.pk and not is_hidden]
    if you:
        you.evening = evening
    return {
        "evening": evening,
        "requirements": requirements_of(evening, active_language()),
        "answers": answers(entries, you.pk if you else None, {one.entry_id for one in handed}),
        "handed": handed,
        "handed_by_you": own,
        "takes_your_list": evening.takes_lists or may_submit_again(evening, own),
        "looks": looks_at(own[0].entry_id) if own else [],
        "leaving": leaving_of(you) if you and evening.phase == "running" else None,
    }
