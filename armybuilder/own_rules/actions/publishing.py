"""Publish own rules: a version is whole, is judged as the site's are, and never changes."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import lock_draft, set_head
from armybuilder.own_rules.models import OwnRules, OwnVersion
from armybuilder.refusals import RefusedError
from rules.actions import Publication, faults, make_current
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Text
from rules.encoding import encode
from rules.loading.reasons import Found

MOST_CHARACTERS = 400_000  # of a version
VERSIONS_AT_MOST = 50


class NotReadyError(RefusedError):
    """A draft cannot be published; `found` says where and why."""

    sentence = _("Nothing was published: first correct what is marked.")

    def __init__(self, found: Sequence[Found]) -> None:
        super().__init__()
        self.found = found


@transaction.atomic
def publish(ruleset_id: str, actor: User) -> Publication:
    """Make the draft the next version of its rules. Raises NotReadyError; RefusedError without a licence."""
    rules = lock_draft(ruleset_id, actor)
    if not rules.licence:
        raise RefusedError(_("Say whose the figures are."))
    catalogue = finished(rules)
    found = faults(catalogue)
    if found:
        raise NotReadyError(found)
    if len(encode(catalogue)) > MOST_CHARACTERS:
        raise RefusedError(_("The rules are too long: take some notes or rows away."))
    set_head(rules.ruleset, catalogue)
    publication = make_current(rules.ruleset, catalogue)
    OwnVersion.objects.get_or_create(
        version=publication.version,
        defaults={
            "parent": rules.parent,
            "patch": rules.patch,
            "licence": rules.licence,
            "licence_note": rules.licence_note,
            "published_by": actor,
        },
    )
    OwnRules.objects.filter(pk=rules.pk).update(pasted="")
    return publication


def finished(rules: OwnRules) -> Catalogue:
    """Return the draft as a version has it: with its signature and edition."""
    number = rules.ruleset.versions.last_number() + 1
    catalogue = rules.catalogue
    return replace(
        catalogue,
        edition=Text(f"Versione {number}", f"Version {number}"),
        short_edition=None,
        period=None,
        suits=None,
        credit=_signature(rules),
        order=1000,
    )


def _signature(rules: OwnRules) -> str:
    owner = rules.ruleset.owner
    name = rules.ruleset.club.name if rules.ruleset.club else str(owner) if owner else ""
    return f"{name} ({rules.licence_note})" if rules.licence_note else name
