"""Which troop classes stand together."""

from collections.abc import Iterator

from rules.core.catalogue import Check, TroopClass
from rules.core.checks.common import found, number
from rules.core.muster import Muster
from rules.core.naming import both
from rules.core.report import Finding


def mixed_classes(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Morale is rolled on one level (rth, bn §12.0); a squad of several classes leaves open which."""
    if len(muster.classes) < 2:
        return
    for formation in muster.formations:
        classes = {soldier.class_id for soldier in formation.soldiers if soldier.loadout.troop_class}
        if len(classes) > 1:
            yield found(spec, formation.path, squad=formation.label)


def mixed_sides(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Regulars and irregulars are two sides (bn §3.0); no paragraph forbids one list of both: our advice."""
    if len(muster.sides) > 1:
        sides = both(side.name for side in muster.prices.catalogue.sides if side.id in muster.sides)
        yield found(spec, "", sides=sides)


def class_shift(muster: Muster, spec: Check) -> Iterator[Finding]:
    """The class named in an army list moves by one step, on its own side (bn, Calcolo dei punti, note)."""
    most = number(spec, "most")
    for formation in muster.formations:
        named = formation.catalogue.class_by_id.get(formation.squad.list_class)
        if named is None:
            continue
        for soldier in formation.soldiers:
            troops = soldier.loadout.troop_class
            if troops and not _within(troops, named, most):
                yield found(
                    spec,
                    soldier.path,
                    figure=soldier.label,
                    troops=troops.name,
                    named=named.name,
                    most=most,
                )


def _within(troop_class: TroopClass, named: TroopClass, steps: int) -> bool:
    if troop_class.side != named.side or troop_class.rank is None or named.rank is None:
        return troop_class.id == named.id
    return abs(troop_class.rank - named.rank) <= steps
