"""The buttons of the play screen, and the roll for the attack."""

from msgspec import Struct, json

from rules.core.game.events import AnyEvent


class Button(Struct, frozen=True):
    """A button: its word, and its event as JSON. `pressed`: the event is already true; `is_off`: it is useless now.

    `state`: the class of its style, or the meaning of a face of a die.
    """

    word: str
    event: str
    pressed: bool = False
    state: str = ""
    is_off: bool = False


def event_text(event: AnyEvent) -> str:
    """Return an event as a button sends it: JSON."""
    return json.encode(event).decode()


class AttackRoll(Struct, frozen=True):
    """The roll for the attack. `said`: attacker and defender, "" until known; `source`: the paragraph.

    `rows`: each side with its name, its roll ("2d6 +4"), and the button that makes it the attacker.
    `may_roll`: the site can roll it, because both have a list and it was not rolled yet.
    """

    rows: list[tuple[str, str, Button]]
    said: str
    source: str
    may_roll: bool
