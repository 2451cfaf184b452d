"""Advice on a list. Pure Python.

    find_fixes         up to three fixes of each finding
    find_cuts          ways to get under the limit
    fitting_additions  additions that fit
    completions        three suggestions that complete it

Advice is a difference, never a new list: steps of `document.edits`, judged by `assess` before they are offered.
"""

from rules.core.advice.adding import FittingAddition, FittingAdditions, Kind, fitting_additions
from rules.core.advice.advised import Advice, AdvisedChange
from rules.core.advice.completion.completing import SERIES, WITHIN, completions, legal_completion
from rules.core.advice.completion.starting_points import GRADES
from rules.core.advice.figures import preset_figure
from rules.core.advice.fixing import MOST_FINDINGS, FindingFixes, find_fixes
from rules.core.advice.judging import decimal, initiative_of
from rules.core.advice.steps import Suggestion, SuggestionLine, after, tried
from rules.core.advice.under_limit import UnderLimit, find_cuts
