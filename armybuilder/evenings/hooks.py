"""A closed club loses its games nights, whose players are notified. Print jobs of games nights join the bundles."""

from typing import Any

from django.dispatch import receiver
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club, closing
from armybuilder.evenings.models import Evening
from armybuilder.evenings.notifications import notify, who_said
from armybuilder.evenings.paper.parts import SOURCE, SOURCE_OF_JOBS
from armybuilder.notices.kinds import Kind
from armybuilder.printing.bundles.binding import register_source

register_source(SOURCE, SOURCE_OF_JOBS)


@receiver(closing)
def notify_players(club: Club, actor: User, **signal: Any) -> None:
    """Notify the players that the coming games nights will not take place."""
    for evening in Evening.objects.ahead(club):
        evening.club = club
        people = who_said(evening, "coming", "perhaps")
        notify(Kind.CLUB_CLOSED, people, evening, but=actor, path=reverse("clubs:index"))
