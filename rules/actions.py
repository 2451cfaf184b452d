"""Publish versions of rulesets: each has its own content, and one of them is current."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec
from django.db import transaction

from rules.core.catalogue.catalogue import Catalogue
from rules.encoding import digest, encode
from rules.loading.contradictions import contradictions
from rules.loading.reasons import Found, ShapeError, convert
from rules.models import Ruleset, RulesetVersion
from rules.rows import build_catalogue, save_catalogue

Outcome = Literal["new", "former", "unchanged"]


class Publication(NamedTuple):
    """The current version, and whether it is new, restored or unchanged.

    `replaced` is the number of the version that was current before, None if there was none or it still is.
    """

    version: RulesetVersion
    outcome: Outcome
    replaced: int | None = None


@transaction.atomic
def load_catalogues(catalogues: Iterable[Catalogue]) -> list[Publication]:
    """Publish what each ruleset says now: all of them or, if anything fails, none."""
    current = {version.ruleset_id: version for version in RulesetVersion.objects.current().light()}
    publications = []
    for catalogue in catalogues:
        version = current.get(catalogue.id)
        if version and version.digest == digest(encode(catalogue)):
            publications.append(Publication(version, "unchanged"))
        else:
            publications.append(publish(save_catalogue(catalogue)))
    return publications


class RulesRefusedError(ValueError):
    """The rows of a ruleset contradict themselves. `found` says where and how; `odds` is the text of its odds."""

    def __init__(self, found: Sequence[Found], odds: str) -> None:
        super().__init__("\n".join(reason for _path, reason in found))
        self.found = found
        self.odds = odds


@transaction.atomic
def publish_edited(ruleset: Ruleset) -> Publication:
    """Publish the ruleset's rows, if they are valid. Raises RulesRefusedError."""
    held = Ruleset.objects.select_for_update().get(pk=ruleset.pk)  # two edits at once are judged together
    try:
        catalogue = build_catalogue(held)
        found: Sequence[Found] = faults(catalogue)
    except ShapeError as error:
        found = error.found
    if found:
        raise RulesRefusedError(found, held.odds)
    return make_current(held, catalogue)


def faults(catalogue: Catalogue) -> Sequence[Found]:
    """Return the problems of a ruleset with their places. Raises ShapeError for wrong types."""
    plain = msgspec.to_builtins(catalogue)
    read = convert(plain, Catalogue, ruleset=plain)  # types of fields are checked only on reading
    return contradictions(read)


@transaction.atomic
def publish(ruleset: Ruleset) -> Publication:
    """Publish the ruleset's rows as a new version, or restore an equal earlier one."""
    held = Ruleset.objects.select_for_update().get(pk=ruleset.pk)
    return make_current(held, build_catalogue(held))


def make_current(ruleset: Ruleset, catalogue: Catalogue) -> Publication:
    """Publish a valid catalogue as a ruleset's new version, or restore an equal earlier one."""
    document = encode(catalogue)
    known = ruleset.versions.with_digest(digest(document))
    if known and known.pk == ruleset.current_id:
        return Publication(known, "unchanged")
    replaced = ruleset.current.number if ruleset.current else None
    ruleset.current = version = known or ruleset.versions.create(
        number=ruleset.versions.last_number() + 1, digest=digest(document), catalogue=document
    )
    ruleset.save(update_fields=["current"])
    return Publication(version, "former" if known else "new", replaced)
