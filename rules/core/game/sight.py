"""A side's view of the other: hidden lines are removed before the fold, and its list is shown in part."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.document.rows import numbered
from rules.core.game.events import HIDDEN, SIDES, GameLine, Mark, Marker, Rolled, Side, Undone
from rules.core.game.fold import GameState, hidden_pieces, undone_lines


def lines_seen_by(
    lines: Sequence[GameLine],
    state: GameState,
    viewer: Side | None,
    catalogue: Catalogue,
    hidden_lists: Collection[Side] = (),
) -> list[GameLine]:
    """Return the lines that a side can read; `viewer` None: a spectator, who reads only what both sides can.

    `state`: after all lines; `hidden_lists`: sides whose number of men nobody else can know.

    Omitted are the other side's extras, its hidden markers, and all lines and rolls about figures that are hidden
    now. All other dice are visible to both sides, without their causes.
    """
    others = [side for side in SIDES if side != viewer]
    hidden = {(side, key) for side in others for key in hidden_pieces(state, side, catalogue)}
    of_others = sorted((line for line in lines if line.side in others), key=lambda line: line.order)
    markers = _markers_seen(of_others)
    secret = {line.name for line in of_others if _is_secret(line, hidden, markers, hidden_lists)}
    return [
        markers.get(line.name) or _without_causes(line, viewer)
        for line in lines
        if line.name not in secret and not (isinstance(line.event, Undone) and line.event.line in secret)
    ]


def _markers_seen(ordered: Sequence[GameLine]) -> dict[tuple[str, int], GameLine]:
    """Return a side's lines about markers as the others see them, by the names of the lines.

    A revealed marker is visible until it is removed, or until its number is used for a hidden one.
    """
    undone = undone_lines(ordered)
    on_table: dict[tuple[Side, str], Marker] = {}
    seen: dict[tuple[str, int], GameLine] = {}
    for line in ordered:
        if not isinstance(line.event, Marker) or line.name in undone:
            continue
        whose = (line.side, line.event.marker)
        if line.event.shown:
            seen[line.name] = line
            on_table[whose] = line.event
            if line.event.gone:
                del on_table[whose]
        elif whose in on_table:
            seen[line.name] = replace(line, event=replace(on_table.pop(whose), gone=True))
    return seen


def _is_secret(
    line: GameLine,
    hidden: set[tuple[Side, str]],
    markers: Collection[tuple[str, int]],
    hidden_lists: Collection[Side],
) -> bool:
    event = line.event
    if isinstance(event, Mark):
        # Where a list is hidden, even the name of a hidden man would reveal the number of men.
        is_told = event.state == HIDDEN and line.side not in hidden_lists
        return (line.side, event.piece) in hidden and not is_told
    if isinstance(event, Marker):
        return line.name not in markers
    if isinstance(event, Rolled):
        return (line.side, event.piece) in hidden
    if isinstance(event, Undone):
        return False  # it is omitted with the line that it undoes
    return event.sight != "public"


def _without_causes(line: GameLine, viewer: Side | None) -> GameLine:
    """Return a line as others see it, without causes: they name men of the squad."""
    is_told = isinstance(line.event, Rolled) and line.event.causes and line.side != viewer
    return replace(line, event=replace(line.event, causes=())) if is_told else line


def roster_seen(roster: Roster, hidden: set[str]) -> Roster:
    """Return a list as the other side sees it: no extras, notes or limit, hidden figures without name and weapons.

    Every man has a separate row, which keeps the numbers of the list.
    """
    squads: list[Squad] = []
    pieces = list(numbered(roster))
    for place, squad in enumerate(roster.squads):
        rows = [_seen(piece.row, piece.key in hidden) for piece in pieces if piece.squad_number == place]
        figures = tuple(row for row in rows if isinstance(row, Figure))
        vehicles = tuple(row for row in rows if isinstance(row, Vehicle))
        squads.append(replace(squad, figures=figures, vehicles=vehicles, extras=()))
    return replace(roster, squads=tuple(squads), extras=(), notes="", limit=None)


def _seen(row: Figure | Vehicle, is_hidden: bool) -> Figure | Vehicle:
    if not is_hidden:
        return replace(row, id="", count=1, notes="")
    return Figure() if isinstance(row, Figure) else Vehicle(type=UNKNOWN)


UNKNOWN = "unknown"  # the type of a vehicle that was not spotted
