"""Make a game of a pasted price table, or add its rows to one."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from armybuilder.own_rules.actions.drafts import begin_game, change_cells, new_row_id
from armybuilder.own_rules.models import OwnRules, Writer, unnamed
from armybuilder.own_rules.pasting.reading import Reading, changes_of
from armybuilder.refusals import RefusedError

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
