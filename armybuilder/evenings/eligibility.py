"""The lists that suit a games night: of its game, role and forces, and legal by its limits, rulings and prices."""

from collections.abc import Sequence
from functools import cached_property
from typing import Literal
from uuid import UUID

from django.utils.translation import gettext
from msgspec import Struct, structs

from armybuilder.evenings.models import Evening
from armybuilder.lists.browsing.list_names import role_name
from armybuilder.lists.models import ArmyList
from rules.core.assess import assess
from rules.core.document.edits import OTHER_ROLE
from rules.core.document.force import Force
from rules.core.document.naming import either
from rules.core.document.roster import Roster
from rules.core.judging.report import Finding, Report, sentence
from rules.core.text import Language, Text
from rules.language import active_language

Problem = Literal["game", "role", "half", "force", "illegal"]


class JudgedList(Struct, frozen=True):
    """A list as played at a games night, and its report."""

    roster: Roster
    report: Report

    @property
    def error(self) -> Finding | None:
        """The first thing that makes it illegal, None if it is legal."""
        return next((finding for finding in self.report.findings if finding.severity == "error"), None)


class OwnList(JudgedList, frozen=True):
    """A player's list as it would be submitted."""

    army_list: ArmyList

    @property
    def role(self) -> Text:
        return self.army_list.catalogue.format_by_id[self.army_list.role].name

    @property
    def over(self) -> bool:
        """Whether it costs too much."""
        return self.report.remaining is not None and self.report.remaining < 0

    @property
    def is_priced(self) -> bool:
        """Whether its own prices are those of the games night."""
        return self.roster.prices == self.army_list.roster.prices


class Candidate(Struct, frozen=True, dict=True):
    """A list, or both lists of a pair, and the reason why they cannot be submitted (None: they can)."""

    evening: Evening
    parts: tuple[OwnList, ...]
    problem: Problem | None = None

    @property
    def name(self) -> str:
        """Return its name: for a pair the pair name."""
        first = self.parts[0].roster
        return first.pair_name if len(self.parts) > 1 else first.name

    @property
    def id(self) -> UUID:
        return self.parts[0].army_list.pk

    @property
    def is_for_tonight(self) -> bool:
        """Whether it is of the right game and role."""
        return self.problem not in ("game", "role")

    @cached_property
    def why(self) -> str:
        """The sentence about why it cannot be submitted, in the active language; "" if it can."""
        language = active_language()
        if self.problem == "half":
            [missing] = {*self.evening.limits} - {part.roster.role for part in self.parts}
            role = role_name(missing, self.evening.catalogue, language)
            text = gettext("The other half of the pair is missing: %(role)s, with the same pair name.")
            return text % {"role": role}
        if self.problem and self.problem != "illegal":
            return problem_words(self.problem, self.evening, self.parts[0].roster, language)
        return " ".join(_error(part, language) for part in self.parts if part.error)


def roster_for(evening: Evening, roster: Roster) -> Roster:
    """Return a list as played, with the rulings, prices, limit and force of the games night."""
    played = structs.replace(roster, limit=None, rulings=dict(evening.rulings), prices=dict(evening.prices))
    force = force_of(evening, roster)
    return structs.replace(played, force=force) if force else played


def force_of(evening: Evening, roster: Roster) -> Force | None:
    """Return the required force that a list follows, in the version of the games night."""
    own = roster.force
    return next((it for it in evening.required_forces if own and (it.id, it.club) == (own.id, own.club)), None)


def problem_of(evening: Evening, roster: Roster) -> Problem | None:
    """Return why a list does not belong to a games night, legal or not; None if it does."""
    if roster.ruleset != evening.catalogue.id:
        return "game"
    if roster.role not in evening.limits:
        return "role"
    return "force" if evening.required_forces and not force_of(evening, roster) else None


def candidate(evening: Evening, army_list: ArmyList, partner: ArmyList | None) -> Candidate:
    """Return a list, with its partner if the games night asks for a pair, and the reason why it cannot be submitted."""
    roles = set(evening.limits)
    if (problem := problem_of(evening, army_list.roster)) in ("game", "role"):
        return Candidate(evening, (_part(evening, army_list),), problem)
    together = [army_list] if len(roles) == 1 else [army_list, *([partner] if partner else [])]
    parts = tuple(_part(evening, one) for one in sorted(together, key=lambda one: one.role))
    if {one.role for one in together} != roles:
        return Candidate(evening, parts, "half")
    if any(problem_of(evening, part.roster) == "force" for part in parts):
        return Candidate(evening, parts, "force")
    return Candidate(evening, parts, "illegal" if any(part.error for part in parts) else None)


def candidates(evening: Evening, lists: Sequence[ArmyList]) -> list[Candidate]:
    """Return the lists that a player could submit: suitable ones first, then the newest first. A pair is one."""
    partners: dict[tuple[str, str | None], ArmyList] = {}  # the newest list of each pair name and role
    for army_list in lists:
        if army_list.force:
            partners.setdefault((army_list.force, army_list.role), army_list)
    found: dict[frozenset[str], Candidate] = {}
    for army_list in lists:
        made = candidate(evening, army_list, partners.get((army_list.force, OTHER_ROLE.get(army_list.roster.role))))
        found.setdefault(frozenset(str(part.army_list.pk) for part in made.parts), made)
    order: Sequence[Problem | None] = (None, "illegal", "force", "half", "role", "game")
    return sorted(found.values(), key=lambda made: order.index(made.problem))


def _part(evening: Evening, army_list: ArmyList) -> OwnList:
    sheet = sheet_for(evening, army_list.roster)
    return OwnList(sheet.roster, sheet.report, army_list)


def sheet_for(evening: Evening, roster: Roster) -> JudgedList:
    played = roster_for(evening, roster)
    return JudgedList(played, assess(played, evening.rules_played))


def problem_words(problem: Problem, evening: Evening, roster: Roster, language: Language) -> str:
    """Return the sentence about why a list does not belong to a games night."""
    book = evening.catalogue
    match problem:
        case "game":
            game = {"game": book.name.to(language), "edition": book.edition.to(language)}
            return gettext("It is for another game: this one is %(game)s, %(edition)s.") % game
        case "role":
            role = role_name(roster.role, book, language)
            return gettext("Lists for the role “%(role)s” are not accepted.") % {"role": role}
        case _:
            names = either(force.name for force in evening.required_forces).to(language)
            text = gettext(
                "Only lists that follow this force can be played: %(names)s. Tap the list’s name to choose it."
            )
            return text % {"names": names}


def _error(part: OwnList, language: Language) -> str:
    """Return the reason why a list is illegal: the points first, which depend on the limit of the games night."""
    left = part.report.remaining
    if left is not None and left < 0:
        over = gettext("%(points)s points over the limit of %(limit)s.")
        if not part.is_priced:
            over = gettext("%(points)s points over the limit of %(limit)s at tonight’s prices.")
        return over % {"points": -left, "limit": part.report.limit}
    return sentence(part.error, language) if part.error else ""
