"""Sections and special teams of Bassa Intensità ("Unità e distanze di comando").

A squad is split into sections as soon as one of its figures has a `team` label; figures of one label are one section.
"""

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from rules.core.checks.definition import Spec, check
from rules.core.checks.params import ClassId, RoleId, RoleParams, SizeParams
from rules.core.muster import Formation, Muster, Soldier
from rules.core.naming import either
from rules.core.report import Finding
from rules.core.text import Text


class RefusedLeaderParams(Struct, frozen=True):
    """The role, and the classes that never have it."""

    role: RoleId
    classes: tuple[ClassId, ...]


class SniperTeamParams(Struct, frozen=True):
    """The classes that a team is never of, and how many figures it has."""

    classes: tuple[ClassId, ...]
    least: int
    most: int


class ScoutParams(Struct, frozen=True):
    """The role, the classes of squads that may have it, and how many figures of one squad."""

    role: RoleId
    classes: tuple[ClassId, ...]
    most: int


@check(
    "section-size",
    SizeParams,
    asks=Text(
        it="Una sezione va da {least} a {most} figure.",
        en="A section has {least} to {most} figures.",
    ),
    sentences={
        "": Text(
            it="{squad}, sezione {section}: {figures:figura|figure}. Una sezione ne ha {size}.",
            en="{squad}, section {section}: {figures:figure|figures}. A section has {size}.",
        ),
    },
)
def section_size(muster: Muster, spec: Spec[SizeParams]) -> Iterator[Finding]:
    """A section has 3 or 4 men; a squad leader with its label is one of them."""
    least, most = spec.params.least, spec.params.most
    for formation, label, soldiers in _sections(muster):
        figures = sum(soldier.row.count for soldier in soldiers)
        if not least <= figures <= most:
            yield spec.found(
                formation.path,
                squad=formation.label,
                section=label,
                figures=figures,
                size=_span(least, most),
            )


@check(
    "section-leader",
    RoleParams,
    asks=Text(
        it="Ogni sezione ha una e una sola figura in questo ruolo: {role}.",
        en="Every section has exactly one figure of this role: {role}.",
    ),
    sentences={
        "": Text(
            it="{squad}, sezione {section}: {leaders:figura|figure} in questo ruolo, {role}. Ne serve una.",
            en="{squad}, section {section}: {leaders:figure|figures} in this role, {role}. It needs one.",
        ),
    },
    own_words={
        "section-leader": {
            "": Text(
                it="{squad}, sezione {section}: {leaders:caposezione|capisezione}. Ne serve uno.",
                en="{squad}, section {section}: {leaders:section leader|section leaders}. It needs one.",
            ),
        },
    },
)
def section_leader(muster: Muster, spec: Spec[RoleParams]) -> Iterator[Finding]:
    """Each section has one section leader."""
    role = muster.prices.catalogue.role_by_id[spec.params.role]
    for formation, label, soldiers in _sections(muster):
        leaders = sum(soldier.row.count for soldier in soldiers if role.id in soldier.row.roles)
        if leaders != 1:
            squad, name = formation.label, role.name
            yield spec.found(formation.path, squad=squad, section=label, leaders=leaders, role=name)


@check(
    "section-unassigned",
    RoleParams,
    asks=Text(
        it="In una squadra divisa in sezioni ogni figura sta in una sezione, tranne questo ruolo: {role}.",
        en="In a squad split into sections every figure belongs to one, but for this role: {role}.",
    ),
    sentences={
        "": Text(
            it="{squad} è divisa in sezioni, ma {figure} non sta in nessuna.",
            en="{squad} is split into sections, but {figure} is in none.",
        ),
    },
)
def section_unassigned(muster: Muster, spec: Spec[RoleParams]) -> Iterator[Finding]:
    """In a squad that is split, everyone but the squad leader belongs to a section."""
    role = spec.params.role
    for formation in muster.formations:
        split = any(soldier.row.team for soldier in formation.soldiers)
        left_out = [s for s in formation.soldiers if not s.row.team and role not in s.row.roles]
        if split and left_out:
            yield spec.found(formation.path, squad=formation.label, figure=left_out[0].label)


@check(
    "section-leader-not-allowed",
    RefusedLeaderParams,
    asks=Text(
        it="Non comandano mai una sezione: {classes}.",
        en="These never lead a section: {classes}.",
    ),
    sentences={
        "": Text(
            it="{squad}: {figure} non può avere questo ruolo, {role}. L’abilità è troppo bassa.",
            en="{squad}: {figure} cannot have this role, {role}. The ability is too low.",
        ),
    },
    own_words={
        "section-leader-not-allowed": {
            "": Text(
                it="{squad}: {figure} non può fare il caposezione, l’abilità è troppo bassa.",
                en="{squad}: {figure} cannot lead a section, the ability is too low.",
            ),
        },
    },
)
def section_leader_not_allowed(muster: Muster, spec: Spec[RefusedLeaderParams]) -> Iterator[Finding]:
    """Recruits and rabble do not make section leaders: no command distance stands in their row."""
    role, refused = muster.prices.catalogue.role_by_id[spec.params.role], spec.params.classes
    for formation in muster.formations:
        leader = next(
            (s for s in formation.soldiers if role.id in s.row.roles and _ability(formation, s) in refused),
            None,
        )
        if leader:
            yield spec.found(formation.path, squad=formation.label, figure=leader.label, role=role.name)


