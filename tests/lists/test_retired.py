"""What is retired is offered to no list; lists that have it keep it."""

from typing import Any

from msgspec.structs import replace

from armybuilder.lists.exchange.reading import read_text
from armybuilder.lists.forms.base import FormContext
from armybuilder.lists.forms.pieces import FigureForm
from rules.core.advice import completions, fitting_additions
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.roster import Figure, Roster, Squad
from rules.own.patch import applied
from tests.core.documents import LIBRARY

RTH = LIBRARY.catalogues["rth-it"]
GUNNERS = Figure(id="gunners", count=2, weapons=("lmg",))
LIST = Roster(
    format="armylist/1",
    ruleset="rth-it",
    name="A list",
    role="open",
    limit=200,
    squads=(Squad(id="alpha", name="Alpha", class_="recruit", figures=(GUNNERS,)),),
)


def without(*places: str) -> Catalogue:
    return applied(RTH, {f"{place}/retired": True for place in places}, id="rth-it")


def weapons_of(form: FigureForm) -> list[str]:
    choices: Any = form.fields["weapons"].choices  # type: ignore[attr-defined]
    return [item for item, _name in choices]


BOOK = without("weapons/lmg", "classes/recruit", "roles/medic")


def test_what_is_retired_is_not_offered() -> None:
    offered = BOOK.offered
    assert "lmg" not in offered.weapon_by_id
    assert [man.id for man in RTH.presets if man.id not in offered.preset_by_id] == ["lmg", "medic"]
    assert "foot" not in offered.ready_squad_by_id
    assert {share.preset for share in RTH.completion.shares} - {
        share.preset for share in offered.completion.shares
    } == {"lmg", "medic"}
    assert [item.id for item in offered.nicknames if item.id == "lmg"] == []
    assert RTH.offered is RTH


def test_a_list_keeps_what_is_retired() -> None:
    assert assess(LIST, BOOK) == assess(LIST, RTH)
    [row] = LIST.squads[0].figures
    form = FigureForm(row, "recruit", FormContext(LIST, BOOK, "en"))
    assert "lmg" in weapons_of(form)
    other = FigureForm(replace(row, weapons=("rifle",)), "recruit", FormContext(LIST, BOOK, "en"))
    assert [item for item in weapons_of(form) if item not in weapons_of(other)] == ["lmg"]


def test_advice_adds_nothing_that_is_retired() -> None:
    def added(book: Catalogue) -> set[str]:
        report = assess(LIST, book)
        things = {addition.thing[1] for addition in fitting_additions(LIST, book, report).additions}
        assert completions(LIST, book, report)
        return things

    assert {"lmg", "medic"} <= added(RTH)
    assert {"lmg", "medic"}.isdisjoint(added(BOOK))


def test_an_import_does_not_recognise_what_is_retired() -> None:
    text = "Alpha, veteran\n2 LMG\n"
    weapons = [
        figure.weapons
        for book in (RTH, BOOK)
        if (roster := read_text(text, Library([book]), "en").roster)
        for squad in roster.squads
        for figure in squad.figures
    ]
    assert weapons[0] == ("lmg",)
    assert ("lmg",) not in weapons[1:]
