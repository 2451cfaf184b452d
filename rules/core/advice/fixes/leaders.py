"""Leaders for squads and platoon."""

from collections.abc import Iterator
from typing import Any

from rules.core.advice.figures import plainest
from rules.core.advice.fixes.definition import FixCase, PossibleFix, fixes
from rules.core.advice.steps import change_men, step
from rules.core.advice.wording import alike, say
from rules.core.document.roster import Figure
from rules.core.judging.checks.leaders import LeaderParams, no_leader, no_leader_role, platoon_commander
from rules.core.judging.checks.params import NoParams, RoleParams
from rules.core.text import Text


@fixes(
    no_leader,
    decide=Text(
        it="Nessuna modifica basta da sola: decidi chi comanda e da dove vengono i punti.",
        en="No single change will do: decide who leads, and where the points come from.",
    ),
)
def leader(case: FixCase[LeaderParams]) -> Iterator[PossibleFix]:
    """The lowest leadership for a man; the squad as a section of its own; the squad joined to one that has a leader."""
    first, *others = plainest(case.squad, case.catalogue)
    yield from _leadership(case, first)
    yield from _without_leader(case)
    for man in others[:1]:
        yield from _leadership(case, man)


def _leadership(case: FixCase[LeaderParams], man: Figure) -> Iterator[PossibleFix]:
    for level in sorted(case.catalogue.leadership)[:1]:
        facts: dict[str, Any] = {"level": level, "man": case.man(man)}
        words = alike("{man}: leadership {level}", **facts)
        if man.name:
            words = say("Leadership {level} a {man}", "Leadership {level} for {man}", **facts)
        yield PossibleFix(words, change_men(case.squad, man, 1, leadership=level))


@fixes(
    no_leader_role,
    decide=Text(
        it="Nessuna modifica basta da sola: decidi chi comanda la squadra.",
        en="No single change will do: decide who leads the squad.",
    ),
)
def leader_role(case: FixCase[RoleParams]) -> Iterator[PossibleFix]:
    """The role for a man; the squad as a section of its own; the squad joined to one that has a leader."""
    role = case.catalogue.role_by_id[case.params.role]
    for man in plainest(case.squad, case.catalogue)[:2]:
        words = alike("{man}: {role}", man=case.man(man), role=role.name)
        yield PossibleFix(words, change_men(case.squad, man, 1, roles=(*man.roles, role.id)))
    yield from _without_leader(case)


def _without_leader(case: FixCase[Any]) -> Iterator[PossibleFix]:
    squad = case.squad
    section = say("Rendila sezione indipendente", "Make it an independent section")
    yield PossibleFix(section, (step("edit_squad", squad.id, kind="section"),))
    if squad.extras or squad.traits:
        return
    for other in case.squads:
        if other.id != squad.id and other.kind == "squad" and other.figures:
            rows = (*squad.figures, *squad.vehicles)
            moved = [step("move_to_squad", row.id, to=other.id) for row in rows]
            words = say("Uniscila a {squad}", "Join it to {squad}", squad=case.name(other))
            yield PossibleFix(words, (*moved, step("remove_squad", squad.id)))


@fixes(
    platoon_commander,
    decide=Text(
        it="Decidi chi comanda il plotone e segnalo fra le sue opzioni.",
        en="Decide who commands the platoon, and mark him among his options.",
    ),
)
def commander(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """One of the highest leaders marked; of several marks, one kept."""
    men = [(squad, figure) for squad in case.squads for figure in squad.figures]
    marked = [(squad, figure) for squad, figure in men if figure.commander]
    highest = max((figure.leadership for _, figure in men), default=0)
    if not marked:
        for squad, man in men:
            if man.leadership == highest:
                facts: dict[str, Any] = {"man": case.man(man, squad), "squad": case.name(squad)}
                words = say("{squad}: segna {man} comandante", "{squad}: mark {man} as commander", **facts)
                if man.name:
                    words = say("Segna {man} comandante", "Mark {man} as commander", **facts)
                yield PossibleFix(words, change_men(squad, man, 1, commander=True))
        return
    for squad, man in sorted(marked, key=lambda one: -one[1].leadership):
        others = [step("edit_figure", other.id, commander=False) for _, other in marked if other.id != man.id]
        if man.count > 1:
            others += change_men(squad, man, man.count - 1, commander=False)
        words = say("Lascia comandante {man}", "Keep {man} as commander", man=case.man(man, squad))
        yield PossibleFix(words, others)
