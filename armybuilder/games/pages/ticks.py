"""The rows of a sheet at the table: the paper roster with boxes to tick."""

from collections.abc import Iterator
from functools import cached_property

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from msgspec import Struct

from armybuilder.games.words.events import Button, event_text
from armybuilder.games.words.names import Words
from rules.core.catalogue.handbook import VEHICLE_STATES
from rules.core.document.roster import Figure, Roster
from rules.core.document.sections import team_word
from rules.core.game.due import acts_again
from rules.core.game.events import FLED, HIDDEN, MAN_STATES, STABILISED, Called, Mark, Side, Used
from rules.core.game.fold import GameState
from rules.core.game.reaction import called_by
from rules.core.game.rolling import BESIDE_LEADER, HIS_LIFE, may_roll_his_life, may_try, suppressed_states
from rules.core.game.side_status import (
    Piece,
    SideStatus,
    SquadStatus,
    extra_rows,
    lasting,
    lives_until,
    survival,
)

BOXES_AT_MOST = 4  # of an extra: as many as fit on a phone


class Tick(Struct, frozen=True):
    """A row of the sheet: a man, a vehicle or an extra. `dice`: the meaning of each face of a wounded man's die.

    `rolls`: his possible rolls here, each with its word. The boxes of a vehicle have labels.
    """

    key: str
    name: str
    tag: str = ""
    gear: str = ""
    state: str = ""
    is_lost: bool = False
    boxes: tuple[Button, ...] = ()
    more: tuple[Button, ...] = ()
    note: str = ""
    note_button: Button | None = None
    dice: tuple[Button, ...] = ()
    rolls: tuple[tuple[str, str], ...] = ()
    is_vehicle: bool = False


class SquadSheet:
    """A squad at the table. `call`: the players' report that calls for a morale test."""

    def __init__(self, ticks: "Ticks", squad: SquadStatus, found: SideStatus) -> None:
        book, language = ticks.words.catalogue, ticks.words.language
        self.key, self.name = squad.key, squad.label.to(language)
        self.in_play, self.men = sum(man.is_in_play for man in squad.men), len(squad.men)
        self.combat_value = squad.combat_value if "combat_value" in book.reads else None
        self.heads = [item.short.to(language) for item in book.states]
        self.ticks = [ticks.tick(piece, found) for piece in squad.pieces]
        self.call = ticks.call(squad.key)


