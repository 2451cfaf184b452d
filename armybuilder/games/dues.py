"""What is due now, ready to be printed: what is rolled, its chance, and the answers."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, pgettext
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.games.buttons import Button, event_text
from armybuilder.games.reaction_words import Names, added_words
from armybuilder.games.wording import due_words, percent
from rules.core.catalogue import Catalogue
from rules.core.game.due import (
    Due,
    EndedDue,
    InitiativeDue,
    LastTurnDue,
    MarkerDue,
    MoraleDue,
    WoundedDue,
    due,
)
from rules.core.game.events import STABILISED, Active, Mark, MoraleTested, Side, other_side
from rules.core.game.fold import GameState
from rules.core.game.reaction import ReactionDue
from rules.core.game.rolling import INITIATIVE, MORALE
from rules.core.game.standing import Standings
from rules.core.text import Language


class DueNow(Struct, frozen=True):
    """What is due: heading, what is rolled, its chance in percent ("": none is known), and the answers.

    `otherwise`: what follows where it fails; `added`: what the players add; `roll`: what the site rolls if one likes
    ("": nothing). `may_wait`: the next turn may begin before it is done.
    """

    head: str
    words: str
    chance: str
    otherwise: str
    added: str
    source: str
    buttons: tuple[Button, ...]
    roll: str
    may_wait: bool


class Dues(Struct, frozen=True):
    """What is due in a game. `heads`: what the page calls the sides ("You"); `totals`: their defeat points, if any."""

    catalogue: Catalogue
    language: Language
    state: GameState
    standings: Standings
    names: Names
    heads: Mapping[Side, str]
    totals: Mapping[Side, int]

    def now(self, side: Side) -> Iterator[DueNow]:
        """Yield what a side has to do now."""
        for item in due(self.state, self.standings, side):
            head, words = due_words(item, self.names, side, self.catalogue, self.language)
            chance = getattr(item, "chance", None)
            yield DueNow(
                head=head,
                words=words,
                chance="" if chance is None else percent(chance),
                otherwise=self._otherwise(item, side),
                added=added_words(item, self.names, self.language) if isinstance(item, ReactionDue) else "",
                source=item.source,
                buttons=tuple(self._answers(item, side)),
                roll=_rolled_here(item),
                may_wait=isinstance(item, EndedDue | LastTurnDue | MarkerDue),
            )

    def _otherwise(self, item: Due, side: Side) -> str:
        """Say what a failed test leads to as the points stand (rth, bn §12.0)."""
        if not isinstance(item, MoraleDue) or item.is_spared or not self.totals:
            return ""
        if self.totals[side] > self.totals[other_side(side)]:
            return gettext("If it fails the side leaves the table: it has more defeat points.")
        return gettext("If it fails the side stays on the table: it does not have more defeat points.")

    def _answers(self, item: Due, side: Side) -> Iterator[Button]:
        turn = self.state.turn
        if isinstance(item, MoraleDue | ReactionDue):
            squad = item.squad if isinstance(item, ReactionDue) else ""
            passed, failed = (
                event_text(MoraleTested(turn=turn, squad=squad, passed=how)) for how in (True, False)
            )
            yield Button(pgettext("morale", "Passed"), passed, state="passed")
            yield Button(pgettext("morale", "Failed"), failed, state="failed")
        if isinstance(item, InitiativeDue):
            for who in (side, other_side(side)):
                yield Button(self.heads[who], event_text(Active(turn=turn, active=who)))
        if isinstance(item, WoundedDue):
            dead = next(state.id for state in self.catalogue.states if state.effect == "out")
            for word, state in ((gettext("Stabilised"), STABILISED), (gettext("He dies"), dead)):
                yield Button(word, event_text(Mark(piece=item.piece, state=state)))
        if isinstance(item, EndedDue):
            event = event_text(Mark(piece=item.piece, state=item.state, on=False))
            yield Button(gettext("Take it off"), event)
        if isinstance(item, MarkerDue) and (item.is_over or item.need):
            word = gettext("Take away") if item.is_over else gettext("It is back")
            yield Button(word, event_text(replace(item.marker, gone=True)))


def _rolled_here(item: Due) -> str:
    if isinstance(item, MoraleDue) and item.need is not None:
        return MORALE
    return INITIATIVE if isinstance(item, InitiativeDue) and item.enemy_adds is not None else ""
