"""Exact odds: a question about dice (`odds/1`) and its answer. Pure Python.

answer                     bytes in, `odds-answer/1` out; `answer_to` for a question already read
profile_of, strengths_of   the strengths of a list
facts_in_hand, rolls_in_hand, at_air, save_of   the rolls of a man with a weapon, and his saves
printed_handbook           the handbook with its numbers
"""

from rules.core.odds.answering import answer, answer_to
from rules.core.odds.format.reading import UnreadableQuestionError, question_of, read_question
from rules.core.odds.handbook import printed_handbook
from rules.core.odds.in_hand import at_air, facts_in_hand, rolls_in_hand, save_of
from rules.core.odds.profile import AtDistance, Curve, Profile, profile_of, usual_target
from rules.core.odds.strengths import OpposedRoll, Strengths, stops_armour, strengths_of
