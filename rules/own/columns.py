"""The tables of the editor and their columns: what people can write, how it is read, and where it goes.

A cell's value is plain data as in a ruleset's file: a number, a text in both languages, a list of ids, or true.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import is_writable, with_joined_units
from rules.language import active_language
from rules.loading.faults import MOST_LEADERSHIP, MOST_LEVEL, ROLES

Value = int | str | bool | dict[str, str] | list[str]

LONGEST_NAME, LONGEST_TEXT = 80, 300
LONGEST = {"name": LONGEST_NAME, "distance": 20}  # by kind; others are texts
NONE = ""  # a value of its own: none, where the parent has one
DASH, DASHES = "–", ("–", "-", "−", "—")  # how it is shown and typed
MOST_POINTS, MOST_LIMIT = 999, 9999
MEN, MOST_MEN = "men", 200  # of a ready-made squad: a leader if the game has leaders, and plain men

Kind = Literal["name", "text", "points", "number", "levels", "distance", "one", "some", "choice", "yes"]


class CellError(ValueError):
    """What was typed is no value of a cell. `ways`: texts that would be."""

    def __init__(self, sentence: str, ways: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.ways = tuple(ways)


class Choice(NamedTuple):
    """A choice of a cell, mostly a row that it can name."""

    value: str
    label: str
    selected: bool


class Column(NamedTuple):
    """A column of a table. `field` is the place in the entry, with a dot before a key of a mapping (`points.squad`).

    `source` gives the entries that a cell of the kind "one" or "some" can name, `options` the values of a "choice".
    `usual`: what an empty cell says.
    """

    field: str
    label: StrOrPromise
    kind: Kind
    source: str = ""
    least: int = 0
    most: int = MOST_POINTS
    options: tuple[tuple[str, StrOrPromise], ...] = ()
    usual: StrOrPromise = ""


class Table(NamedTuple):
    """A table of the editor. `name` is the section of the catalogue. `always`: shown from the start.

    `rows`: the ids of all rows that it can have, where lists know no others.
    """

    name: str
    label: StrOrPromise
    columns: tuple[Column, ...]
    always: bool = False
    rows: tuple[str, ...] = ()


CARRIERS = (("figure", _("men")), ("vehicle", _("vehicles")), ("figure vehicle", _("men and vehicles")))
WEAPON_TAGS = (
    ("support", _("a support weapon")),
    ("needs-crew", _("a weapon for two men")),
    ("combat-value", _("a weapon with a combat value")),
)
NAME = Column("name", _("Name"), "name")
POINTS = Column("points", _("Points"), "points")
READING = Column("reading", _("Note"), "text")
NOTE = Column("note", _("Note"), "text")

TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        Table(
            "classes",
            pgettext_lazy("table", "Troops"),
            (
                NAME,
                POINTS,
                Column("side", _("Side"), "one", "sides"),
                Column("rank", _("Rank (1 is the best)"), "number", least=1),
                READING,
            ),
            always=True,
        ),
        Table(
            "weapons",
            _("Weapons"),
            (
                NAME,
                POINTS,
                Column("kind", _("Main weapon"), "choice", options=(("main", _("one a man")),)),
                Column("carried_by", _("Carried by"), "choice", options=CARRIERS, usual=_("men")),
                Column("tags", _("The checks treat it as"), "some", options=WEAPON_TAGS),
                Column("in_full", _("In full"), "text"),
                NOTE,
            ),
            always=True,
        ),
        Table(
            "vehicles",
            _("Vehicles"),
            (
                NAME,
                POINTS,
                Column("includes", _("Included weapons"), "some", "weapons"),
                Column("mounts", _("Weapons it can have"), "some", "weapons"),
                Column("movement", _("Movement, cm"), "distance"),
                NOTE,
            ),
        ),
        Table(
            "extras",
            _("Extras"),
            (
                NAME,
                Column("points.squad", _("Points for a squad"), "points", least=-MOST_POINTS),
                Column("points.list", _("Points for the list"), "points", least=-MOST_POINTS),
                Column("level_points", _("Points of each level"), "levels", least=-MOST_POINTS),
                Column("most", _("At most"), "number", least=1),
                Column("only.class", _("Only for these troops"), "some", "classes"),
                Column("only.side", _("Only for these sides"), "some", "sides"),
                Column("excludes", _("Not with"), "some", "extras"),
                Column("text", _("What it does"), "text"),
            ),
        ),
        Table(
            "ready_squads",
            _("Ready-made squads"),
            (
                NAME,
                Column("troops", _("Troops of the squad"), "one", "classes"),
                Column(MEN, _("Number of men"), "number", least=1, most=MOST_MEN),
            ),
        ),
        Table("roles", _("Roles"), (NAME, POINTS, READING)),
        Table("kit", _("Equipment"), (NAME, READING)),
        Table("sides", _("Sides"), (NAME,)),
        Table(
            "characteristics",
            _("Columns of troops"),
            (NAME, Column("format", _("Written as"), "choice", options=(("save", "4+"), ("bonus", "+4")))),
        ),
        Table(
            "leadership",
            _("Leadership"),
            (Column("points", _("Points"), "points"),),
            rows=tuple(str(level) for level in range(1, MOST_LEADERSHIP + 1)),
        ),
        Table(
            "formats",
            _("Roles of a list"),
            (NAME, Column("limit", _("Limit in points"), "number", least=1, most=MOST_LIMIT)),
            rows=ROLES,
        ),
    )
}
HEAD: dict[str, Column] = {
    column.field: column for column in (NAME, Column("line", _("The game in one line"), "text"))
}  # what is said of the game itself


WANTED = {  # cells of a row; elsewhere the name
    "leadership": ("points",),
    "classes": ("name", "points"),
    "ready_squads": ("name", "troops", MEN),
}


def may_lack(table: str, field: str) -> bool:
    """Whether a row can do without a value in a column. Quick reference sheets name numbers of troops."""
    is_wanted = field in WANTED.get(table, ("name",)) or field.startswith("stats.")
    return table == "dice" or (table in TABLES and not is_wanted)


def column_of(catalogue: Catalogue, table: str, field: str) -> Column:
    """Return a column; troops have one for each characteristic. Raises LookupError if there is none."""
    found = next((column for column in columns_of(catalogue, table) if column.field == field), None)
    if found is None:
        raise LookupError(field)
    return found


def columns_of(catalogue: Catalogue, table: str) -> list[Column]:
    """Return the columns of a table. Raises LookupError if there is no such table."""
    columns = list(TABLES[table].columns)
    if table == "classes":
        language = active_language()
        columns[-1:-1] = [
            Column(f"stats.{item.id}", item.name.to(language), "number", least=-99)
            for item in catalogue.characteristics
        ]
    if not catalogue.has_points:
        columns = [column for column in columns if column.kind not in ("points", "levels")]
    return columns


def read_cell(column: Column, typed: Sequence[str], catalogue: Catalogue) -> Value | None:
    """Return the value that was typed, None for an empty cell. Raises CellError."""
    words = [word.strip() for word in typed if word.strip()]
    if not all(map(is_writable, words)):
        raise CellError(gettext("A character in this text cannot be stored."))
    if column.kind == "some":
        return _known(words, column, catalogue) or None
    text = words[0] if words else ""
    if not text:
        return None
    match column.kind:
        case "yes":
            return True
        case "one" | "choice":
            return _known([text], column, catalogue)[0]
        case "points" | "number":
            return _number(text, column)
        case "levels":
            prices = text.replace(",", " ").replace(";", " ").split()
            if len(prices) > MOST_LEVEL:
                raise CellError(gettext("At most %(most)s levels.") % {"most": MOST_LEVEL})
            return " ".join(str(_number(price, column)) for price in prices)
        case _:
            longest = LONGEST.get(column.kind, LONGEST_TEXT)
            if len(text) > longest:
                sentence = gettext("At most %(most)s characters: this has %(here)s.")
                raise CellError(sentence % {"most": longest, "here": len(text)}, [text[:longest].strip()])
            one_line = with_joined_units(" ".join(text.split()))
            if column.kind == "distance":
                return one_line.removesuffix("cm").strip()
            return {"it": one_line, "en": one_line}


def fault_of(column: Column, typed: str, catalogue: Catalogue) -> CellError | None:
    """Return why a text is no value of a cell, None if it is one."""
    try:
        read_cell(column, [typed], catalogue)
    except CellError as error:
        return error
    return None


def _number(text: str, column: Column) -> int:
    from_sign = text.replace("−", "-").replace("–", "-")
    if column.field.startswith("stats."):
        from_sign = from_sign.removesuffix("+")
    digits = from_sign.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdigit() and len(digits) <= 6:
        number = int(digits) * (-1 if from_sign.startswith("-") else 1)
        if column.least <= number <= column.most:
            return number
    facts = {"text": text[:20], "least": column.least, "most": column.most}
    sentence = gettext("“%(text)s” is no whole number from %(least)s to %(most)s.") % facts
    raise CellError(sentence, _rounded(from_sign, column))


def _rounded(text: str, column: Column) -> list[str]:
    """Return the whole numbers around a decimal number."""
    if text[-4:-3] in (",", "."):
        return []  # "1.000" may be a thousand
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return []
    if not column.least <= number <= column.most:
        return []
    return [str(int(number // 1) + 1 if number % 1 >= 0.5 else int(number // 1))]


def _known(ids: list[str], column: Column, catalogue: Catalogue) -> list[str]:
    known = {value for value, _label in column.options}
    known |= {entry.id for entry in getattr(catalogue, column.source)} if column.source else set()
    if not known.issuperset(ids):
        raise CellError(gettext("One of these is no longer there. Choose again."))
    return list(dict.fromkeys(ids))
