"""Checks of lists and squads: size, classes, sides, leaders."""

from collections.abc import Iterator

from msgspec import Struct

from rules.core.catalogue.catalogue import TroopClass
from rules.core.document.naming import both
from rules.core.judging.checks.definition import MostParams, NoParams, RoleParams, SizeParams, Spec, check
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedRoster, ResolvedSquad
from rules.core.text import Text


@check(
    "over-limit",
    NoParams,
    asks=Text(
        it="Una lista non supera il suo limite di punti.", en="A list does not exceed its points limit."
    ),
    sentences=Text(
        it="La lista supera di {over:punto|punti} il limite di {limit}. Puoi salvarla, "
        "condividerla e stamparla lo stesso.",
        en="The list is {over:point|points} over the limit of {limit}. You can still save, "
        "share and print it.",
    ),
)
def over_limit(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that a list costs at most its format's limit (rth §4.0)."""
    if resolved.points and resolved.limit is not None and resolved.points.total > resolved.limit:
        yield spec.found("", over=resolved.points.total - resolved.limit, limit=resolved.limit)


@check(
    "empty",
    NoParams,
    asks=Text(
        it="Una lista ha almeno una figura o un veicolo.", en="A list has at least one figure or vehicle."
    ),
    sentences=Text(
        it="La lista è vuota. Comincia da un leader.", en="The list is empty. Start with a leader."
    ),
)
def empty(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that a list has at least one figure or vehicle."""
    if not any(squad.loadouts or squad.vehicles for squad in resolved.squads):
        yield spec.found("")


@check(
    "recommended-size",
    SizeParams,
    asks=Text(
        it="Una lista di una squadra sola va da {least} a {most} figure.",
        en="A list with only one squad has {least} to {most} figures.",
    ),
    sentences=Text(
        it="Una squadra da sola va da {least} a {most} figure: questa ne ha {figures}.",
        en="A squad on its own has {least} to {most} figures: this one has {figures}.",
    ),
)
def recommended_size(resolved: ResolvedRoster, spec: Spec[SizeParams]) -> Iterator[Finding]:
    """Check that a list of one squad has about 8 to 15 figures (rth, bn §2.0)."""
    if len(resolved.squads) != 1 or not resolved.squads[0].loadouts:
        return
    figures = resolved.squads[0].row.figure_count
    least, most = spec.params.least, spec.params.most
    if not least <= figures <= most:
        yield spec.found("squads[0]", figures=figures, least=least, most=most)


@check(
    "squad-size",
    SizeParams,
    asks=Text(it="Una squadra va da {least} a {most} figure.", en="A squad has {least} to {most} figures."),
    sentences=Text(
        it="Una squadra va da {least} a {most} figure: {squad} ne ha {figures}.",
        en="A squad has {least} to {most} figures: {squad} has {figures}.",
    ),
)
def squad_size(resolved: ResolvedRoster, spec: Spec[SizeParams]) -> Iterator[Finding]:
    """Check that a squad has about 6 to 12 men (bi, Unità e distanze di comando)."""
    least, most = spec.params.least, spec.params.most
    for squad in resolved.squads:
        figures = squad.row.figure_count
        if squad.is_squad_with_figures and not least <= figures <= most:
            yield spec.found(squad.path, squad=squad.label, figures=figures, least=least, most=most)


@check(
    "mixed-classes",
    NoParams,
    asks=Text(
        it="Una squadra è di una sola classe. Se ne mescola più d’una, per il morale vale la più "
        "numerosa, a pari numero la peggiore.",
        en="A squad is of one troop class. If several are mixed, the most numerous gives the "
        "morale; on a tie, the worse one.",
    ),
    sentences=Text(
        it="{squad} mescola più classi: per il morale vale la più numerosa, a pari numero la peggiore.",
        en="{squad} mixes troop classes: morale uses the most numerous or, on a tie, the worse one.",
    ),
)
def mixed_classes(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that a squad is of one class: morale is rolled on one level (rth, bn §12.0)."""
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
        en="All figures in a list are on the same side.",
    ),
    sentences=Text(
        it="La lista mescola {sides}: per le regole sono parti diverse.",
        en="The list mixes {sides}: in the rules they are different sides.",
    ),
    own_words={
        "mixed-sides": Text(
            it="La lista mescola regolari e irregolari: per le regole sono due parti diverse.",
            en="The list mixes regulars and irregulars: in the rules they are two sides.",
        ),
    },
)
def mixed_sides(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that a list does not mix regulars and irregulars, two sides in bn §3.0: our advice, without a paragraph."""
    if len(resolved.sides) > 1:
        sides = both(side.name for side in resolved.prices.catalogue.sides if side.id in resolved.sides)
        yield spec.found("", sides=sides)


@check(
    "class-shift",
    MostParams,
    asks=Text(
        it="Nessuna figura cambia parte. Scarto massimo dalla classe indicata nella lista "
        "dell’esercito: {most}.",
        en="No figure changes side, or is further than this from the class the army list names: {most}.",
    ),
    sentences=Text(
        it="{figure} ({troops}) si allontana di più di {most:livello|livelli} da {named}, la "
        "classe della lista.",
        en="{figure} ({troops}) is more than {most:step|steps} from {named}, the class its army list names.",
    ),
)
def class_shift(resolved: ResolvedRoster, spec: Spec[MostParams]) -> Iterator[Finding]:
    """Check that a class shifts by at most one step, on its own side (bn, Calcolo dei punti, note)."""
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
    """Return whether a class is at most this many steps from the nominal one, on its side."""
    if troop_class.side != named.side or troop_class.rank is None or named.rank is None:
        return troop_class.id == named.id
    return abs(troop_class.rank - named.rank) <= steps


class LeaderParams(Struct, frozen=True):
    """`sole_squad`: "warning" if a list of one squad does not need a leader."""

    sole_squad: str = ""


@check(
    "no-leader",
    LeaderParams,
    asks=Text(it="Ogni squadra con figure ha un leader.", en="Every squad with figures has a leader."),
    sentences=Text(
        it="{squad} non ha un leader: dai la leadership a una figura.",
        en="{squad} has no leader: give one figure leadership.",
    ),
)
def no_leader(resolved: ResolvedRoster, spec: Spec[LeaderParams]) -> Iterator[Finding]:
    """Check that every squad of a platoon has a leader (rth §14.0, bn §13.0); a lone one, for initiative (§5.0)."""
    squads = _squads_with_figures(resolved)
    lone = len(squads) == 1 and spec.params.sole_squad == "warning"
    for squad in squads:
        if not squad.leaders:
            yield spec.found(squad.path, severity="warning" if lone else None, squad=squad.label)


@check(
    "no-leader-role",
    RoleParams,
    asks=Text(
        it="Ogni squadra con figure ne ha una in questo ruolo: {role}.",
        en="Every squad with figures has one with this role: {role}.",
    ),
    sentences=Text(
        it="{squad}: nessuna figura ha questo ruolo, {role}. Dallo a una.",
        en="{squad}: no figure has the role {role}. Give it to one.",
    ),
    own_words={
        "no-leader": Text(
            it="{squad} non ha un caposquadra: dai il ruolo a una figura.",
            en="{squad} has no squad leader: give one figure the role.",
        ),
    },
)
def no_leader_role(resolved: ResolvedRoster, spec: Spec[RoleParams]) -> Iterator[Finding]:
    """Check that every squad has a squad leader (bi, Unità e distanze di comando)."""
    role = resolved.prices.catalogue.role_by_id[spec.params.role]
    for squad in _squads_with_figures(resolved):
        if not squad.men_in_role(role.id):
            yield spec.found(squad.path, squad=squad.label, role=role.name)


@check(
    "platoon-commander",
    NoParams,
    asks=Text(
        it="Con due o più squadre una figura comanda il plotone: quella segnata, altrimenti "
        "l’unico leader di grado più alto.",
        en="With two or more squads, one figure commands the platoon: the one ticked, or else "
        "the single highest leader.",
    ),
    sentences={
        "": Text(
            it="Più squadre e più leader di pari grado: segna chi comanda il plotone.",
            en="More than one squad, and leaders of equal rank: choose who commands the platoon.",
        ),
        "many": Text(
            it="{marked:figura comanda|figure comandano} il plotone: lasciane una.",
            en="{marked:figure commands|figures command} the platoon: keep one.",
        ),
    },
)
def platoon_commander(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that one figure commands several squads (rth §14.0, bn §13.0): the marked one, or the highest leader."""
    if len([squad for squad in resolved.squads if squad.loadouts]) < 2:
        return
    marked = sum(figure.count for figure in resolved.commanders)
    if marked > 1:
        yield spec.found("", "many", marked=marked)
    elif marked == 0 and _highest_is_tied(resolved):
        yield spec.found("")


def _squads_with_figures(resolved: ResolvedRoster) -> list[ResolvedSquad]:
    return [squad for squad in resolved.squads if squad.is_squad_with_figures]


def _highest_is_tied(resolved: ResolvedRoster) -> bool:
    leaders = [figure for squad in resolved.squads for figure in squad.leaders]
    highest = max((figure.leadership for figure in leaders), default=0)
    return sum(figure.count for figure in leaders if figure.leadership == highest) > 1
