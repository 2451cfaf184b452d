"""The buttons of the play screen, and those of an attack."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext
from msgspec import Struct, json

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.game.events import SIDES, AnyEvent, Attacks, Side, other_side
from rules.core.procedures import DICE_OFF, attack_source, dice_off_bonus


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

    rows: tuple[tuple[str, str, Button], ...]
    said: str
    source: str
    may_roll: bool


def attack_of(
    catalogue: Catalogue,
    names: Mapping[Side, str],
    rosters: Mapping[Side, Roster | None],
    hidden: Collection[Side],
    attacker: Side | None,
    *,
    is_rolled: bool,
) -> AttackRoll | None:
    """Return the attack roll, as a link sees the lists; None: the rules have no attacker.

    `hidden`: the sides that the link does not see completely; the bonus of their troops is not shown either.

    `is_rolled`: the site has rolled, and its dice stay.
    """
    source = attack_source(catalogue)
    if not source:
        return None
    rows = (
        (
            names[side],
            _dice(catalogue, None if side in hidden else rosters[side]),
            Button(
                gettext("Attacks"),
                event_text(Attacks(attacker=side)),
                pressed=attacker == side,
                is_off=is_rolled and attacker not in {None, side},
            ),
        )
        for side in SIDES
    )
    said = _said(names, attacker) if attacker else ""
    may_roll = attacker is None and not is_rolled and all(rosters.values())
    return AttackRoll(tuple(rows), said, source, may_roll)


def _dice(catalogue: Catalogue, roster: Roster | None) -> str:
    bonus = dice_off_bonus(roster.squads, catalogue) if roster else None
    dice = f"{DICE_OFF}d{catalogue.die}"
    return dice if bonus is None else f"{dice} {bonus:+d}".replace("-", "−")


def _said(names: Mapping[Side, str], attacker: Side) -> str:
    words = {"who": names[attacker], "other": names[other_side(attacker)]}
    return gettext("%(who)s attacks, %(other)s defends.") % words
