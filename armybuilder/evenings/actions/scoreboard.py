"""The link of the scoreboard. Each verb is one transaction that locks the club, then the games night."""

from uuid import UUID

from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.actors import lock_evening
from armybuilder.evenings.actions.log import log
from armybuilder.evenings.errors import NotOpenError
from armybuilder.evenings.models import BoardLink, Evening


@transaction.atomic
def make_link(evening_id: UUID, actor: User) -> None:
    """Make the link of the scoreboard, unless there is one.

    Raises Evening.DoesNotExist, NotAllowedError, NotOpenError.
    """
    evening = lock_evening(evening_id, actor, organising=True)
    if evening.state != Evening.State.OPEN:
        raise NotOpenError
    _link, is_new = BoardLink.objects.get_or_create(evening=evening)
    if is_new:
        log(evening, actor, "board-link")


@transaction.atomic
def withdraw_link(evening_id: UUID, actor: User) -> None:
    """Withdraw the link of the scoreboard. Raises Evening.DoesNotExist, NotAllowedError."""
    evening = lock_evening(evening_id, actor, organising=True)
    if BoardLink.objects.filter(evening=evening).delete()[0]:
        log(evening, actor, "board-gone")
