"""Why what was sent is not kept, in a sentence for the player."""

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from msgspec import DecodeError, ValidationError

from armybuilder.games.new_events import PhoneNameTakenError, TooManyEventsError
from armybuilder.games.querysets import NotYourSideError
from rules.core.game.checking import EventRefusedError
from rules.core.game.rolling import NothingToRollError

UNREADABLE = _("What was sent cannot be read. Nothing is changed: load the page anew.")
MESSAGES: dict[type[Exception], StrPromise] = {
    DecodeError: UNREADABLE,
    ValidationError: UNREADABLE,
    NotYourSideError: _("This link does not write for that side."),
    PhoneNameTakenError: _("That name of a phone is taken. Nothing is changed: load the page anew."),
    NothingToRollError: _("That is not rolled now, or it was rolled already: look at the log."),
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
    "rolled": _("Dice that count here are rolled here: press “Roll here”."),
    "ended": _("The game is over. Play on first, or take back that it is."),
}
REFUSED_ERRORS: tuple[type[Exception], ...] = (EventRefusedError, *MESSAGES)


def message_of(error: Exception) -> StrPromise:
    """Return the sentence for one of REFUSED_ERRORS."""
    return REASONS[error.reason] if isinstance(error, EventRefusedError) else MESSAGES[type(error)]
