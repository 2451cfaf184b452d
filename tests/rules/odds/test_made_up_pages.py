"""The odds pages of two made-up rulesets, and of each shipped one as data only, without a database."""

from typing import Any

import pytest
from django.http import QueryDict
from django.utils.translation import override

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.text import Language
from rules.odds.asking.facts import Engine
from rules.odds.asking.fields import Address
from rules.odds.fire.answer import answered, working
from rules.odds.fire.form import FireReader
from rules.odds.fire.ruler import ruler, what_if
from rules.odds.questions.pages import PAGES
from rules.odds.showing.answers import Answer
from tests.core.documents import LIBRARY
from tests.rules.invented import HARBOUR, ORBIT

BOOKS = (*LIBRARY.catalogues.values(), HARBOUR, ORBIT)
ALL = Library(BOOKS)


def shown(book: Catalogue, question: str, language: Language) -> tuple[Answer, dict[str, Any]]:
    """The page's defaults for a question without fields are those of the engine."""
    engine, address = Engine(ALL, book, language), Address(QueryDict(""))
    if question == "fire":
        form = FireReader(address, engine).read()
        told = engine.ask(form.raw)
        assert ruler(engine, form).bands
        assert working(engine, form, told)
        assert len(what_if(engine, form, address)) > 0
        return answered(form, told), told
    read, show = PAGES[question]
    asked = read(address, engine)
    told = engine.ask(asked.raw)
    assert asked.facts.boxes(engine, asked.raw, told) or not asked.facts.situations
    assert address.faults == []
    return show(engine, asked, told), told


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
