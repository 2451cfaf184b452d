"""The page of the limits: checks as sentences with boxes, those that follow from the tables, and those to add."""

from typing import NamedTuple

from armybuilder.own_rules.editor import Editor
from rules.own.limits import Limit, following, functions, is_there, limits_of, sentence_to_add
from rules.reference.items import constraint


class LimitsPage(NamedTuple):
    """The page. `to_add`: checks with the values that they begin with."""

    limits: list[Limit]
    following: list[str]
    to_add: list[Limit]


def limits_page(editor: Editor) -> LimitsPage:
    book, language = editor.catalogue, editor.language
    sentences = (constraint(check, book, language) for check in following(book))
    return LimitsPage(
        limits=limits_of(editor.base, editor.patch, book, language),
        following=list(dict.fromkeys(filter(None, sentences))),
        to_add=[
            sentence_to_add(function, book, language)
            for function in functions()
            if not is_there(function, editor.base, editor.patch)
        ],
    )
