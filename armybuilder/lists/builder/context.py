"""The list and its rules, shared by every part of the sheet."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from armybuilder.lists.builder.values import Abbreviation
from armybuilder.lists.forms import BuilderForm, FormContext
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import weapon_in_full
from rules.core.document.roster import Squad
from rules.core.document.rows import places
from rules.core.document.sections import team_word
from rules.core.judging.prices import ListPoints
from rules.core.judging.report import Finding, Report
from rules.core.text import Language


@dataclass(frozen=True)
class Context(FormContext):
    """A list as the parts of the sheet see it, with its report.

    `editing`: the row in its edit state; `chosen`: the palette's squad; `refused`: a form that could not be taken.
    """

    report: Report
    editing: str = ""
    chosen: str = ""
    refused: BuilderForm | None = None

    @property
    def points(self) -> ListPoints | None:
        """The points of the list, row by row; None if it has none."""
        return self.report.points

    @cached_property
    def findings(self) -> dict[str, list[Finding]]:
        by_path: dict[str, list[Finding]] = {}
        for finding in self.report.findings:
            by_path.setdefault(finding.path, []).append(finding)
        return by_path

    @cached_property
    def rows(self) -> dict[str, tuple[int, str]]:
        """The places of all rows in the order of the list, and their ids, by path ("": the list itself)."""
        return {"": (-1, "")} | {place.path: (number, place.row.id) for number, place in enumerate(places(self.roster))}

    @cached_property
    def squad(self) -> Squad | None:
        """The palette's squad: the one chosen, otherwise that of the row being edited, otherwise the last."""
        squads = self.roster.squads
        for squad in squads:
            if squad.id == self.chosen:
                return squad
        for squad in squads:
            rows = (*squad.figures, *squad.vehicles, *squad.extras)
            if self.editing and self.editing in (squad.id, *(row.id for row in rows)):
                return squad
        return squads[-1] if squads else None

    def over(self, points: int) -> int:
        """Return the points over the limit with `points` more (0: it fits, or there is no limit)."""
        remaining = self.report.remaining
        return 0 if remaining is None else max(0, points - remaining)


def abbreviations(catalogue: Catalogue, language: Language) -> tuple[Abbreviation, ...]:
    """Return the abbreviations of a game. They depend only on its rules, and are computed once."""
    key = ("abbreviations", language)
    if key not in catalogue.cache:
        catalogue.cache[key] = tuple(_abbreviations(catalogue, language))
    found: tuple[Abbreviation, ...] = catalogue.cache[key]
    return found


def _abbreviations(catalogue: Catalogue, language: Language) -> Iterator[Abbreviation]:
    for item in catalogue.characteristics:
        yield Abbreviation(item.short.to(language), item.name.to(language))
    if "team" in catalogue.reads:
        yield Abbreviation("A, B…", team_word(catalogue).to(language))
    for weapon in catalogue.weapons:
        if in_full := weapon_in_full(weapon, language):
            yield Abbreviation(weapon.name.to(language), in_full)
    for short in catalogue.abbreviations:
        yield Abbreviation(short.short, short.in_full.to(language))
    for troops in catalogue.classes:
        if troops.code:
            yield Abbreviation(troops.code, troops.name.to(language))