@check(
    "sniper-team",
    SniperTeamParams,
    asks=Text(
        it="Una squadra di tiratori scelti va da {least} a {most} figure e non è mai di queste "
        "classi: {classes}.",
        en="A sniper team has {least} to {most} figures and is never of these classes: {classes}.",
    ),
    sentences={
        "": Text(
            it="{squad}: una squadra di tiratori scelti ha {size} figure, qui {figures:figura|figure}.",
            en="{squad}: a sniper team has {size} figures, here: {figures:figure|figures}.",
        ),
        "class": Text(
            it="{squad}: una squadra di tiratori scelti non è mai di {classes}.",
            en="{squad}: a sniper team is never of {classes}.",
        ),
    },
)
def sniper_team(muster: Muster, spec: Spec[SniperTeamParams]) -> Iterator[Finding]:
    """Snipers act alone or in twos, and only those of elite, veteran or regular units."""
    refused, least, most = spec.params.classes, spec.params.least, spec.params.most
    for formation in _of_kind(muster, "sniper-team"):
        squad = formation.squad
        classes = {squad.class_} if squad.class_ else {soldier.class_id for soldier in formation.soldiers}
        if not classes.isdisjoint(refused):
            names = _class_names(refused, formation)
            yield spec.found(formation.path, "class", squad=formation.label, classes=names)
        elif not least <= squad.figure_count <= most:
            figures = squad.figure_count
            yield spec.found(formation.path, squad=formation.label, figures=figures, size=_span(least, most))


@check(
    "scout",
    ScoutParams,
    asks=Text(
        it="Gli esploratori stanno solo in squadre di queste classi: {classes}. Al massimo per "
        "squadra: {most}.",
        en="Scouts are in squads of these classes only: {classes}. At most this many a squad: {most}.",
    ),
    sentences={
        "": Text(
            it="{squad}: {scouts:figura|figure} in questo ruolo, {role}. Al massimo {most}.",
            en="{squad}: {scouts:figure|figures} in this role, {role}. At most {most}.",
        ),
        "class": Text(
            it="{squad}: questo ruolo, {role}, è solo per squadre di {classes}.",
            en="{squad}: this role, {role}, is only for squads of {classes}.",
        ),
    },
    own_words={
        "scout": {
            "": Text(
                it="{squad}: un solo esploratore per squadra, qui {scouts:esploratore|esploratori}.",
                en="{squad}: one scout a squad, here: {scouts:scout|scouts}.",
            ),
            "class": Text(
                it="{squad}: l’esploratore è solo per fanteria d’élite o veterana.",
                en="{squad}: a scout is for elite and veteran infantry only.",
            ),
        },
    },
)
def scout(muster: Muster, spec: Spec[ScoutParams]) -> Iterator[Finding]:
    """One scout a squad, in elite and veteran infantry only."""
    role = muster.prices.catalogue.role_by_id[spec.params.role]
    allowed, most = spec.params.classes, spec.params.most
    for formation in muster.formations:
        squad, scouts = formation.label, formation.men_in_role(role.id)
        if scouts > most:
            yield spec.found(formation.path, squad=squad, scouts=scouts, role=role.name, most=most)
        elif scouts and formation.squad.class_ not in allowed:
            names = _class_names(allowed, formation)
            yield spec.found(formation.path, "class", squad=squad, role=role.name, classes=names)


@check(
    "observer-section",
    SizeParams,
    asks=Text(
        it="Una sezione osservatori va da {least} a {most} figure.",
        en="An observer section has {least} to {most} figures.",
    ),
    sentences={
        "": Text(
            it="{squad}: una sezione osservatori ha {size} figure, qui {figures:figura|figure}.",
            en="{squad}: an observer section has {size} figures, here: {figures:figure|figures}.",
        ),
    },
)
def observer_section(muster: Muster, spec: Spec[SizeParams]) -> Iterator[Finding]:
    """An observer section is usually of 3 or 4."""
    least, most = spec.params.least, spec.params.most
    for formation in _of_kind(muster, "observer-section"):
        figures = formation.squad.figure_count
        if not least <= figures <= most:
            yield spec.found(formation.path, squad=formation.label, figures=figures, size=_span(least, most))


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
