"""The log of a games night: every act adds a line, in its transaction."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.models import Entry, Evening, LogLine, LogName

ANSWERS = ("coming", "perhaps", "not-coming")
WAVERING = timedelta(minutes=10)


def log(
    evening: Evening,
    actor: User | Entry,
    action: str,
    subject: str = "",
    *,
    names: Sequence[Entry | User] = (),
) -> None:
    """Log an act of a member or a guest. `names`: the people it was done to."""
    line = LogLine.objects.create(evening=evening, action=action, subject=subject, **_by(actor))
    LogName.objects.bulk_create(
        LogName(line=line, **{"entry" if isinstance(one, Entry) else "user": one}) for one in names
    )


def log_answer(evening: Evening, actor: User | Entry, state: str) -> None:
    """Log an answer, replacing those that the same person gave a few minutes ago, so that the log stays short."""
    now = timezone.now()
    # In both directions: a clock may have been set back.
    just_now = LogLine.objects.filter(evening=evening, time__range=(now - WAVERING, now + WAVERING))
    just_now.filter(action__in=ANSWERS, **_by(actor)).delete()
    log(evening, actor, state)


def _by(actor: User | Entry) -> dict[str, User | Entry | None]:
    is_guest = isinstance(actor, Entry)
    return {"actor": None if is_guest else actor, "guest": actor if is_guest else None}
