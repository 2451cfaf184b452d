"""The page on which a force is edited: its parts in words, what is wrong with them, the open form, and three lists."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext
from django_stubs_ext import StrOrPromise
from msgspec import Struct

from armybuilder.cells import ENDS, MOVES
from armybuilder.forces.forms import PartForm
from armybuilder.forces.parts import mark_of, part_at
from armybuilder.forces.shown import Words, shown_force, shown_proof
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
    errors: list[str]
    form: PartForm | None
    after: int  # the rows of its table below it

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


def anchor_of(place: str) -> str:
    """Return the id of a part's element on the page."""
    return f"p-{place.replace('.', '-')}" if place else "p-head"


def editor_page(
    force: Force,
    catalogue: Catalogue,
    language: Language,
    *,
    place: str | None = None,
    form: PartForm | None = None,
    left: str | None = None,
) -> dict[str, Any]:
    """Return the page of a force, with the part at `place` open (None: no part), by its own form or a posted one.

    `left`: the place of the part that was just closed. `look`: the squads of the smallest list, each with the numbers
    and names of its rows. `proof` is empty as long as something is wrong. Raises LookupError if there is no part at
    `place`.
    """
    if place is not None and form is None:
        form = PartForm(part_at(force, place), catalogue, language)
        if left is None:  # after a step the button keeps the focus
            next(iter(form.fields.values())).widget.attrs["autofocus"] = True
    errors: dict[str, list[str]] = {}
    for fault in faults(force, catalogue):
        place_of, sentence = _in_words(fault, force, language)
        errors.setdefault(place_of, []).append(sentence)

    def part(at: str, number: str, name: str, gear: str = "") -> ShownPart:
        table, _, row = at.rpartition(".")
        after = len(part_at(force, table)) - int(row) - 1 if table else 0
        opened = form if at == place else None
        return ShownPart(at, mark_of(part_at(force, at)), number, name, gear, errors.get(at, []), opened, after)

    def squad_at(number: int, squad: ForceSquad) -> dict[str, Any]:
        at, shown = f"squads.{number}", words.squad(squad)
        tables = (("figures", squad.figures), ("vehicles", squad.vehicles), ("extras", squad.extras))
        places = [f"{at}.{table}.{row}" for table, rows in tables for row in range(len(rows))]
        return {
            "head": part(at, shown["number"], shown["name"], _meta(shown["troops"], shown["size"])),
            "rows": [part(where, *row) for where, row in zip(places, shown["rows"], strict=True)],
            "tables": _tables(at, catalogue),
        }

    words, shown = Words(catalogue, language), shown_force(force, catalogue, language)
    proof = [] if errors else proof_of(force, catalogue, language)
    return {
        "force": shown,
        "head": part("", "", shown["name"]),
        "squads": [squad_at(number, squad) for number, squad in enumerate(force.squads)],
        "extras": [part(f"extras.{n}", "", name) for n, name in enumerate(shown["extras"])],
        "limits": [part(f"limits.{n}", "", said) for n, said in enumerate(shown["limits"])],
        "wrong": sum(map(len, errors.values())),
        "look": list(_look(proof[0], catalogue, language)) if proof else [],
        "proof": [shown_proof(one, language) for one in proof],
        "left": "" if left is None else anchor_of(left),
    }


def _tables(squad: str, catalogue: Catalogue) -> list[tuple[str, str]]:
    """Return the tables of a squad that can have more rows, each with its button."""
    tables = [(f"{squad}.figures", gettext("Type of figure"))]
    if catalogue.offered.vehicles:
        tables.append((f"{squad}.vehicles", gettext("Vehicle")))
    if any(extra.sold_for("squad") for extra in catalogue.offered.extras):
        tables.append((f"{squad}.extras", gettext("Available extra")))
    return tables


def _meta(troops: str, size: str) -> str:
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
            words = gettext("The types below make at least %(men)s figures, but the squad has at most %(most)s.")
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
        rows += [(row.count, vehicle_label(row, catalogue.vehicle_by_id.get(row.type))) for row in squad.vehicles]
        yield squad.name, tuple((count, name.to(language)) for count, name in rows)
