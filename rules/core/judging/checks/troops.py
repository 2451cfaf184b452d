"""Troop classes that stand together."""

from collections.abc import Iterator

from rules.core.catalogue.catalogue import TroopClass
from rules.core.document.naming import both
from rules.core.judging.checks.definition import Spec, check
from rules.core.judging.checks.params import MostParams, NoParams
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedRoster
from rules.core.text import Text


@check(
    "mixed-classes",
    NoParams,
    asks=Text(
        it="Una squadra è di una sola classe. Se ne mescola più d’una, per il morale vale la più "
        "numerosa, a pari numero la peggiore.",
        en="A squad is of one troop class. Of several, the most numerous gives the morale, on a "
        "tie the worse one.",
    ),
    sentences={
        "": Text(
            it="{squad} mescola più classi: per il morale vale la più numerosa, a pari numero la peggiore.",
            en="{squad} mixes troop classes: morale uses the most numerous, on a tie the worse one.",
        ),
    },
)
def mixed_classes(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Morale is rolled on one level (rth, bn §12.0); a squad of several classes leaves open which."""
    if len(resolved.classes) < 2:
        return
    for squad in resolved.squads:
        classes = {figure.class_id for figure in squad.figures if figure.loadout.troop_class}
        if len(classes) > 1:
            yield spec.found(squad.path, squad=squad.label)


@check(
    "mixed-sides",
    NoParams,
    asks=Text(
        it="Le figure di una lista sono tutte della stessa parte.",
        en="The figures of a list are all of one side.",
    ),
    sentences={
        "": Text(
            it="La lista mescola {sides}: per le regole sono parti diverse.",
            en="The list mixes {sides}: to the rules they are different sides.",
        ),
    },
    own_words={
        "mixed-sides": {
            "": Text(
                it="La lista mescola regolari e irregolari: per le regole sono due parti diverse.",
                en="The list mixes regulars and irregulars: to the rules they are two sides.",
            ),
        },
    },
)
def mixed_sides(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Regulars and irregulars are two sides (bn §3.0); no paragraph forbids one list of both: our advice."""
    if len(resolved.sides) > 1:
        sides = both(side.name for side in resolved.prices.catalogue.sides if side.id in resolved.sides)
        yield spec.found("", sides=sides)


@check(
    "class-shift",
    MostParams,
    asks=Text(
        it="Nessuna figura cambia parte. Scarto massimo dalla classe indicata nella lista "
        "dell’esercito: {most}.",
        en="No figure changes side, or is further than this from the class that the army list names: {most}.",
    ),
    sentences={
        "": Text(
            it="{figure} ({troops}) si allontana di più di {most:livello|livelli} da {named}, la "
            "classe della lista.",
            en="{figure} ({troops}) is more than {most:step|steps} from {named}, the class its army "
            "list names.",
        ),
    },
)
def class_shift(resolved: ResolvedRoster, spec: Spec[MostParams]) -> Iterator[Finding]:
    """The class named in an army list moves by one step, on its own side (bn, Calcolo dei punti, note)."""
    most = spec.params.most
    for squad in resolved.squads:
        named = squad.catalogue.class_by_id.get(squad.row.list_class)
        if named is None:
            continue
        for figure in squad.figures:
            troops = figure.loadout.troop_class
            if troops and not within_steps(troops, named, most):
                yield spec.found(
                    figure.path,
                    figure=figure.label,
                    troops=troops.name,
                    named=named.name,
                    most=most,
                )


def within_steps(troop_class: TroopClass, named: TroopClass, steps: int) -> bool:
    """Return whether a class is so many steps or fewer from the one that is named, on its side."""
    if troop_class.side != named.side or troop_class.rank is None or named.rank is None:
        return troop_class.id == named.id
    return abs(troop_class.rank - named.rank) <= steps
