"""The page on which a force is edited: its parts in words, what is wrong with them, the open form, and three lists."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext
from django_stubs_ext import StrOrPromise
from msgspec import Struct

from armybuilder.cells import ENDS, MOVES
from armybuilder.forces.forms import PartForm
from armybuilder.forces.parts import mark_of, part_at
from armybuilder.forces.proof import ShownProof, shown_proof
from armybuilder.forces.shown import ShownForce, shown_force
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import Force, ForceSquad
from rules.core.document.naming import figure_label, vehicle_label
from rules.core.document.problem import Breach
from rules.core.forces.faults import faults
from rules.core.forces.proof import proof_of
from rules.core.proof import ProofList
from rules.core.text import Language


class ShownPart(Struct, frozen=True):
    """A part: its place, its mark, its number, name and gear, its faults, and its form if it is open."""

    place: str
    mark: str
    number: str
    name: str
    gear: str
    errors: tuple[str, ...] = ()
    form: PartForm | None = None
    after: int = 0  # the rows of its table below it

    @property
    def acts(self) -> list[tuple[StrOrPromise, ...]]:
        """Return what can be done with a row, each with its sign and its words."""
        if not self.place:
            return []
        is_first, is_last = self.place.endswith(".0"), self.after == 0
        cannot = ("above", "up" if is_first else "", "down" if is_last else "")
        return [*(move for move in MOVES if move[0] not in cannot), ("remove", *ENDS["remove"])]

    @property
    def anchor(self) -> str:
        """Return the id of its element."""
        return anchor_of(self.place)


class SquadPart(Struct, frozen=True):
    """A kind of squad with its figures, vehicles and extras; `tables` can have more rows, each with its button."""

    head: ShownPart
    rows: tuple[ShownPart, ...]
    tables: tuple[tuple[str, str], ...]


def anchor_of(place: str) -> str:
    """Return the id of a part's element on the page."""
    return f"p-{place.replace('.', '-')}" if place else "p-head"


class EditorPage(Struct, frozen=True):
    """The page. `look`: the squads of the smallest list, each with the numbers and names of its rows.

    `left`: the id of the part that was just closed. `proof` is empty as long as something is wrong.
    """

    force: ShownForce
    head: ShownPart
    squads: tuple[SquadPart, ...]
    extras: tuple[ShownPart, ...]
    limits: tuple[ShownPart, ...]
    wrong: int
    look: tuple[tuple[str, tuple[tuple[int, str], ...]], ...]
    proof: tuple[ShownProof, ...]
    left: str


class _Editor:
    def __init__(
        self, force: Force, catalogue: Catalogue, language: Language, place: str, form: PartForm | None
    ) -> None:
        self.force, self.catalogue, self.language = force, catalogue, language
        self.place, self.form = place, form
        self.shown = shown_force(force, catalogue, language)
        self.errors: dict[str, list[str]] = {}
        for fault in faults(force, catalogue):
            place_of, words = _in_words(fault, force, language)
            self.errors.setdefault(place_of, []).append(words)

    def part(self, place: str, number: str, name: str, gear: str = "") -> ShownPart:
        return ShownPart(
            place,
            mark_of(part_at(self.force, place)),
            number,
            name,
            gear,
            tuple(self.errors.get(place, ())),
            self.form if place == self.place else None,
            self._rows_after(place),
        )

    def _rows_after(self, place: str) -> int:
        table, _, number = place.rpartition(".")
        return len(part_at(self.force, table)) - int(number) - 1 if table else 0

    def squads(self) -> Iterator[SquadPart]:
        for number, (squad, shown) in enumerate(zip(self.force.squads, self.shown.squads, strict=True)):
            place = f"squads.{number}"
            tables = (("figures", squad.figures), ("vehicles", squad.vehicles), ("extras", squad.extras))
            places = [f"{place}.{table}.{row}" for table, rows in tables for row in range(len(rows))]
            rows = (
                self.part(where, row.number, row.name, row.gear)
                for where, row in zip(places, shown.rows, strict=True)
            )
            head = self.part(place, shown.number, shown.name, _meta(squad, shown.troops, shown.size))
            yield SquadPart(head, tuple(rows), tuple(self._tables(place)))

    def _tables(self, place: str) -> Iterator[tuple[str, str]]:
        yield f"{place}.figures", gettext("Type of figure")
        if self.catalogue.offered.vehicles:
            yield f"{place}.vehicles", gettext("Vehicle")
        if any(extra.sold_for("squad") for extra in self.catalogue.offered.extras):
            yield f"{place}.extras", gettext("Available extra")

    def page(self, left: str) -> EditorPage:
        force = self.force
        wrong = sum(map(len, self.errors.values()))
        proof = [] if wrong else proof_of(force, self.catalogue, self.language)
        return EditorPage(
            force=self.shown,
            head=self.part("", "", self.shown.name),
            squads=tuple(self.squads()),
            extras=tuple(self.part(f"extras.{n}", "", name) for n, name in enumerate(self.shown.extras)),
            limits=tuple(self.part(f"limits.{n}", "", said) for n, said in enumerate(self.shown.limits)),
            wrong=wrong,
            look=tuple(_look(proof[0], self.catalogue, self.language)) if proof else (),
            proof=tuple(shown_proof(one, self.language) for one in proof),
            left=left,
        )


