"""The leaders of squads and platoon."""

from collections.abc import Iterator

from msgspec import Struct

from rules.core.judging.checks.definition import Spec, check
from rules.core.judging.checks.params import NoParams, RoleParams
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedRoster, ResolvedSquad
from rules.core.text import Text


class LeaderParams(Struct, frozen=True):
    """`sole_squad`: "warning" where a list of one squad may do without a leader."""

    sole_squad: str = ""


@check(
    "no-leader",
    LeaderParams,
    asks=Text(
        it="Ogni squadra con figure ha un leader.",
        en="Every squad with figures has a leader.",
    ),
    sentences={
        "": Text(
            it="{squad} non ha un leader: dai la leadership a una figura.",
            en="{squad} has no leader: give one figure leadership.",
        ),
    },
)
def no_leader(resolved: ResolvedRoster, spec: Spec[LeaderParams]) -> Iterator[Finding]:
    """Every squad of a platoon has a leader (rth §14.0, bn §13.0); a lone squad wants one for initiative (§5.0)."""
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
        en="Every squad with figures has one of this role: {role}.",
    ),
    sentences={
        "": Text(
            it="{squad}: nessuna figura ha questo ruolo, {role}. Dallo a una.",
            en="{squad}: no figure has this role, {role}. Give it to one.",
        ),
    },
    own_words={
        "no-leader": {
            "": Text(
                it="{squad} non ha un caposquadra: dai il ruolo a una figura.",
                en="{squad} has no squad leader: give one figure the role.",
            ),
        },
    },
)
def no_leader_role(resolved: ResolvedRoster, spec: Spec[RoleParams]) -> Iterator[Finding]:
    """Every squad has a squad leader (bi, Unità e distanze di comando)."""
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
        en="With two squads or more one figure commands the platoon: the one marked, else the one "
        "highest leader.",
    ),
    sentences={
        "": Text(
            it="Più squadre e più leader di pari grado: segna chi comanda il plotone.",
            en="More than one squad, and leaders of equal rank: mark who commands the platoon.",
        ),
        "many": Text(
            it="{marked:figura comanda|figure comandano} il plotone: lasciane una.",
            en="{marked:figure commands|figures command} the platoon: keep one.",
        ),
    },
)
def platoon_commander(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Of several squads one figure commands the platoon (rth §14.0, bn §13.0): the one marked, else the highest."""
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
