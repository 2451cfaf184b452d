"""A force in words, and the lists that show what a force or a ruleset allows, for pages."""

from typing import Any

from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import name_in
from rules.core.document.force import (
    LIMITED,
    Force,
    ForceExtra,
    ForceFigure,
    ForceLimit,
    ForceSquad,
    ForceVehicle,
)
from rules.core.judging.report import sentence
from rules.core.proof import ProofList
from rules.core.text import Language

Row = tuple[str, str, str]  # how many, what, and with what


class Words:
    """Parts of a force in words, in a language."""

    def __init__(self, catalogue: Catalogue, language: Language) -> None:
        self.catalogue, self.language = catalogue, language

    def name(self, kind: str, item: str) -> str:
        """Return the name of an entry, or its id in another edition."""
        return name_in(self.catalogue.by_kind[kind], item).to(self.language)

    def names(self, kind: str, ids: tuple[str, ...]) -> str:
        return ", ".join(self.name(kind, item) for item in ids)

    def squad(self, squad: ForceSquad) -> dict[str, Any]:
        """Return a kind of squad: how many a list has, its name, its troops, their number, and its rows."""
        parts: list[ForceFigure | ForceVehicle | ForceExtra]
        parts = [*squad.figures, *squad.vehicles, *squad.extras]
        return {
            "number": span(squad.least, squad.most),
            "name": squad.name.to(self.language),
            "troops": self.name("class", squad.class_),
            "size": span(*squad.size) if squad.size[1] else "",
            "rows": [self.row(part) for part in parts],
        }

    def row(self, part: ForceFigure | ForceVehicle | ForceExtra) -> Row:
        """Return a part of a squad."""
        if isinstance(part, ForceExtra):
            return "0–1", self.extra(part), ""
        if isinstance(part, ForceVehicle):
            number, weapons = span(part.least, part.most), self.names("weapon", part.weapons)
            return number, self.name("vehicle", part.type), weapons
        number = span(part.least, part.most)
        if part.one_in is not None:
            number = gettext("1 in %(men)s") % {"men": part.one_in}
        also = (item for item in part.also if item not in part.weapons)
        gear = [self.names("weapon", (*part.weapons, *also))]
        gear += [self.name("role", part.role)] if part.role else []
        gear += [self.name("class", part.class_)] if part.class_ else []
        gear += ["L" + "/".join(map(str, part.leadership))] if any(part.leadership) else []
        return number, part.name.to(self.language), " · ".join(filter(None, gear))

    def extra(self, entry: ForceExtra) -> str:
        level = f" ≤ {entry.level}" if entry.level else ""
        return self.name("extra", entry.extra) + level + (f" × {entry.most}" if entry.most > 1 else "")

    def limit(self, limit: ForceLimit) -> str:
        return f"{self.names(LIMITED[limit.of], limit.ids)}: {span(limit.least, limit.most)}"


def span(least: int, most: int | None) -> str:
    """Return a range of numbers: "1–3", "2", "3+" if it has no upper end."""
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least}–{most}"


def change_of(before: dict[str, Any], after: dict[str, Any]) -> dict[str, list[str]]:
    """Return the lines that are `gone` and that have `come` between two versions of a force in words."""
    old, new = _lines(before), _lines(after)
    return {
        "gone": [line for line in old if line not in new],
        "come": [line for line in new if line not in old],
    }


def _lines(force: dict[str, Any]) -> list[str]:
    lines = [force["name"], force["period"], force["note"], *(name for _id, name in force["roles"])]
    for squad in force["squads"]:
        said = ", ".join(filter(None, (squad["name"], squad["troops"], squad["size"])))
        lines.append(f"{squad['number']} × {said}")
        for number, name, gear in squad["rows"]:
            lines.append(f"{squad['name']}: {number} {' · '.join(filter(None, (name, gear)))}")
    return [*filter(None, lines), *force["extras"], *force["limits"]]


def shown_force(force: Force, catalogue: Catalogue, language: Language, pk: int = 0) -> dict[str, Any]:
    """Return a force in words, in a language; `club`: its owner, "" for ours; `pk` if it can be chosen."""
    words = Words(catalogue, language)
    formats = [item for item in catalogue.formats if not force.roles or item.id in force.roles]
    return {
        "name": force.name.to(language),
        "period": force.period.to(language) if force.period else "",
        "note": force.note.to(language) if force.note else "",
        "club": force.club,
        "version": force.version,
        "roles": [(item.id, item.name.to(language)) for item in formats],
        "squads": [words.squad(squad) for squad in force.squads],
        "extras": [words.extra(entry) for entry in force.extras],
        "limits": [words.limit(limit) for limit in force.limits],
        "pk": pk,
    }


def shown_proof(one: ProofList, language: Language, men: str = "", was: str = "") -> dict[str, Any]:
    """Return one of the three lists that rules allow in words: its title, its points, what it has, and what it breaks.

    `men`: what it has, otherwise how many figures; `was`: its points before the last edit.
    """
    titles = {
        "least": gettext("The smallest legal list"),
        "full": gettext("A full list"),
        "broken": gettext("A list that breaks a limit"),
    }
    report = one.report
    figures = one.roster.figure_count
    points = "" if report.total is None else str(report.total)
    return {
        "sort": one.sort,
        "title": titles[one.sort],
        "points": points,
        "limit": "" if report.limit is None else str(report.limit),
        "men": men or gettext("%(size)s figures") % {"size": figures},
        "broken": [sentence(finding, language) for finding in one.errors],
        "was": "" if was == points else was,
    }
