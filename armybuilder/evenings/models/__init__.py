"""The models of games nights."""

from armybuilder.evenings.models.board import BoardLink
from armybuilder.evenings.models.entries import Entry, new_token
from armybuilder.evenings.models.evenings import Evening
from armybuilder.evenings.models.feeds import CalendarFeed
from armybuilder.evenings.models.hand_ins import CODE_LENGTH, HandIn, new_code
from armybuilder.evenings.models.log import NAMED, LogLine, LogName
from armybuilder.evenings.models.referees import Look, Referee
from armybuilder.evenings.models.rounds import Claim, DiceOff, Pairing, Round

__all__ = [
    "CODE_LENGTH",
    "NAMED",
    "BoardLink",
    "CalendarFeed",
    "Claim",
    "DiceOff",
    "Entry",
    "Evening",
    "HandIn",
    "LogLine",
    "LogName",
    "Look",
    "Pairing",
    "Referee",
    "Round",
    "new_code",
    "new_token",
]
