"""What keeps a draft from being a version: each problem with the cell where it is, in words."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from django.utils.translation import gettext, pgettext

from rules.cells import CellError, fault_of
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.problem import Path
from rules.core.judging.report import sentence
from rules.core.proof import ProofList
from rules.language import active_language
from rules.loading.contradictions import contradictions
from rules.own.columns import HEAD, MEN, TABLES, WANTED, column_of
from rules.own.dice import faults_of_dice, has_dice
from rules.own.limits import column_at, limits_of
from rules.own.patch import POSITION, RETIRED, WRONG, Patch, Place, ids_of, place_of, rows_of
from rules.own.proof import proof_of


class Problem(NamedTuple):
    """A problem. `place`: its cell, or a table (`classes//`); `where`: the place in words, "" for the whole."""

    place: Place
    where: str
    sentence: str


WHOLE = Place("head", "", "name")


def problems_of(
    base: Catalogue, patch: Patch, catalogue: Catalogue, proof: Sequence[ProofList] | None = None
) -> list[Problem]:
    """Return what is wrong with a draft; `catalogue`: the draft applied, `proof`: its lists, if they are at hand."""
    lists = proof_of(catalogue, active_language()) if proof is None else proof
    return [*_Problems(base, patch, catalogue).found(), *_no_legal_list(lists)]


def faults_of(base: Catalogue, patch: Patch, catalogue: Catalogue) -> dict[str, CellError]:
    """Return why cells are wrong, by place: their text is no value, or dice contradict each other."""
    faults: dict[str, CellError] = {}
    for text, typed in patch.items():
        place = text.removesuffix(WRONG)
        if place != text:
            with suppress(LookupError):  # its column is gone
                error = fault_of(column_at(base, patch, catalogue, place_of(place)), typed, catalogue)
                faults |= {place: error} if error else {}
    if not has_dice(base):
        faults |= {place: CellError(words) for place, words in faults_of_dice(patch, catalogue).items()}
    return faults


class _Problems:
    def __init__(self, base: Catalogue, patch: Patch, catalogue: Catalogue) -> None:
        self.base, self.patch, self.catalogue = base, patch, catalogue
        self.limits = {limit.code: limit for limit in limits_of(base, patch, catalogue, active_language())}

    def found(self) -> Iterator[Problem]:
        for text, error in faults_of(self.base, self.patch, self.catalogue).items():
            if not text.startswith("checks/"):
                yield self._problem(place_of(text), str(error))
        yield from self._incomplete_rows()
        yield from self._limits()
        for path, reason in contradictions(self.catalogue):
            yield self._contradiction(path, reason)

    def _incomplete_rows(self) -> Iterator[Problem]:
        """Find rows of the draft without a name, and troops without a price."""
        cells: dict[tuple[str, str], set[str]] = {}
        for text in self.patch:
            place = place_of(text)
            if place.table in TABLES:
                cells.setdefault(place[:2], set()).add(place.field.removesuffix(WRONG))
        for (table, row), fields in cells.items():
            wanted = WANTED.get(table, ("name",))
            if POSITION not in fields or fields <= {POSITION, RETIRED} or row in ids_of(self.base, table):
                continue
            for field in wanted:
                if field not in fields and not (field == "points" and not self.catalogue.has_points):
                    words = {
                        "name": gettext("The name is missing."),
                        "points": gettext("The price is missing."),
                        "troops": gettext("The troops are missing."),
                        MEN: gettext("The number of men is missing."),
                    }
                    yield self._problem(Place(table, row, field), words[field])

    def _limits(self) -> Iterator[Problem]:
        for limit in self.limits.values():
            for box, words in limit.faults:
                yield self._problem(place_of(box.place), words)

    def _contradiction(self, path: Path, reason: str) -> Problem:
        if path == ("classes",):
            return self._problem(Place("classes", "", ""), gettext("Write a row of troops, with its price."))
        match path:
            case (str(table), int(number), *_) if table in TABLES:
                return self._problem(Place(table, getattr(self.catalogue, table)[number].id, ""), str(reason))
        return Problem(WHOLE, "", str(reason))

    def _problem(self, place: Place, words: str) -> Problem:
        return Problem(place, self._where(place), words)

    def _where(self, place: Place) -> str:
        """Return a place in words: “Weapons, row 2, Points”."""
        if place.table == "head":
            return str(HEAD[place.field].label) if place.field in HEAD else ""
        if place.table == "checks":
            limit = self.limits.get(place.row)
            return gettext("Limits") + (f": {limit.words}" if limit else "")
        if place.table == "dice":
            column = column_at(self.base, self.patch, self.catalogue, place)
            weapon = self.catalogue.weapon_by_id.get(place.row)
            name = weapon.name.to(active_language()) if weapon else ""
            names = [pgettext("rules", "Dice"), name, str(column.label)]
            return ", ".join(filter(None, names))
        where = [str(TABLES[place.table].label)]
        rows = rows_of(self.base, self.patch, place.table)
        if place.row in rows:
            where.append(gettext("row %(number)s") % {"number": rows.index(place.row) + 1})
        if place.field:
            where.append(str(column_of(self.catalogue, place.table, place.field).label))
        return ", ".join(where)


def _no_legal_list(proof: Sequence[ProofList]) -> Iterator[Problem]:
    if not proof or proof[0].sort == "least":
        return
    report = proof[0].report
    if report.total is not None and report.limit is not None and report.total > report.limit:
        words = gettext("The cheapest list costs %(cost)s and the limit is %(limit)s: no list is legal.")
        yield Problem(WHOLE, "", words % {"cost": report.total, "limit": report.limit})
        return
    why = sentence(proof[0].errors[0], active_language())
    yield Problem(WHOLE, "", gettext("No list is legal. The cheapest fails: %(why)s") % {"why": why})
