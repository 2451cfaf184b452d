"""Creating, using and revoking access tokens."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.api.models import PREFIX_LENGTH, ApiToken, hash_of
from armybuilder.refusals import RefusedError

TOKENS_AT_MOST = 20  # of one user
USUAL_DAYS = 90
NOTE_USE_EVERY = timedelta(hours=1)


@transaction.atomic
def make_token(user: User, name: str, scope: str, days: int = USUAL_DAYS) -> tuple[ApiToken, str]:
    """Create a token for this many days, and return it with its secret, which cannot be read later."""
    User.objects.select_for_update().get(pk=user.pk)
    if ApiToken.objects.of(user).usable().count() >= TOKENS_AT_MOST:
        raise RefusedError(_("You have %(most)s tokens. Revoke one first."), most=TOKENS_AT_MOST)
    now = timezone.now()
    secret = f"squadra_{secrets.token_urlsafe(32)}"
    made = ApiToken.objects.create(
        user=user,
        name=name,
        scope=scope,
        prefix=secret[:PREFIX_LENGTH],
        hash=hash_of(secret),
        created=now,
        expires=now + timedelta(days=days),
    )
    return made, secret


def mark_used(token: ApiToken) -> None:
    """Record that a token was used now, at most once an hour."""
    now = timezone.now()
    if token.last_used is None or now - token.last_used >= NOTE_USE_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used=now)


def revoke_token(pk: int, user: User) -> None:
    """Revoke a user's token: it no longer works."""
    if not ApiToken.objects.of(user).filter(pk=pk).update(revoked=timezone.now()):
        raise ApiToken.DoesNotExist


def revoke_all_tokens(user: User) -> None:
    ApiToken.objects.of(user).update(revoked=timezone.now())
