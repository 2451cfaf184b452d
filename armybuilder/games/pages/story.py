"""The story of a game for its report: points and men at the end of each turn, and its turning points."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.text import Truncator
from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.games.pages.page import Page
from rules.core.game.events import NOTE_LENGTH, SIDES, MoraleTested, Side, TurningPoint, TurnIs
from rules.core.game.fold import Folding
from rules.core.game.side_status import Piece


class TurnEnd(Struct, frozen=True):
    """The end of a turn: defeat points (or lost men) of both sides, and the men that each still has.

    `men` leaves out a side without a list or with a hidden one.
    """

    number: int
    score: str
    totals: Mapping[Side, int]
    men: Mapping[Side, int]


def turn_ends(page: Page) -> list[TurnEnd]:
    """Return the end of each turn with a line in the log, the first turn first."""
    ends, turn = {}, 1
    for place, line in enumerate(page.log.held):
        turn = line.event.turn if isinstance(line.event, TurnIs) else turn
        ends[turn] = place
    ending = {place: turn for turn, place in ends.items()}
    folding, found = Folding(), []
    for place, line in enumerate(page.log.held):
        folding.add(line)
        if place in ending:
            found.append(_turn_end(page, ending[place], folding))
    return found


def _turn_end(page: Page, number: int, folding: Folding) -> TurnEnd:
    points = page.points_in(folding.state, page.statuses_in(folding.state))
    men = {side: len(own.men) - len(own.lost) for side, own in points.statuses.items() if side not in page.hidden_lists}
    return TurnEnd(number, points.score, {side: points.total(side) for side in SIDES}, men)


def turning_points(page: Page, ends: Sequence[TurnEnd]) -> list[TurningPoint]:
    """Return the turning points that the players entered, or else up to three proposals.

    These are the first losses, the costliest turn and the last morale test, in the order of their turns.
    """
    if page.state.turning_points is not None:
        return page.state.turning_points
    lost = _lost_by_turn(page)
    found: dict[int, str] = {}
    for turn, words in (_costliest(page, ends, lost), _first_loss(page, lost), _last_morale_test(page)):
        if turn:
            found.setdefault(turn, Truncator(words).chars(NOTE_LENGTH))
    return [TurningPoint(place=place, turn=turn, note=found[turn]) for place, turn in enumerate(sorted(found), 1)]


Proposal = tuple[int, str]  # a turn and the words about it; turn 0: there is none
Lost = Mapping[int, list[tuple[Side, Piece]]]  # by turn


def _lost_by_turn(page: Page) -> Lost:
    lost: dict[int, list[tuple[Side, Piece]]] = {}
    for side, own in page.statuses.items():
        for man in own.lost:
            lost.setdefault(man.lost_in, []).append((side, man))
    return lost


def _first_loss(page: Page, lost: Lost) -> Proposal:
    turn = min(lost, default=0)
    return turn, gettext("first losses: %(men)s") % {"men": _lost_words(page, lost.get(turn, []))}


def _costliest(page: Page, ends: Sequence[TurnEnd], lost: Lost) -> Proposal:
    """Return the turn in which the total of a side rose most."""
    rise, turn, side = max(_rises(ends), key=lambda one: one[0], default=(0, 0, SIDES[0]))
    told = gettext("the costliest turn, +%(points)s for %(name)s") % {
        "name": page.names[side, ""],
        "points": rise,
    }
    men = _lost_words(page, lost.get(turn, []))
    return turn, f"{told}: {men}" if men else told


def _rises(ends: Sequence[TurnEnd]) -> Iterator[tuple[int, int, Side]]:
    before: Mapping[Side, int] = dict.fromkeys(SIDES, 0)
    for end in ends:
        for side in SIDES:
            if end.totals[side] > before[side]:
                yield end.totals[side] - before[side], end.number, side
        before = end.totals


def _last_morale_test(page: Page) -> Proposal:
    for line in reversed(page.log.held):
        if isinstance(line.event, MoraleTested):
            said = page.log.in_words(line)
            return line.event.turn, gettext("the last morale test: %(said)s") % {"said": said}
    return 0, ""


def _lost_words(page: Page, lost: Sequence[tuple[Side, Piece]]) -> str:
    """Return the lost men of each side: "Alpini: Rifleman 2, Rifleman 3"."""
    words = []
    for side in SIDES:
        men = [page.names[whose, man.key] for whose, man in lost if whose == side]
        if men:
            words.append(f"{page.names[side, '']}: {', '.join(men)}")
    return " · ".join(words)
