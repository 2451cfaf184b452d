"""Fixes of sections and special teams: members, class and leaders."""

from collections.abc import Iterator
from typing import Any

from rules.core.advice.figures import plainest
from rules.core.advice.fixes.definition import FixCase, PossibleFix, fix, fixes
from rules.core.advice.fixes.squads import all_of, as_section, resized
from rules.core.advice.steps import Step, change_men, men, step
from rules.core.document.roster import Figure
from rules.core.judging.checks import sections as checks
from rules.core.judging.checks.definition import RoleParams, SizeParams


@fixes(checks.section_size)
def section_of_size(case: FixCase[SizeParams]) -> Iterator[PossibleFix]:
    """Move men without a section into a small one, or surplus men out of a large one; or remove all sections."""
    squad, label = case.squad, str(case.finding.facts["section"])
    members = [figure for figure in squad.figures if figure.team == label]
    here = sum(figure.count for figure in members)
    least, most = case.params.least, case.params.most
    if here < least:
        yield from _joined(case, [figure for figure in squad.figures if not figure.team], label, least - here)
        yield from _dissolved(case, members, label)
    for figure in plainest(squad, case.catalogue):
        if here > most and figure in members and figure.count >= here - most:
            steps = change_men(squad, figure, here - most, team="")
            yield fix("out-of-section", steps, man=men(here - most, case.name(figure)), section=label)
    yield _no_sections(case)


def _joined(case: FixCase[Any], others: list[Figure], label: str, missing: int) -> Iterator[PossibleFix]:
    for figure in others:
        if figure.count >= missing:
            steps = change_men(case.squad, figure, missing, team=label)
            yield fix("into-section", steps, man=men(missing, case.name(figure)), section=label)


def _dissolved(case: FixCase[Any], members: list[Figure], label: str) -> Iterator[PossibleFix]:
    """Merge the section with another of the squad."""
    for other in dict.fromkeys(figure.team for figure in case.squad.figures):
        if other not in ("", label):
            steps = [step("edit_figure", figure.id, team=other) for figure in members]
            yield fix("join-sections", steps, section=label, other=other)


@fixes(checks.section_leader)
def one_section_leader(case: FixCase[RoleParams]) -> Iterator[PossibleFix]:
    """Give the role to one man of the section, or remove it from all but one."""
    squad, label = case.squad, str(case.finding.facts["section"])
    role = case.catalogue.role_by_id[case.params.role]
    members = [figure for figure in plainest(squad, case.catalogue) if figure.team == label]
    leaders = [figure for figure in members if role.id in figure.roles]
    for man in () if leaders else members[:3]:
        yield case.in_role(man, role)
    for man in leaders:
        steps = [
            step("edit_figure", other.id, roles=_roles_without(other, role.id))
            for other in leaders
            if other is not man
        ]
        if man.count > 1:
            steps += change_men(squad, man, man.count - 1, roles=_roles_without(man, role.id))
        yield fix("keep", steps, man=case.name(man))
    yield _no_sections(case)


@fixes(checks.section_unassigned)
def assigned(case: FixCase[RoleParams]) -> Iterator[PossibleFix]:
    """Put men without a section into one; or remove all sections."""
    squad, role = case.squad, case.params.role
    left_out = [figure for figure in squad.figures if not figure.team and role not in figure.roles]
    for label in dict.fromkeys(figure.team for figure in squad.figures if figure.team):
        steps = [step("edit_figure", figure.id, team=label) for figure in left_out]
        yield fix("all-into-section", steps, section=label)
    yield _no_sections(case)


@fixes(checks.section_leader_not_allowed)
def able_leader(case: FixCase[checks.RefusedLeaderParams]) -> Iterator[PossibleFix]:
    """Give an ability that can lead, or remove the role."""
    squad, role, refused = case.squad, case.params.role, case.params.classes
    unable = [
        figure for figure in squad.figures if role in figure.roles and _ability(case, figure) in refused
    ]
    able = [troops for troops in case.catalogue.offered.classes if troops.id not in refused]
    for troops in reversed(able[-2:]):
        steps = [step("edit_figure", figure.id, ability=troops.id) for figure in unable]
        yield fix("section-leader-ability", steps, ability=troops.name)
    steps = [step("edit_figure", figure.id, roles=_roles_without(figure, role)) for figure in unable]
    yield fix("remove-role", steps, role=case.catalogue.role_by_id[role].name)


def _ability(case: FixCase[Any], figure: Figure) -> str:
    return figure.ability or case.squad.leader_ability or case.squad.class_of(figure)


def _roles_without(figure: Figure, role: str) -> tuple[str, ...]:
    return tuple(item for item in figure.roles if item != role)


def _no_sections(case: FixCase[Any]) -> PossibleFix:
    steps = [step("edit_figure", figure.id, team="") for figure in case.squad.figures if figure.team]
    return fix("no-sections", steps, squad=case.name(case.squad))


@fixes(checks.sniper_team)
def able_snipers(case: FixCase[checks.SniperTeamParams]) -> Iterator[PossibleFix]:
    """Yield an allowed class; the right number of men; otherwise a section instead of a team."""
    able = [item for item in case.catalogue.offered.classes if item.id not in case.params.classes]
    if "classes" in case.finding.facts:
        for troops in reversed(able[-2:]):
            yield fix("all-of", all_of(case.squad, troops.id), troops=troops.name)
    yield from resized(case, case.params.least, case.params.most)
    yield as_section(case)


@fixes(checks.observer_section)
def of_observers(case: FixCase[SizeParams]) -> Iterator[PossibleFix]:
    """Add missing men, remove surplus ones, or make it an ordinary section."""
    yield from resized(case, case.params.least, case.params.most)
    yield as_section(case)


@fixes(checks.scout)
def fewer_scouts(case: FixCase[checks.ScoutParams]) -> Iterator[PossibleFix]:
    """Remove surplus roles, or choose a class that can have scouts."""
    squad, role = case.squad, case.params.role
    scouts = [figure for figure in plainest(squad, case.catalogue) if role in figure.roles]
    keep = case.params.most if squad.class_ in case.params.classes else 0
    steps: list[Step] = []
    for figure in scouts:
        spare = max(0, figure.count - keep)
        keep = max(0, keep - figure.count)
        if spare:
            steps += change_men(squad, figure, spare, roles=_roles_without(figure, role))
    yield fix("remove-role-from-spare", steps, role=case.catalogue.role_by_id[role].name)
    for class_id in reversed(case.params.classes):
        yield case.of_class(squad, class_id)
