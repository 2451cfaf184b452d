"""Snipers, scouts and observers: of how many, and of which class."""

from collections.abc import Iterator

from rules.core.advice.figures import plainest
from rules.core.advice.fixes.definition import FixCase, PossibleFix, fixes
from rules.core.advice.fixes.size import resized
from rules.core.advice.fixes.troops import all_of
from rules.core.advice.steps import Step, change_men, step
from rules.core.advice.wording import alike, say
from rules.core.judging.checks.params import SizeParams
from rules.core.judging.checks.sections import (
    ScoutParams,
    SniperTeamParams,
    observer_section,
    scout,
    sniper_team,
)
from rules.core.text import Text


@fixes(
    sniper_team,
    decide=Text(
        it="Decidi di chi è fatta la squadra di tiratori scelti.",
        en="Decide on the men of the sniper team.",
    ),
)
def able_snipers(case: FixCase[SniperTeamParams]) -> Iterator[PossibleFix]:
    """A class that may; the right number; else a section instead of a team."""
    able = [item for item in case.catalogue.classes if item.id not in case.params.classes]
    if "classes" in case.finding.facts:
        for troops in reversed(able[-2:]):
            words = say("Tutti {troops}", "All {troops}", troops=troops.name)
            yield PossibleFix(words, all_of(case.squad, troops.id))
    yield from resized(case, case.params.least, case.params.most)
    words = say("Rendila sezione indipendente", "Make it an independent section")
    yield PossibleFix(words, (step("edit_squad", case.squad.id, kind="section"),))


@fixes(
    observer_section,
    decide=Text(
        it="Decidi di chi è fatta la sezione osservatori.", en="Decide on the men of the observer section."
    ),
)
def of_observers(case: FixCase[SizeParams]) -> Iterator[PossibleFix]:
    """The men that are missing added, or the spare ones removed; or an ordinary section."""
    yield from resized(case, case.params.least, case.params.most)
    words = say("Rendila sezione indipendente", "Make it an independent section")
    yield PossibleFix(words, (step("edit_squad", case.squad.id, kind="section"),))


@fixes(scout, decide=Text(it="Decidi chi va in avanscoperta.", en="Decide who scouts."))
def fewer_scouts(case: FixCase[ScoutParams]) -> Iterator[PossibleFix]:
    """The role only for as many men as may have it; or a class that may have scouts."""
    squad, role = case.squad, case.params.role
    scouts = [figure for figure in plainest(squad, case.catalogue) if role in figure.roles]
    name = case.catalogue.role_by_id[role].name
    keep = case.params.most if squad.class_ in case.params.classes else 0
    steps: list[Step] = []
    for figure in scouts:
        spare = max(0, figure.count - keep)
        keep = max(0, keep - figure.count)
        if spare:
            roles = tuple(item for item in figure.roles if item != role)
            steps += change_men(squad, figure, spare, roles=roles)
    yield PossibleFix(
        say(
            "Togli il ruolo a chi è di troppo: {role}",
            "Remove the role from the spare men: {role}",
            role=name,
        ),
        steps,
    )
    for class_id in reversed(case.params.classes):
        words = alike("{squad}: {troops}", squad=case.name(squad), troops=case.troops(class_id))
        yield PossibleFix(words, (step("edit_squad", squad.id, class_=class_id),))
