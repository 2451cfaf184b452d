"""The lists that show what a force or a ruleset allows, in words."""

from django.utils.translation import gettext
from msgspec import Struct

from rules.core.judging.report import sentence
from rules.core.proof import ProofList, Sort
from rules.core.text import Language


class ShownProof(Struct, frozen=True):
    """One of the three lists: its title, its points, what it has, and what it breaks.

    `was`: its points before the last edit, if these were others.
    """

    sort: Sort
    title: str
    points: str
    limit: str
    men: str
    broken: tuple[str, ...]
    was: str = ""


def shown_proof(one: ProofList, language: Language, men: str = "", was: str = "") -> ShownProof:
    """Return a list in words; `men`: what it has, otherwise how many figures."""
    titles = {
        "least": gettext("The smallest legal list"),
        "full": gettext("A full list"),
        "broken": gettext("A list that breaks a limit"),
    }
    report = one.report
    figures = one.roster.figure_count
    points = "" if report.total is None else str(report.total)
    return ShownProof(
        sort=one.sort,
        title=titles[one.sort],
        points=points,
        limit="" if report.limit is None else str(report.limit),
        men=men or gettext("%(size)s figures") % {"size": figures},
        broken=tuple(sentence(finding, language) for finding in one.errors),
        was="" if was == points else was,
    )
