"""The scoreboard on a projector. It has only names and numbers, so a link can show it without sign-in."""

from datetime import timedelta

from django.core.paginator import Paginator
from django.db import models
from django.utils import timezone

from armybuilder.evenings.models import Evening
from armybuilder.evenings.pages.round_tables import begun, names_of, ranks, tables
from armybuilder.evenings.played import published_pairings, standings_of

TABLES_A_PAGE, RANKS_A_PAGE = 8, 12
KEPT_FOR = timedelta(days=2)  # after the start of the games night: the link then stops working


class Scoreboard:
    """A page of the scoreboard, from 1. `drawn` None: no round is published yet. `ends`: the end of the round."""

    def __init__(self, evening: Evening, asked: int) -> None:
        """Read a page, or the first if the number is unknown (`asked`)."""
        self.drawn = evening.rounds.filter(published__isnull=False).last()
        self.ends = self.drawn.ends(evening.round_minutes) if self.drawn else None
        names = names_of(evening.entries.named()) if self.drawn else {}
        pairings = published_pairings(evening) if self.drawn else []
        shown = tables(evening, self.drawn, names, {}, None) if self.drawn else []
        ranked = ranks(standings_of(evening, pairings), names, None) if begun(pairings) else []
        of_tables, of_ranks = Paginator(shown, TABLES_A_PAGE), Paginator(ranked, RANKS_A_PAGE)
        self.pages = max(of_tables.num_pages, of_ranks.num_pages)
        self.page = asked if 1 <= asked <= self.pages else 1
        # The lines of a kind start again if the other has more pages.
        self.tables = list(of_tables.page((self.page - 1) % of_tables.num_pages + 1))
        self.ranks = list(of_ranks.page((self.page - 1) % of_ranks.num_pages + 1))

    @property
    def next_page(self) -> int:
        return self.page % self.pages + 1

    @property
    def is_up(self) -> bool:
        return self.ends is not None and self.ends <= timezone.now()


def shown_by(token: str) -> models.QuerySet[Evening]:
    """Return the games night of a link, None if the link does not work (any more)."""
    shown = Evening.objects.filter(board_link__token=token, state=Evening.State.OPEN)
    return shown.filter(start__gt=timezone.now() - KEPT_FOR).select_related("club")
