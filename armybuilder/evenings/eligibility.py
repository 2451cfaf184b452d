"""Which lists fit an evening: of its game and role, legal by its limit, version of the rules, rulings and prices."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, structs

from armybuilder.evenings.models import Evening
from armybuilder.lists.models import ArmyList
from rules.core.document.edits import OTHER_ROLE
from rules.core.document.force import Force
from rules.core.document.roster import Roster
from rules.core.judging.assess import assess
from rules.core.judging.report import Finding, Report

Problem = Literal["game", "role", "half", "force", "illegal"]


class Sheet(Struct, frozen=True):
    """A list as it is played at an evening, and its report."""

    roster: Roster
    report: Report

    @property
    def error(self) -> Finding | None:
        """The first thing that makes it illegal, None where it is legal."""
        return next((finding for finding in self.report.findings if finding.severity == "error"), None)


class Part(Sheet, frozen=True):
    """A list of somebody's, as it would be handed in."""

    army_list: ArmyList


class Candidate(Struct, frozen=True):
    """A list, or the two of a pair, and what keeps them from being handed in (None: nothing)."""

    parts: tuple[Part, ...]
    problem: Problem | None = None

    @property
    def name(self) -> str:
        """What it is called: a pair by its force."""
        first = self.parts[0].roster
        return first.force if len(self.parts) > 1 else first.name


def roster_for(evening: Evening, roster: Roster) -> Roster:
    """Return a list as it is played at an evening, whose rulings, prices, limits and forces hold for all."""
    played = structs.replace(roster, limit=None, rulings=dict(evening.rulings), prices=dict(evening.prices))
    force = force_of(evening, roster)
    return structs.replace(played, template=force) if force else played


def force_of(evening: Evening, roster: Roster) -> Force | None:
    """Return which of the forces that an evening asks for a list is held to, in the version that it asks for."""
    own = roster.template
    return next((it for it in evening.asked_forces if own and (it.id, it.club) == (own.id, own.club)), None)


def candidate(evening: Evening, army_list: ArmyList, partner: ArmyList | None) -> Candidate:
    """Return a list, with its partner where the evening asks for a pair, and what keeps it from being handed in."""
    roles = set(evening.limits)
    if army_list.roster.ruleset != evening.catalogue.id:
        return Candidate((_part(evening, army_list),), "game")
    if army_list.role not in roles:
        return Candidate((_part(evening, army_list),), "role")
    together = [army_list] if len(roles) == 1 else [army_list, *([partner] if partner else [])]
    parts = tuple(_part(evening, one) for one in sorted(together, key=lambda one: one.role))
    if {one.role for one in together} != roles:
        return Candidate(parts, "half")
    if evening.asked_forces and not all(force_of(evening, part.roster) for part in parts):
        return Candidate(parts, "force")
    return Candidate(parts, "illegal" if any(part.error for part in parts) else None)


def candidates(evening: Evening, lists: Sequence[ArmyList]) -> list[Candidate]:
    """Return what somebody could hand in of their lists, the newest first: what fits in front. A pair is one."""
    partners = _partners(lists)
    found: dict[frozenset[str], Candidate] = {}
    for army_list in lists:
        made = candidate(
            evening, army_list, partners.get((army_list.force, OTHER_ROLE.get(army_list.roster.role)))
        )
        found.setdefault(frozenset(str(part.army_list.pk) for part in made.parts), made)
    order: Sequence[Problem | None] = (None, "illegal", "force", "half", "role", "game")
    return sorted(found.values(), key=lambda made: order.index(made.problem))


def _partners(lists: Iterable[ArmyList]) -> Mapping[tuple[str, str | None], ArmyList]:
    """Return the list last changed of each force and role."""
    partners: dict[tuple[str, str | None], ArmyList] = {}
    for army_list in lists:
        if army_list.force:
            partners.setdefault((army_list.force, army_list.role), army_list)
    return partners


def _part(evening: Evening, army_list: ArmyList) -> Part:
    sheet = sheet_for(evening, army_list.roster)
    return Part(sheet.roster, sheet.report, army_list)


def sheet_for(evening: Evening, roster: Roster) -> Sheet:
    """Return a list as it is played at an evening, with its report."""
    played = roster_for(evening, roster)
    return Sheet(played, assess(played, evening.rules_played))
