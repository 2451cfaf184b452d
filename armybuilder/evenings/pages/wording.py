"""A games night in words: its points, and the scenarios of its rounds."""

from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.evenings.forms.play import TIE_BREAK_NAMES
from armybuilder.evenings.models import Evening
from rules.core.odds import printed_handbook
from rules.core.text import LANGUAGES, Language

SCENARIO = "scenario"  # the topic of a ruleset's scenarios


class Scenario(Struct, frozen=True):
    """The scenario of a round: free text or, if it is one of the rules, with its paragraph and details."""

    name: str
    source: str = ""
    rows: tuple[tuple[str, str], ...] = ()


def scoring_words(evening: Evening) -> str:
    each = {
        "win": evening.win_points,
        "draw": evening.draw_points,
        "loss": evening.loss_points,
        "bye": evening.bye_points,
    }
    if evening.scored_by == "defeat-points":
        said = [gettext("A game is worth the defeat points the other side took, a bye %(bye)s.") % each]
    else:
        said = [
            gettext("A win is worth %(win)s points, a draw %(draw)s, a loss %(loss)s, a bye %(bye)s.") % each
        ]
        if evening.drawn_within:
            said.append(
                gettext("A difference of up to %(most)s defeat points is a draw.")
                % {"most": evening.drawn_within}
            )
    return " ".join([*said, _tie_break_words(evening)])


def _tie_break_words(evening: Evening) -> str:
    names = [str(TIE_BREAK_NAMES[name]) for name in evening.tie_breaks if name in TIE_BREAK_NAMES]
    if not names:
        return gettext("Ties are broken by lot.")
    return gettext("Ties are broken by %(names)s, then by lot.") % {
        "names": gettext(", then by ").join(names)
    }


def scenario_of(evening: Evening, number: int, language: Language) -> Scenario | None:
    """Return the scenario of a round, None if there is none; one of the rules is found by its name."""
    name = evening.scenario_of(number)
    if not name:
        return None
    of_the_rules = [table for table in printed_handbook(evening.catalogue) if table.topic == SCENARIO]
    for table in of_the_rules:
        if name.casefold() in {table.name.to(each).casefold() for each in LANGUAGES}:
            rows = ((row.name.to(language), row.text.to(language)) for row in table.rows if row.text)
            return Scenario(table.name.to(language), table.source, tuple(rows))
    return Scenario(name)
