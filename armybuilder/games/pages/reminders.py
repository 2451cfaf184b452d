"""Reminders of due items, and the rulings of the game."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, ngettext, pgettext
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.games.words.events import Button, due_words, event_text, failed_words
from armybuilder.games.words.names import Names, Words, added_words, percent
from rules.core.catalogue.building import Option, Ruling
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.game.due import (
    Due,
    EndedDue,
    FailedDue,
    InitiativeDue,
    LastTurnDue,
    MarkerDue,
    MoraleDue,
    WoundedDue,
    due,
)
from rules.core.game.events import STABILISED, Active, Mark, MoraleTested, PhaseIs, Side, other_side
from rules.core.game.fold import GameState
from rules.core.game.reaction import ReactionDue
from rules.core.game.rolling import INITIATIVE, MORALE, OF_MARKER, OF_MEN, OF_SQUAD, may_roll_morale
from rules.core.game.side_status import SideStatuses
from rules.core.text import Language


class Answered(Struct, frozen=True):
    """An open question of the rules, its answer, and the paragraph that leaves it open."""

    question: str
    answer: str
    source: str

    def __str__(self) -> str:
        return f"{self.question} {self.answer}"


class Rulings(Struct, frozen=True):
    """The rulings of a game (`played`: an option by its ruling), in a language.

    Unknown answers count as the ruleset's own.
    """

    book: Catalogue
    played: Mapping[str, str]
    language: Language

    @property
    def unusual(self) -> tuple[Answered, ...]:
        return self._apart(self.played, {})

    @property
    def told(self) -> str:
        said = _in_line(self.unusual)
        return gettext("Rulings: %(rulings)s") % {"rulings": said} if said else ""

    def of_lists(self, rosters: Mapping[Side, Roster | None], names: Names) -> list[str]:
        """Return a sentence for each side whose list is counted under rulings that are not in play."""
        apart = {side: self._apart(roster.rulings, self.played) for side, roster in rosters.items() if roster}
        return [_sentence(names[side, ""], answers) for side, answers in apart.items() if answers]

    def _apart(self, rulings: Mapping[str, str], others: Mapping[str, str]) -> tuple[Answered, ...]:
        return tuple(
            Answered(one.name.to(self.language), answer.name.to(self.language), one.source)
            for one in self.book.rulings
            if (answer := _answer(one, rulings)) != _answer(one, others)
        )


def _answer(ruling: Ruling, rulings: Mapping[str, str]) -> Option:
    said = rulings.get(ruling.id)
    return next((option for option in ruling.options if option.id == said), ruling.options[0])


def _sentence(who: str, answers: tuple[Answered, ...]) -> str:
    said = ngettext(
        "The list of %(who)s uses another ruling: %(rulings)s",
        "The list of %(who)s uses other rulings: %(rulings)s",
        len(answers),
    )
    return said % {"who": who, "rulings": _in_line(answers)}


def _in_line(answers: tuple[Answered, ...]) -> str:
    return " · ".join(map(str, answers))


class Reminder:
    """A due item: heading, roll, chance in percent ("": unknown), and the answers.

    `otherwise`: the consequence of a failure; `added`: the players' modifiers; `roll`: the possible roll on the site
    ("": none). `may_wait`: the next turn can start before it is done.
    """

    def __init__(self, made: "Reminders", item: Due, side: Side) -> None:
        self.head, self.words = due_words(item, side, made.words)
        chance = getattr(item, "chance", None)
        self.chance = "" if chance is None else percent(chance)
        self.otherwise = made.otherwise(item, side)
        self.added = added_words(item, made.words) if isinstance(item, ReactionDue) else ""
        self.source = item.source
        self.buttons = list(made.answers(item, side))
        self.roll = made.rolled_here(item, side)
        self.may_wait = isinstance(item, EndedDue | FailedDue | LastTurnDue | MarkerDue)


class Reminders(Struct, frozen=True):
    """Makes the reminders of a game.

    `statuses`: of the sides whose list the reader can see; `heads`: the headings of the sides ("You"); `totals`:
    their defeat points, if any; `both_play_lists`: the site can roll for the initiative.
    """

    words: Words
    state: GameState
    statuses: SideStatuses
    heads: Mapping[Side, str]
    totals: Mapping[Side, int]
    both_play_lists: bool = False

    def of_side(self, side: Side) -> Iterator[Reminder]:
        for item in due(self.state, self.statuses, side):
            if isinstance(item, FailedDue) and item.is_now and not self._is_behind(side):
                continue  # it stays on the table
            yield Reminder(self, item, side)

    def otherwise(self, item: Due, side: Side) -> str:
        """Return the consequence of a failed test by the ruleset, or at the current points (rth, bn §12.0)."""
        if isinstance(item, MoraleDue) and item.failed:
            return " ".join(failed_words(row, self.words.language) for row in item.failed)
        if not isinstance(item, MoraleDue) or item.is_spared or not self.totals:
            return ""
        if self._is_behind(side):
            return gettext("If it fails, the side leaves the table: it has more defeat points.")
        return gettext("If it fails, the side stays on the table: it does not have more defeat points.")

    def _is_behind(self, side: Side) -> bool:
        return bool(self.totals) and self.totals[side] > self.totals[other_side(side)]

    def answers(self, item: Due, side: Side) -> Iterator[Button]:
        """Yield the buttons that answer a due item."""
        match item:
            case MoraleDue():
                yield from self._tested(item.squad)
            case ReactionDue():
                yield from self._tested(item.squad)
            case FailedDue() if item.is_now:
                yield Button(gettext("The game is over"), event_text(PhaseIs(phase="ended")))
            case InitiativeDue():
                for who in (side, other_side(side)):
                    yield Button(self.heads[who], event_text(Active(turn=self.state.turn, active=who)))
            case WoundedDue():
                yield from self._wounded(item.piece)
            case EndedDue():
                event = Mark(piece=item.piece, state=item.state, on=False)
                yield Button(gettext("Clear it"), event_text(event))
            case MarkerDue() if item.is_over or item.need:
                word = gettext("Remove") if item.is_over else gettext("It is back")
                yield Button(word, event_text(replace(item.marker, gone=True)))

    def _tested(self, squad: str) -> Iterator[Button]:
        turn = self.state.turn
        passed, failed = (MoraleTested(turn=turn, squad=squad, passed=how) for how in (True, False))
        yield Button(pgettext("morale", "Passed"), event_text(passed), state="passed")
        yield Button(pgettext("morale", "Failed"), event_text(failed), state="failed")

    def _wounded(self, piece: str) -> Iterator[Button]:
        dead = next(state.id for state in self.words.catalogue.states if state.effect == "out")
        for word, state in ((gettext("Stabilised"), STABILISED), (gettext("He dies"), dead)):
            yield Button(word, event_text(Mark(piece=piece, state=state)))

    def rolled_here(self, item: Due, side: Side) -> str:
        """Return the roll for it that the site can make, "" if none."""
        match item:
            case MoraleDue() if item.need is not None:
                may_roll = may_roll_morale(item, self.state, side)
                return (OF_SQUAD + item.squad if item.squad else MORALE) if may_roll else ""
            case ReactionDue() if item.men and not item.faces:
                return OF_MEN + item.squad
            case MarkerDue() if item.need and item.marker.shown:
                return item.marker.marker + OF_MARKER
            case InitiativeDue() if self.both_play_lists:
                return "" if self.state.rolled_in(side, INITIATIVE, item.turn) else INITIATIVE
            case _:
                return ""
