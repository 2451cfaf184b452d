"""The buttons of the play screen, each with the event that it sends."""

from msgspec import Struct, json

from rules.core.game.events import AnyEvent


class Button(Struct, frozen=True):
    """A button: its word, and its event as JSON. `pressed`: the event holds already; `is_off`: it is of no use now.

    `state`: the class of its style, or what a face of a die means.
    """

    word: str
    event: str
    pressed: bool = False
    state: str = ""
    is_off: bool = False


def event_text(event: AnyEvent) -> str:
    """Return an event as a button sends it: JSON."""
    return json.encode(event).decode()
