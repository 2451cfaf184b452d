"""The admin's words for why a ruleset is refused: its reader's language, and the names that its forms show."""

from collections.abc import Iterator

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import models
from rules.admin.labels import LABELS, WORDS, called, label
from rules.core.text.text import LANGUAGES, Language
from rules.language import active_language
from rules.loading.reasons import SECTIONS, Place, Thing, Words
from rules.loading.yaml_lines import Path

TABLES: dict[str, type[Model]] = {
    "sides": models.Side,
    "characteristics": models.Characteristic,
    "save_columns": models.SaveColumn,
    "formats": models.Format,
    "classes": models.TroopClass,
    "weapons": models.Weapon,
    "vehicles": models.VehicleType,
    "extras": models.Extra,
    "roles": models.Role,
    "kit": models.Kit,
    "traits": models.Trait,
    "rulings": models.Ruling,
    "presets": models.Preset,
    "ready_squads": models.ReadySquad,
    "nicknames": models.Nickname,
    "handbook": models.HandbookTable,
    "checks": models.Check,
}

# The rows under those of some tables.
ROWS: dict[str, type[Model]] = {
    "fire": models.FireRow,
    "movement": models.Movement,
    "saves": models.SaveRow,
    "conditions": models.ExtraCondition,
    "options": models.RulingOption,
    "rows": models.HandbookRow,
    "figures": models.ReadyFigure,
}

# The rows of the odds, by the table that they are under and the field there.
ODDS_ROWS: dict[tuple[str, str], type[Model]] = {
    ("ruleset", "situations"): models.Situation,
    ("situation", "effects"): models.Effect,
    ("ruleset", "standing"): models.Standing,
    ("standing", "effects"): models.Effect,
    ("ruleset", "weapons"): models.QuestionWeapon,
    ("ruleset", "borrowed"): models.Borrowed,
    ("ruleset", "fire"): models.Fire,
    ("fire", "ways"): models.Ways,
    ("fire", "astray"): models.Astray,
    ("fire", "air_numbers"): models.AirNumbers,
    ("fire", "air_aircraft"): models.DamageTable,
    ("fire", "air_helicopter"): models.DamageTable,
    ("fire", "short"): models.Effect,
    ("fire", "long"): models.Effect,
    ("ruleset", "saves"): models.Saves,
    ("saves", "columns"): models.WeaponColumn,
    ("saves", "plain"): models.PlainSave,
    ("ruleset", "damage"): models.Damage,
    ("damage", "men"): models.DamageTable,
    ("damage", "soft"): models.DamageTable,
    ("damage", "armour"): models.DamageTable,
    ("damage", "values"): models.DamageTable,
    ("damagetable", "rows"): models.DamageRow,
    ("damage", "penetration"): models.Penetration,
    ("ruleset", "explosions"): models.Explosions,
    ("explosions", "blasts"): models.Blast,
    ("explosions", "rows"): models.BlastRow,
    ("explosions", "direct"): models.Deviation,
    ("explosions", "precise"): models.Deviation,
    ("explosions", "imprecise"): models.Deviation,
    ("ruleset", "spotting"): models.Spotting,
    ("spotting", "rows"): models.SpottingRow,
    ("spotting", "sights"): models.Sight,
    ("ruleset", "covering"): models.Covering,
    ("ruleset", "morale"): models.Morale,
    ("morale", "reaction"): models.DamageTable,
    ("ruleset", "melee"): models.Melee,
    ("ruleset", "initiative"): models.Initiative,
    ("initiative", "turn"): models.InitiativeRoll,
    ("initiative", "setup"): models.InitiativeRoll,
    ("ruleset", "bombardments"): models.Bombardment,
    ("bombardment", "contacts"): models.Contact,
    ("ruleset", "rolls"): models.Roll,
    ("ruleset", "profile"): models.Profile,
}
# Of which of their like these rows are: the column that says it.
ONE_EACH: dict[type[Model], str] = {
    models.DamageTable: "which",
    models.Effect: "band",
    models.InitiativeRoll: "moment",
    models.Deviation: "shot",
}

# The kinds of things that `rules.loading.reasons` and `rules.loading.named_ids` name, as the admin calls them.
KINDS: dict[str, str | Promise] = {
    **{kind: TABLES[section]._meta.verbose_name or "" for section, kind in SECTIONS.items()},
    "option": _("answer"),
    "trait of squads or vehicles": _("trait"),
    "leadership level": _("level of leadership"),
    "situation": _("situation"),
    "roll": _("roll"),
    "roll of its own": _("roll"),
    "bombardment": _("bombardment"),
    "ruleset": models.Ruleset._meta.verbose_name or "",
}

# Fields that are columns of another name, and those that are texts in two columns.
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


class AdminWords(Words):
    """The words in which reasons are told to an organiser."""

    def translated(self, template: str) -> str:
        return gettext(template)

    def reading_language(self) -> Language:
        return active_language()

    def kind(self, kind: str) -> str:
        return str(KINDS[kind])

    def thing(self, thing: Thing) -> str:
        return gettext('%(kind)s "%(id)s"') % {"kind": self.kind(thing.kind), "id": thing.id}

    def place(self, at: Place) -> str:
        """Return what a place is called: `weapon "lmg", way to fire 1, "Dice"`."""
        if not at.path:
            return gettext("the ruleset")
        if not at.id:
            return ", ".join(_steps("ruleset", at.path))
        section = str(at.path[0])
        thing = self.thing(Thing(SECTIONS[section], at.id))
        return ", ".join([thing, *_steps(_name(TABLES[section]), at.path[2:])])


def _steps(table: str, path: Path) -> Iterator[str]:
    """Yield what the steps of a path within a row of a table are called."""
    if len(path) > 1 and path[0] == "odds":
        yield from _odds_steps(path[1:])
        return
    while len(path) > 1 and path[0] in ROWS and isinstance(path[1], int):
        rows = ROWS[str(path[0])]
        yield f"{rows._meta.verbose_name} {path[1] + 1}"
        table, path = _name(rows), path[2:]
    yield from _field(table, path)


def _odds_steps(path: Path) -> Iterator[str]:
    """Yield what the steps of a path within the odds are called: `table of outcomes "men", outcome 2, "Outcome"`."""
    table, path = "ruleset", _joined(path)
    while path and (rows := ODDS_ROWS.get((table, str(path[0])))):
        field, path, table = str(path[0]).removeprefix("air_"), _joined(path[1:]), _name(rows)
        words = [str(rows._meta.verbose_name)]
        if field in WORDS.get(f"{table}.{ONE_EACH.get(rows)}", {}):
            words.append(_quoted(called(table, ONE_EACH[rows], field)))
        if path and isinstance(path[0], int):
            words.append(str(path[0] + 1))
            path = path[1:]
        yield " ".join(words)
    yield from _field(table, path)


def _joined(path: Path) -> Path:
    """Return a path with what is a part of its own in the odds, and columns of its table, under their names."""
    return (f"{path[0]}_{path[1]}", *path[2:]) if len(path) > 1 and path[0] in ("air", "crew") else path


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
    """Return what a field is called on a form: a text without its language, rows by the name of their table."""
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
