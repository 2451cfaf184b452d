"""Begin a game from what people bring: a pasted price table, or a list that carries its rules."""

from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.own_rules.actions.drafts import begin_game, begin_with, change_cells, new_row_id
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.files import carried
from armybuilder.own_rules.models import OwnRules, Writer, unnamed
from armybuilder.own_rules.pasting.reading import NOTE_FIELDS, Reading, singular
from armybuilder.refusals import RefusedError
from rules.actions import faults
from rules.core.catalogue.catalogue import OWN, Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.problem import UnreadableListError
from rules.core.document.reader import read
from rules.core.document.roster import Roster
from rules.core.text import Language, with_joined_units
from rules.encoding import digest, encode
from rules.loading.reasons import ShapeError
from rules.models import RulesetVersion
from rules.own.columns import MEN


class Opened(NamedTuple):
    """A list with its rules, read and judged, and not stored yet."""

    roster: Roster
    catalogue: Catalogue

    @property
    def link(self) -> dict[str, str]:
        """Return where the rules come from, as a link of a chain; `digest` tells their content."""
        book = self.catalogue
        return {
            "id": book.id,
            "it": book.name.it,
            "en": book.name.en,
            "by": book.credit,
            "digest": digest(encode(book)),
        }


def open_file(data: bytes, language: Language) -> Opened:
    """Return the rules and the list of a file. Raises RefusedError, with the reason in a language."""
    document, catalogue = carried(data)
    try:
        wrong = not catalogue.id.startswith(OWN) or faults(catalogue)
    except ShapeError:
        wrong = True
    if wrong:
        raise RefusedError(_("The rules in this file contradict themselves, so the list cannot be opened with them."))
    try:
        return Opened(read(document, Library([catalogue])), catalogue)
    except UnreadableListError as error:
        raise RefusedError(error.line(language)) from None


@transaction.atomic
def keep_file(actor: User, opened: Opened, *, key: str) -> ArmyList:
    """Make the rules the actor's own, for nobody else to see, and the list with them. Raises RefusedError."""
    version = _kept_already(actor, opened) or _keep(actor, opened)
    roster = replace(opened.roster, ruleset=version.ruleset_id)
    return create_from(Visitor(actor), roster, version.pk, key, "import")


def _kept_already(actor: User, opened: Opened) -> RulesetVersion | None:
    """Return the version that an earlier file with the same rules became."""
    came_from = opened.link["digest"]
    for rules in OwnRules.objects.in_use().filter(ruleset__owner=actor).select_related("ruleset__current"):
        if any(link.get("digest") == came_from for link in rules.chain):
            return rules.ruleset.current
    return None


def _keep(actor: User, opened: Opened) -> RulesetVersion:
    rules = begin_with(actor, opened.catalogue, [opened.link])
    OwnRules.objects.filter(pk=rules.pk).update(
        licence=OwnRules.Licence.PUBLISHED,
        licence_note=(opened.catalogue.credit or opened.catalogue.name.it)[:120],
    )
    return publish(rules.pk, actor).version


USUAL_LIMIT = 100  # points of a list, until its author says another
NOTES_AT_MOST = 20_000


@transaction.atomic
def game_from_paste(actor: Writer, reading: Reading, text: str, *, key: str) -> OwnRules:
    """Begin a game with the rows of a paste; the same `key` a second time gives the same game.

    Raises RefusedError over the quota, and for a text without rows.
    """
    done = OwnRules.objects.written_by(actor).filter(edits__key=key).first()
    if done:
        return done
    if not reading.entries:
        raise RefusedError(_("There are no rows in this text: a row has a name and, as a rule, a price."))
    limit = (reading.limit or USUAL_LIMIT) * (2 if reading.doubled else 1) if reading.has_points else None
    rules = begin_game(
        actor,
        reading.name or unnamed(actor),
        limit=limit,
        has_roles=False,
        has_leaders=False,
        has_points=reading.has_points,
    )
    return add_paste(rules.pk, actor, reading, text, key=key)


@transaction.atomic
def add_paste(ruleset_id: str, actor: Writer, reading: Reading, text: str, *, key: str) -> OwnRules:
    """Add the rows of a paste to a draft, as one edit; the text and the lines that are no rows are kept with it."""
    made = change_cells(ruleset_id, actor, changes_of(reading, new_row_id), key=key)
    rules = OwnRules.objects.get(pk=ruleset_id)
    if made.edit:
        rules.pasted = text
        rules.notes = "\n".join(filter(None, [rules.notes, *reading.notes]))[:NOTES_AT_MOST]
        rules.save(update_fields=["pasted", "notes"])
    return rules


def changes_of(reading: Reading, new_id: Any) -> list[tuple[str, Any]]:
    """Return the changes that write a reading's rows into a draft: (place, value). `new_id` makes ids of rows."""
    changes: list[tuple[str, Any]] = []
    stats: dict[str, str] = {}
    ids = [new_id() for _entry in reading.entries]
    troops = {
        singular(entry.name): row for row, entry in zip(ids, reading.entries, strict=True) if entry.table == "classes"
    }
    for number, (row_id, entry) in enumerate(zip(ids, reading.entries, strict=True), 1):
        for stat in entry.stats:
            if stat.name not in stats:
                stats[stat.name] = new_id()
                place = f"characteristics/{stats[stat.name]}"
                changes += [
                    (f"{place}/position", 10_000_000 + len(stats)),
                    (f"{place}/name", _both(stat.name)),
                ]
                if stat.format != "number":
                    changes.append((f"{place}/format", stat.format))
        row = f"{entry.table}/{row_id}"
        changes += [(f"{row}/position", 1_000_000 + 1_000 * number), (f"{row}/name", _both(entry.name))]
        if entry.points is not None and reading.has_points:
            changes.append((f"{row}/{'points.squad' if entry.table == 'extras' else 'points'}", entry.points))
        changes += [(f"{row}/stats.{stats[stat.name]}", stat.value) for stat in entry.stats if entry.table == "classes"]
        if entry.troops in troops:
            changes += [(f"{row}/troops", troops[entry.troops]), (f"{row}/{MEN}", entry.men)]
        if entry.note:
            changes.append((f"{row}/{NOTE_FIELDS.get(entry.table, 'reading')}", _both(entry.note)))
    return changes


def _both(text: str) -> dict[str, str]:
    joined = with_joined_units(text)
    return {"it": joined, "en": joined}
