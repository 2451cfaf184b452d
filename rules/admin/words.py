"""The admin's words for why a ruleset is refused, in its reader's language and with the names of its forms."""

from collections.abc import Iterator

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import models
from rules.admin.labels import LABELS, label
from rules.core.text import LANGUAGES, Language
from rules.language import active_language
from rules.loading.reasons import SECTIONS as KIND_OF
from rules.loading.reasons import ReasonWords, RulesetEntry, RulesetPlace
from rules.loading.yaml_lines import Path
from rules.rows import SECTIONS

TABLES: dict[str, type[Model]] = {name: table.model for name, table in SECTIONS.items()}
# The inline rows of some tables.
ROWS: dict[str, type[Model]] = {
    name: table.model for section in SECTIONS.values() for name, table in section.under.items()
}

# The kinds of things in `rules.loading.reasons` and `rules.loading.references`, as the admin calls them.
KINDS: dict[str, str | Promise] = {
    **{kind: TABLES[section]._meta.verbose_name or "" for section, kind in KIND_OF.items()},
    "option": _("answer"),
    "trait of squads or vehicles": _("trait"),
    "leadership level": _("leadership level"),
    "situation": _("situation"),
    "roll": _("roll"),
    "roll of its own": _("roll"),
    "bombardment": _("bombardment"),
    "ruleset": models.Ruleset._meta.verbose_name or "",
}

# Fields stored in columns with other names, and texts in two columns.
COLUMNS = {
    "id": "slug",
    "check": "function",
    "shared_limit": "shared_with",
    "once_under": "once_under_ruling",
    "flat_under": "flat_under_ruling",
}
TEXTS = (
    "name",
    "edition",
    "line",
    "reading",
    "short",
    "in_full",
    "mode",
    "note",
    "text",
    "short_edition",
    "period",
    "suits",
)


class AdminWords(ReasonWords):
    """The words of error messages for an organiser."""

    def translated(self, template: str) -> str:
        return gettext(template)

    def reading_language(self) -> Language:
        return active_language()

    def kind(self, kind: str) -> str:
        return str(KINDS[kind])

    def thing(self, thing: RulesetEntry) -> str:
        return gettext('%(kind)s "%(id)s"') % {"kind": self.kind(thing.kind), "id": thing.id}

    def place(self, at: RulesetPlace) -> str:
        """Return the name of a place: `weapon "lmg", fire mode 1, "Dice"`, and in the odds as in their YAML."""
        if not at.path:
            return gettext("the ruleset")
        if at.path[0] == "odds":
            return super().place(at)
        if not at.id:
            return ", ".join(_steps("ruleset", at.path))
        section = str(at.path[0])
        thing = self.thing(RulesetEntry(KIND_OF[section], at.id))
        return ", ".join([thing, *_steps(_name(TABLES[section]), at.path[2:])])


def _steps(table: str, path: Path) -> Iterator[str]:
    """Yield the names of the steps of a path within a row of a table."""
    while len(path) > 1 and path[0] in ROWS and isinstance(path[1], int):
        rows = ROWS[str(path[0])]
        yield f"{rows._meta.verbose_name} {path[1] + 1}"
        table, path = _name(rows), path[2:]
    yield from _field(table, path)


def _field(table: str, path: Path) -> Iterator[str]:
    if not path:
        return
    yield _quoted(_column(table, str(path[0])))
    for step in () if path[0] in COLUMNS else path[1:]:
        if isinstance(step, int):
            yield gettext("value %(number)s") % {"number": step + 1}
        elif step not in LANGUAGES:
            yield _quoted(step)


def _column(table: str, field: str) -> str:
    """Return the label of a field on a form: of a text without its language, of rows by their table."""
    if field in TEXTS:
        return str(label(table, f"{field}_it")).partition(",")[0]
    if field in ROWS:
        return str(ROWS[field]._meta.verbose_name_plural)
    column = COLUMNS.get(field, field)
    return str(label(table, column)) if column in LABELS or f"{table}.{column}" in LABELS else column


def _name(table: type[Model]) -> str:
    return str(table._meta.model_name)


def _quoted(words: str) -> str:
    return gettext('"%(words)s"') % {"words": words}


ADMIN = AdminWords()
