"""The settings of a games night, and the digests that tell whether a page is current."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from msgspec import Struct

from armybuilder.evenings.pairing.standings import TIE_BREAKS, ScoredBy, TieBreak


def digest(*parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()[:16]


GRACE_MINUTES = 15


class Play(Struct, frozen=True, kw_only=True):
    """How a games night is played: the fields of the same names in `PlayFields` (`models/evenings.py`)."""

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


class Plan(Play, frozen=True):
    """All that an organiser decides about a games night."""

    name: str
    start: datetime
    place: str
    note: str
    ruleset_version_id: UUID
    limits: Mapping[str, int | None]
    guests_allowed: bool
    deadline: datetime
    reveal: str = "lock"
    forces: Sequence[Mapping[str, Any]] = ()


def plan_digest(planned: object) -> str:
    values = [getattr(planned, field) for field in Plan.__struct_fields__]
    return sha256(json.dumps(values, default=_plain, sort_keys=True).encode()).hexdigest()[:16]


def _plain(value: datetime | UUID) -> float | str:
    return value.timestamp() if isinstance(value, datetime) else str(value)
