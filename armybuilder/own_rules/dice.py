"""The page of the dice: what each weapon needs to hit, what changes it, an example, and what this opens."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import gettext

from armybuilder.cells import Row, Section
from armybuilder.own_rules.editor import Editor
from rules.cells import Choice, Column
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.odds import answer
from rules.core.text import Language
from rules.odds.showing.answers import ChanceWords, dice_in_words, hit, needed, said
from rules.own.dice import CHANGES, DICE, columns_of_weapon, die_of, edge_of, shown_bands


class DicePage(NamedTuple):
    """The page. `dice`: those that can be thrown; `example`: a shot in words, and its chance to hit.

    `opens`: whether there is something, what it is called, and more about it.
    """

    needs: Section
    changes: Section
    dice: list[Choice]
    opens: list[tuple[bool, str, str]]
    example: tuple[str, ChanceWords] | None

    def changed(self, places: Iterable[str]) -> dict[str, Any]:
        """Return what is shown again: rows, or both tables if the die, a band or another page has changed."""
        tables = [self.needs, self.changes]
        if any(not place.startswith("dice/") or place.endswith(("/to", "/die")) for place in places):
            return {"sections": tables}
        of_places = {place.removesuffix("!") for place in places}
        rows = [row for table in tables for row in table.rows]
        return {"changed_rows": [row for row in rows if any(cell.place in of_places for cell in row.cells)]}


def dice_page(editor: Editor) -> DicePage:
    """Return the page of a draft. Below the edges of the bands, each weapon that is offered is a row."""
    book, patch = editor.catalogue, editor.patch
    has_fire, has_save = ("fire" in book.odds.questions), ("save" in book.odds.questions)
    bands = shown_bands(patch)
    columns = columns_of_weapon(patch, bands)
    weapons = [weapon for weapon in book.weapons if not weapon.retired]
    return DicePage(
        needs=Section(
            "needs",
            gettext("What is needed to hit"),
            tuple(columns),
            (
                _row(editor, "edges", gettext("up to (cm)"), ((band, edge_of(band)) for band in bands)),
                *(
                    _row(
                        editor,
                        weapon.id,
                        editor.name_of("weapons", weapon.id),
                        ((weapon.id, it) for it in columns),
                    )
                    for weapon in weapons
                ),
            ),
            heading=gettext("Weapon"),
            note=gettext("Optional: lists, printouts and checks work without it."),
        ),
        changes=Section(
            "changes",
            gettext("What changes it"),
            (),
            tuple(_row(editor, column.field, str(column.label), [("", column)]) for column in CHANGES),
        ),
        dice=[Choice(str(die), str(die), die == die_of(patch)) for die in DICE],
        opens=[
            (has_fire, gettext("Chances to hit"), gettext("in the builder and on the game’s page")),
            (has_fire, gettext("Profile of a list"), gettext("expected hits by distance")),
            (has_save, gettext("Chances to take a man out"), gettext("once there is a save")),
        ],
        example=_example(book, editor.language) if has_fire else None,
    )


def _row(editor: Editor, row: str, name: str, columns: Iterable[tuple[str, Column]]) -> Row:
    cells = tuple(editor.cell("dice", of, column, is_own_row=False) for of, column in columns)
    return Row(f"dice-{row}", f"dice/{row}", None, name, cells, heading=name, picked=editor.picked(cells))


def _example(book: Catalogue, language: Language) -> tuple[str, ChanceWords] | None:
    """Return a shot at the farthest that the first weapon reaches, at a target in cover."""
    weapon = next((weapon for weapon in book.offered.weapons if weapon.fire), None)
    if weapon is None or not book.classes:
        return None
    edge = max(edge for edge, need in zip(book.bands, weapon.fire[0].needs, strict=True) if need)
    man = {"class": book.classes[0].id}
    in_cover = [it.name.to(language).lower() for it in book.odds.situations if it.id == "cover"]
    question = {
        "format": "odds/1",
        "ruleset": book.id,
        "question": "fire",
        "shooter": man | {"weapon": weapon.id},
        "target": man,
        "distance": edge,
        "situations": ["cover"] if in_cover else [],
    }
    shot = answer(json.dumps(question).encode(), Library([book]), language)
    facts = {"weapon": weapon.name.to(language), "cm": edge, "dice": dice_in_words(weapon.fire[0].dice)}
    at = gettext("%(weapon)s at %(cm)s cm: %(dice)s") % facts
    return ", ".join([at, *in_cover, needed(shot["need"])]), said(hit(shot))