class Ticks(Struct, frozen=True, dict=True):
    """Makes the rows of a side."""

    words: Words
    state: GameState
    side: Side

    def call(self, squad: str) -> Button | None:
        """Return the report of a squad that calls for a morale test; None: not in these rules, or not now."""
        name = called_by(self.words.catalogue)
        if name is None or self.state.phase != "playing":
            return None
        is_said = self.state.called_at(self.side, self.state.turn, squad) >= 0
        event = Called(turn=self.state.turn, squad=squad, on=not is_said)
        return Button(name.to(self.words.language), event_text(event), is_said)

    def extras(self, roster: Roster) -> Iterator[Tick]:
        """Yield the extras of the list, used or not: X1, X2, the list's own first."""
        used = self.state.used(self.side)
        for place, row in enumerate(extra_rows(roster), 1):
            key = f"X{place}"
            times, boxes = used.get(key, 0), min(row.count, BOXES_AT_MOST)
            is_used = times >= row.count
            yield Tick(
                key=key,
                name=self.words.extra(row),
                state="used" if is_used else "",
                is_lost=is_used,
                boxes=tuple(_times(key, times, is_ticked=box <= times) for box in range(1, boxes + 1)),
            )

    def seen(self, piece: Piece) -> Tick:
        """Return the row of a piece of the other side, without its name if hidden."""
        states = [] if piece.is_hidden else sorted(piece.states)
        return Tick(
            key=piece.key,
            name="" if piece.is_hidden else piece.label.to(self.words.language),
            gear=self._gear(piece),
            state=worst(piece),
            is_lost=is_gone(piece),
            note=", ".join(self.words.state(state) for state in states),
        )

    def tick(self, piece: Piece, found: SideStatus) -> Tick:
        """Return the row of a piece of a side that the link records for."""
        more = (FLED, HIDDEN) if piece.is_man else (VEHICLE_STATES[0], HIDDEN)
        return Tick(
            key=piece.key,
            name=piece.label.to(self.words.language),
            tag=f"L{piece.leadership}" if piece.is_leader else "",
            gear=self._gear(piece),
            state=worst(piece),
            is_lost=is_gone(piece),
            boxes=tuple(self._mark(piece, state) for state in self._states(piece)),
            more=tuple(self._mark(piece, state) for state in more),
            note=" ".join(filter(None, (self._note(piece, found), *self._lasting(piece)))),
            note_button=self._mark(piece, STABILISED) if self._is(piece, "wounded") else None,
            dice=tuple(self._dice(piece)),
            rolls=tuple(self._rolls(piece, found)),
            is_vehicle=not piece.is_man,
        )

    def _states(self, piece: Piece) -> tuple[str, ...]:
        return tuple(item.id for item in self.words.catalogue.states) if piece.is_man else VEHICLE_STATES[1:]

    def _mark(self, piece: Piece, state: str) -> Button:
        pressed = state in piece.states
        event = event_text(Mark(piece=piece.key, state=state, on=not pressed))
        word, tone = self._looks[state]
        return Button(word, event, pressed, tone, is_off=piece.is_out and not pressed)

    @cached_property
    def _looks(self) -> dict[str, tuple[str, str]]:
        """The word and the tone of each state: the page has a hundred buttons of them."""
        own = {item.id: "lost" if item.effect == "out" else item.effect for item in self.words.catalogue.states}
        others = dict.fromkeys((*MAN_STATES, *VEHICLE_STATES), "")
        return {state: (self.words.state(state), tone or state) for state, tone in (others | own).items()}

    def _gear(self, piece: Piece) -> str:
        known, reads, row = self.words.catalogue.weapon_by_id, self.words.catalogue.reads, piece.row
        words = [known[item].name.to(self.words.language) for item in row.weapons if item in known]
        if isinstance(row, Figure) and row.team and "team" in reads:
            words.insert(0, f"{team_word(self.words.catalogue).to(self.words.language)} {row.team}")
        if isinstance(row.combat_value, int) and "combat_value" in reads:
            words.append(gettext("combat value %(value)s") % {"value": row.combat_value})
        return ", ".join(words)

    def _note(self, piece: Piece, found: SideStatus) -> str:
        """Return the number needed by a suppressed man, and the turns of a wounded one (§9.3, §10.0)."""
        if not piece.is_man or (not piece.is_in_play and not self._is(piece, "wounded")):
            return ""
        if self._is(piece, "wounded"):
            return self._wounded(piece)
        again = acts_again(found, piece.class_id) if self._is(piece, "suppressed") else None
        if again is None:
            return ""
        if again[1] == again[0]:
            return gettext("Acts again on 1–%(most)s.") % {"most": again[0]}
        return gettext("Acts again on 1–%(most)s, beside a leader on 1–%(led)s.") % {
            "most": again[0],
            "led": again[1],
        }

    def _lasting(self, piece: Piece) -> Iterator[str]:
        for one in lasting(self.words.catalogue, self.state, self.side, piece):
            left = one.last - self.state.turn
            words = {
                "state": capfirst(self.words.state(one.state)),
                "turns": left,
                "turn": one.last,
                "source": one.source,
            }
            if left > 0:
                text = ngettext(
                    "%(state)s for %(turns)s more turn, until the end of turn %(turn)s (%(source)s).",
                    "%(state)s for %(turns)s more turns, until the end of turn %(turn)s (%(source)s).",
                    left,
                )
            elif left == 0:
                text = gettext("%(state)s until the end of this turn (%(source)s).")
            else:
                text = gettext("%(state)s until the end of turn %(turn)s: it is over (%(source)s).")
            yield text % words

    def _wounded(self, piece: Piece) -> str:
        if STABILISED in piece.states:
            return gettext("Wounded, stabilised: he no longer counts as lost.")
        until = lives_until(self.words.catalogue, self.state, self.side, piece.key)
        if until is None:
            return gettext("Wounded: counts as lost until a medic comes.")
        return gettext("Wounded: lives until turn %(turn)s.") % {"turn": until}

    def _rolls(self, piece: Piece, found: SideStatus) -> Iterator[tuple[str, str]]:
        may_roll = any(self._dice(piece)) and may_roll_his_life(found, self.state, self.side, piece.key)
        if self.state.phase == "playing" and may_roll:
            yield piece.key + HIS_LIFE, gettext("Roll here")
        suppressed = piece.is_man and suppressed_states(piece, self.words.catalogue.states)
        again = acts_again(found, piece.class_id) if suppressed else None
        if again is None or self.state.phase != "playing" or not may_try(self.state, self.side, piece):
            return
        yield piece.key, gettext("Roll here")
        if again[1] != again[0]:
            yield piece.key + BESIDE_LEADER, gettext("Beside a leader")

    def _dice(self, piece: Piece) -> Iterator[Button]:
        for faces, mark in survival(self.words.catalogue, self.state, self.side, piece.key):
            face = str(faces[0]) if len(faces) == 1 else f"{faces[0]}–{faces[-1]}"
            until = {"turn": mark.until}
            word = gettext("lives until turn %(turn)s") % until if mark.until else gettext("he dies")
            yield Button(face, event_text(mark), state=word)

    def _is(self, piece: Piece, effect: str) -> bool:
        """Whether a man who is not gone is in a state that has an effect."""
        effects = {item.effect for item in self.words.catalogue.states if item.id in piece.states}
        return effect in effects and not is_gone(piece)


def _times(key: str, times: int, *, is_ticked: bool) -> Button:
    """Return a box of an extra: a tap records one use more or less."""
    event = Used(extra=key, times=times - 1 if is_ticked else times + 1)
    return Button(gettext("used"), event_text(event), is_ticked, "used")


def is_gone(piece: Piece) -> bool:
    return piece.is_out or FLED in piece.states


def worst(piece: Piece) -> str:
    if is_gone(piece):
        return "lost"
    marked = piece.states - {HIDDEN, STABILISED}
    is_wounded = piece.is_lost or piece.is_down or "wounded" in marked
    return "wounded" if is_wounded else "suppressed" if marked else ""
