"""Sections of squads: figures with the same `team` label."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document import edits
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.document.rows import find_place, group_to_join, is_unnamed
from rules.core.text import Text

TEAMS = ("A", "B", "C", "D")  # their usual labels
LEADERS = 2  # each section leader leads a section


def has_sections(catalogue: Catalogue) -> bool:
    """Whether the ruleset has sections, or splits a ready-made squad into some; elsewhere a label is a team."""
    ready = (row.team for squad in catalogue.ready_squads for row in squad.figures)
    return "section-size" in catalogue.check_by_function or any(ready)


def team_word(catalogue: Catalogue) -> Text:
    """Return a game's name for the parts of a squad."""
    return Text("Sezione", "Section") if has_sections(catalogue) else Text("Team", "Team")


def undivided(roster: Roster, catalogue: Catalogue) -> Squad | None:
    """Return the first squad with section leaders and without sections, None if there is none."""
    check = catalogue.check_by_function.get("section-leader")
    if check is None:
        return None
    role = str(check.params["role"])
    return next((squad for squad in roster.squads if _lacks_sections(squad, role)), None)


def _lacks_sections(squad: Squad, role: str) -> bool:
    leaders = sum(figure.count for figure in squad.figures if role in figure.roles)
    return leaders >= LEADERS and not any(figure.team for figure in squad.figures)


def assign(roster: Roster, squad_id: str, men: Mapping[str, int], section: str, ids: Iterator[str]) -> Roster:
    """Put men of rows (by id) into a section, or into none (""): equal ones are merged.

    If a group is split, the remaining men keep the row; the others get an id from `ids`. Raises RowGoneError,
    ListFullError.
    """
    squad = find_place(roster, squad_id, (Squad,)).row
    rows: list[Figure] = []
    for row in squad.figures:
        chosen = min(men.get(row.id, 0), row.count) if row.team != section else 0
        if chosen < row.count:
            rows.append(replace(row, count=row.count - chosen) if chosen else row)
        if chosen:
            own = row.id if chosen == row.count else next(ids)
            rows.append(replace(row, id=own, team=section, count=chosen))
    before = {row.id: row for row in squad.figures}
    return edits.set_figures(roster, squad_id, tuple(_joined(rows, before)))


def _joined(rows: list[Figure], before: Mapping[str, Figure]) -> list[Figure]:
    """Return the rows, with those that changed section merged into an equal row there."""
    joined: list[Figure] = [row for row in rows if _stayed(row, before)]
    for row in rows:
        if _stayed(row, before):
            continue
        group = group_to_join(row, joined) if is_unnamed(row) else None
        if group:
            joined[joined.index(group)] = replace(group, count=group.count + row.count)
        else:
            joined.insert(_place_of(row, rows, joined), row)
    return joined


def _stayed(row: Figure, before: Mapping[str, Figure]) -> bool:
    return row.id in before and before[row.id].team == row.team


def _place_of(row: Figure, rows: list[Figure], joined: list[Figure]) -> int:
    """Return the place below the last of the rows that were above a row."""
    above = {other.id for other in rows[: rows.index(row)]}
    return max((number + 1 for number, other in enumerate(joined) if other.id in above), default=0)
