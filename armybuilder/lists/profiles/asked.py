"""What a profile is asked for in an address: the men that are fired at, and the referee's range."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from armybuilder.numbers import whole_number
from rules.core.catalogue import Catalogue
from rules.core.roster import Roster

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


def asked_of(query: Mapping[str, str], roster: Roster, catalogue: Catalogue) -> Asked:
    """Return what is asked for; a class that is not told, or not there, is that of most men of the list."""
    told = query.get("target", "")
    target = told if told in catalogue.class_by_id else _own_class(roster, catalogue)
    together = min(max(whole_number(query.get("together", ""), digits=3) or 1, 1), MOST_TOGETHER)
    if not asks_for_reach(catalogue):
        return Asked(target, together=together)
    reach = whole_number(query.get("range", ""), digits=3) or REACH
    return Asked(target, min(max(reach, 2), FARTHEST), together)


def _own_class(roster: Roster, catalogue: Catalogue) -> str:
    men: Counter[str] = Counter()
    for squad in roster.squads:
        for figure in squad.figures:
            men[squad.class_of(figure)] += figure.count
    known = [class_ for class_, _ in men.most_common() if class_ in catalogue.class_by_id]
    return next(iter(known), catalogue.classes[0].id if catalogue.classes else "")
