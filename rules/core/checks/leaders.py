"""Who leads squads and platoon."""

from collections.abc import Iterator

from rules.core.catalogue import Check
from rules.core.checks.common import found, word
from rules.core.muster import Formation, Muster
from rules.core.report import Finding


def no_leader(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Every squad of a platoon has a leader (rth §14.0, bn §13.0); a lone squad wants one for initiative (§5.0)."""
    squads = _squads(muster)
    severity = "warning" if spec.params.get("sole_squad") == "warning" and len(squads) == 1 else spec.severity
    for formation in squads:
        if not formation.leaders:
            yield found(spec, formation.path, severity=severity, squad=formation.label)


def no_leader_role(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Every squad has a squad leader (bi, Unità e distanze di comando)."""
    role = muster.prices.catalogue.role_by_id[word(spec, "role")]
    for formation in _squads(muster):
        if not formation.men_in_role(role.id):
            yield found(spec, formation.path, squad=formation.label, role=role.name)


def platoon_commander(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Of several squads one figure commands the platoon (rth §14.0, bn §13.0): the one marked, else the highest."""
    if len([formation for formation in muster.formations if formation.loadouts]) < 2:
        return
    marked = sum(figure.count for figure in muster.commanders)
    if marked > 1:
        yield found(spec, "", "many", marked=marked)
    elif marked == 0 and _highest_is_tied(muster):
        yield found(spec, "")


def _squads(muster: Muster) -> list[Formation]:
    return [formation for formation in muster.formations if formation.is_squad_with_figures]


def _highest_is_tied(muster: Muster) -> bool:
    leaders = [figure for formation in muster.formations for figure in formation.leaders]
    highest = max((figure.leadership for figure in leaders), default=0)
    return sum(figure.count for figure in leaders if figure.leadership == highest) > 1
