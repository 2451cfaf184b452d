"""What an organiser says of how an evening is played."""

from msgspec import Struct

from armybuilder.evenings.pairing.standings import TIE_BREAKS, ScoredBy, TieBreak

GRACE_MINUTES = 15


class Play(Struct, frozen=True, kw_only=True):
    """How an evening is played: see the fields of the model of the same names (`models/play.py`)."""

    grace_minutes: int = GRACE_MINUTES
    rounds_planned: int | None = None
    round_minutes: int | None = None
    table_count: int | None = None
    scored_by: ScoredBy = "result"
    win_points: int = 3
    draw_points: int = 1
    loss_points: int = 0
    bye_points: int = 3
    drawn_within: int = 0
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS
    scenarios: tuple[str, ...] = ()
