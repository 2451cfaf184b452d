"""How large a list and its squads may be."""

from collections.abc import Iterator

from rules.core.catalogue import Check
from rules.core.checks.common import found, number
from rules.core.muster import Muster
from rules.core.report import Finding


def over_limit(muster: Muster, spec: Check) -> Iterator[Finding]:
    """A list costs at most its format's limit (rth §4.0)."""
    if muster.points and muster.limit is not None and muster.points.total > muster.limit:
        yield found(spec, "", over=muster.points.total - muster.limit, limit=muster.limit)


def empty(muster: Muster, spec: Check) -> Iterator[Finding]:
    """A list has at least one figure or vehicle."""
    if not any(formation.loadouts or formation.mounts for formation in muster.formations):
        yield found(spec, "")


def recommended_size(muster: Muster, spec: Check) -> Iterator[Finding]:
    """A game is about 8 to 15 figures a side (rth, bn §2.0); asked only of a list of one squad."""
    if len(muster.formations) != 1 or not muster.formations[0].loadouts:
        return
    figures = muster.formations[0].squad.figure_count
    least, most = number(spec, "least"), number(spec, "most")
    if not least <= figures <= most:
        yield found(spec, "squads[0]", figures=figures, least=least, most=most)


def squad_size(muster: Muster, spec: Check) -> Iterator[Finding]:
    """A squad has about 6 to 12 men (bi, Unità e distanze di comando)."""
    least, most = number(spec, "least"), number(spec, "most")
    for formation in muster.formations:
        figures = formation.squad.figure_count
        if formation.is_squad_with_figures and not least <= figures <= most:
            yield found(spec, formation.path, squad=formation.label, figures=figures, least=least, most=most)
