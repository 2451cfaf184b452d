"""The models of games nights."""

from armybuilder.evenings.models.desk import NAMED, BoardLink, CalendarFeed, LogLine, LogName, Look, Referee
from armybuilder.evenings.models.entries import CODE_LENGTH, Entry, HandIn, new_code, new_token
from armybuilder.evenings.models.evenings import Evening
from armybuilder.evenings.models.rounds import Claim, DiceOff, Pairing, Round
