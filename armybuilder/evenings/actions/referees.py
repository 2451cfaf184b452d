"""Referees of a games night. Each verb is one transaction that locks the club, then the games night."""

from uuid import UUID

from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.actors import lock_evening
from armybuilder.evenings.actions.log import log
from armybuilder.evenings.errors import NotOpenError
from armybuilder.evenings.models import Referee


@transaction.atomic
def appoint(evening_id: UUID, actor: User, user_id: int) -> None:
    """Make a member of the club a referee if they do not play.

    Raises Evening.DoesNotExist, NotAllowedError, Membership.DoesNotExist, RefusedError.
    """
    evening = lock_evening(evening_id, actor, organising=True)
    if not (evening.is_on or evening.state == "draft"):
        raise NotOpenError
    other = evening.club.memberships.select_related("user").get(user=user_id)
    evening.check_act("be-referee", other.user_id)
    _made, is_new = Referee.objects.get_or_create(evening=evening, user=other.user)
    if is_new:
        log(evening, actor, "appointed", names=[other.user])


@transaction.atomic
def dismiss(evening_id: UUID, actor: User, user_id: int) -> None:
    """Stand a referee down; their looks at hidden lists still count. Raises Evening.DoesNotExist, NotAllowedError."""
    evening = lock_evening(evening_id, actor, organising=True)
    referee = evening.referees.select_related("user").filter(user__pk=user_id).first()
    if referee:
        referee.delete()
        log(evening, actor, "dismissed", names=[referee.user])
