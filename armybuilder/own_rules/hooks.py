"""A game that was begun without an account goes to the user who signs in with the same browser."""

from typing import Any

from django.dispatch import receiver

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import drafts_adopted
from armybuilder.own_rules.models import Edit, OwnRules
from rules.models import Ruleset


@receiver(drafts_adopted)
def adopt_rules(browser_key: str, user: User, **kwargs: Any) -> None:
    Edit.objects.filter(rules__browser_key=browser_key).update(author=user)
    Ruleset.objects.filter(own_rules__browser_key=browser_key).update(owner=user)
    OwnRules.objects.filter(browser_key=browser_key).update(browser_key="")
