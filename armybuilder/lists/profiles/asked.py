"""What a profile is asked for in an address: the men that are fired at, and the referee's range."""

from collections.abc import Mapping

from msgspec import Struct

from armybuilder.numbers import whole_number
from rules.core.catalogue.catalogue import Catalogue
from rules.core.odds import usual_target

REACH, FARTHEST = 100, 999  # cm
MOST_TOGETHER = 20  # men that one blast reaches, as in a question of odds


class Asked(Struct, frozen=True):
    """The class of the target ("": the ruleset has none), and the referee's range (0: the ruleset asks for none).

    `together`: how many of them stand where area fire comes down.
    """

    target: str
    reach: int = 0
    together: int = 1


def has_profile(catalogue: Catalogue) -> bool:
    """Return whether lists of a ruleset have a profile: one without odds, or without classes, has none."""
    return "profile" in catalogue.odds.questions and bool(catalogue.classes)


def asks_for_reach(catalogue: Catalogue) -> bool:
    """Return whether the referee says how far men fire."""
    return catalogue.odds.method == "range"


def asked_of(query: Mapping[str, str], catalogue: Catalogue) -> Asked:
    """Return the requested values; a missing or unknown class becomes a middling one, as in all advice."""
    told = query.get("target", "")
    target = told if told in catalogue.class_by_id else usual_target(catalogue)
    together = min(max(whole_number(query.get("together", ""), digits=3) or 1, 1), MOST_TOGETHER)
    if not asks_for_reach(catalogue):
        return Asked(target, together=together)
    reach = whole_number(query.get("range", ""), digits=3) or REACH
    return Asked(target, min(max(reach, 2), FARTHEST), together)
