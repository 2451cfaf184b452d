"""Models of games at the table."""

from armybuilder.evenings.models.entries import new_token
from armybuilder.games.models.games import NOTE_LENGTH, SIDE_NAMES, Game, GameEvent, GameQuerySet, Player
from armybuilder.games.models.links import Link
