"""Own rules as files: a table for spreadsheets, the whole ruleset, and a list that carries its rules."""

import csv
import io
import json

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from armybuilder.own_rules.actions.drafts import COLUMNS_AT_MOST, INCLUDED_AT_MOST
from armybuilder.own_rules.pasting.reading import NOTE_FIELDS
from armybuilder.refusals import RefusedError
from armybuilder.spreadsheets import BOM, harmless
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document import roster as documents
from rules.core.document.roster import Roster
from rules.core.text import Language
from rules.encoding import decode, encode
from rules.own.columns import TABLES
from rules.own.limits import CHECKS_AT_MOST
from rules.own.patch import cells_of, rows_of

# What the rules in a file may have at most: the work for a list depends on it.
MOST_NUMBER, MOST_TEXT = 9_999, 4_000
MOST_PARTS = 640  # the quick-add men of 300 weapons and 300 roles, and some more
MOST_NUMBERS = {
    "dice": 20,
    "die": 100,
    "imprecise_dice": 10,  # dice, and their faces
    "precise_dice": 10,
    "stats": 999,  # as many as a cell takes; of morale, they are dice
}
MOST_ROWS = {
    "bands": 12,
    "characteristics": COLUMNS_AT_MOST + 10,
    "checks": 2 * CHECKS_AT_MOST,
    "fire": 8,
    "includes": INCLUDED_AT_MOST,
    "needs": 12,
    "reach": 12,
}
FORMAT = "armylist-with-rules/1"
MOST_BYTES = 900_000  # a list and its rules


def table_of(catalogue: Catalogue, language: Language) -> str:
    """Return a game's rows as CSV, as a pasted table has them: table, name, points, numbers of troops, note."""
    file = io.StringIO()
    writer = csv.writer(file, delimiter=";")
    stats = [(f"stats.{item.id}", item.name.to(language)) for item in catalogue.characteristics]
    heads = [
        pgettext("of a ruleset", "Table"),
        gettext("Name"),
        gettext("Points"),
        *(name for _field, name in stats),
        gettext("Note"),
    ]
    writer.writerow(map(harmless, heads))
    cells = cells_of(catalogue)
    for table in TABLES.values():
        if table.name in ("leadership", "formats", "characteristics", "ready_squads"):
            continue
        fields = (
            "name",
            "points",
            *(field for field, _name in stats),
            NOTE_FIELDS.get(table.name, "reading"),
        )
        for row in rows_of(catalogue, {}, table.name):
            values = [cells.get(f"{table.name}/{row}/{field}", "") for field in fields]
            if table.name == "extras":
                values[1] = cells.get(f"extras/{row}/points.squad", cells.get(f"extras/{row}/points.list", ""))
            texts = [value[language] if isinstance(value, dict) else value for value in values]
            writer.writerow(map(harmless, [table.label, *texts]))
    return BOM + file.getvalue()


def list_with_rules(roster: Roster, catalogue: Catalogue) -> bytes:
    """Return a list together with its rules: for another site, which does not have them."""
    rules = json.loads(encode(catalogue))
    document = {"format": FORMAT, "list": json.loads(documents.encode(roster)), "rules": rules}
    return json.dumps(document, ensure_ascii=False).encode()


def carried(data: bytes) -> tuple[bytes, Catalogue]:
    """Return the list in a file, still as a document, and its rules. Raises RefusedError."""
    if len(data) > MOST_BYTES:
        raise RefusedError(_("This is larger than %(most)s kB."), most=MOST_BYTES // 1000)
    try:
        document = json.loads(data)
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise ValueError(FORMAT)
        if not _is_bounded(document["rules"]):
            raise ValueError("bounds")
        return json.dumps(document["list"]).encode(), decode(json.dumps(document["rules"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RefusedError(_("This is not a list with its rules, as Squadra saves it.")) from None


def _is_bounded(value: object, most: int = MOST_NUMBER, rows: int = MOST_PARTS) -> bool:
    """Whether numbers (`most`), texts and tables (`rows`) of a file are of a size that rules have."""
    if isinstance(value, bool) or value is None:
        return True
    if isinstance(value, int | float):
        return abs(value) <= most
    if isinstance(value, str):
        return len(value) <= MOST_TEXT
    if isinstance(value, dict):
        return len(value) <= MOST_PARTS and all(
            _is_bounded(item, MOST_NUMBERS.get(key, most), MOST_ROWS.get(key, MOST_PARTS))
            for key, item in value.items()
        )
    parts: list[object] = value if isinstance(value, list) else []
    return len(parts) <= rows and all(_is_bounded(item, most, rows) for item in parts)
