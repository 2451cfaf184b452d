"""The sample lists: files of `fixtures/lists/`, in the database under the current rules."""

import itertools
from collections import Counter
from pathlib import Path
from typing import Literal
from uuid import NAMESPACE_URL, UUID, uuid5

from django.conf import settings
from django.db import transaction

from armybuilder.lists.actions.creating import add_first_revision, delete_for_good
from armybuilder.lists.models import ArmyList
from rules.catalogue import current_version, library
from rules.core.document import edits
from rules.core.document.problem import UnreadableListError
from rules.core.document.reader import read
from rules.core.document.roster import Roster, encode

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "lists"

Outcome = Literal["new", "changed", "unchanged", "removed"]


class SampleError(ValueError):
    """A sample's file is no list; the message says which, where and why."""


@transaction.atomic
def load_samples(folder: Path = FOLDER) -> Counter[Outcome]:
    """Make the samples what the files say, all or none, and return how many had which outcome. Raises SampleError."""
    known = {army_list.pk: army_list for army_list in ArmyList.objects.samples()}
    outcomes: Counter[Outcome] = Counter()
    for path in sorted(folder.glob("*.json")):
        sample_id = uuid5(NAMESPACE_URL, path.stem)  # a link to a sample stays
        outcomes[_load(sample_id, _read(path), known.pop(sample_id, None))] += 1
    if known:
        outcomes["removed"] = delete_for_good(ArmyList.objects.filter(pk__in=known))
    return outcomes


def _read(path: Path) -> Roster:
    try:
        roster = read(path.read_bytes(), library())
    except UnreadableListError as error:
        raise SampleError(f"{path.name}: {error.line('en')}") from error
    return edits.with_ids(roster, (f"r{number}" for number in itertools.count(1)))


def _load(sample_id: UUID, roster: Roster, present: ArmyList | None) -> Outcome:
    version_id = current_version(roster.ruleset).pk
    if present:
        if (present.document.encode(), present.ruleset_version_id) == (encode(roster), version_id):
            return "unchanged"
        present.delete()
    sample = ArmyList(pk=sample_id, is_sample=True)
    sample.set_document(roster, version_id)
    add_first_revision(sample, "sample")
    return "changed" if present else "new"
