"""Why what was sent is not kept, in a sentence for the player."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from msgspec import DecodeError, ValidationError

from armybuilder.games.new_events import LINES_AT_MOST, PhoneNameTakenError, TooManyEventsError
from armybuilder.games.querysets import GameBusyError, NotYourSideError
from rules.core.game.checking import EventRefusedError
from rules.core.game.rolling import NothingToRollError

BUSY = _("Other phones are writing in this game at the moment. Nothing has changed: try again.")
TOO_MANY_LINES = format_lazy(_("Send {most} lines at a time at most, then the rest."), most=LINES_AT_MOST)
UNREADABLE = _("What was sent cannot be read. Nothing is changed: load the page anew.")
MESSAGES: dict[type[Exception], StrPromise] = {
    DecodeError: UNREADABLE,
    ValidationError: UNREADABLE,
    NotYourSideError: _("This link does not write for that side."),
    PhoneNameTakenError: _("That name of a phone is taken. Nothing is changed: load the page anew."),
    NothingToRollError: _("That is not rolled now, or it was rolled already: look at the log."),
    GameBusyError: BUSY,
    TooManyEventsError: _("The log of this game is full: 5,000 lines. Begin a new one."),
}
#: Of an EventRefusedError, by its reason.
REASONS: dict[str, StrPromise] = {
    "no-piece": _("Nobody in the list has that number."),
    "no-state": _("The game does not know that state."),
    "no-extra": _("The list has no such extra."),
    "no-squad": _("The list has no such squad."),
    "no-row": _("The game counts no such points."),
    "no-marker": _("The game has no such marker."),
    "no-attack": _("Who attacks is said before the game begins, where the rules have an attacker."),
    "no-limit": _("The number of turns is set before the game begins, and only to what the dice can give."),
    "no-phase": _("The game is not at that stage. Nothing has changed: look at the table."),
    "no-turn": _("That turn does not follow the current one. Nothing has changed: look at the table."),
    "not-due": _("That is not due now. Nothing has changed: look at the table."),
    "said-already": _("That has been written down already: look at the log."),
    "too-often": _("That cannot happen so often."),
    "gone": _("That man or vehicle is already lost. Untick the loss first."),
    "not-wounded": _("Only a wounded man can be stabilised."),
    "marker-taken": _("A marker with that number is on the table, or it has changed: look at the markers."),
    "not-ended": _("Sign once the game is over."),
    "other-points": _("The points have changed: check them, then sign."),
    "no-undo": _("Undo only takes back the last thing your side wrote down."),
    "rolled": _("Dice that count here are rolled here: press “Roll here”."),
    "rolled-here": _(
        "The site rolled dice for that, and a roll stays. You can only take back what followed from it."
    ),
    "ended": _("The game is over. Play on first, or take back that it is."),
}
REFUSED_ERRORS: tuple[type[Exception], ...] = (EventRefusedError, *MESSAGES)


def message_of(error: Exception) -> StrPromise:
    """Return the sentence for one of REFUSED_ERRORS."""
    return REASONS[error.reason] if isinstance(error, EventRefusedError) else MESSAGES[type(error)]
