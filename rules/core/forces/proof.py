"""Three lists that show what a force allows: the smallest legal one, a full one, and one that breaks a limit."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import Force, ForceFigure
from rules.core.document.roster import ExtraEntry, Roster, Squad
from rules.core.forces.followed import man_of, smallest, started, vehicle_of
from rules.core.proof import Item, ProofList, as_legal_as, filled, proof_list, with_one_more
from rules.core.text import Language


def proof_of(force: Force, catalogue: Catalogue, language: Language) -> list[ProofList]:
    """Return the lists: the smallest, one filled to the limit, and one that breaks a limit of the force if it has any.

    The force has no faults (`faults`). Rows have no ids.
    """
    least = smallest_list(force, catalogue, language)
    full = _filled(least, force, catalogue, language)
    proof = [proof_list("least", least, catalogue), proof_list("full", full, catalogue)]
    tried = (proof_list("broken", roster, catalogue) for roster in _broken(least, force))
    broken = next((one for one in tried if one.errors), None)
    return [*proof, broken] if broken else proof


def smallest_list(force: Force, catalogue: Catalogue, language: Language) -> Roster:
    role = force.roles[0] if force.roles else catalogue.formats[0].id
    name = force.name.to(language)
    empty = Roster(format="armylist/1", ruleset=catalogue.id, name=name, squads=())
    return started(replace(empty, role=role), force, catalogue, language)


def _filled(least: Roster, force: Force, catalogue: Catalogue, language: Language) -> Roster:
    """Return a list with one more of each thing in turn, as long as nothing new is wrong."""
    roster, accepts = least, as_legal_as(least, catalogue)
    for squad in list(_whole_squads(least, force, catalogue, language)):
        more = replace(roster, squads=(*roster.squads, squad))
        if accepts(more):
            roster = more
    return filled(roster, _places(roster, force), accepts)


def _whole_squads(least: Roster, force: Force, catalogue: Catalogue, language: Language) -> Iterator[Squad]:
    """Yield one more squad of each sort that a list can have more of."""
    for wanted in force.squads:
        here = sum(squad.force_squad == wanted.id for squad in least.squads)
        if here < wanted.most:
            yield smallest(wanted, f"{wanted.name.to(language)} {here + 1}", catalogue)


def _places(roster: Roster, force: Force) -> Iterator[tuple[int, Item]]:
    """Yield one of each type of each squad; those of a limited number first, plain men last."""
    for number, squad in enumerate(roster.squads):
        wanted = force.squad(squad.force_squad)
        if wanted is None:
            continue
        yield from ((number, vehicle_of(kind, 1)) for kind in wanted.vehicles)
        for kind in sorted(wanted.figures, key=lambda kind: kind.most is None and kind.one_in is None):
            yield number, man_of(kind)


def _broken(least: Roster, force: Force) -> Iterator[Roster]:
    """Yield lists with one too many of something."""
    for number, squad in enumerate(least.squads):
        wanted = force.squad(squad.force_squad)
        for kind in _limited(wanted.figures if wanted else ()):
            here = sum(row.count for row in squad.figures if row == replace(man_of(kind), count=row.count))
            yield with_one_more(least, number, man_of(kind, max(1, (kind.most or 1) - here + 1)))
    for entry in force.extras:
        extras = (ExtraEntry(extra=entry.extra, count=entry.most + 1, level=entry.level or 0),)
        yield replace(least, extras=extras)


def _limited(kinds: Iterable[ForceFigure]) -> list[ForceFigure]:
    """Return the types of which a squad has a highest number, optional ones first."""
    limited = [kind for kind in kinds if kind.most is not None or kind.one_in is not None]
    return sorted(limited, key=lambda kind: kind.least)
