"""Sections and special teams of Bassa Intensità ("Unità e distanze di comando").

A squad is split into sections as soon as one of its figures has a `team` label; figures of one label are one section.
"""

from collections import defaultdict
from collections.abc import Iterator

from rules.core.catalogue import Check
from rules.core.checks.common import found, number, word, words
from rules.core.muster import Formation, Muster, Soldier
from rules.core.naming import either
from rules.core.report import Finding
from rules.core.text import Text


def section_size(muster: Muster, spec: Check) -> Iterator[Finding]:
    """A section has 3 or 4 men; a squad leader with its label is one of them."""
    least, most = number(spec, "least"), number(spec, "most")
    for formation, label, soldiers in _sections(muster):
        figures = sum(soldier.row.count for soldier in soldiers)
        if not least <= figures <= most:
            yield found(
                spec,
                formation.path,
                squad=formation.label,
                section=label,
                figures=figures,
                size=_span(least, most),
            )


def section_leader(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Each section has one section leader."""
    role = muster.prices.catalogue.role_by_id[word(spec, "role")]
    for formation, label, soldiers in _sections(muster):
        leaders = sum(soldier.row.count for soldier in soldiers if role.id in soldier.row.roles)
        if leaders != 1:
            squad, name = formation.label, role.name
            yield found(spec, formation.path, squad=squad, section=label, leaders=leaders, role=name)


def section_unassigned(muster: Muster, spec: Check) -> Iterator[Finding]:
    """In a squad that is split, everyone but the squad leader belongs to a section."""
    role = word(spec, "role")
    for formation in muster.formations:
        split = any(soldier.row.team for soldier in formation.soldiers)
        left_out = [s for s in formation.soldiers if not s.row.team and role not in s.row.roles]
        if split and left_out:
            yield found(spec, formation.path, squad=formation.label, figure=left_out[0].label)


def section_leader_not_allowed(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Recruits and rabble do not make section leaders: no command distance stands in their row."""
    role, refused = muster.prices.catalogue.role_by_id[word(spec, "role")], words(spec, "classes")
    for formation in muster.formations:
        leader = next(
            (s for s in formation.soldiers if role.id in s.row.roles and _ability(formation, s) in refused),
            None,
        )
        if leader:
            yield found(spec, formation.path, squad=formation.label, figure=leader.label, role=role.name)


def sniper_team(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Snipers act alone or in twos, and only those of elite, veteran or regular units."""
    refused, least, most = words(spec, "classes"), number(spec, "least"), number(spec, "most")
    for formation in _of_kind(muster, "sniper-team"):
        squad = formation.squad
        classes = {squad.class_} if squad.class_ else {soldier.class_id for soldier in formation.soldiers}
        if not classes.isdisjoint(refused):
            names = _class_names(refused, formation)
            yield found(spec, formation.path, "class", squad=formation.label, classes=names)
        elif not least <= squad.figure_count <= most:
            figures = squad.figure_count
            yield found(spec, formation.path, squad=formation.label, figures=figures, size=_span(least, most))


def scout(muster: Muster, spec: Check) -> Iterator[Finding]:
    """One scout a squad, in elite and veteran infantry only."""
    role = muster.prices.catalogue.role_by_id[word(spec, "role")]
    allowed, most = words(spec, "classes"), number(spec, "most")
    for formation in muster.formations:
        squad, scouts = formation.label, formation.men_in_role(role.id)
        if scouts > most:
            yield found(spec, formation.path, squad=squad, scouts=scouts, role=role.name, most=most)
        elif scouts and formation.squad.class_ not in allowed:
            names = _class_names(allowed, formation)
            yield found(spec, formation.path, "class", squad=squad, role=role.name, classes=names)


def observer_section(muster: Muster, spec: Check) -> Iterator[Finding]:
    """An observer section is usually of 3 or 4."""
    least, most = number(spec, "least"), number(spec, "most")
    for formation in _of_kind(muster, "observer-section"):
        figures = formation.squad.figure_count
        if not least <= figures <= most:
            yield found(spec, formation.path, squad=formation.label, figures=figures, size=_span(least, most))


def _class_names(ids: tuple[str, ...], formation: Formation) -> Text:
    return either(formation.catalogue.class_by_id[class_id].name for class_id in ids)


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


def _of_kind(muster: Muster, kind: str) -> Iterator[Formation]:
    return (formation for formation in muster.formations if formation.squad.kind == kind)


def _sections(muster: Muster) -> Iterator[tuple[Formation, str, list[Soldier]]]:
    for formation in muster.formations:
        if formation.squad.kind not in ("squad", "section"):
            continue
        by_label: defaultdict[str, list[Soldier]] = defaultdict(list)
        for soldier in formation.soldiers:
            if soldier.row.team:
                by_label[soldier.row.team].append(soldier)
        for label, soldiers in by_label.items():
            yield formation, label, soldiers


def _ability(formation: Formation, soldier: Soldier) -> str:
    """A leader's own quality: his own, else the squad's for its leaders, else his class."""
    return soldier.row.ability or formation.squad.leader_ability or soldier.class_id
