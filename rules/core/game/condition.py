"""What a piece is that was marked in several states: who is gone is nothing else, whatever was said before or after."""

from collections.abc import Set as AbstractSet

from rules.core.catalogue.catalogue import Catalogue
from rules.core.game.events import FLED, HIDDEN, Side
from rules.core.game.fold import GameState

VEHICLES_GONE = ("out", "exploded")


def gone_states(catalogue: Catalogue) -> tuple[str, ...]:
    """Return the states of who is dead, or a wreck, the worst last."""
    return (*VEHICLES_GONE, *(item.id for item in catalogue.states if item.effect == "out"))


def condition(marked: AbstractSet[str], gone: tuple[str, ...]) -> frozenset[str]:
    """Return the states that hold of those in which a piece was marked.

    The dead are neither suppressed nor wounded, and everybody sees them; who fled was neither, or is so no more.
    """
    worst = next((state for state in reversed(gone) if state in marked), None)
    if worst:
        return frozenset({worst})
    return frozenset(marked & {FLED, HIDDEN} if FLED in marked else marked)


def conditions(state: GameState, side: Side, catalogue: Catalogue) -> dict[str, frozenset[str]]:
    """Return the states of each piece of a side that is in one.

    Who is wounded is hidden no more: he counts as a loss, and both sides sign the same sum.
    """
    gone = gone_states(catalogue)
    wounds = {item.id for item in catalogue.states if item.effect == "wounded"}
    held = {key: condition(marked, gone) for key, marked in state.marks(side).items()}
    return {key: states if states.isdisjoint(wounds) else states - {HIDDEN} for key, states in held.items()}


def hidden_pieces(state: GameState, side: Side, catalogue: Catalogue) -> set[str]:
    """Return the numbers of the men and vehicles of a side that the other has not spotted."""
    return {key for key, states in conditions(state, side, catalogue).items() if HIDDEN in states}