def editor_page(
    force: Force,
    catalogue: Catalogue,
    language: Language,
    *,
    place: str | None = None,
    form: PartForm | None = None,
    left: str | None = None,
) -> EditorPage:
    """Return the page of a force, with the part at `place` open (None: no part), by its own form or a posted one.

    `left`: the place of the part that was just closed. Raises LookupError if there is no part at `place`.
    """
    if place is not None and form is None:
        form = PartForm(part_at(force, place), catalogue, language)
        if left is None:  # after a step the button keeps the focus
            next(iter(form.fields.values())).widget.attrs["autofocus"] = True
    editor = _Editor(force, catalogue, language, place if place is not None else "closed", form)
    return editor.page("" if left is None else anchor_of(left))


def _meta(squad: ForceSquad, troops: str, size: str) -> str:
    sizes = gettext("%(size)s figures") % {"size": size} if size else ""
    return " · ".join(filter(None, (troops, sizes)))


def _in_words(fault: Breach, force: Force, language: Language) -> tuple[str, str]:
    """Return the part that has a fault, and the fault in words."""
    path = [str(step) for step in fault.path]
    rows = [place for place in range(len(path)) if path[place].isdigit()]
    is_size = "size" in path
    place = ".".join(path[: rows[-1] + 1]) if rows and not is_size else ".".join(path[:2])
    facts: dict[str, Any] = dict(fault.facts)
    match (is_size, path[-1], fault.key):
        case (True, "1", "least"):
            most = force.squads[int(path[1])].size[1]
            words = gettext(
                "The types below make at least %(men)s figures, but the squad has at most %(most)s."
            )
            return place, words % {"men": facts["expected"], "most": most}
        case (True, "0", "most"):
            words = gettext("The smallest number of figures can be at most %(most)s with the types below.")
            return place, words % {"most": facts["expected"]}
        case (_, "least", "most"):
            return place, gettext("The smallest number is greater than the largest.")
        case (_, "id" | "extra" | "type", "twice"):
            return place, gettext("This is here twice.")
        case (_, _, "class" | "weapon" | "vehicle" | "extra" | "role" | "trait"):
            words = gettext("This ruleset does not have “%(word)s”: open the part and choose something else.")
            return place, words % {"word": facts["word"]}
    sentence = fault.sentence(language)
    return place, sentence[:1].upper() + sentence[1:]


def _look(
    one: ProofList, catalogue: Catalogue, language: Language
) -> Iterator[tuple[str, tuple[tuple[int, str], ...]]]:
    for squad in one.roster.squads:
        rows = [(row.count, figure_label(row, catalogue, squad.class_of(row))) for row in squad.figures]
        rows += [
            (row.count, vehicle_label(row, catalogue.vehicle_by_id.get(row.type))) for row in squad.vehicles
        ]
        yield squad.name, tuple((count, name.to(language)) for count, name in rows)
