"""Read a hostile `armylist-backup/1`: its content, or its problems with their places."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from uuid import UUID

import msgspec
from django.utils.translation import gettext

from armybuilder.personal_data.document import REVISIONS_AT_MOST, List, ReadySquad, Received, Revision, Rules
from armybuilder.personal_data.exports import ids_of
from rules.catalogue import catalogue_for, library
from rules.core.catalogue.library import Library
from rules.core.document import edits, reader
from rules.core.document.problem import Problem, UnreadableListError
from rules.core.document.roster import Roster
from rules.core.text import is_writable, shown
from rules.language import active_language
from rules.models import RulesetVersion

MOST_MEGABYTES = 64
MOST_BYTES = MOST_MEGABYTES * 1_000_000
LARGEST_DOCUMENT = 4_000_000  # a list stored here before may be larger than the present limit
PROBLEMS_AT_MOST = 50
RULESETS_AT_MOST = 500  # that the lists of a file can have
LONGEST_PATH = 300
_decoder = msgspec.json.Decoder(Received)

WithDocument = Revision | ReadySquad


class BackupError(Exception):
    """A backup cannot be restored: nothing of it is. `problems` says why."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Reading:
    """A backup that can be restored.

    `versions` are the ids of its rules versions that are known here, by ruleset and digest; `current` the
    replacements for unknown ones, by ruleset.
    """

    backup: Received
    versions: dict[tuple[str, str], UUID]
    current: dict[str, UUID]

    def version_of(self, part: WithDocument) -> UUID:
        """Return the rules for a restored part: its own, or otherwise the current ones."""
        rules = part.rules
        return self.versions.get((rules.ruleset, rules.digest)) or self.current[rules.ruleset]

    def is_known(self, rules: Rules) -> bool:
        return (rules.ruleset, rules.digest) in self.versions


class _EveryVersion(Library):
    """The rulesets in current and older versions: a list can contain removed entries."""

    def __init__(self, now: Library, versions: Iterator[UUID]) -> None:
        super().__init__(now.catalogues.values())
        for pk in versions:
            book = self.catalogues[str(pk)] = catalogue_for(pk)
            self.catalogues.setdefault(book.id, book)  # own rules are not among those of everyone

    def options_for(self, ruleset: str, ruling: str) -> frozenset[str]:
        return self.options.get(ruling, frozenset())


