"""Lists that are pasted or uploaded: read, and judged by the rules of a games night."""

from django.utils.translation import gettext
from msgspec import Struct, structs

from armybuilder.evenings.eligibility import JudgedList, problem_of, problem_words, sheet_for
from armybuilder.evenings.models import Evening
from armybuilder.lists.exchange.document import read_document
from armybuilder.lists.exchange.proposal import Answers
from rules.catalogue import library
from rules.core.document.roster import Roster
from rules.core.judging.report import sentence
from rules.core.text import Language


class Pasted(Struct, frozen=True):
    """The result of reading a text: the list as it is played (None: it could not be read), and its problems.

    `problems`: why it could not be read; `unknown`: the parts that were not understood; `doubtful`: lines that were
    guessed or left out; `why`: why it does not fit.
    """

    sheet: JudgedList | None
    problems: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    is_of_the_evening: bool = False

    @property
    def fits(self) -> bool:
        """Whether it can be submitted."""
        return self.is_of_the_evening and not self.why


def read_pasted(evening: Evening, data: bytes, role: str, language: Language) -> Pasted:
    """Return the list in a text or a file. `role`: the role of the list, "" to take the one in the text."""
    reading = read_document(data, library(), language, Answers(evening.catalogue.id, role, "", {}))
    unknown = tuple(text for line in reading.lines for text in line.unknown)
    problems = tuple(problem.text for problem in reading.problems)
    if reading.stopped:
        problems += (gettext("So much of it is not understood that reading stopped. Is it a list?"),)
    if problems or reading.roster is None:
        return Pasted(None, problems or (gettext("No list was found in it."),), unknown)
    pasted = judge_pasted(evening, _in_role(evening, reading.roster, role), language, unknown)
    return structs.replace(pasted, doubtful=tuple(reading.doubtful))


def judge_pasted(
    evening: Evening, roster: Roster, language: Language, unknown: tuple[str, ...] = ()
) -> Pasted:
    """Return a list with the reasons why it cannot be submitted."""
    sheet = sheet_for(evening, roster)
    if problem := problem_of(evening, roster):
        shown = JudgedList(roster, sheet.report) if problem == "game" else sheet
        return Pasted(shown, why=(problem_words(problem, evening, roster, language),), unknown=unknown)
    why = (sentence(one, language) for one in sheet.report.findings if one.severity == "error")
    return Pasted(sheet, why=tuple(why), unknown=unknown, is_of_the_evening=True)


def _in_role(evening: Evening, roster: Roster, role: str) -> Roster:
    """Return a list in the chosen role, or in the only role of the games night."""
    asked = [*evening.limits]
    wanted = role if role in asked else asked[0] if len(asked) == 1 else roster.role
    return structs.replace(roster, role=wanted)
