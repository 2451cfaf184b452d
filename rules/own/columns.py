"""The tables of the editor of own rules and their columns: what people can write, and where it goes."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

from rules.cells import DASH, MOST_POINTS, Column
from rules.core.catalogue.catalogue import Catalogue
from rules.language import active_language
from rules.loading.faults import MOST_LEADERSHIP, ROLES

NONE = ""  # a value of its own: none, where the parent has one
DASHES = (DASH, "-", "−", "—")  # how it is typed
MOST_LIMIT = 9999
MEN, MOST_MEN = "men", 200  # of a ready-made squad: a leader if the game has leaders, and plain men


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
