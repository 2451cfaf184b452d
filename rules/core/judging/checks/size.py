"""The size of a list and of its squads."""

from collections.abc import Iterator

from rules.core.judging.checks.definition import Spec, check
from rules.core.judging.checks.params import NoParams, SizeParams
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedRoster
from rules.core.text import Text


@check(
    "over-limit",
    NoParams,
    asks=Text(
        it="Una lista non supera il suo limite di punti.",
        en="A list has no more points than its limit.",
    ),
    sentences={
        "": Text(
            it="La lista supera di {over:punto|punti} il limite di {limit}. Puoi salvarla, "
            "condividerla e stamparla lo stesso.",
            en="The list is {over:point|points} over the limit of {limit}. You can save, share and "
            "print it all the same.",
        ),
    },
)
def over_limit(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """A list costs at most its format's limit (rth §4.0)."""
    if resolved.points and resolved.limit is not None and resolved.points.total > resolved.limit:
        yield spec.found("", over=resolved.points.total - resolved.limit, limit=resolved.limit)


@check(
    "empty",
    NoParams,
    asks=Text(
        it="Una lista ha almeno una figura o un veicolo.",
        en="A list has at least one figure or vehicle.",
    ),
    sentences={
        "": Text(
            it="La lista è vuota. Comincia da un leader.",
            en="The list is empty. Start with a leader.",
        ),
    },
)
def empty(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """A list has at least one figure or vehicle."""
    if not any(squad.loadouts or squad.vehicles for squad in resolved.squads):
        yield spec.found("")


@check(
    "recommended-size",
    SizeParams,
    asks=Text(
        it="Una lista di una squadra sola va da {least} a {most} figure.",
        en="A list of one squad has {least} to {most} figures.",
    ),
    sentences={
        "": Text(
            it="Una squadra da sola va da {least} a {most} figure: questa ne ha {figures}.",
            en="A lone squad has {least} to {most} figures: this one has {figures}.",
        ),
    },
)
def recommended_size(resolved: ResolvedRoster, spec: Spec[SizeParams]) -> Iterator[Finding]:
    """A game is about 8 to 15 figures a side (rth, bn §2.0); asked only of a list of one squad."""
    if len(resolved.squads) != 1 or not resolved.squads[0].loadouts:
        return
    figures = resolved.squads[0].row.figure_count
    least, most = spec.params.least, spec.params.most
    if not least <= figures <= most:
        yield spec.found("squads[0]", figures=figures, least=least, most=most)


@check(
    "squad-size",
    SizeParams,
    asks=Text(
        it="Una squadra va da {least} a {most} figure.",
        en="A squad has {least} to {most} figures.",
    ),
    sentences={
        "": Text(
            it="Una squadra va da {least} a {most} figure: {squad} ne ha {figures}.",
            en="A squad has {least} to {most} figures: {squad} has {figures}.",
        ),
    },
)
def squad_size(resolved: ResolvedRoster, spec: Spec[SizeParams]) -> Iterator[Finding]:
    """A squad has about 6 to 12 men (bi, Unità e distanze di comando)."""
    least, most = spec.params.least, spec.params.most
    for squad in resolved.squads:
        figures = squad.row.figure_count
        if squad.is_squad_with_figures and not least <= figures <= most:
            yield spec.found(squad.path, squad=squad.label, figures=figures, least=least, most=most)
