"""The scoreboard on a projector. It has only names and numbers, so a link can show it without sign-in."""

from datetime import datetime, timedelta

from django.core.paginator import Paginator
from django.db import models
from django.utils import timezone
from msgspec import Struct

from armybuilder.evenings.models import Evening, Round
from armybuilder.evenings.pages.round_tables import RankedPlayer, Table, begun, names_of, ranks, tables
from armybuilder.evenings.played import published_pairings, standings_of

TABLES_A_PAGE, RANKS_A_PAGE = 8, 12
KEPT_FOR = timedelta(days=2)  # after the start of the games night: the link then stops working


class Scoreboard(Struct, frozen=True):
    """A page of the scoreboard, from 1. `drawn` None: no round is published yet. `ends`: the end of the round."""

    drawn: Round | None
    ends: datetime | None
    tables: list[Table]
    ranks: list[RankedPlayer]
    page: int
    pages: int

    @property
    def next_page(self) -> int:
        return self.page % self.pages + 1

    @property
    def is_up(self) -> bool:
        return self.ends is not None and self.ends <= timezone.now()


def with_stamp(evenings: models.QuerySet[Evening]) -> models.QuerySet[Evening]:
    """Return games nights with the annotations that `stamp_of` reads."""
    return evenings.select_related("club").annotate(
        log_end=models.Max("log__pk"), published=models.Max("rounds__published")
    )


def stamp_of(evening: Evening) -> str:
    """Return a stamp that changes with every logged act, and when the time is up."""
    published, minutes = evening.published, evening.round_minutes  # type: ignore[attr-defined]  # of with_stamp
    is_up = published and minutes and published + timedelta(minutes=minutes) <= timezone.now()
    return f"{evening.log_end}{'-up' if is_up else ''}"  # type: ignore[attr-defined]


def shown_by(token: str) -> models.QuerySet[Evening]:
    """Return the games night of a link, None if the link does not work (any more)."""
    shown = Evening.objects.filter(board_link__token=token, state=Evening.State.OPEN)
    return with_stamp(shown.filter(start__gt=timezone.now() - KEPT_FOR))


def scoreboard_of(evening: Evening, asked: int) -> Scoreboard:
    """Return a page of the scoreboard; the first if the number is unknown."""
    drawn = evening.rounds.filter(published__isnull=False).last()
    if drawn is None:
        return Scoreboard(None, None, [], [], 1, 1)
    names = names_of(evening.entries.named())
    shown = tables(evening, drawn, names, {}, None)
    pairings = published_pairings(evening)
    ranked = ranks(standings_of(evening, pairings), names, None) if begun(pairings) else []
    of_tables, of_ranks = Paginator(shown, TABLES_A_PAGE), Paginator(ranked, RANKS_A_PAGE)
    pages = max(of_tables.num_pages, of_ranks.num_pages)
    page = asked if 1 <= asked <= pages else 1
    return Scoreboard(
        drawn,
        drawn.ends(evening.round_minutes),
        # The lines of a kind start again if the other has more pages.
        list(of_tables.page((page - 1) % of_tables.num_pages + 1)),
        list(of_ranks.page((page - 1) % of_ranks.num_pages + 1)),
        page,
        pages,
    )
