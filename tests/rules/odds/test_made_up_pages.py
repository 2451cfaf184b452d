"""The odds pages of two made-up rulesets, and of each shipped one as data only, without a database."""

from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.translation import override
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.text import Language
from rules.odds.asking.boxes import boxes_of
from rules.odds.asking.form import Engine, Form
from rules.odds.fire.answer import answered, working
from rules.odds.fire.form import FireForm
from rules.odds.fire.ruler import ruler
from rules.odds.fire.what_if import what_if
from rules.odds.questions import PAGES
from rules.odds.showing.answers import Answer
from tests.core.documents import LIBRARY
from tests.rules.invented import HARBOUR, ORBIT

BOOKS = (*LIBRARY.catalogues.values(), HARBOUR, ORBIT)
ALL = Library(BOOKS)


def shown(book: Catalogue, question: str, language: Language) -> tuple[Answer, dict[str, Any]]:
    """The page's defaults for a question without fields are those of the engine."""
    engine, address = Engine(ALL, book, language), QueryDict("")
    if question == "fire":
        fire = FireForm(address, engine)
        told = engine.ask(fire.raw)
        assert ruler(fire).bands
        assert working(fire, told)
        assert what_if(fire)
        return answered(fire, told), told
    read, show = PAGES[question]
    form = Form(address, engine, question)
    read(form)
    told = engine.ask(form.raw)
    assert boxes_of(form, told) or not form.situations
    assert not form.is_changed
    return show(form, told), told


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_each_question_of_each_ruleset_has_a_page_that_answers(book: Catalogue, language: Language) -> None:
    questions = [one for one in book.odds.questions if one != "profile"]
    assert "fire" in questions
    with override(language):
        for question in questions:
            page, told = shown(book, question, language)
            assert told["status"] in ("ok", "immune")
            assert page.steps or question == "fire"
            assert page.main.said.figure
            assert page.sentence.endswith(".")


def test_a_weapon_can_be_called_like_a_part_of_python() -> None:
    """A menu of a mapping would show its weapon “items” letter by letter: files of rules have any ids."""
    weapons = tuple(replace(one, id="items") if one.id == "musket" else one for one in HARBOUR.weapons)
    book = replace(HARBOUR, weapons=weapons)
    form = FireForm(QueryDict("w=items"), Engine(Library([book]), book, "en"))
    [weapon] = [field for field in form.sides[0].fields if field.name == "w"]
    for field in (weapon, weapon._replace(segment=True)):
        shown = render_to_string("odds/_field.html", {"field": field})
        assert shown.count('value="items"') == 1
        assert "Musket" in shown
