"""Publish own rules: a version is whole, is judged as the site's are, and never changes."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
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
from rules.models import Ruleset
from rules.own.patch import WRONG, applied
from rules.own.problems import WHOLE, Problem, problems_of

MOST_CHARACTERS = 400_000  # of a version
VERSIONS_AT_MOST = 50
TEXTS = ("text", "note", "reading", "line")  # fields


class NotReadyError(RefusedError):
    """A draft cannot be published; `found` says where and why."""

    sentence = _("Nothing was published: first correct what is marked.")

    def __init__(self, found: Sequence[Problem]) -> None:
        super().__init__()
        self.found = found


@transaction.atomic
def publish(ruleset_id: str, actor: User, *, licence: str = "", licence_note: str = "", note: str = "") -> Publication:
    """Make the draft the next version of its rules. Raises NotReadyError.

    `licence`: whose the figures are, as in OwnRules ("": as they were); `note`: what changed.
    """
    rules = lock_draft(ruleset_id, actor)
    if licence in OwnRules.Licence.values:
        rules.licence, rules.licence_note = licence, licence_note
        rules.save(update_fields=["licence", "licence_note"])
    if not rules.licence:
        raise RefusedError(_("Say whose the figures are."))
    if rules.licence != OwnRules.Licence.MINE and not rules.licence_note:
        raise RefusedError(_("Say who agreed, or which game the figures are from."))
    made_of = _made_of(rules)
    current = rules.ruleset.current
    if current and not is_changed(rules):
        raise RefusedError(_("Nothing has changed since version %(number)s."), number=current.number)
    found = problems_of(rules.base, rules.patch, rules.catalogue)
    if found:
        raise NotReadyError(found)
    catalogue = finished(rules)
    if found := [Problem(WHOLE, "", str(reason)) for _path, reason in faults(catalogue)]:
        raise NotReadyError(found)
    if len(encode(catalogue)) > MOST_CHARACTERS:
        raise RefusedError(
            _("The rules are longer than %(most)s kB: remove some notes or rows."),
            most=MOST_CHARACTERS // 1000,
        )
    set_head(rules.ruleset, catalogue)
    publication = make_current(rules.ruleset, catalogue)
    OwnVersion.objects.get_or_create(
        version=publication.version, defaults={**made_of, "published_by": actor, "note": note}
    )
    OwnRules.objects.filter(pk=rules.pk).update(pasted="")
    drop_versions(rules.ruleset, VERSIONS_AT_MOST)
    return publication


def is_changed(rules: OwnRules) -> bool:
    """Whether the draft differs from the current version, or there is none. Its number alone is no difference."""
    current = rules.ruleset.current
    last = OwnVersion.objects.filter(version=current).first() if current else None
    return last is None or any(getattr(last, name) != value for name, value in _made_of(rules).items())


def _made_of(rules: OwnRules) -> dict[str, Any]:
    """Return what a version of the draft is made of. Figures of a published game come without texts."""
    has_no_texts = rules.licence == OwnRules.Licence.PUBLISHED
    patch = {
        place: value
        for place, value in rules.patch.items()
        if not (place.endswith(WRONG) or (has_no_texts and place.rpartition("/")[2] in TEXTS))
    }
    return {
        "parent_id": rules.parent_id,
        "patch": patch,
        "licence": rules.licence,
        "licence_note": rules.licence_note,
    }


def drop_versions(ruleset: Ruleset, most: int) -> None:
    """Delete versions that nothing uses, the oldest first, until as many as `most` are left."""
    spare = ruleset.versions.count() - most
    for version in ruleset.versions.order_by("number"):
        if spare <= 0:
            return
        try:
            with transaction.atomic():
                version.delete()
        except ProtectedError:
            continue  # a list, a games night, a variant or the ruleset itself uses it
        spare -= 1


def finished(rules: OwnRules) -> Catalogue:
    """Return the draft as a version has it: with its signature and edition."""
    number = rules.ruleset.versions.last_number() + 1
    catalogue = applied(rules.base, _made_of(rules)["patch"], id=rules.pk)
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