def read_backup(data: bytes, user_id: int | None = None) -> Reading:
    """Read a backup for a user: its lists can be of rules that the user may see, or name a version by its digest.

    Raises BackupError.
    """
    if len(data) > MOST_BYTES:
        raise BackupError(Problem(gettext("The file is larger than %(most)s MB.") % {"most": MOST_MEGABYTES}))
    try:
        backup = _decoder.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except msgspec.ValidationError as error:
        raise BackupError(_breach(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BackupError(_no_json(data)) from None
    reading = _with_rules(backup, user_id)
    if problems := list(islice(_problems(reading), PROBLEMS_AT_MOST)):
        raise BackupError(*problems)
    return reading


def roster_of(part: WithDocument) -> Roster:
    """Return the list of a part; a revision has the ids of its rows, a squad none."""
    roster = msgspec.json.decode(bytes(part.document), type=Roster)
    return edits.with_ids(roster, iter(part.ids)) if isinstance(part, Revision) else roster


def _no_json(data: bytes) -> Problem:
    """Report invalid JSON; for an impossible character also its place, if the file is small."""
    text = gettext("This is not JSON, or the file is cut off: the download may have been interrupted.")
    if len(data) <= LARGEST_DOCUMENT:
        try:
            reader.parse(data)
        except UnreadableListError as error:
            if error.reason == "characters":
                line = error.line(active_language()).removeprefix(f"{error.path}: ")
                return Problem(line, path=error.path[:LONGEST_PATH])
    return Problem(text)


def _breach(error: msgspec.ValidationError) -> Problem:
    """Report where a document breaks the format. msgspec writes the place at the end: "… - at `$.lists[0].name`"."""
    _, _, place = str(error).rpartition(" - at `$")
    text = gettext("This is missing, or does not follow the armylist-backup/1 format.")
    return Problem(text, path=shown(place.rstrip("`").removeprefix("."), LONGEST_PATH))


def _with_rules(backup: Received, user_id: int | None) -> Reading:
    of_lists = (one.rules for item in backup.lists for one in item.revisions)
    of_squads = (squad.rules for squad in backup.squads)
    named = {(rules.ruleset, rules.digest) for rules in (*of_lists, *of_squads)}
    rulesets = sorted(filter(is_writable, {ruleset for ruleset, _digest in named}))[:RULESETS_AT_MOST]
    known = RulesetVersion.objects.filter(ruleset__in=rulesets).values_list("ruleset_id", "digest", "pk")
    versions = {(rules, digest): pk for rules, digest, pk in known if (rules, digest) in named}
    current = RulesetVersion.objects.current().opened_by(user_id).filter(ruleset__in=rulesets)
    return Reading(backup, versions, dict(current.values_list("ruleset_id", "pk")))


def _problems(reading: Reading) -> Iterator[Problem]:
    backup = reading.backup
    if sum(len(item.revisions) for item in backup.lists) > REVISIONS_AT_MOST:
        text = gettext("At most %(most)s versions, across all lists.") % {"most": REVISIONS_AT_MOST}
        yield Problem(text, path="lists")
        return
    books = _EveryVersion(library(), chain(reading.current.values(), reading.versions.values()))
    for number, squad in enumerate(backup.squads):
        yield from _problems_of_squad(squad, f"squads[{number}]", books)
    for number, item in enumerate(backup.lists):
        yield from _problems_of_list(item, f"lists[{number}]", books)


def _problems_of_squad(squad: ReadySquad, at: str, books: Library) -> Iterator[Problem]:
    what = gettext("the ready-made squad %(name)s") % {"name": squad.name}
    roster = yield from _problems_of_document(squad, at, what, books)
    if roster and len(roster.squads) != 1:
        text = gettext("A ready-made squad must be a list with one squad.")
        yield Problem(text, path=f"{at}.document.squads", subject=what)


def _problems_of_list(item: List, place: str, books: Library) -> Iterator[Problem]:
    seen: set[int] = set()
    last = 0
    for index, revision in enumerate(item.revisions):
        at = f"{place}.revisions[{index}]"
        what = gettext("%(name)s, version %(number)s") % {"name": item.name, "number": revision.number}
        if revision.number <= last:
            text = gettext("The versions must be in number order.")
            yield Problem(text, path=f"{at}.number", subject=what)
        if revision.parent is not None and revision.parent not in seen:
            text = gettext("No earlier version has this number.")
            yield Problem(text, path=f"{at}.parent", subject=what)
        seen.add(revision.number)
        last = max(last, revision.number)
        roster = yield from _problems_of_document(revision, at, what, books)
        if roster and not len(ids_of(roster)) == len(revision.ids) == len(set(revision.ids)):
            text = gettext("Each row of the list needs an ID that no other row has.")
            yield Problem(text, path=f"{at}.ids", subject=what)
    if item.present not in seen:
        text = gettext("No version of the list has this number.")
        yield Problem(text, path=f"{place}.present", subject=item.name)


def _problems_of_document(
    part: WithDocument, at: str, what: str, books: Library
) -> Generator[Problem, None, Roster | None]:
    try:
        roster = reader.read(bytes(part.document), books, LARGEST_DOCUMENT)
    except UnreadableListError as error:
        line = error.line(active_language())
        inner, _, text = line.partition(": ") if error.path else ("", "", line)
        yield Problem(text, path=f"{at}.document" + (f".{inner}" if inner else ""), subject=what)
        return None
    if roster.ruleset != part.rules.ruleset:
        text = gettext("The list is for another ruleset.")
        yield Problem(text, path=f"{at}.rules.ruleset", subject=what)
    return roster
