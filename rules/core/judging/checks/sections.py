"""Checks of sections and special teams of Bassa Intensità ("Unità e distanze di comando").

A squad is split into sections as soon as one of its figures has a `team` label.
"""

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from rules.core.document.naming import either
from rules.core.judging.checks.definition import ClassId, RoleId, RoleParams, SizeParams, Spec, check
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedFigure, ResolvedRoster, ResolvedSquad
from rules.core.text import Text


class RefusedLeaderParams(Struct, frozen=True):
    """The role, and the classes that never have it."""

    role: RoleId
    classes: tuple[ClassId, ...]


class SniperTeamParams(Struct, frozen=True):
    """The classes that are never in a team, and its number of figures."""

    classes: tuple[ClassId, ...]
    least: int
    most: int


class ScoutParams(Struct, frozen=True):
    """The role, the classes of squads that can have it, and its maximum in a squad."""

    role: RoleId
    classes: tuple[ClassId, ...]
    most: int


@check("section-size", SizeParams)
def section_size(resolved: ResolvedRoster, spec: Spec[SizeParams]) -> Iterator[Finding]:
    """Check that a section has 3 or 4 men, including a section leader with its label."""
    least, most = spec.params.least, spec.params.most
    for squad, label, members in _sections(resolved):
        figures = sum(figure.row.count for figure in members)
        if not least <= figures <= most:
            yield spec.found(
                squad.path,
                squad=squad.label,
                section=label,
                figures=figures,
                size=_span(least, most),
            )


@check("section-leader", RoleParams)
def section_leader(resolved: ResolvedRoster, spec: Spec[RoleParams]) -> Iterator[Finding]:
    role = resolved.prices.catalogue.role_by_id[spec.params.role]
    for squad, label, members in _sections(resolved):
        leaders = sum(figure.row.count for figure in members if role.id in figure.row.roles)
        if leaders != 1:
            yield spec.found(squad.path, squad=squad.label, section=label, leaders=leaders, role=role.name)


@check("section-unassigned", RoleParams)
def section_unassigned(resolved: ResolvedRoster, spec: Spec[RoleParams]) -> Iterator[Finding]:
    """Check that in a split squad everyone except the squad leader belongs to a section."""
    role = spec.params.role
    for squad in resolved.squads:
        split = any(figure.row.team for figure in squad.figures)
        left_out = [s for s in squad.figures if not s.row.team and role not in s.row.roles]
        if split and left_out:
            yield spec.found(squad.path, squad=squad.label, figure=left_out[0].label)


@check("section-leader-not-allowed", RefusedLeaderParams)
def section_leader_not_allowed(resolved: ResolvedRoster, spec: Spec[RefusedLeaderParams]) -> Iterator[Finding]:
    """Check that recruits and rabble are not section leaders: they have no command distance."""
    role, refused = resolved.prices.catalogue.role_by_id[spec.params.role], spec.params.classes
    for squad in resolved.squads:
        leader = next(
            (s for s in squad.figures if role.id in s.row.roles and _ability(squad, s) in refused),
            None,
        )
        if leader:
            yield spec.found(squad.path, squad=squad.label, figure=leader.label, role=role.name)


@check("sniper-team", SniperTeamParams)
def sniper_team(resolved: ResolvedRoster, spec: Spec[SniperTeamParams]) -> Iterator[Finding]:
    """Check that snipers act alone or in pairs, and are elite, veteran or regular."""
    refused, least, most = spec.params.classes, spec.params.least, spec.params.most
    for squad in _of_kind(resolved, "sniper-team"):
        own, figures = squad.row.class_, squad.row.figure_count
        classes = {own} if own else {figure.class_id for figure in squad.figures}
        if not classes.isdisjoint(refused):
            names = _class_names(refused, squad)
            yield spec.found(squad.path, "class", squad=squad.label, classes=names)
        elif not least <= figures <= most:
            yield spec.found(squad.path, squad=squad.label, figures=figures, size=_span(least, most))


@check("scout", ScoutParams)
def scout(resolved: ResolvedRoster, spec: Spec[ScoutParams]) -> Iterator[Finding]:
    """Check that there is one scout per squad, in elite and veteran infantry only."""
    role = resolved.prices.catalogue.role_by_id[spec.params.role]
    allowed, most = spec.params.classes, spec.params.most
    for squad in resolved.squads:
        scouts = squad.men_in_role(role.id)
        if scouts > most:
            yield spec.found(squad.path, squad=squad.label, scouts=scouts, role=role.name, most=most)
        elif scouts and squad.row.class_ not in allowed:
            names = _class_names(allowed, squad)
            yield spec.found(squad.path, "class", squad=squad.label, role=role.name, classes=names)


@check("observer-section", SizeParams)
def observer_section(resolved: ResolvedRoster, spec: Spec[SizeParams]) -> Iterator[Finding]:
    """Check that an observer section has 3 or 4 men."""
    least, most = spec.params.least, spec.params.most
    for squad in _of_kind(resolved, "observer-section"):
        figures = squad.row.figure_count
        if not least <= figures <= most:
            yield spec.found(squad.path, squad=squad.label, figures=figures, size=_span(least, most))


def _class_names(ids: tuple[str, ...], squad: ResolvedSquad) -> Text:
    return either(squad.catalogue.class_by_id[class_id].name for class_id in ids)


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


def _of_kind(resolved: ResolvedRoster, kind: str) -> Iterator[ResolvedSquad]:
    return (squad for squad in resolved.squads if squad.row.kind == kind)


def _sections(resolved: ResolvedRoster) -> Iterator[tuple[ResolvedSquad, str, list[ResolvedFigure]]]:
    for squad in resolved.squads:
        if squad.row.kind not in ("squad", "section"):
            continue
        by_label: defaultdict[str, list[ResolvedFigure]] = defaultdict(list)
        for figure in squad.figures:
            if figure.row.team:
                by_label[figure.row.team].append(figure)
        for label, members in by_label.items():
            yield squad, label, members


def _ability(squad: ResolvedSquad, figure: ResolvedFigure) -> str:
    """Return a leader's ability: his own, otherwise the squad's for its leaders, otherwise his class."""
    return figure.row.ability or squad.row.leader_ability or figure.class_id
