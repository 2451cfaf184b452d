"""Versions of a club's house rules: read, and written one after the other."""

from typing import TYPE_CHECKING, Self
from uuid import UUID

from django.db import models, transaction

from armybuilder.accounts.models import User

if TYPE_CHECKING:
    from armybuilder.clubs.models import HouseRules


class ChangedMeanwhileError(Exception):
    """Somebody made a new version since the form was opened: `now`."""

    def __init__(self, now: "HouseRules") -> None:
        super().__init__(now.number)
        self.now = now


class HouseRulesQuerySet(models.QuerySet["HouseRules"]):
    """Versions of house rules. In those of one club `current` has its newest of each ruleset."""

    def current(self) -> Self:
        """The newest version of each club and ruleset."""
        newer = self.model.objects.filter(
            club=models.OuterRef("club"),
            ruleset=models.OuterRef("ruleset"),
            number__gt=models.OuterRef("number"),
        )
        return self.filter(~models.Exists(newer))

    def of(self, club_id: UUID, ruleset: str) -> Self:
        """All versions of a club for a ruleset, the newest first."""
        return self.filter(club=club_id, ruleset=ruleset).order_by("-number")

    @transaction.atomic
    def write(
        self,
        club_id: UUID,
        actor: User,
        ruleset: str,
        prices: dict[str, int] | None = None,
        rulings: dict[str, str] | None = None,
        *,
        note: str = "",
        after: int | None = None,
    ) -> "HouseRules | None":
        """Make a version with these prices or rulings (None: as they were), and return it; None where nothing differs.

        `after` is the number of the version that was changed (0: there was none). Raises Club.DoesNotExist,
        NotAllowedError, and ChangedMeanwhileError where another follows that one already.
        """
        from armybuilder.clubs.models import Club

        Club.objects.lock_membership(club_id, actor, organising=True)
        now = self.of(club_id, ruleset).first() or self.model(number=0)
        if after is not None and after != now.number:
            raise ChangedMeanwhileError(now)
        prices = now.prices if prices is None else prices
        rulings = now.rulings if rulings is None else rulings
        if (prices, rulings) == (now.prices, now.rulings):
            return None
        return self.create(
            club_id=club_id,
            ruleset=ruleset,
            number=now.number + 1,
            prices=prices,
            rulings=rulings,
            note=note,
            author=actor,
        )
