"""The people who are coming, and the effects of dropping out."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from armybuilder.evenings.models import Entry, Evening, Pairing
from armybuilder.evenings.models.evenings import digest
from armybuilder.evenings.states import ENTRIES, Consequence, EntryState, GameState, LeavingEvent, game_after

#: The effects on a game when a player (`name`) drops out or comes back.
EFFECTS: dict[Consequence, StrPromise] = {
    "opponent-gets-bye": _("Round %(number)s: the game is not played, and %(opponent)s gets a bye."),
    "result-waits": _(
        "Round %(number)s: the result against %(opponent)s has been entered. It counts once the other player "
        "confirms it or an organiser decides."
    ),
    "bye-lost": _(
        "Round %(number)s: %(opponent)s has dropped out too. %(name)s loses the bye, and the game counts for nobody."
    ),
    "organiser-enters": _("Round %(number)s is closed: an organiser enters the result against %(opponent)s."),
    "game-stays": _("Round %(number)s: the game against %(opponent)s is still to be played."),
    "game-reopens": _(
        "Round %(number)s: the game against %(opponent)s will be played after all, and %(opponent)s loses the bye."
    ),
    "bye-returns": _("Round %(number)s: %(opponent)s has dropped out, and %(name)s gets a bye."),
}


class Leaving:
    """The effects of each way to drop out or come back, in words; None if impossible. `seen`: the version of it all.

    `draft`: the round that is a draft with the player, None without one: it has to be paired again.
    """

    def __init__(self, entry: Entry) -> None:
        """Read the games of an entry."""
        stage, games = entry.stage, games_of(entry)

        def effects(event: LeavingEvent) -> list[str] | None:
            if not isinstance(ENTRIES[event][stage], str):
                return None
            return [
                EFFECTS[says]
                % {"number": pairing.round.number, "opponent": pairing.other_than(entry.pk), "name": entry}
                for pairing, state in games
                if (says := game_after(state, event).says)
            ]

        self.entry, self.name, self.seen = entry.pk, str(entry), leaving_version(entry, stage, games)
        self.drops, self.is_reinstated = effects("drops"), effects("is-reinstated")
        to_play = any(state in ("open", "claimed") for _pairing, state in games)
        self.drops_after_game = effects("drops-after-game") if to_play else None
        of_entry = models.Q(pairings__first=entry) | models.Q(pairings__second=entry)
        drafts = entry.evening.rounds.filter(of_entry, published=None)
        self.draft = drafts.values_list("number", flat=True).first()

    @property
    def is_settled(self) -> bool:
        """Whether the player can neither drop out nor come back."""
        return self.drops is None and self.is_reinstated is None


def not_here(evening: Evening) -> list[Entry]:
    """Return the coming players who were not checked in, if others were."""
    coming = list(evening.entries.select_related("user").filter(state="coming"))
    absent = [entry for entry in coming if entry.checked_in is None]
    return absent if len(absent) < len(coming) else []


def games_of(entry: Entry) -> list[tuple[Pairing, GameState]]:
    """Return the games of an entry in published rounds, each with its state from the player's side."""
    own = models.Q(first=entry) | models.Q(second=entry)
    published = Pairing.objects.published_in(entry.evening)
    last = published.aggregate(last=models.Max("round__number"))["last"]
    games = published.filter(own, second__isnull=False).prefetch_related("claims")
    return [
        (pairing, pairing.state_for(entry.pk, is_past=pairing.round.number < last))
        for pairing in games.order_by("round__number")
    ]


def given_a_bye(entry: Entry, event: LeavingEvent) -> list[int | None]:
    """Return the accounts of the opponents who get a bye because of an event."""
    opponents = (
        pairing.other_than(entry.pk)
        for pairing, state in games_of(entry)
        if game_after(state, event).says == "opponent-gets-bye"
    )
    return [opponent.user_id for opponent in opponents if opponent]


def leaving_version(entry: Entry, stage: EntryState, games: list[tuple[Pairing, GameState]]) -> str:
    return digest(entry.pk, stage, [(pairing.pk, state) for pairing, state in games])
