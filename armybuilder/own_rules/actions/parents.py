"""Put a newer version of the parent under a variant."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from armybuilder.own_rules.actions.drafts import PARENT, change_cells, lock_draft, new_row_id
from armybuilder.own_rules.models import OwnRules, Writer
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for
from rules.models import RulesetVersion
from rules.own.rebase import Row, Versions


def newer_parent(rules: OwnRules) -> RulesetVersion | None:
    """Return the current version of the game that a variant changes, if the variant is over an older one."""
    parent = rules.parent
    if parent is None:
        return None
    newer = RulesetVersion.objects.current().light().filter(ruleset=parent.ruleset_id)
    return newer.exclude(pk=parent.pk).first()


@transaction.atomic
def follow_parent(
    ruleset_id: str, actor: Writer, number: int, *, kept: Collection[str], rows: Collection[Row]
) -> None:
    """Put the parent's current version under the draft; its cells change in one edit.

    `number`: of the version that was shown; `kept`: the places where the draft's value stays; `rows`: those that the
    parent no longer has, and that become the draft's own.
    """
    rules = lock_draft(ruleset_id, actor)
    newer = newer_parent(rules)
    if newer is None or newer.number != number:
        raise RefusedError(_("The game has changed again: look at it once more."))
    versions = Versions(rules.base, catalogue_for(newer.pk), rules.patch)
    patch = versions.rebased(kept, [row for row in rows if row in versions.gone()])
    places = sorted(rules.patch.keys() | patch.keys())
    changes = [*((place, patch.get(place)) for place in places), (PARENT, str(newer.pk))]
    change_cells(rules.pk, actor, changes, key=f"parent-{new_row_id()}")
